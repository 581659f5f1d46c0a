import { expect, test } from 'vitest'
import { maxArchiveBytes } from '../../contract/constants'
import { costOf } from './cost'
import { maxMemoryBytes, type PlanInput, planDownload, smallerParts } from './plan'
import { pictureNumber } from './test/download-double'

const planned = (more: Partial<PlanInput>) =>
  planDownload({
    kind: 'customized',
    price: 60,
    pictures: [pictureNumber(1)],
    rules: { rules: [], withOrderIdFile: true },
    shopName: () => '店',
    format: { type: 'original' },
    destination: 'disk',
    now: new Date(2026, 10, 21, 18, 5, 3),
    ...more,
  }).input
const handle = {} as FileSystemDirectoryHandle

test.each([
  [{}, maxArchiveBytes, null],
  [{ destination: 'memory' as const }, maxMemoryBytes, '请不要关闭页面'],
  [{ maxSaveBytes: 20 * 1024 * 1024 }, 20 * 1024 * 1024, '客户端一次保存的文件有上限，压缩包分得小一些（每个不超过 20 MB）'],
  [{ maxSaveBytes: 20 * 1024 * 1024, destination: handle }, maxArchiveBytes, null],
])('archives of a download planned with %o are at most %i bytes', (more, bytes, words) => {
  const plan = planned(more)
  expect(plan.maxBytes).toBe(bytes)
  if (words === null) expect(smallerParts(plan)).toBeNull()
  else expect(smallerParts(plan)).toContain(words)
})

test('every download with a price has a unique charge key, and one of effect images charges nothing', () => {
  const keys = [planned({}), planned({})].map(({ charge }) => charge?.key ?? '')
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{8,200}$/)
  expect(planned({ kind: 'effect', price: null }).charge).toBeNull()
})

test.each([
  [[false, false, true], { credits: 6000, creditsPerImage: 60 }, { unpaid: 2, paid: 1, cost: 120, affordable: 2, missing: 0 }],
  [[false, false, false], { credits: 100, creditsPerImage: 60 }, { unpaid: 3, paid: 0, cost: 180, affordable: 1, missing: 80 }],
  [[false, false], { credits: 100, creditsPerImage: 80 }, { unpaid: 2, paid: 0, cost: 160, affordable: 1, missing: 60 }],
  [[true], { credits: 0, creditsPerImage: 60 }, { unpaid: 0, paid: 1, cost: 0, affordable: 0, missing: 0 }],
])('costOf counts new and paid pictures and missing credits: paid %j with %j', (paid, balance, cost) => {
  expect(
    costOf(
      paid.map((one, index) => pictureNumber(index, { paid: one })),
      balance,
    ),
  ).toEqual(cost)
})
