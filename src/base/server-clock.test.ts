import { afterEach, expect, test } from 'vitest'
import { adoptServerTime, serverNow } from './server-clock'

afterEach(() => adoptServerTime(new Date().toUTCString()))

const isAbout = (ms: number, wanted: number) => Math.abs(ms - wanted) < 60_000

test('a local clock that is years off is corrected, one that is a little off is trusted', () => {
  const told = Date.now() + 6 * 365 * 86_400_000
  adoptServerTime(new Date(told).toUTCString())
  expect(isAbout(serverNow(), told)).toBe(true)
  // A response without a valid Date header changes nothing.
  adoptServerTime(undefined)
  adoptServerTime('gestern')
  expect(isAbout(serverNow(), told)).toBe(true)
  adoptServerTime(new Date(Date.now() + 20_000).toUTCString())
  expect(isAbout(serverNow(), Date.now())).toBe(true)
})
