/** Tests what becomes of archives that a browser takes without a word, or would block, and of a price that changed. */
import { expect, test, vi } from 'vitest'
import type { Platform } from '../../adapters/platform'
import { acceptPrice } from './decisions'
import { stateOf } from './download-record'
import { saveAgain } from './save-again'
import { downloadDouble, pageArchives } from './test/download-double'
import { expectWhole } from './test/expect-whole'

test('an archive that the browser took without a word is not said to be on the disk, and is kept for another try', async () => {
  const double = downloadDouble()
  double.outcomes = ['unseen', 'unseen', 'unseen', 'unseen', 'unseen']
  const page = double.page()
  const { parts } = await page.download(double.plan())
  expect(parts.map(({ state, unseen }) => [state, unseen])).toEqual(parts.map(() => ['saved', true]))
  expect(parts.length).toBeGreaterThan(3)
  // None was removed from the browser's disk, however many there are.
  for (const { name } of parts) expect([...double.disk.keys()].some((key) => key.endsWith(`/${name}`))).toBe(true)
  await expectWhole(double)
})

test('archives that the browser would block wait for a click each while the download goes on, and nothing is charged again', async () => {
  const double = downloadDouble()
  double.outcomes = ['unseen', 'needs-click', 'needs-click', 'needs-click']
  const page = double.page()
  const task = double.plan()
  const { parts, phase } = await page.download(task)
  expect([phase, parts.map(({ state }) => state)]).toEqual(['ended', ['saved', 'offered', 'offered', 'offered']])
  expect([double.saved.size, double.debited]).toEqual([1, 480])
  const platform: Pick<Platform, 'saveFile'> = {
    saveFile: async ({ name, blob }) => {
      double.saved.set(name, new Uint8Array(await blob.arrayBuffer()))
      return { saved: true, unseen: true }
    },
  }
  for (const part of parts.slice(1)) await saveAgain(platform, task.input, part, pageArchives(double))
  await expectWhole(double)
  expect([double.charges, double.debited]).toEqual([1, 480])
})

test('an archive in memory that the browser would block stops the download until the seller clicks', async () => {
  const double = downloadDouble()
  double.outcomes = ['needs-click']
  const page = double.page()
  const { stop } = await page.download(double.plan({ destination: { kind: 'memory' } }))
  expect(stop).toMatchObject({ why: 'unsaved', message: expect.stringContaining('已做好，请点「重新保存」') })
  await page.resume()
  await expectWhole(double)
})

test.each([
  ['offered', [{ toDownloads: true }]],
  ['saved', [undefined]],
] as const)('a click saves an archive that is %s the way that fits', async (state, options) => {
  const double = downloadDouble()
  const { input, id } = double.plan()
  double.disk.set(`${id}/a.zip`, new Uint8Array(3))
  const saveFile = vi.fn<Platform['saveFile']>(async () => ({ saved: true }))
  const destination = { kind: 'disk', folder: id } as const
  await saveAgain({ saveFile }, { ...input, destination }, { name: 'a.zip', state }, pageArchives(double))
  expect(saveFile.mock.calls.map(([, given]) => given)).toEqual(options)
})

test('a browser that has the function of a save dialog and no dialog gets the archive as a download', async () => {
  const double = downloadDouble()
  const { input, id } = double.plan()
  double.disk.set(`${id}/a.zip`, new Uint8Array(3))
  const saveFile = vi.fn<Platform['saveFile']>(async (_, given) =>
    given?.toDownloads ? { saved: true, unseen: true } : { saved: false },
  )
  const destination = { kind: 'disk', folder: id } as const
  const result = await saveAgain({ saveFile }, { ...input, destination }, { name: 'a.zip', state: 'saved' }, pageArchives(double))
  expect([result, saveFile.mock.calls.length]).toEqual([{ saved: true, unseen: true }, 2])
})

test('a price that changed stops the download before anything is charged, and the seller accepts the new one', async () => {
  const double = downloadDouble()
  double.price = 80
  const page = double.page()
  const task = double.plan()
  const { stop, offeredPrice } = await page.download(task)
  expect(stop).toMatchObject({ why: 'price', message: '每张定制图现在是 80 点，下载开始时是 60 点，还没有扣点' })
  expect([offeredPrice, double.debited]).toEqual([80, 0])
  await page.resume((saved) => acceptPrice(stateOf(saved, task.input)))
  expect(double.debited).toBe(8 * 80)
  await expectWhole(double)
})
