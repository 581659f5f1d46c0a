/** Tests downloads from the charge to the last archive: what is charged and given back, retries, and what the archives hold. */
import { expect, test } from 'vitest'
import { OfflineError } from '../../contract/call-errors'
import type { TaskItem } from '../base/tasks/types'
import { acceptLeftOut, chargeLeftOut } from './decisions'
import { type DownloadState, unpaid } from './download-record'
import { summaryName } from './names'
import { type DownloadDouble, type DownloadPage, downloadDouble } from './test/download-double'
import { expectWhole } from './test/expect-whole'

const never = new Promise<never>(() => undefined)

const itemsOf = ({ tasks }: DownloadPage): readonly TaskItem<unknown, unknown>[] => tasks.list()[0]?.items ?? []
const withAll = (double: DownloadDouble) => {
  const { input } = double.plan()
  return (state: DownloadState) => chargeLeftOut(state, input)
}

test('a download charges once, packs archives within the size limit, and puts the tables in the last one', async () => {
  const double = downloadDouble()
  const page = double.page()
  const { phase } = await page.download(double.plan())
  expect([phase, double.debited]).toEqual(['ended', 8 * 60])
  await expectWhole(double)
  expect([...double.saved.keys()]).toEqual([
    '定制图_20261121180503_1.zip',
    '定制图_20261121180503_2.zip',
    '定制图_20261121180503_3.zip',
    '定制图_20261121180503_4.zip',
  ])
  // The last one is excluded: it holds the tables, which exceed the limit of this test.
  for (const [name, bytes] of [...double.saved].slice(0, -1)) expect(bytes.length, name).toBeLessThanOrEqual(4200)
  const last = await double.zip('定制图_20261121180503_4.zip')
  const table = (await last.file(summaryName)?.async('string')) ?? ''
  expect(table.split('\r\n')).toHaveLength(8 + 2)
  expect(table).toContain('"260000000000000001\t"')
  expect(page.problems).toEqual([])
})

test('a picture larger than the archive limit gets an archive of its own', async () => {
  const double = downloadDouble({ count: 3, maxBytes: 500 })
  await double.page().download(double.plan())
  await expectWhole(double)
  expect(double.saved.size).toBeGreaterThanOrEqual(3)
})

test('a charge whose response is lost is requested again under the same key', async () => {
  const double = downloadDouble()
  double.lostReplies = 2
  await double.page().download(double.plan())
  expect([double.charges, double.replies.size, double.debited]).toEqual([3, 1, 480])
  const second = downloadDouble()
  second.lostReplies = 100
  const page = second.page()
  const { stop } = await page.download(second.plan())
  expect(stop).toMatchObject({ why: 'charge', message: '扣点没有成功：网络不通；重试不会重复扣点' })
  second.lostReplies = 0
  await page.resume()
  expect(second.debited).toBe(480)
  await expectWhole(second)
})

test('pictures that the charge did not cover are left out when the seller agrees', async () => {
  const double = downloadDouble({ balance: 200 })
  double.paid.add(8)
  const page = double.page()
  expect(await page.download(double.plan())).toMatchObject({ stop: { why: 'short' }, short: 4 })
  expect(double.fetched.size).toBe(0)
  expect(await page.resume(acceptLeftOut)).toMatchObject({ phase: 'ended', failed: 4, retryable: 0 })
  expect(double.debited).toBe(180)
  await expectWhole(double, [4, 5, 6, 7])
  expect(itemsOf(page)[3]).toMatchObject({ state: 'failed', error: unpaid, isFinal: true })
})

test('a seller who accepted a partial download before the charge is not asked again', async () => {
  const double = downloadDouble({ balance: 200 })
  expect(await double.page().download(double.plan({ acceptsShort: true }))).toMatchObject({ phase: 'ended', done: 3 })
  await expectWhole(double, [4, 5, 6, 7, 8])
})

test('after a recharge the other pictures are charged and downloaded, even if the page closes meanwhile', async () => {
  const double = downloadDouble({ balance: 200 })
  const page = double.page()
  expect((await page.download(double.plan())).stop?.why).toBe('short')
  // The balance is still too small, so the second charge stops as well.
  expect((await page.resume(withAll(double))).stop).toMatchObject({ why: 'short', message: '点数不足，有 5 张图没有扣点' })
  double.balance += 400
  page.tasks.close()
  const closed = double.page(async (effect, work) => {
    const done = await work()
    return effect === 'requestCharge' ? never : done
  })
  // The charge that was decided before the page closed is requested again, and the balance is still too small.
  const { id } = await closed.whenPhase('waiting')
  closed.tasks.resume(id)
  await closed.whenPhase('stopped')
  const all = withAll(double)
  closed.tasks.resume(id, (saved) => all(saved as DownloadState))
  await expect.poll(() => double.debited).toBe(480)
  await double.page().resume()
  expect(double.debited).toBe(480)
  await expectWhole(double)
})

test('a picture held after the preflight is not charged, and the seller chooses to download the others or all', async () => {
  const openRefused = async () => {
    const double = downloadDouble({ count: 3 })
    double.holds.set(2, '交易已关闭')
    const page = double.page()
    const { stop } = await page.download(double.plan())
    expect(stop).toMatchObject({ why: 'refused', message: expect.stringContaining('交易已关闭') })
    expect([double.debited, double.fetched.size]).toEqual([120, 0])
    return { double, page }
  }
  const without = await openRefused()
  expect(await without.page.resume(acceptLeftOut)).toMatchObject({ phase: 'ended', retryable: 0 })
  await expectWhole(without.double, [2])
  const reason = '交易已关闭，没有扣点，也没有下载'
  expect(itemsOf(without.page)[1]).toMatchObject({ state: 'failed', error: reason, isFinal: true })
  expect(without.double.debited).toBe(120)
  const all = await openRefused()
  await all.page.resume(withAll(all.double))
  await expectWhole(all.double)
  expect(all.double.debited).toBe(180)
  // A picture that was confirmed in the preflight raises no question.
  const confirmed = downloadDouble({ count: 3 })
  confirmed.holds.set(2, '交易已关闭')
  await confirmed.page().download(confirmed.plan({ confirmed: [2] }))
  await expectWhole(confirmed)
})

