import { expect, test } from 'vitest'
import { type Away, watchAway } from './away'

/** Returns a watch on a server that answers after so many checks, with the reported states and the pauses. */
function world(questions: number) {
  const told: (Away | null)[] = []
  const waited: number[] = []
  const state = { online: true, asked: 0 }
  const watch = watchAway(
    {
      isOnline: () => state.online,
      reachable: async () => ++state.asked > questions,
      wait: async (ms, signal) => {
        waited.push(ms)
        await null
        if (signal?.aborted) throw new DOMException('given up', 'AbortError')
      },
    },
    (away) => told.push(away),
  )
  return { watch, told, waited, state }
}
const signal = () => new AbortController().signal

test('while the server answers, isAway is false and back resolves at once', async () => {
  const { watch, told } = world(0)
  expect(await watch.isAway(signal())).toBe(false)
  await watch.back()
  expect(told).toEqual([])
})

test('all callers wait together, with growing pauses, until the server answers', async () => {
  const { watch, told, waited } = world(10)
  expect(await Promise.all([watch.isAway(signal()), watch.isAway(signal()), watch.isAway(signal())])).toEqual([true, true, true])
  await Promise.all([watch.back(), watch.back()])
  expect(waited).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000])
  expect(told.at(-1)).toBeNull()
  expect(told.slice(0, -1)).toEqual(waited.map(() => 'away'))
  expect(await watch.isAway(signal())).toBe(false)
})

test('a lost network is reported as offline, and waiting ends when it is aborted', async () => {
  const { watch, told, state } = world(0)
  state.online = false
  const stop = new AbortController()
  expect(await watch.isAway(stop.signal)).toBe(true)
  expect(told).toEqual(['offline'])
  const back = watch.back()
  stop.abort()
  await expect(back).rejects.toMatchObject({ name: 'AbortError' })
  expect(told.at(-1)).toBeNull()
})
