/** Classes of cut-out tickets: who waits for the picture. Each has a queue of its own, so that neither fills the other's. */
export const cutoutClasses = ['seller', 'buyer'] as const

export type CutoutClass = (typeof cutoutClasses)[number]

/** A class after this prefix is the name of its queue. */
export const cutoutQueuePrefix = 'cutout-'

/** Returns the name of the queue of a class. */
export const cutoutQueue = (each: CutoutClass): string => `${cutoutQueuePrefix}${each}`
