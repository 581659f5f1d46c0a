/** Downloads as pages show them: one window works on each, and what a closed page left is offered by the next. */
import { expect, test } from 'vitest'
import { pageLocks, type TaskLocks } from '../base/tasks/task-locks'
import type { DownloadStore, NewDownload } from './download-store'
import type { DownloadView, Phase } from './download-view'
import { type DownloadWorld, downloadWorld, openStore } from './test/world'

const order = (world: DownloadWorld): NewDownload => ({
  kind: 'customized',
  pictures: world.pictures,
  rules: { rules: [], withOrderIdFile: false },
  shopName: () => '店',
  format: { type: 'original' },
})

/** The first download shown that is seen to meet this. */
async function shown(store: DownloadStore, meets: (view: DownloadView) => boolean): Promise<DownloadView> {
  const seen: DownloadView[] = []
  await expect.poll(() => seen.push(...store.list().filter(meets)), { message: 'a download is shown' }).toBeGreaterThan(0)
  return seen[0] as DownloadView
}
const reaches = (store: DownloadStore, phase: Phase) => shown(store, (view) => view.phase === phase)

/** A window that goes away gives its locks back. */
function closing(locks: TaskLocks) {
  const held: (() => void)[] = []
  return {
    locks: {
      async acquire(...input: Parameters<TaskLocks['acquire']>) {
        const free = await locks.acquire(...input)
        if (free) held.push(free)
        return free
      },
    },
    close() {
      for (const free of held) free()
    },
  }
}

test('a download ends, tells that orders and credits changed, and goes when it is dismissed', async () => {
  const world = downloadWorld()
  const { store, later } = openStore(world, pageLocks())
  let settled = 0
  store.onSettled(() => {
    settled += 1
  })
  await store.start(order(world))
  const view = await reaches(store, 'ended')
  expect([view.done, view.failed, world.debited]).toEqual([8, 0, 480])
  expect(settled).toBeGreaterThanOrEqual(2)
  expect(await store.saveAgain(view.plan.id, view.parts[0] ?? never())).toBe(true)
  store.dismiss(view.plan.id)
  expect(store.list()).toEqual([])
  await expect.poll(() => world.records.list()).toEqual([])
  // The browser may still be copying it: it goes a while later.
  expect(world.disk.size).toBeGreaterThan(0)
  for (const work of later) work()
  await expect.poll(() => world.disk.size).toBe(0)
})

test('another window only looks on, and offers the rest once this one is closed', async () => {
  const world = downloadWorld()
  world.saves = false
  const locks = pageLocks()
  const first = closing(locks)
  const one = openStore(world, first.locks)
  const id = await one.store.start(order(world))
  await reaches(one.store, 'stopped')
  const two = openStore(world, locks)
  await reaches(two.store, 'elsewhere')
  two.store.go(id)
  expect(two.store.list()[0]?.phase).toBe('elsewhere')

  first.close()
  const left = await reaches(two.store, 'waiting')
  expect(left.plan.id).toBe(id)
  world.saves = true
  two.store.go(id)
  await reaches(two.store, 'ended')
  expect(world.debited).toBe(480)
  expect([...two.problems, ...one.problems]).toEqual([])
})

test('given up: what was not saved is gone, what was charged stays paid', async () => {
  const world = downloadWorld({ maxBytes: 4200 })
  world.saves = false
  const { store } = openStore(world, pageLocks())
  const id = await store.start(order(world))
  await reaches(store, 'stopped')
  store.giveUp(id)
  expect(store.list()).toEqual([])
  await expect.poll(async () => [await world.records.list(), world.disk.size]).toEqual([[], 0])
  expect(world.paid.size).toBe(8)
  world.saves = true
  await store.start(order(world))
  await reaches(store, 'ended')
  expect(world.debited).toBe(480)
})

test('failed pictures come again without asking for a charge, under the names they would have had', async () => {
  const world = downloadWorld()
  world.broken.set('/files/2.png', '图片是空的')
  const { store } = openStore(world, pageLocks())
  await store.start(order(world))
  const view = await reaches(store, 'ended')
  expect(view.failures).toEqual(['260000000000000002 失败原因：图片是空的'])
  world.broken.clear()
  const charges = world.charges
  world.saved.clear()
  await store.retryFailed(view.plan.id)
  const again = await shown(store, ({ phase, plan }) => phase === 'ended' && plan.id !== view.plan.id)
  expect(store.list()).toHaveLength(1)
  expect([again.done, again.failed, world.charges]).toEqual([1, 0, charges])
  expect([...(await world.unpacked()).keys()].filter((path) => path.endsWith('.png'))).toEqual([
    '店/502_苹果-iPhone 15-硅胶-黑_260000000000000002_1_01_定制1张.png',
  ])
})

test('one that ended well in a page before is not shown again; folders nobody knows are swept', async () => {
  const world = downloadWorld()
  const locks = pageLocks()
  const before = closing(locks)
  const one = openStore(world, before.locks)
  await one.store.start(order(world))
  await reaches(one.store, 'ended')
  world.disk.set('nobody/定制图_1.zip', new Uint8Array(3))
  before.close()
  const two = openStore(world, locks)
  await expect.poll(async () => [await world.records.list(), two.store.list()]).toEqual([[], []])
  for (const work of two.later) work()
  await expect.poll(() => world.disk.size).toBe(0)
})

test('what the balance does not reach for waits for a word, and is not tried again by itself', async () => {
  const world = downloadWorld({ balance: 130 })
  const { store } = openStore(world, pageLocks())
  const id = await store.start(order(world))
  const stopped = await reaches(store, 'stopped')
  expect([stopped.stop?.why, stopped.short]).toEqual(['short', 6])
  store.goWithout(id)
  const view = await reaches(store, 'ended')
  expect([view.done, view.failed, view.retryable]).toEqual([2, 6, 0])
})

function never(): never {
  throw new Error('there is no archive')
}
