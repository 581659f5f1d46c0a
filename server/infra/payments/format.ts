/** How Alipay writes money and time: yuan with two places, and Beijing time without a zone. */

const beijingMs = 8 * 60 * 60 * 1000

/** 1234 → "12.34". */
export const toYuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** "12.34" or "12.3" or "12" → fen, without a detour over fractions; null for anything else. */
export function toFen(yuan: unknown): number | null {
  const [, whole = '', places = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(yuan ?? '')) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(places.padEnd(2, '0'))
}

export const toBeijing = (time: Date): string => new Date(time.getTime() + beijingMs).toISOString().slice(0, 19).replace('T', ' ')

/** Null for anything that is not a time written like that. */
export function fromBeijing(text: unknown): Date | null {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(String(text ?? '')) ?? []
  const time = new Date(`${date}T${clock}+08:00`)
  return Number.isNaN(time.getTime()) ? null : time
}
