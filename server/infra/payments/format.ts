/** Converts money and time to and from Alipay's formats: yuan with two decimal places, and Beijing time without a zone. */

const beijingMs = 8 * 60 * 60 * 1000

/** Formats 1234 as "12.34". */
export const toYuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Parses "12.34", "12.3" or "12" to fen without floating-point arithmetic; null for anything else. */
export function toFen(yuan: unknown): number | null {
  const [, whole = '', places = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(yuan ?? '')) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(places.padEnd(2, '0'))
}

export const toBeijing = (time: Date): string => new Date(time.getTime() + beijingMs).toISOString().slice(0, 19).replace('T', ' ')

/** Parses such a time; null for anything else. */
export function fromBeijing(text: unknown): Date | null {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(String(text ?? '')) ?? []
  const time = new Date(`${date}T${clock}+08:00`)
  return Number.isNaN(time.getTime()) ? null : time
}
