import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { delay } from './delay'
import { retrying } from './retry'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a function that fails `times` times and then resolves with the number of attempts. */
function failing(times: number) {
  const state = { tries: 0 }
  const attempt = async () => {
    state.tries += 1
    if (state.tries <= times) throw new Error(`failure ${state.tries}`)
    return state.tries
  }
  return { attempt, state }
}

describe('retrying', () => {
  test('retrying waits longer before each retry and resolves to the first success', async () => {
    const waited: number[] = []
    const wait = async (ms: number) => void waited.push(ms)
    const { attempt } = failing(2)
    expect(await retrying(attempt, { waits: [500, 1500, 4000], mayRetry: () => true, wait })).toBe(3)
    expect(waited).toEqual([500, 1500])
  })

  test('retrying rejects with the last failure after the last retry', async () => {
    const { attempt, state } = failing(9)
    await expect(retrying(attempt, { waits: [0, 0], mayRetry: () => true })).rejects.toThrow('failure 3')
    expect(state.tries).toBe(3)
  })

  test('retrying rejects at once with a failure that may not be retried', async () => {
    const { attempt, state } = failing(9)
    const mayRetry = (error: unknown, ms: number) => !(error instanceof Error && error.message === 'failure 2') && ms === 0
    await expect(retrying(attempt, { waits: [0, 0, 0], mayRetry })).rejects.toThrow('failure 2')
    expect(state.tries).toBe(2)
  })

  test('retrying starts no retry after its signal aborts, not even during a wait', async () => {
    const stop = new AbortController()
    const { attempt, state } = failing(9)
    const work = retrying(attempt, { waits: [1000], mayRetry: () => true, signal: stop.signal })
    const rejected = expect(work).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(500)
    stop.abort()
    await rejected
    expect(state.tries).toBe(1)
    await expect(retrying(attempt, { waits: [0], mayRetry: () => true, signal: stop.signal })).rejects.toThrow('failure 2')
  })
})

describe('delay', () => {
  test('delay resolves after its time and leaves no listener behind', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const ended = vi.fn()
    const waiting = delay(300, signal).then(ended)
    await vi.advanceTimersByTimeAsync(299)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(ended).toHaveBeenCalledTimes(1)
    expect(removed).toHaveBeenCalledTimes(1)
  })

  test('delay rejects with an AbortError and leaves no timer behind, even if the signal was aborted before', async () => {
    const stop = new AbortController()
    const waiting = delay(300, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(delay(300, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