test('no archive is saved before its pictures are reported to the server as delivered', async () => {
  const double = downloadDouble()
  const known = new Set<number>()
  let tries = 0
  const page = double.page(async (effect, work) => {
    if (effect === 'save') for (const id of double.delivered) known.add(id)
    if (effect === 'deliver' && tries++ < 3) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
    return work()
  })
  await page.download(double.plan())
  expect(known.size).toBeGreaterThan(0)
  expect([...double.delivered].sort()).toEqual(double.pictures.map(({ customizationId }) => customizationId))
  await expectWhole(double)
})

test('the credits of a missing picture are returned, even when the page closes before the response', async () => {
  const broken = () => {
    const double = downloadDouble({ count: 3 })
    double.fetchErrors.set('/files/2.png', '图片不存在（404），可能已被删除')
    double.gone.add(2)
    return double
  }
  const double = broken()
  const page = double.page()
  const refunded = { state: 'failed', error: '图片不存在（404），可能已被删除，已退回 60 点', isFinal: true }
  expect(await page.download(double.plan())).toMatchObject({ phase: 'ended', failed: 1, retryable: 0 })
  expect(double.debited).toBe(120)
  expect(itemsOf(page)[1]).toMatchObject(refunded)

  const second = broken()
  // The page closes before the response of `correct` arrives.
  const closed = second.page(async (effect, work) => {
    const done = await work()
    return effect === 'correct' ? never : done
  })
  closed.tasks.start(second.plan())
  await expect.poll(() => second.corrected.size).toBe(1)
  const next = second.page()
  await next.resume()
  expect(second.debited).toBe(120)
  expect(itemsOf(next)[1]).toMatchObject(refunded)
})

test('failed pictures do not keep the others from being saved', async () => {
  const double = downloadDouble()
  double.fetchErrors.set('/files/2.png', '图片不存在（404），可能已被删除')
  expect(await double.page().download(double.plan())).toMatchObject({ phase: 'ended', failed: 1, retryable: 1 })
  await expectWhole(double, [2])
  const none = downloadDouble({ count: 2 })
  for (const { customizationId } of none.pictures) none.fetchErrors.set(`/files/${customizationId}.png`, '图片是空的')
  expect(await none.page().download(none.plan())).toMatchObject({ phase: 'ended', failed: 2 })
  expect(none.saved.size).toBe(0)
})

test('the tables of a retry list all pictures, in the order in which they were ticked', async () => {
  const double = downloadDouble({ count: 4 })
  const broken = (...ids: number[]) => {
    double.fetchErrors.clear()
    for (const id of ids) double.fetchErrors.set(`/files/${id}.png`, '网络中断')
  }
  broken(2, 3)
  const page = double.page()
  const { id } = await page.download(double.plan({ orderIdFile: true }))
  broken(3)
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase, failed }) => phase === 'ended' && failed === 1)
  broken()
  double.saved.clear()
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase, failed }) => phase === 'ended' && failed === 0)
  const files = await double.unpacked()
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  const numbers = double.pictures.map(({ orderOriginalId }) => orderOriginalId)
  const lines = text(summaryName).split('\r\n').slice(1, -1)
  expect(lines.map((line) => numbers.findIndex((number) => line.includes(number)))).toEqual([0, 1, 2, 3])
  expect(lines.every((line) => line.includes('成功'))).toBe(true)
  const ids = [...files.keys()]
    .filter((name) => name.endsWith('平台订单号.txt'))
    .map(text)
    .join('')
  expect(numbers.every((number) => ids.includes(number))).toBe(true)
  expect([...files.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(1)
  expect([double.charges, double.debited]).toEqual([1, 240])
})

test('a retry in which every picture fails makes no archive', async () => {
  const double = downloadDouble({ count: 2 })
  double.fetchErrors.set('/files/2.png', '网络中断')
  const page = double.page()
  const { id } = await page.download(double.plan())
  const fetched = double.fetched.get('/files/2.png')
  double.saved.clear()
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase }) => phase === 'ended' && double.fetched.get('/files/2.png') !== fetched)
  expect(double.saved.size).toBe(0)
})

test('a picture too large for the client to save fails with a reason, and the download still ends', async () => {
  const double = downloadDouble({ count: 2 })
  const page = double.page()
  expect((await page.download(double.plan({ maxBytes: 1100, saveLimit: 1100 }))).phase).toBe('ended')
  expect(itemsOf(page)[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('超过客户端一次能保存的') })
  expect(double.saved.size).toBe(0)
})

test('effect images are never charged', async () => {
  const double = downloadDouble()
  await double.page().download(double.plan({ kind: 'effect', charge: null }))
  expect([double.charges, double.debited]).toEqual([0, 0])
})

test('nothing is charged before the seller’s folder may be written to', async () => {
  const double = downloadDouble({ count: 2 })
  double.mayWrite = false
  const page = double.page()
  expect((await page.download(double.plan())).stop).toMatchObject({
    why: 'storage',
    message: '没有写入所选文件夹的权限，请重试，并在浏览器询问时选择允许',
  })
  expect(double.charges).toBe(0)
  double.mayWrite = true
  await page.resume()
  await expectWhole(double)
})
