/** Tests that downloads of an older version become tasks with their charge, their archives and their names. */
import { expect, test } from 'vitest'
import { pageLocks } from '../base/tasks/task-locks'
import { memoryTaskStorage } from '../base/tasks/task-storage'
import { summaryName } from './names'
import { migrateOldDownloads, oldDownloadIds } from './old-downloads'
import { downloadDouble } from './test/download-double'

const account = '店主'
const base = `${encodeURIComponent(account)}/`

/** Returns a download that stopped before its first archive was saved, in the old version's records. */
async function oldDownload() {
  const double = downloadDouble({ count: 4, maxBytes: 2600 })
  double.acceptsSave = false
  const page = double.page()
  const task = double.plan()
  await page.download(task)
  page.tasks.close()
  const left = await double.records.load(task.id)
  if (left === null) throw new Error('nothing was kept')
  double.values.clear()
  const { destination, acceptsShort, confirmed, ...plan } = task.input
  const { answer, ...state } = left.checkpoint as { answer: unknown }
  const old = new Map<string, unknown>()
  const pictures = task.items.map(({ input }) => input.picture)
  const paths = task.items.map(({ input }) => input.path)
  old.set(`${base}plan/${task.id}`, { ...plan, id: task.id, pictures, paths, confirmed, place: destination })
  old.set(`${base}state/${task.id}`, { ...state, charge: answer, acceptsShort, endedAt: null })
  for (const [index, { state: at, result }] of left.items.entries()) {
    if (at === 'done') old.set(`${base}result/${task.id}/${index}`, { state: 'done', ...(result as object) })
  }
  double.acceptsSave = true
  return { world: double, task, old, left }
}

test('an old unfinished download is offered, and resumes without a second charge or fetch of packed pictures', async () => {
  const { world: double, task, old, left } = await oldDownload()
  const fetched = new Map(double.fetched)
  const page = double.page()
  expect(await oldDownloadIds(memoryTaskStorage(old))).toEqual([task.id])
  await migrateOldDownloads(page.tasks, account, memoryTaskStorage(old), pageLocks())
  expect(old.size).toBe(0)
  const waiting = await page.whenPhase('waiting')
  expect([waiting.id, waiting.total, waiting.done]).toEqual([
    task.id,
    4,
    left.items.filter(({ state }) => state === 'done').length,
  ])
  expect(waiting.done).toBeGreaterThan(0)
  await page.resume()
  expect([double.charges, double.debited]).toEqual([1, 240])
  const files = await double.unpacked()
  expect([...files.keys()].filter((path) => path.endsWith('.png'))).toHaveLength(4)
  for (const { key, state } of left.items) {
    if (state === 'done') expect(double.fetched.get(`/files/${key}.png`)).toBe(fetched.get(`/files/${key}.png`))
  }
})

test('an old download without a response to its charge requests it again under the same key', async () => {
  const { world: double, task, old } = await oldDownload()
  const state = old.get(`${base}state/${task.id}`) as object
  old.set(`${base}state/${task.id}`, { ...state, charge: null })
  const page = double.page()
  await migrateOldDownloads(page.tasks, account, memoryTaskStorage(old), pageLocks())
  await page.resume()
  expect([double.charges, double.debited, double.replies.size]).toEqual([2, 240, 1])
})

test('a migration of old downloads that is interrupted loses nothing and duplicates nothing', async () => {
  const { world: double, task, old } = await oldDownload()
  const refuses = { ...memoryTaskStorage(old), remove: () => Promise.reject(new Error('closed')) }
  const page = double.page()
  await expect(migrateOldDownloads(page.tasks, account, refuses, pageLocks())).rejects.toThrow('closed')
  await page.resume()
  await migrateOldDownloads(page.tasks, account, memoryTaskStorage(old), pageLocks())
  expect([old.size, page.views().length, page.views()[0]?.phase]).toEqual([0, 1, 'ended'])
  expect(await double.records.list()).toEqual([task.id])
})

test('an old download that a window of the old version works on is not migrated before that window is closed', async () => {
  const { world: double, task, old } = await oldDownload()
  const locks = pageLocks()
  const release = await locks.acquire(`kejiang-download/${task.id}`, new AbortController().signal)
  const page = double.page()
  const takingOver = migrateOldDownloads(page.tasks, account, memoryTaskStorage(old), locks)
  await new Promise((resolve) => setImmediate(resolve))
  expect([page.views().length, old.size > 0]).toEqual([0, true])
  release?.()
  await takingOver
  await page.whenPhase('waiting')
})

test('failures of an old download are migrated: unpaid pictures are final, and the tables repeat earlier rows', async () => {
  const { world: double, task, old } = await oldDownload()
  const at = (index: number) => `${base}result/${task.id}/${index}`
  for (const index of [0, 1]) old.delete(at(index))
  old.set(at(0), { state: 'failed', reason: '点数不足，没有扣点，也没有下载', unpaid: true })
  old.set(at(1), { state: 'failed', reason: '图片是空的' })
  const plan = old.get(`${base}plan/${task.id}`) as object
  const earlier = { rows: [{ place: 0, cells: ['店', '前一次的订单'] }], pictures: [], places: [1, 2, 3, 4] }
  old.set(`${base}plan/${task.id}`, { ...plan, earlier })
  const page = double.page()
  await migrateOldDownloads(page.tasks, account, memoryTaskStorage(old), pageLocks())
  expect(await page.resume()).toMatchObject({ phase: 'ended', failed: 2, retryable: 1 })
  const last = [...double.saved.keys()].at(-1) ?? ''
  const table = (await (await double.zip(last)).file(summaryName)?.async('string')) ?? ''
  expect(table.split('\r\n')[1]).toContain('前一次的订单')
  expect(table.split('\r\n')).toHaveLength(1 + 1 + 4 + 1)
})
