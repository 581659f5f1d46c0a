import { expect, test } from 'vitest'
import { abortError } from '../../contract/ground/thrown'
import { type Outage, watchOutage } from './outage'

/** Returns a watch on a server that answers after so many checks, with the reported states and the pauses. */
function createTestWatch(failedChecks: number) {
  const reported: (Outage | null)[] = []
  const pauses: number[] = []
  const state = { online: true, checks: 0 }
  const watch = watchOutage(
    {
      isOnline: () => state.online,
      isReachable: async () => ++state.checks > failedChecks,
      wait: async (ms, signal) => {
        pauses.push(ms)
        await null
        if (signal?.aborted) throw abortError()
      },
    },
    (outage) => reported.push(outage),
  )
  return { watch, reported, pauses, state }
}
const signal = () => new AbortController().signal

test('while the server answers, isAway is false and back resolves at once', async () => {
  const { watch, reported } = createTestWatch(0)
  expect(await watch.isAway(signal())).toBe(false)
  await watch.whenBack()
  expect(reported).toEqual([])
})

test('all callers wait together, with growing pauses, until the server answers', async () => {
  const { watch, reported, pauses } = createTestWatch(10)
  expect(await Promise.all([watch.isAway(signal()), watch.isAway(signal()), watch.isAway(signal())])).toEqual([true, true, true])
  await Promise.all([watch.whenBack(), watch.whenBack()])
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000])
  expect(reported.at(-1)).toBeNull()
  expect(reported.slice(0, -1)).toEqual(pauses.map(() => 'away'))
  expect(await watch.isAway(signal())).toBe(false)
})

test('a lost network is reported as offline, and waiting ends when it is aborted', async () => {
  const { watch, reported, state } = createTestWatch(0)
  state.online = false
  const controller = new AbortController()
  expect(await watch.isAway(controller.signal)).toBe(true)
  expect(reported).toEqual(['offline'])
  const back = watch.whenBack()
  controller.abort()
  await expect(back).rejects.toMatchObject({ name: 'AbortError' })
  expect(reported.at(-1)).toBeNull()
})
