/** The time of the server, because a seller's computer may be set to any date. */

/** Tolerated difference, ms: responses state whole seconds and take some time. */
const tolerableMs = 60_000

let serverAheadMs = 0

/** Adopts the server's time from the Date header of a response; an invalid one changes nothing. */
export function adoptServerTime(date: string | undefined, now = Date.now()): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  serverAheadMs = Math.abs(serverMs - now) > tolerableMs ? serverMs - now : 0
}

/** Returns the server's time in ms since 1970, or the local time until a response has been received. */
export const serverNow = (): number => Date.now() + serverAheadMs
