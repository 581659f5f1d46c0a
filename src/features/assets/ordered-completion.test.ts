import { expect, test } from 'vitest'
import { createOrderedCompletion } from './ordered-completion'

/** True if a promise has settled. */
const settled = async (promise: Promise<unknown>) => {
  const isSettled = await Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])
  return isSettled
}
const never = new AbortController().signal

test('a later index waits for all earlier ones at work, in whatever order they end', async () => {
  const completion = createOrderedCompletion()
  const [first, second, third] = [completion.enter('b', 1), completion.enter('b', 2), completion.enter('b', 3)]
  const last = third.waitForTurn(never)
  second.done()
  expect(await settled(last)).toBe(false)
  first.done()
  await last
})

test('other batches and indexes that are not at work delay nobody', async () => {
  const completion = createOrderedCompletion()
  completion.enter('other', 0)
  await completion.enter('b', 9).waitForTurn(never)
})

test('an index that starts again later, as a retry does, does not delay those that are past waiting', async () => {
  const completion = createOrderedCompletion()
  completion.enter('b', 0).done()
  const second = completion.enter('b', 1)
  await second.waitForTurn(never)
  const again = completion.enter('b', 0)
  await again.waitForTurn(never)
  second.done()
  second.done()
})

test('an abort ends the waiting', async () => {
  const completion = createOrderedCompletion()
  completion.enter('b', 0)
  const controller = new AbortController()
  const waiting = completion.enter('b', 1).waitForTurn(controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
