import { expect, test } from 'vitest'
import type { OrderImport } from '../../../../contract/types'
import { countsOf, type PlanOptions, planFiles, readFileOrders } from './plan'
import { columnProblem, type OpenedFile, openText, rememberedColumns, withRemembered } from './read-file'

const now = Date.parse('2026-03-10T00:00:00+08:00')
const options: PlanOptions = { shopId: 7, withOver: false, now }
const number = (index: number) => `45123456789012345${String(index).padStart(2, '0')}`
const head = '主订单编号,子订单编号,标题,购买数量,商品属性,订单状态,订单创建时间'
const line = (index: number, state = '买家已付款，等待卖家发货', at = '2026-03-01 10:00:00') =>
  `${number(index)},${number(index + 50)},壳,1,颜色:黑,${state},${at}`
const fileOf = async (rows: readonly string[], change: Partial<OpenedFile> = {}) =>
  readFileOrders({ ...(await openText([head, ...rows].join('\n'), now)), ...change }, {})

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
  return { bodies, api: { orders: { planImport } } as unknown as Parameters<typeof planFiles>[0] }
}

test('an order that is shipped or over is left out where nobody knows it, unless the seller wants it', async () => {
  const file = await fileOf([line(1), line(2, '交易成功'), line(3, '交易成功')])
  const { api } = server({ [number(3)]: 1 })
  expect(countsOf((await planFiles(api, [file], options)).rows)).toEqual({ new: 1, changed: 1, same: 0, skipped: 1, refused: 0 })
  const all = await planFiles(api, [file], { ...options, withOver: true })
  expect(all.calls[0]?.orders.map(({ originalId }) => originalId)).toEqual([1, 2, 3].map(number))
})

test('the calls hold 200 orders at most, in the order in which the files were made, and nothing of columns without a field', async () => {
  const many = Array.from(
    { length: 450 },
    (_, at) => `${String(at).padStart(3, '0')}${number(1)},${at},壳,1,颜色:黑,买家已付款，等待卖家发货,2026-03-01 10:00:00`,
  )
  const { api } = server()
  const { calls } = await planFiles(
    api,
    [await fileOf([line(1)], { madeAt: now }), await fileOf(many, { madeAt: now - 1000 })],
    options,
  )
  expect(calls.map(({ orders }) => orders.length)).toEqual([200, 200, 50, 1])
  expect(calls.map(({ observedAt }) => observedAt)).toEqual([now - 1000, now - 1000, now - 1000, now])
  expect(Object.keys(calls[3]?.orders[0] ?? {}).sort()).toEqual(['createdAt', 'orderItems', 'originalId'])
})

test('a file is no older than its newest row, and an order that was seen later is left out', async () => {
  const file = await fileOf([line(1, undefined, '2026-03-05 10:00:00')], { madeAt: 0 })
  const { api, bodies } = server({ [number(1)]: now })
  expect((await planFiles(api, [file], options)).rows).toMatchObject([{ outcome: 'skipped', reason: '文件导出得比已有的内容早' }])
  expect(bodies[0]?.observedAt).toBe(Date.parse('2026-03-05T10:00:00+08:00'))
})

test('orders of a file without lines say more of orders that another file brings, and are left out where none does', async () => {
  const list = await readFileOrders(
    await openText(
      [
        '订单编号,买家会员名,宝贝标题,宝贝种类,商家备忘,订单创建时间',
        ...[1, 2].map((at) => `${number(at)},x,壳,1,备忘 ${at},2026-03-01 10:00:00`),
      ].join('\n'),
      now - 5000,
    ),
    {},
  )
  const { api } = server()
  const { rows, calls } = await planFiles(api, [list, await fileOf([line(1)])], options)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'skipped'])
  expect(calls[1]?.orders).toMatchObject([{ originalId: number(1), sellerMemo: '备忘 1', orderItems: [] }])
})

test('an order of the future is refused with its row', async () => {
  const { api } = server()
  const { rows, calls } = await planFiles(api, [await fileOf([line(1, undefined, '2027-01-01 10:00:00')])], options)
  expect(rows).toMatchObject([{ rows: '2', outcome: 'refused', reason: '下单时间在将来' }])
  expect(calls).toEqual([])
})

test.each([
  ['Douyin whose lines were joined', '主订单编号,选购商品,商品规格,商品数量,订单提交时间,支付完成时间', /商品维度/],
  ['another kind without numbers of orders', '商品名称,数量,买家留言', /哪一列是订单号/],
  ['another kind without quantities', '订单号,商品名称,买家留言', /哪一列是数量/],
  ['another kind without titles and choices', '订单号,数量,买家留言', /哪一列是商品标题/],
])('a file of %s says why it cannot be imported', async (_, headings, problem) => {
  expect(columnProblem(await openText(`${headings}\n1,2,3,4,5,6`, now))).toMatch(problem)
})

test('the columns that a seller chose for such a file before are taken again, wherever they stand now', async () => {
  const file = await openText('订单号,数量,商品名称,商品名称2\n1,2,3,4', now)
  const chosen = rememberedColumns({ ...file, columns: { ...file.columns, title: 3 } })
  expect(withRemembered(await openText('商品名称2,订单号,数量,商品名称\n4,1,2,3', now), chosen).columns).toMatchObject({
    title: 0,
    orderNo: 1,
  })
})
