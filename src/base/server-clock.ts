/** What time it is by the server: a seller's computer may be set to any day. */

/** Answers tell whole seconds and take a while; less than this is no wrong clock, ms. */
const tolerableMs = 60_000

let aheadMs = 0

/** Takes the time of an answer as its Date header tells it; what is none changes nothing. */
export function hearServerTime(date: string | undefined, now = Date.now()): void {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return
  aheadMs = Math.abs(told - now) > tolerableMs ? told - now : 0
}

/** ms since 1970, by the server as far as it was heard. */
export const serverNow = (): number => Date.now() + aheadMs
