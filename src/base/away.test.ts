import { expect, test } from 'vitest'
import { type Away, watchAway } from './away'

/** A server that comes back after so many questions, and what was waited for. */
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

test('a server that answers is not away, and nobody waits', async () => {
  const { watch, told } = world(0)
  expect(await watch.isAway(signal())).toBe(false)
  await watch.back()
  expect(told).toEqual([])
})

test('all wait together, ever longer, until it answers', async () => {
  const { watch, told, waited } = world(10)
  expect(await Promise.all([watch.isAway(signal()), watch.isAway(signal()), watch.isAway(signal())])).toEqual([true, true, true])
  await Promise.all([watch.back(), watch.back()])
  expect(waited).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000])
  expect(told.at(-1)).toBeNull()
  expect(told.slice(0, -1)).toEqual(waited.map(() => 'away'))
  expect(await watch.isAway(signal())).toBe(false)
})

test('a line that is gone is told as such, and waiting ends when it is given up', async () => {
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
