/** Tests downloads that stop and resume in the same page: after a refused save, a full disk, a lost connection, a pause. */
import { expect, test } from 'vitest'
import { downloadDouble } from './test/download-double'
import { expectWhole } from './test/expect-whole'

test('after a closed save dialog the same archive is saved without a second charge', async () => {
  const double = downloadDouble()
  double.acceptsSave = false
  const page = double.page()
  const { stop } = await page.download(double.plan())
  expect(stop).toMatchObject({ why: 'unsaved', message: '「定制图_20261121180503_1.zip」还没有保存到电脑' })
  double.acceptsSave = true
  await page.resume()
  await expectWhole(double)
  expect(double.debited).toBe(480)
})

test('a full disk stops the download with a message, and the download resumes when there is space', async () => {
  const double = downloadDouble()
  double.freeBytes = 2500
  const page = double.page()
  const { stop } = await page.download(double.plan())
  expect(stop).toMatchObject({ why: 'storage', message: '磁盘或浏览器的存储空间不足，请清理后重试' })
  double.freeBytes = Number.POSITIVE_INFINITY
  await page.resume()
  await expectWhole(double)
})

test.each(['online', 'reachable'] as const)(
  'a lost connection to network or server (%s) fails no picture, and the download continues by itself',
  async (gone) => {
    const double = downloadDouble()
    let isGone = false
    const page = double.page(async (effect, work) => {
      if (effect === 'fetchPicture' && !isGone) {
        isGone = true
        double[gone] = false
      }
      return work()
    })
    page.tasks.start(double.plan())
    const away = await page.whenShown(({ step }) => step === (gone === 'online' ? 'offline' : 'away'))
    expect([away.phase, away.done, away.failed]).toEqual(['running', 0, 0])
    double[gone] = true
    double.setOnline(true)
    await page.whenPhase('ended')
    await expectWhole(double)
    expect(double.debited).toBe(8 * 60)
  },
)

test('a picture that cannot be fetched while the server answers fails alone', async () => {
  const double = downloadDouble({ count: 2 })
  double.fetchErrors.set('/files/2.png', '网络中断，图片没有传完')
  await double.page().download(double.plan())
  await expectWhole(double, [2])
})

test('a paused download resumes without another charge', async () => {
  const double = downloadDouble()
  let pictures = 0
  const page = double.page(async (effect, work) => {
    if (effect === 'fetchPicture' && ++pictures === 3) page.tasks.pause(page.views()[0]?.id ?? '')
    return work()
  })
  page.tasks.start(double.plan())
  await page.whenPhase('paused')
  expect(await page.resume()).toMatchObject({ phase: 'ended', done: 8 })
  await expectWhole(double)
  expect([double.charges, double.debited]).toEqual([1, 480])
})

test('archives in memory survive a stop, and are saved when the download resumes in the same page', async () => {
  const double = downloadDouble()
  double.acceptsSave = false
  const page = double.page()
  const { stop, isLostWithPage } = await page.download(double.plan({ destination: { kind: 'memory' } }))
  expect([stop?.why, isLostWithPage]).toEqual(['unsaved', true])
  double.acceptsSave = true
  await page.resume()
  await expectWhole(double)
  expect(double.debited).toBe(480)
})

test('a cancelled download disappears at once and stores nothing', async () => {
  const double = downloadDouble()
  const page = double.page()
  const task = double.plan()
  page.tasks.start(task)
  page.tasks.cancel(task.id)
  expect(page.views()).toEqual([])
  await expect.poll(() => double.records.list()).toEqual([])
  expect(double.saved.size).toBe(0)
})
