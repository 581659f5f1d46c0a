import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/database'
import { databaseTime, offsetWarning, startDatabaseClock } from './clock'

afterEach(() => {
  vi.useRealTimers()
})

test('the database clock ignores changes of this machine’s clock', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let monotonic = 5000
  let database = Date.parse('2026-03-01T08:00:00Z')
  const reported: unknown[] = []
  let read = () => Promise.resolve(database)
  const clock = await startDatabaseClock(
    () => read(),
    (error) => reported.push(error),
    () => monotonic,
  )
  vi.setSystemTime('2027-03-01T08:00:00Z')
  monotonic += 1000
  expect(clock.now()).toEqual(new Date('2026-03-01T08:00:01Z'))
  database = Date.parse('2026-03-01T08:00:40Z')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(clock.now()).toEqual(new Date('2026-03-01T08:00:40Z'))
  read = () => Promise.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(30_000)
  monotonic += 500
  expect([clock.now(), reported]).toEqual([new Date('2026-03-01T08:00:40.500Z'), [new Error('away')]])
  clock.stop()
})

test('the database clock returns the database’s own time', async () => {
  const { db, close } = await testDatabase()
  const before = await databaseTime(db)
  const clock = await startDatabaseClock(
    () => databaseTime(db),
    () => {},
  )
  const now = clock.now().getTime()
  const after = await databaseTime(db)
  clock.stop()
  expect(now).toBeGreaterThanOrEqual(before - 1)
  // The clock may be ahead by up to half of the round trip.
  expect(now).toBeLessThanOrEqual(after + 60_000)
  await close()
})

test.each([
  [0, null],
  [-5_000, null],
  [5_000, null],
  [5_001, '相差 5 秒'],
  [-3_600_000, '相差 -3600 秒'],
  [365 * 86_400_000, '相差 31536000 秒'],
])('a machine whose clock is %d ms ahead of the database’s says so once: %s', (offset, words) => {
  const said = offsetWarning(offset)
  if (words === null) expect(said).toBeNull()
  else expect(said).toContain(words)
})
