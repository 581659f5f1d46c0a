/** Tests downloads across pages: one window works on each download, and the next page offers what a closed page left. */
import { expect, test } from 'vitest'
import { pageLocks } from '../base/tasks/task-locks'
import { keepSavedMs, removeUnknownFolders } from './archive-folders'
import { acceptLeftOut } from './decisions'
import { saveAgain } from './save-again'
import { downloadDouble, pageArchives } from './test/download-double'

test('a dismissed download is removed with its archives, after its orders were reported as changed', async () => {
  const double = downloadDouble()
  const page = double.page()
  const view = await page.download(double.plan())
  expect([view.phase, view.done, view.failed, double.debited]).toEqual(['ended', 8, 0, 480])
  // Once after the charge, and once at the end.
  await expect.poll(() => double.ordersChanged).toBe(2)
  const names: string[] = []
  const platform = { saveFile: async ({ name }: { name: string }) => ({ saved: names.push(name) > 0 }) }
  const [first = never()] = view.parts
  expect(await saveAgain(platform, view.plan, view.parts.at(-1) ?? never(), pageArchives(double))).toEqual({ saved: true })
  expect(names).toEqual(['定制图_20261121180503_4.zip'])
  // Only the last few saved archives are retained.
  await expect(saveAgain(platform, view.plan, first, pageArchives(double))).rejects.toThrow('已从浏览器里清除')
  page.tasks.dismiss(view.id)
  expect(page.views()).toEqual([])
  await expect.poll(() => double.records.list()).toEqual([])
  // The browser may still be copying an archive, so the folder is removed later.
  await expect.poll(() => page.scheduled.length).toBe(1)
  expect([double.disk.size > 0, keepSavedMs]).toEqual([true, 300_000])
  for (const work of page.scheduled) work()
  await expect.poll(() => double.disk.size).toBe(0)
  expect(page.problems).toEqual([])
})

test('another window only displays a running download, and offers to resume it once the first window is closed', async () => {
  const double = downloadDouble()
  double.acceptsSave = false
  const locks = pageLocks()
  const one = double.page(undefined, locks)
  const { id } = await one.download(double.plan())
  const two = double.page(undefined, locks)
  await two.whenPhase('elsewhere')
  two.tasks.resume(id)
  two.tasks.dismiss(id)
  expect(two.views()[0]?.phase).toBe('elsewhere')

  one.tasks.close()
  expect((await two.whenPhase('waiting')).id).toBe(id)
  double.acceptsSave = true
  await two.resume()
  expect(double.debited).toBe(480)
  expect([...two.problems, ...one.problems]).toEqual([])
})

test('a cancelled download loses its unsaved archives, and its charged pictures stay paid', async () => {
  const double = downloadDouble({ maxBytes: 4200 })
  double.acceptsSave = false
  const page = double.page()
  const { id } = await page.download(double.plan())
  page.tasks.cancel(id)
  expect(page.views()).toEqual([])
  await expect.poll(async () => [await double.records.list(), double.disk.size]).toEqual([[], 0])
  expect(double.values.size).toBe(0)
  expect(double.paid.size).toBe(8)
  double.acceptsSave = true
  await page.download(double.plan())
  expect(double.debited).toBe(480)
})

test('a retry fetches failed pictures without another charge, under their original names', async () => {
  const double = downloadDouble()
  double.fetchErrors.set('/files/2.png', '图片是空的')
  const page = double.page()
  const view = await page.download(double.plan())
  expect(view.failures).toEqual(['260000000000000002 失败原因：图片是空的'])
  double.fetchErrors.clear()
  const charges = double.charges
  double.saved.clear()
  page.tasks.retryFailed(view.id)
  const again = await page.whenShown(({ phase, failed }) => phase === 'ended' && failed === 0)
  expect([again.done, double.charges]).toEqual([8, charges])
  expect([...(await double.unpacked()).keys()].filter((path) => path.endsWith('.png'))).toEqual([
    '店1/502_苹果-iPhone 15-硅胶-黑_260000000000000002_1_01_定制1张.png',
  ])
})

test('a download that ended well in an earlier page is not shown again, and unknown folders are removed', async () => {
  const double = downloadDouble()
  const locks = pageLocks()
  const one = double.page(undefined, locks)
  await one.download(double.plan())
  double.disk.set('nobody/定制图_1.zip', new Uint8Array(3))
  const two = double.page(undefined, locks)
  expect(two.views()).toEqual([])
  one.tasks.close()
  await expect.poll(async () => [await double.records.list(), two.views()]).toEqual([[], []])
  await removeUnknownFolders(pageArchives(double), await two.tasks.allIds())
  expect(double.disk.size).toBe(0)
})

test('archives of another account’s unfinished download are not removed', async () => {
  const double = downloadDouble()
  double.acceptsSave = false
  const page = double.page()
  const { id } = await page.download(double.plan())
  page.tasks.setAccount('另一个店主')
  expect(page.views()).toEqual([])
  await removeUnknownFolders(pageArchives(double), await page.tasks.allIds())
  expect([...double.disk.keys()].some((key) => key.startsWith(`${id}/`))).toBe(true)
})

test('a download with failures is shown by the next page and can be retried', async () => {
  const double = downloadDouble()
  double.fetchErrors.set('/files/2.png', '图片是空的')
  const one = double.page()
  const { id } = await one.download(double.plan())
  await expect.poll(async () => (await double.records.load(id))?.head.endedAt).not.toBeNull()
  const two = double.page()
  expect(await two.whenPhase('ended')).toMatchObject({ failed: 1, retryable: 1 })
})

test('a download that the balance does not cover waits for the seller, and is not retried by itself', async () => {
  const double = downloadDouble({ balance: 130 })
  const page = double.page()
  const stopped = await page.download(double.plan())
  expect([stopped.stop?.why, stopped.short]).toEqual(['short', 6])
  double.setOnline(false)
  double.setOnline(true)
  expect(page.views()[0]?.phase).toBe('stopped')
  const view = await page.resume(acceptLeftOut)
  expect([view.done, view.failed, view.retryable]).toEqual([2, 6, 0])
})

function never(): never {
  throw new Error('there is no archive')
}
