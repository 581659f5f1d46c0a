/** When designs may be begun and changed behind a customization link. Pure; the server applies it, screens show it. */
import { beijingIso } from './beijing-time'

/** Epoch ms, both included; null: no bound. */
export interface LinkDates {
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** Days after the link's end during which a design that was begun in time may be changed and submitted. */
export const finishingDays = 7
const dayMs = 86_400_000

const minute = (ms: number): string => beijingIso(ms).slice(0, 16).replace('T', ' ')

export type LinkPhase = 'upcoming' | 'open' | 'finishing' | 'ended'

/** 'finishing': nothing new can be begun, and what was begun can still be submitted. */
export function linkPhase({ startsAt, endsAt }: LinkDates, now: number): LinkPhase {
  if (startsAt !== null && now < startsAt) return 'upcoming'
  if (endsAt === null || now <= endsAt) return 'open'
  return now <= endsAt + finishingDays * dayMs ? 'finishing' : 'ended'
}

/** Returns words for the buyer why no design can be begun now; null while it can. */
export function beginRefusal(dates: LinkDates, now: number): string | null {
  const phase = linkPhase(dates, now)
  if (phase === 'open') return null
  return phase === 'upcoming'
    ? `定制还没有开始，${minute(dates.startsAt ?? now)} 起可以定制`
    : `定制已于 ${minute(dates.endsAt ?? now)} 结束，如有需要请联系卖家`
}

/** The same for changing and submitting a design that was begun before. */
export function changeRefusal(dates: LinkDates, now: number): string | null {
  return linkPhase(dates, now) === 'finishing' ? null : beginRefusal(dates, now)
}
