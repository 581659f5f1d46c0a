import { expect, test } from 'vitest'
import { createOrderedCompletion } from './turns'

/** True if a promise has settled. */
const settled = async (promise: Promise<unknown>) => {
  const marks = await Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])
  return marks
}
const never = new AbortController().signal

test('a later index waits for all earlier ones at work, in whatever order they end', async () => {
  const turns = createOrderedCompletion()
  const [first, second, third] = [turns.enter('b', 1), turns.enter('b', 2), turns.enter('b', 3)]
  const last = third.waitForTurn(never)
  second.done()
  expect(await settled(last)).toBe(false)
  first.done()
  await last
})

test('other batches and indexes that are not at work delay nobody', async () => {
  const turns = createOrderedCompletion()
  turns.enter('other', 0)
  await turns.enter('b', 9).waitForTurn(never)
})

test('an index that starts again later, as a retry does, does not delay those that are past waiting', async () => {
  const turns = createOrderedCompletion()
  turns.enter('b', 0).done()
  const second = turns.enter('b', 1)
  await second.waitForTurn(never)
  const again = turns.enter('b', 0)
  await again.waitForTurn(never)
  second.done()
  second.done()
})

test('an abort ends the waiting', async () => {
  const turns = createOrderedCompletion()
  turns.enter('b', 0)
  const stop = new AbortController()
  const waiting = turns.enter('b', 1).waitForTurn(stop.signal)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
