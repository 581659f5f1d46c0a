import { afterEach, expect, test } from 'vitest'
import { hearServerTime, serverNow } from './server-clock'

afterEach(() => hearServerTime(new Date().toUTCString()))

const isAbout = (ms: number, wanted: number) => Math.abs(ms - wanted) < 60_000

test('a local clock that is years off is corrected, one that is a little off is trusted', () => {
  const told = Date.now() + 6 * 365 * 86_400_000
  hearServerTime(new Date(told).toUTCString())
  expect(isAbout(serverNow(), told)).toBe(true)
  // A response without a valid Date header changes nothing.
  hearServerTime(undefined)
  hearServerTime('gestern')
  expect(isAbout(serverNow(), told)).toBe(true)
  hearServerTime(new Date(Date.now() + 20_000).toUTCString())
  expect(isAbout(serverNow(), Date.now())).toBe(true)
})
