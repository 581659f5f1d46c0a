import { afterEach, expect, test, vi } from 'vitest'
import { type Watch, watchPart } from './parts'

let watch: Watch | undefined
afterEach(() => {
  watch?.stop()
  vi.useRealTimers()
})

test('a part is unknown until it was checked, and each new failure and each recovery is reported once', async () => {
  const told: unknown[] = []
  let failure: Error | null = null
  const check = async () => {
    if (failure) throw failure
  }
  watch = watchPart(check, (change) => told.push(change))
  expect(watch.report()).toEqual({ state: 'unknown', problem: null })
  await watch.look()
  expect(watch.report()).toEqual({ state: 'ok', problem: null })
  failure = new Error('403')
  for (let n = 0; n < 3; n += 1) await watch.look()
  expect(watch.report()).toEqual({ state: 'failed', problem: '403' })
  failure = new Error('503')
  await watch.look()
  failure = null
  await watch.look()
  expect(watch.report()).toEqual({ state: 'ok', problem: null })
  expect(told).toEqual([new Error('403'), new Error('503'), null])
})

test('a check that never answers counts as failed after a while, and one runs at a time', async () => {
  vi.useFakeTimers()
  let running = 0
  watch = watchPart(
    () => {
      running += 1
      return new Promise(() => {})
    },
    () => undefined,
  )
  void watch.look()
  await vi.advanceTimersByTimeAsync(9_000)
  expect([running, watch.report().state]).toEqual([1, 'unknown'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(watch.report()).toEqual({ state: 'failed', problem: 'no answer in 10000 ms' })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(running).toBe(2)
})
