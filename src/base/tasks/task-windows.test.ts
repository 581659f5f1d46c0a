/** Other windows show the state of a task that one window works on. */
import { afterEach, expect, test } from 'vitest'
import { pageLocks } from './task-locks'
import { eventually, joinedNews, windows } from './test/window'

const { open, closeAll } = windows()
afterEach(closeAll)

/** Opens windows of one browser. */
function browser() {
  const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
  const join = joinedNews()
  return () => open({ ...shared, news: join() })
}
type Window = ReturnType<ReturnType<typeof browser>>
const seen = ({ store }: Window) => store.list().map(({ state, pause }) => [state, pause])

test('a task that ended is ended in every window, and one that is removed is gone from all of them', async () => {
  const openWindow = browser()
  const one = openWindow()
  const id = one.start('甲', '乙')
  ;(await one.attemptOf('甲')).succeed()
  const two = openWindow()
  await eventually(() => expect(seen(two)).toEqual([['paused', 'other-window']]))
  ;(await one.attemptOf('乙')).fail(new Error('不行'))
  await eventually(() => expect(seen(two)).toEqual([['ended', 'other-window']]))
  expect(two.states(id)).toEqual(['done', 'failed'])
  // The window that did it decides how it goes on.
  two.store.retryFailed(id)
  two.store.dismiss(id)
  expect(seen(two)).toEqual([['ended', 'other-window']])
  one.store.retryFailed(id)
  await eventually(() => expect(seen(two)).toEqual([['paused', 'other-window']]))
  ;(await one.attemptOf('乙')).succeed()
  await eventually(() => expect(two.states(id)).toEqual(['done', 'done']))
  one.store.dismiss(id)
  await eventually(() => expect(seen(two)).toEqual([]))
  expect([...one.problems, ...two.problems]).toEqual([])
})

test('an attended task that succeeded is shown by the window that did it alone, and removed when that is closed', async () => {
  const openWindow = browser()
  const one = openWindow()
  one.startAttended('甲')
  const attempt = await one.attemptOf('甲')
  const two = openWindow()
  await eventually(() => expect(seen(two)).toEqual([['paused', 'other-window']]))
  attempt.succeed()
  await eventually(() => expect(seen(two)).toEqual([]))
  expect(seen(one)).toEqual([['ended', undefined]])
  const three = openWindow()
  one.store.close()
  await eventually(() => expect([...two.store.list(), ...three.store.list()]).toEqual([]))
  await expect.poll(async () => [...(await two.store.allIds())]).toEqual([])
})

test('a window that hears nothing looks again when it is looked at', async () => {
  const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
  const listeners: ((subject: string | null) => void)[] = []
  const deaf = {
    announce: () => undefined,
    onNews(listener: (subject: string | null) => void) {
      listeners.push(listener)
      return () => undefined
    },
  }
  const one = open(shared)
  one.start('甲')
  const two = open({ ...shared, news: deaf })
  await eventually(() => expect(seen(two)).toEqual([['paused', 'other-window']]))
  ;(await one.attemptOf('甲')).succeed()
  await one.waitForState(one.store.list()[0]?.id ?? '', 'ended')
  await eventually(() => {
    for (const look of listeners) look(null)
    expect(seen(two)).toEqual([['ended', 'other-window']])
  })
})
