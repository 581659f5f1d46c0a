/** Tests downloads across pages: one window works on each download, and the next page offers what a closed page left. */
import { expect, test } from 'vitest'
import { pageLocks } from '../base/tasks/task-locks'
import { keepSavedMs, tidyFolders } from './archive-folders'
import { withoutRest } from './decisions'
import { saveAgain } from './save-again'
import { downloadWorld, pageArchives } from './test/world'

test('a dismissed download is removed with its archives, after its orders were reported as changed', async () => {
  const world = downloadWorld()
  const page = world.page()
  const view = await page.download(world.plan())
  expect([view.phase, view.done, view.failed, world.debited]).toEqual(['ended', 8, 0, 480])
  // Once after the charge, and once at the end.
  await expect.poll(() => world.ordersChanged).toBe(2)
  const names: string[] = []
  const platform = { saveFile: async ({ name }: { name: string }) => ({ saved: names.push(name) > 0 }) }
  const [first = never()] = view.parts
  expect(await saveAgain(platform, view.plan, view.parts.at(-1) ?? never(), pageArchives(world))).toBe(true)
  expect(names).toEqual(['定制图_20261121180503_4.zip'])
  // Only the last few saved archives are retained.
  await expect(saveAgain(platform, view.plan, first, pageArchives(world))).rejects.toThrow('已从浏览器里清除')
  page.tasks.dismiss(view.id)
  expect(page.views()).toEqual([])
  await expect.poll(() => world.records.list()).toEqual([])
  // The browser may still be copying an archive, so the folder is removed later.
  await expect.poll(() => page.later.length).toBe(1)
  expect([world.disk.size > 0, keepSavedMs]).toEqual([true, 300_000])
  for (const act of page.later) act()
  await expect.poll(() => world.disk.size).toBe(0)
  expect(page.problems).toEqual([])
})

test('another window only displays a running download, and offers to resume it once the first window is closed', async () => {
  const world = downloadWorld()
  world.saves = false
  const locks = pageLocks()
  const one = world.page(undefined, locks)
  const { id } = await one.download(world.plan())
  const two = world.page(undefined, locks)
  await two.reaches('elsewhere')
  two.tasks.resume(id)
  two.tasks.dismiss(id)
  expect(two.views()[0]?.phase).toBe('elsewhere')

  one.tasks.close()
  expect((await two.reaches('waiting')).id).toBe(id)
  world.saves = true
  await two.resume()
  expect(world.debited).toBe(480)
  expect([...two.problems, ...one.problems]).toEqual([])
})

test('a cancelled download loses its unsaved archives, and its charged pictures stay paid', async () => {
  const world = downloadWorld({ maxBytes: 4200 })
  world.saves = false
  const page = world.page()
  const { id } = await page.download(world.plan())
  page.tasks.cancel(id)
  expect(page.views()).toEqual([])
  await expect.poll(async () => [await world.records.list(), world.disk.size]).toEqual([[], 0])
  expect(world.values.size).toBe(0)
  expect(world.paid.size).toBe(8)
  world.saves = true
  await page.download(world.plan())
  expect(world.debited).toBe(480)
})

test('a retry fetches failed pictures without another charge, under their original names', async () => {
  const world = downloadWorld()
  world.broken.set('/files/2.png', '图片是空的')
  const page = world.page()
  const view = await page.download(world.plan())
  expect(view.failures).toEqual(['260000000000000002 失败原因：图片是空的'])
  world.broken.clear()
  const charges = world.charges
  world.saved.clear()
  page.tasks.retryFailed(view.id)
  const again = await page.shown(({ phase, failed }) => phase === 'ended' && failed === 0)
  expect([again.done, world.charges]).toEqual([8, charges])
  expect([...(await world.unpacked()).keys()].filter((path) => path.endsWith('.png'))).toEqual([
    '店1/502_苹果-iPhone 15-硅胶-黑_260000000000000002_1_01_定制1张.png',
  ])
})

test('a download that ended well in an earlier page is not shown again, and unknown folders are removed', async () => {
  const world = downloadWorld()
  const locks = pageLocks()
  const one = world.page(undefined, locks)
  await one.download(world.plan())
  world.disk.set('nobody/定制图_1.zip', new Uint8Array(3))
  const two = world.page(undefined, locks)
  await two.reaches('elsewhere')
  one.tasks.close()
  await expect.poll(async () => [await world.records.list(), two.views()]).toEqual([[], []])
  await tidyFolders(pageArchives(world), await two.tasks.allIds())
  expect(world.disk.size).toBe(0)
})

test('archives of another account’s unfinished download are not removed', async () => {
  const world = downloadWorld()
  world.saves = false
  const page = world.page()
  const { id } = await page.download(world.plan())
  page.tasks.setAccount('另一个店主')
  expect(page.views()).toEqual([])
  await tidyFolders(pageArchives(world), await page.tasks.allIds())
  expect([...world.disk.keys()].some((key) => key.startsWith(`${id}/`))).toBe(true)
})

test('a download with failures is shown by the next page and can be retried', async () => {
  const world = downloadWorld()
  world.broken.set('/files/2.png', '图片是空的')
  const one = world.page()
  const { id } = await one.download(world.plan())
  await expect.poll(async () => (await world.records.load(id))?.head.endedAt).not.toBeNull()
  const two = world.page()
  expect(await two.reaches('ended')).toMatchObject({ failed: 1, retryable: 1 })
})

test('a download that the balance does not cover waits for the seller, and is not retried by itself', async () => {
  const world = downloadWorld({ balance: 130 })
  const page = world.page()
  const stopped = await page.download(world.plan())
  expect([stopped.stop?.why, stopped.short]).toEqual(['short', 6])
  world.setOnline(false)
  world.setOnline(true)
  expect(page.views()[0]?.phase).toBe('stopped')
  const view = await page.resume(withoutRest)
  expect([view.done, view.failed, view.retryable]).toEqual([2, 6, 0])
})

function never(): never {
  throw new Error('there is no archive')
}
