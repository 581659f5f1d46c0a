/** Warns of orders that the marketplace wants shipped soon, or wanted shipped. Pure. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Before the end of the time to ship, the seller is warned this long, ms. */
export const shipSoonMs = day

/** Choices of the list of orders by the time until which they are to be shipped; all of them put the earliest first. */
export const shipChoices = ['late', 'soon', 'first'] as const
export type ShipChoice = (typeof shipChoices)[number]
export const shipChoiceNames: Readonly<Record<ShipChoice, string>> = {
  late: '已超时未发货',
  soon: '24 小时内要发货',
  first: '发货期限近的在前',
}

const spanText = (ms: number): string => {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} 分钟`
  return ms < 2 * day ? `${Math.floor(ms / hour)} 小时` : `${Math.floor(ms / day)} 天`
}

/**
 * Returns how urgent it is to ship an order that is not over, and the words for it: 已超时 3 小时, 还剩 5 小时发货; null where there is
 * more than a day, whose time itself is shown.
 */
export function shipWarning(shipUntil: number, now: number): { readonly choice: 'late' | 'soon'; readonly text: string } | null {
  if (shipUntil <= now) return { choice: 'late', text: `发货已超时 ${spanText(now - shipUntil)}` }
  return shipUntil - now <= shipSoonMs ? { choice: 'soon', text: `还剩 ${spanText(shipUntil - now)}发货` } : null
}
