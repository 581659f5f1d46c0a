import { expect, test } from 'vitest'
import { beginRefusal, changeRefusal, finishingDays, linkPhase } from './link-dates'

const startsAt = Date.UTC(2026, 10, 30, 16)
const endsAt = Date.UTC(2026, 11, 31, 15, 59, 59, 999)
const afterEnd = (days: number) => endsAt + days * 86_400_000

test('a link without dates is always open', () => {
  expect(linkPhase({ startsAt: null, endsAt: null }, startsAt)).toBe('open')
  expect(beginRefusal({ startsAt: null, endsAt: null }, startsAt)).toBeNull()
})

test('designs are begun from the first to the last moment, and finished for some days more', () => {
  const dates = { startsAt, endsAt }
  const phases = [startsAt - 1, startsAt, endsAt, endsAt + 1, afterEnd(finishingDays), afterEnd(finishingDays) + 1]
  expect(phases.map((now) => linkPhase(dates, now))).toEqual(['upcoming', 'open', 'open', 'finishing', 'finishing', 'ended'])
  expect(phases.map((now) => beginRefusal(dates, now) === null)).toEqual([false, true, true, false, false, false])
  expect(phases.map((now) => changeRefusal(dates, now) === null)).toEqual([false, true, true, true, true, false])
})

test('buyers read in Beijing time when a link begins and that it ended', () => {
  expect(beginRefusal({ startsAt, endsAt }, startsAt - 1)).toBe('定制还没有开始，2026-12-01 00:00 起可以定制')
  expect(changeRefusal({ startsAt, endsAt }, afterEnd(8))).toBe('定制已于 2026-12-31 23:59 结束，如有需要请联系卖家')
})
