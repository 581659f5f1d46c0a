import { afterEach, expect, test, vi } from 'vitest'
import { every } from './every'

afterEach(() => {
  vi.useRealTimers()
})

test('an outage of many rounds is reported once, and the next one again', async () => {
  vi.useFakeTimers()
  const outcomes = [null, new Error('a'), new Error('a'), new Error('b'), null, new Error('c')]
  const reported: unknown[] = []
  let rounds = 0
  const repeated = every(
    1000,
    async () => {
      const outcome = outcomes[rounds++]
      if (outcome) throw outcome
    },
    (error) => reported.push(error),
  )
  await vi.advanceTimersByTimeAsync(6000)
  expect([rounds, reported]).toEqual([6, [new Error('a'), new Error('c')]])
  repeated.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(rounds).toBe(6)
})

test('a round that hangs is not joined by another one', async () => {
  vi.useFakeTimers()
  let rounds = 0
  const repeated = every(
    1000,
    () => {
      rounds += 1
      return new Promise(() => {})
    },
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect(rounds).toBe(1)
  repeated.stop()
})
