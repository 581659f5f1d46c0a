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
function watched(...answers: (PaymentStatus | Error)[]) {
  const seen = { asked: 0, ended: [] as PaymentStatus[], troubles: [] as unknown[], hidden: false, listeners: 0 }
  let listener = () => {}
  const watch = watchPayment({
    ask: async () => {
      const answer = answers[Math.min(seen.asked++, answers.length - 1)]
      if (answer === undefined || answer instanceof Error) throw answer
      return answer
    },
    isHidden: () => seen.hidden,
    onVisibility: (told) => {
      seen.listeners++
      listener = told
      return () => seen.listeners--
    },
    onEnd: (status) => seen.ended.push(status),
    onTrouble: (error) => seen.troubles.push(error),
  })
  const hide = (hidden: boolean) => {
    seen.hidden = hidden
    listener()
  }
  return { seen, watch, hide, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a payment', () => {
  test('a payment is polled every second until it is no longer pending, and then no more', async () => {
    const { seen, pass } = watched(1, 1, 2)
    await pass(999)
    expect(seen.asked).toBe(0)
    await pass(1)
    expect(seen.asked).toBe(1)
    await pass(2000)
    expect(seen).toMatchObject({ asked: 3, ended: [2], listeners: 0 })
    await pass(60_000)
    expect(seen.asked).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a payment is not polled while the page is hidden, and at once when it is visible again', async () => {
    const { seen, pass, hide } = watched(1)
    await pass(1000)
    hide(true)
    await pass(60_000)
    expect(seen.asked).toBe(1)
    hide(false)
    await pass(0)
    expect(seen.asked).toBe(2)
    await pass(1000)
    expect(seen.asked).toBe(3)
  })

  test('the interval doubles with each failure up to 30 s, and is a second again after a response', async () => {
    const lost = new Error('lost')
    const { seen, pass } = watched(lost, lost, lost, lost, lost, lost, lost, 1)
    const times: number[] = []
    for (let second = 1; second <= 130; second++) {
      const before = seen.asked
      await pass(1000)
      if (seen.asked > before) times.push(second)
    }
    expect(times.slice(0, 8)).toEqual([1, 3, 7, 15, 31, 61, 91, 121])
    expect(times.slice(8, 10)).toEqual([122, 123])
    expect(seen.troubles.slice(0, 9)).toEqual([...Array.from({ length: 7 }, () => lost), null, null])
  })

  test('two presses of the button send one request', async () => {
    const { seen, watch } = watched(1)
    const answers = await Promise.all([watch.askNow(), watch.askNow()])
    expect([answers, seen.asked]).toEqual([[true, true], 1])
  })

  test('after a stop nothing is reported, not even by a request in flight', async () => {
    const { seen, watch, pass } = watched(2)
    const asked = watch.askNow()
    watch.stop()
    expect(await asked).toBeNull()
    await pass(60_000)
    expect(seen).toMatchObject({ asked: 1, ended: [], listeners: 0 })
    expect(await watch.askNow()).toBeNull()
  })
})
