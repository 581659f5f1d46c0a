import { expect, test } from 'vitest'
import { orderFileImportBegin } from '../../../../contract/schemas/order-entries'
import type { OrderFileImport } from '../../../../contract/types'
import { createFileDesk } from './file-desk'
import { presetOf } from './headings'
import { againText, callsOf, recordOf, wasFinishedLater } from './import-record'
import { planFiles } from './plan'
import { ordersOfPart } from './plan-book'
import { openText } from './read-file'

const now = Date.parse('2026-03-10T00:00:00+08:00')
const api = { orders: { findKnown: async () => ({ originalIds: [] }), planImport: async () => [] } } as unknown as Parameters<
  typeof planFiles
>[0]
/** Headings whose columns were mapped wrongly, so that persons stand where numbers, times and quantities are expected. */
const wrong = [
  '订单号,商品名称,数量,下单时间,样式ID,承诺发货时间',
  '张三,壳,1,2026-03-01,1,',
  'A-1,壳,李四,2026-03-01,1,',
  'A-2,壳,1,王五,1,',
  'A-3,壳,1,2026-03-01,赵六,',
  'A-4,壳,1,2026-03-01,1,',
  'A-4,壳,孙七,2026-03-01,2,',
  'A-5,壳,1,2026-03-01,1,',
].join('\n')

test('the record of an import holds no cell of its files but numbers of orders', async () => {
  const desk = createFileDesk()
  const file = await openText(desk, wrong, now)
  const read = await desk.read(file.key, { ...file, answers: {} })
  const plan = await planFiles(api, desk, [{ file, read }], { shopId: 7, withOver: false, now })
  expect(plan.shown.map(({ reason }) => reason).join()).toMatch(/李四.*王五/)
  const record = recordOf(plan, [file], 7)
  expect(JSON.stringify(record)).not.toMatch(/[张李王赵孙][三四五六七]/)
  expect(record).toMatchObject({ shopId: 7, orders: 1, parts: 1, skipped: 0, refused: 6 })
  expect(record.rows.map(({ rows, orderNo, reason }) => [rows, orderNo, reason])).toEqual(
    expect.arrayContaining([
      ['2', '', '订单号的格式不正确'],
      ['3', 'A-1', '数量不是整数'],
      ['6', 'A-4', '同一订单的第 7 行数量不是整数'],
    ]),
  )
  expect(orderFileImportBegin.safeParse(record).success).toBe(true)
  const calls = callsOf(await desk.parts(), 7, 3)
  expect(calls).toMatchObject([{ shopId: 7, fileImport: { id: 3, part: 0 } }])
  expect(calls.map(ordersOfPart)).toMatchObject([[{ originalId: 'A-5' }]])
})

test('a file of more left rows than are kept is recorded with the refused ones first', async () => {
  const desk = createFileDesk()
  const rows = Array.from({ length: 10_001 }, (_, at) => `A-${at},壳,1,2026-03-01,${at < 9_999 ? '交易成功' : '待付'},`)
  const text = `订单编号,宝贝标题,购买数量,订单创建时间,订单状态,套餐信息\n${rows.join('\n')}\nB-1,壳,二,2026-03-01,,\nB-2,壳,二,2026-03-01,,`
  const file = { ...(await openText(desk, text, now)), preset: presetOf('taobao-lines') }
  const read = await desk.read(file.key, { ...file, answers: {} })
  const plan = await planFiles(api, desk, [{ file, read }], { shopId: 7, withOver: false, now })
  const record = recordOf(plan, [file], 7)
  expect(record.rows).toHaveLength(10_000)
  expect(record.rows.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'skipped'])
  expect(record).toMatchObject({ skipped: 9_999, refused: 2, orders: 2 })
})

test('an import that was stopped is no longer called unfinished after the same files were imported whole', async () => {
  const one = { id: 1, shopId: 7, files: [{ name: 'a', sha256: 'a' }] } as unknown as OrderFileImport
  const later = (change: object) => ({ ...one, id: 2, endedAt: now, ...change }) as OrderFileImport
  expect(wasFinishedLater(one, [later({})])).toBe(true)
  expect(wasFinishedLater(one, [later({ endedAt: null }), later({ id: 0 }), later({ shopId: 8 }), later({ files: [] })])).toBe(
    false,
  )
})

test('a file that was imported to the shop before says so, and how far it came', async () => {
  const file = await openText(createFileDesk(), '订单号,商品名称,数量\n1,2,3', now)
  const imported = (change: Partial<OrderFileImport>): OrderFileImport => ({
    id: 1,
    shopId: 7,
    files: [file],
    createdAt: now,
    endedAt: null,
    orders: 10,
    created: 2,
    updated: 1,
    unchanged: 1,
    skipped: 0,
    refused: 0,
    ...change,
  })
  const text = (...imports: readonly OrderFileImport[]) => againText(file, 7, imports, () => '那天')
  expect(text(imported({}))).toMatch(/导入到一半（4\/10 个订单）.*不会重复/)
  expect(text(imported({ endedAt: now }))).toMatch(/已经导入过/)
  expect(text(imported({ endedAt: now }), imported({}))).toMatch(/已经导入过/)
  expect(text(imported({ shopId: 8 }), imported({ files: [{ name: file.name, sha256: 'f'.repeat(64) }] }))).toBeNull()
})
