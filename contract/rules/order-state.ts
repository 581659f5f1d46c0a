/**
 * Decides whether orders are downloaded, pushed and held back. Pure. The database stores the same states for the filters of the
 * list (`server/domain/orders/state-sql.ts`); the tests of both run on the cases of `test/order-state-cases.ts`.
 */
import { type ItemState, itemStateRules } from './item-state'

/** The fields of a customization that determine the state of its image. */
export interface ImageState {
  /** Null if the buyer has not finished it, or if it is still to be drawn. */
  readonly customizedImageUrl: string | null
  /** The drawing of a buyer's design that has no image yet. */
  readonly drawing?: 'waiting' | 'failed' | undefined
  /** Whether the image has been charged; downloading it again is free. */
  readonly creditDeducted: boolean
}

export type DownloadState = 'unfinished' | 'drawing' | 'undrawn' | 'waiting' | 'downloaded'

export function downloadStateOf({ customizedImageUrl, creditDeducted, drawing }: ImageState): DownloadState {
  if (creditDeducted) return 'downloaded'
  if (customizedImageUrl !== null) return 'waiting'
  return drawing === undefined ? 'unfinished' : drawing === 'failed' ? 'undrawn' : 'drawing'
}

export interface ImageCount {
  /** Number of finished customized images. */
  readonly images: number
  /** Number of those that are paid for. */
  readonly downloaded: number
}

/** @param customizations the customizations of an order, each once. */
export function countImages(customizations: readonly ImageState[]): ImageCount {
  const finished = customizations.filter(({ customizedImageUrl }) => customizedImageUrl !== null)
  return { images: finished.length, downloaded: finished.filter((one) => downloadStateOf(one) === 'downloaded').length }
}

interface CustomizationOfItem extends ImageState {
  readonly id: number
  readonly remakeOf: number | null
}

/**
 * Returns the customizations of an order's items that say whether it is downloaded, each once: a merged order and its child orders
 * show the same ones. One that is not paid for counts only where something is left to make: an item that shows it is not over, or it
 * makes another one once more.
 */
export function customizationsToDownload<Made extends CustomizationOfItem>(
  items: readonly (Pick<ItemWork, 'state'> & { readonly customizations: readonly Made[] })[],
): readonly Made[] {
  const found = new Map<number, Made>()
  for (const item of items) {
    for (const one of item.customizations) {
      if (!isOver(item) || one.remakeOf !== null || downloadStateOf(one) === 'downloaded') found.set(one.id, one)
    }
  }
  return [...found.values()]
}

/** Whether all images of an order are downloaded; null if it has none: neither value of the list's filter finds it then. */
export const areDownloaded = ({ images, downloaded }: ImageCount): boolean | null => (images === 0 ? null : downloaded === images)

export const pushStatuses = ['none', 'pushing', 'pushed', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

/** The state of a push line; `claimed` means that a request is sending it, or that the response was lost. */
export interface PushLineState {
  readonly status: 'claimed' | 'pushed' | 'failed'
  /** Whether a request is sending it now. */
  readonly isLeased: boolean
}

/**
 * Returns the push status of an order with these designs, its own or those of its parts; null stands for a design that was never
 * sent. An order is pushed if all its designs are. `failed` includes lost responses: pushing again is safe.
 */
export function pushStatusOf(designs: readonly (PushLineState | null)[]): PushStatus {
  const some = (is: (line: PushLineState) => boolean): boolean => designs.some((line) => line !== null && is(line))
  if (designs.length > 0 && designs.every((line) => line?.status === 'pushed')) return 'pushed'
  if (some(({ isLeased }) => isLeased)) return 'pushing'
  return some(({ status }) => status !== 'pushed') ? 'failed' : 'none'
}

interface Pushed {
  readonly push: { readonly status: PushStatus }
}
export const isPushed = ({ push }: Pushed): boolean => push.status === 'pushed'

/** Whether an order of the list is pushed: itself, or all of its child orders. */
export const isWhollyPushed = (order: Pushed & { readonly childOrders: readonly Pushed[] }): boolean =>
  isPushed(order) || (order.childOrders.length > 0 && order.childOrders.every(isPushed))

/** An order item as far as it says whether work is left on it. */
export interface ItemWork {
  readonly state: ItemState
  /** Why it must not be printed, for the seller. */
  readonly hold: string | null
}

/** Whether an item must not be printed now, because it is refunded, closed, unpaid or not to be made yet. */
export const isHeld = ({ hold }: Pick<ItemWork, 'hold'>): boolean => hold !== null

/** Whether the marketplace's notice on an item needs the seller: it is held, or its buyer changed it after it was made. */
export const hasNotice = (item: Pick<ItemWork, 'hold'> & { readonly change: unknown }): boolean =>
  isHeld(item) || item.change !== null

/** Whether an item is shipped, refunded or closed: it is never new work. */
export const isOver = ({ state }: Pick<ItemWork, 'state'>): boolean => itemStateRules[state].isOver

/** Whether an item may be made: it is neither held nor over. Some of these are made only after the seller confirms it. */
export const isOpenForWork = (item: ItemWork): boolean => !isHeld(item) && !isOver(item)
