import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentStatus } from '../../../contract/constants'
import { watchPayment } from './payment-watch'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Watches a payment whose polls get these responses in turn, the last one repeatedly. */
function watchResponses(...responses: (PaymentStatus | Error)[]) {
  const observed = { polls: 0, ended: [] as PaymentStatus[], errors: [] as unknown[], hidden: false, listeners: 0 }
  let listener = () => {}
  const watch = watchPayment({
    requestStatus: async () => {
      const response = responses[Math.min(observed.polls++, responses.length - 1)]
      if (response === undefined || response instanceof Error) throw response
      return response
    },
    isHidden: () => observed.hidden,
    onVisibility: (onChange) => {
      observed.listeners++
      listener = onChange
      return () => observed.listeners--
    },
    onEnd: (status) => observed.ended.push(status),
    onError: (error) => observed.errors.push(error),
  })
  const setHidden = (hidden: boolean) => {
    observed.hidden = hidden
    listener()
  }
  return { observed, watch, setHidden, advance: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a payment', () => {
  test('a payment is polled every second until it is no longer pending, and then no more', async () => {
    const { observed, advance } = watchResponses(1, 1, 2)
    await advance(999)
    expect(observed.polls).toBe(0)
    await advance(1)
    expect(observed.polls).toBe(1)
    await advance(2000)
    expect(observed).toMatchObject({ polls: 3, ended: [2], listeners: 0 })
    await advance(60_000)
    expect(observed.polls).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a payment is not polled while the page is hidden, and at once when it is visible again', async () => {
    const { observed, advance, setHidden } = watchResponses(1)
    await advance(1000)
    setHidden(true)
    await advance(60_000)
    expect(observed.polls).toBe(1)
    setHidden(false)
    await advance(0)
    expect(observed.polls).toBe(2)
    await advance(1000)
    expect(observed.polls).toBe(3)
  })

  test('the interval doubles with each failure up to 30 s, and is a second again after a response', async () => {
    const lost = new Error('lost')
    const { observed, advance } = watchResponses(lost, lost, lost, lost, lost, lost, lost, 1)
    const times: number[] = []
    for (let second = 1; second <= 130; second++) {
      const before = observed.polls
      await advance(1000)
      if (observed.polls > before) times.push(second)
    }
    expect(times.slice(0, 8)).toEqual([1, 3, 7, 15, 31, 61, 91, 121])
    expect(times.slice(8, 10)).toEqual([122, 123])
    expect(observed.errors.slice(0, 9)).toEqual([...Array.from({ length: 7 }, () => lost), null, null])
  })

  test('two presses of the button send one request', async () => {
    const { observed, watch } = watchResponses(1)
    const responses = await Promise.all([watch.pollNow(), watch.pollNow()])
    expect([responses, observed.polls]).toEqual([[true, true], 1])
  })

  test('after a stop nothing is reported, not even by a request in flight', async () => {
    const { observed, watch, advance } = watchResponses(2)
    const polls = watch.pollNow()
    watch.stop()
    expect(await polls).toBeNull()
    await advance(60_000)
    expect(observed).toMatchObject({ polls: 1, ended: [], listeners: 0 })
    expect(await watch.pollNow()).toBeNull()
  })
})
