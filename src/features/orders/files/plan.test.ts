import { expect, test } from 'vitest'
import type { OrderImport, OrderNumbers } from '../../../../contract/types'
import { createFileDesk } from './file-desk'
import { type PlanOptions, planFiles } from './plan'
import { ordersOfPart } from './plan-book'
import { columnProblem, type OpenedFile, openText, rememberedColumns, withRemembered } from './read-file'

const now = Date.parse('2026-03-10T00:00:00+08:00')
const options: PlanOptions = { shopId: 7, withOver: false, now }
const number = (index: number) => `45123456789012345${String(index).padStart(2, '0')}`
const head = '主订单编号,子订单编号,标题,购买数量,商品属性,订单状态,订单创建时间'
const line = (index: number, state = '买家已付款，等待卖家发货', at = '2026-03-01 10:00:00') =>
  `${number(index)},${number(index + 50)},壳,1,颜色:黑,${state},${at}`

/** A server that knows these orders, and answers `older` where a file was made before them. */
function server(known: Readonly<Record<string, number>> = {}) {
  const bodies: OrderImport[] = []
  const planImport = async ({ body }: { body: OrderImport }) => {
    bodies.push(body)
    return body.orders.map(({ originalId }) => {
      const seen = known[originalId]
      const outcome = seen === undefined ? 'new' : seen > (body.observedAt ?? 0) ? 'older' : 'changed'
      return { originalId, outcome: outcome as 'new' | 'older' | 'changed', changes: outcome === 'changed' ? ['卖家备注'] : [] }
    })
  }
  const asked: string[][] = []
  const findKnown = async ({ body: { originalIds } }: { body: OrderNumbers }) => {
    asked.push(originalIds)
    return { originalIds: originalIds.filter((each) => each in known) }
  }
  return { bodies, asked, api: { orders: { findKnown, planImport } } as unknown as Parameters<typeof planFiles>[0] }
}
const all = ['new', 'changed', 'same', 'skipped', 'refused'] as const

/** Plans files of these texts, with what is known of them besides. */
async function planned(
  texts: readonly (readonly [text: string, change?: Partial<OpenedFile>])[],
  known: Readonly<Record<string, number>> = {},
  change: Partial<PlanOptions> = {},
) {
  const desk = createFileDesk()
  const { api, asked, bodies } = server(known)
  const files = []
  for (const [at, [text, facts]] of texts.entries()) {
    const file = { ...(await openText(desk, text, now + at)), madeAt: now, ...facts }
    files.push({ file, read: await desk.read(file.key, { ...file, answers: {} }) })
  }
  const plan = await planFiles(api, desk, files, { ...options, ...change })
  const parts = await desk.parts()
  const saved = await (await desk.saved(all)).text()
  return { plan, parts, asked, bodies, saved, orders: parts.map(ordersOfPart) }
}
const fileOf = (...rows: readonly string[]) => [head, ...rows].join('\n')

test('an order that is shipped or over is left out where nobody knows it, unless the seller wants it', async () => {
  const text = fileOf(line(1), line(2, '交易成功'), line(3, '交易成功'))
  const { plan, saved } = await planned([[text]], { [number(3)]: 1 })
  expect(plan).toMatchObject({ counts: { new: 1, changed: 1, same: 0, skipped: 1, refused: 0 }, orders: 2, parts: 1 })
  expect(plan.shown.map(({ outcome }) => outcome)).toEqual(['changed', 'new', 'skipped'])
  expect(plan.left).toMatchObject([{ orderNo: number(2), reason: '已发货或已结束' }])
  expect(saved.split('\r\n').filter(Boolean)).toHaveLength(4)
  const { orders } = await planned([[text]], { [number(3)]: 1 }, { withOver: true })
  expect(orders[0]?.map(({ originalId }) => originalId)).toEqual([1, 2, 3].map(number))
})

test('the calls hold 200 orders at most, in the order in which the files were made, and nothing of columns without a field', async () => {
  const many = Array.from(
    { length: 450 },
    (_, at) =>
      `${String(at).padStart(3, '0')}${number(1)},${at},壳,1,颜色:黑,${at === 7 ? '交易成功' : '买家已付款，等待卖家发货'},2026-03-01 10:00:00`,
  )
  const { orders, parts, plan } = await planned([
    [fileOf(line(1)), { madeAt: now }],
    [fileOf(...many), { madeAt: now - 1000 }],
  ])
  expect(orders.map(({ length }) => length)).toEqual([200, 200, 49, 1])
  expect(parts.map(({ count, observedAt }) => [count, observedAt])).toEqual([
    [200, now - 1000],
    [200, now - 1000],
    [49, now - 1000],
    [1, now],
  ])
  expect(plan).toMatchObject({ orders: 450, parts: 4 })
  expect(plan.shown).toHaveLength(100)
  expect(Object.keys(orders[3]?.[0] ?? {}).sort()).toEqual(['createdAt', 'orderItems', 'originalId'])
})

test('several calls wait for the server at once, their answers are judged in the sequence of the file, and a failure ends the plan', async () => {
  const desk = createFileDesk()
  const many = Array.from(
    { length: 1100 },
    (_, at) => `${String(at).padStart(4, '0')}${number(1)},${at},壳,1,颜色:黑,,2026-03-01`,
  )
  const file = await openText(desk, fileOf(...many), now)
  const files = [{ file, read: await desk.read(file.key, { ...file, answers: {} }) }]
  const waiting: (() => void)[] = []
  let most = 0
  const shares: number[] = []
  const planImport = () =>
    new Promise<never[]>((resolve) => {
      waiting.push(() => resolve([]))
      most = Math.max(most, waiting.length)
      // The latest call is answered first.
      if (waiting.length === 3) for (const answer of waiting.splice(0).reverse()) answer()
    })
  const findKnown = async ({ body: { originalIds } }: { body: OrderNumbers }) => ({ originalIds })
  const api = { orders: { findKnown, planImport } } as unknown as Parameters<typeof planFiles>[0]
  const plan = await planFiles(api, desk, files, { ...options, onProgress: (share) => shares.push(share) })
  expect([most, plan.counts.new, shares.at(-1)]).toEqual([3, 1100, 1])
  expect(shares).toHaveLength(6)
  const failing = { orders: { findKnown, planImport: async () => Promise.reject(new Error('断了')) } } as unknown as typeof api
  await expect(planFiles(failing, desk, files, options)).rejects.toThrow('断了')
  const closed = new AbortController()
  closed.abort()
  const answering = { orders: { findKnown, planImport: async () => [] } } as unknown as typeof api
  await expect(planFiles(answering, desk, files, { ...options, signal: closed.signal })).rejects.toThrow()
})

test('the server reads the facts of those orders alone that it knows', async () => {
  const rows = Array.from(
    { length: 2300 },
    (_, at) => `${String(at).padStart(4, '0')}${number(1)},${at},壳,1,颜色:黑,,2026-03-01`,
  )
  const known = [5, 2250].map((at) => `${String(at).padStart(4, '0')}${number(1)}`)
  const { plan, asked, bodies } = await planned([[fileOf(...rows)]], Object.fromEntries(known.map((each) => [each, 1])))
  expect(asked.map(({ length }) => length)).toEqual([2000, 300])
  expect(bodies.map(({ orders }) => orders.map(({ originalId }) => originalId))).toEqual(known.map((each) => [each]))
  expect(plan.counts).toMatchObject({ new: 2298, changed: 2 })
})

test('a file is no older than its newest row, and an order that was seen later is left out', async () => {
  const { plan, bodies } = await planned([[fileOf(line(1, undefined, '2026-03-05 10:00:00')), { madeAt: 0 }]], {
    [number(1)]: now,
  })
  expect(plan.shown).toMatchObject([{ outcome: 'skipped', reason: '文件导出得比已有的内容早' }])
  expect(bodies[0]?.observedAt).toBe(Date.parse('2026-03-05T10:00:00+08:00'))
})

test('orders of a file without lines say more of orders that another file brings, and are left out where none does', async () => {
  const list = [
    '订单编号,买家会员名,宝贝标题,宝贝种类,商家备忘,订单创建时间',
    ...[1, 2].map((at) => `${number(at)},x,壳,1,备忘 ${at},2026-03-01 10:00:00`),
  ].join('\n')
  const { plan, orders } = await planned([[list, { madeAt: now - 5000 }], [fileOf(line(1))]])
  expect(plan.counts).toEqual({ new: 1, changed: 1, same: 0, skipped: 1, refused: 0 })
  expect(orders[1]).toMatchObject([{ originalId: number(1), sellerMemo: '备忘 1', orderItems: [] }])
})

test('an order of the future is refused with its row', async () => {
  const { plan, parts } = await planned([[fileOf(line(1, undefined, '2027-01-01 10:00:00'))]])
  expect(plan.shown).toMatchObject([{ rows: '2', outcome: 'refused', reason: '下单时间在将来' }])
  expect(parts).toEqual([])
})

test.each([
  ['Douyin whose lines were joined', '主订单编号,选购商品,商品规格,商品数量,订单提交时间,支付完成时间', /商品维度/],
  ['another kind without numbers of orders', '商品名称,数量,买家留言', /哪一列是订单号/],
  ['another kind without quantities', '订单号,商品名称,买家留言', /哪一列是数量/],
  ['another kind without titles and choices', '订单号,数量,买家留言', /哪一列是商品标题/],
])('a file of %s says why it cannot be imported', async (_, headings, problem) => {
  expect(columnProblem(await openText(createFileDesk(), `${headings}\n1,2,3,4,5,6`, now))).toMatch(problem)
})

test('the columns that a seller chose for such a file before are taken again, wherever they stand now', async () => {
  const file = await openText(createFileDesk(), '订单号,数量,商品名称,商品名称2\n1,2,3,4', now)
  const chosen = rememberedColumns({ ...file, columns: { ...file.columns, title: 3 } })
  expect(
    withRemembered(await openText(createFileDesk(), '商品名称2,订单号,数量,商品名称\n4,1,2,3', now), chosen).columns,
  ).toMatchObject({
    title: 0,
    orderNo: 1,
  })
})
