/** Records of imports of files: a call is counted once however often it is repeated, no other account sees one, and they end after 30 days. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderImport } from '../../../contract/schemas/orders'
import type { OrderImport } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { openOrderShop } from '../../test/order-shop'
import { beginFileImport, listFileImports, readFileImportRows, sweepFileImports } from './file-import'
import { orderHandlers } from './handlers'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const importBy = (ctx: Ctx, body: OrderImport) => orderHandlers.orders.import({ body: orderImport.parse(body) }, ctx)

const page = { pageNo: 1, pageSize: 50 }
const begin = {
  files: [{ name: '订单.csv', sha256: 'ab'.repeat(32) }],
  orders: 3,
  parts: 2,
  skipped: 1,
  refused: 1,
  rows: [
    { file: '订单.csv', rows: '4', orderNo: '17', outcome: 'skipped' as const, reason: '已发货或已结束' },
    { file: '订单.csv', rows: '5、6', orderNo: '', outcome: 'refused' as const, reason: '没有订单号' },
  ],
}
const order = (originalId: string): OrderImport['orders'][number] => ({
  originalId,
  createdAt: Date.parse('2026-02-20T08:00:00Z'),
  orderItems: [{ originalId: `${originalId}-1`, quantity: 1, title: '壳', propertiesName: '', state: 'toMake' }],
})

test('each part of an import is counted once, the last one ends it, and what was left out is kept with its reasons', async () => {
  const shop = await openOrderShop(domain)
  const begun = await beginFileImport(shop.ctx, { shopId: shop.shopId, ...begin })
  expect(begun).toMatchObject({ orders: 3, created: 0, endedAt: null, files: begin.files })
  const importPart = (part: number, ...numbers: readonly string[]) =>
    importBy(shop.ctx, {
      shopId: shop.shopId,
      source: 'file',
      fileImport: { id: begun.id, part },
      orders: numbers.map(order),
    })
  await importPart(1, '3')
  await importPart(1, '3')
  expect((await listFileImports(shop.ctx, page)).items).toMatchObject([{ created: 1, unchanged: 0, endedAt: null }])
  await importPart(0, '1', '2')
  await importPart(7, '1', '2')
  const { items, totalItems } = await listFileImports(shop.ctx, page)
  expect(items).toMatchObject([{ id: begun.id, created: 3, updated: 0, unchanged: 0, skipped: 1, refused: 1 }])
  expect([totalItems, items[0]?.endedAt]).toEqual([1, expect.any(Number)])
  expect(await readFileImportRows(shop.ctx, begun.id)).toEqual(begin.rows)
})

test('a call that is refused counts nothing, and a record that is gone does not keep orders out', async () => {
  const shop = await openOrderShop(domain)
  const begun = await beginFileImport(shop.ctx, { shopId: shop.shopId, ...begin })
  const body = (id: number, orders: OrderImport['orders']): OrderImport => ({
    shopId: shop.shopId,
    source: 'file',
    fileImport: { id, part: 0 },
    orders,
  })
  await expectFailure(importBy(shop.ctx, body(begun.id, [order('1'), order('1')])), 'invalid')
  expect((await listFileImports(shop.ctx, page)).items).toMatchObject([{ created: 0, unchanged: 0 }])
  expect(await importBy(shop.ctx, body(begun.id + 1000, [order('1')]))).toMatchObject({ created: 1 })
})

test('no other account sees or counts an import, and it is gone after 30 days', async () => {
  const [mine, theirs] = [await openOrderShop(domain), await openOrderShop(domain)]
  const begun = await beginFileImport(mine.ctx, { shopId: mine.shopId, ...begin })
  expect((await listFileImports(theirs.ctx, page)).totalItems).toBe(0)
  await expectFailure(readFileImportRows(theirs.ctx, begun.id), 'not-found')
  await expectFailure(beginFileImport(theirs.ctx, { shopId: mine.shopId, ...begin }), 'not-found')
  await importBy(theirs.ctx, {
    shopId: theirs.shopId,
    source: 'file',
    fileImport: { id: begun.id, part: 0 },
    orders: [order('1')],
  })
  expect((await listFileImports(mine.ctx, page)).items).toMatchObject([{ created: 0 }])
  const day = 24 * 3600_000
  const at = (ms: number) => ({ db: mine.ctx.db, clock: { ...mine.ctx.clock, now: () => new Date(begun.createdAt + ms) } })
  await sweepFileImports(at(29 * day))
  expect((await listFileImports(mine.ctx, page)).totalItems).toBe(1)
  await sweepFileImports(at(31 * day))
  expect((await listFileImports(mine.ctx, page)).totalItems).toBe(0)
})

test('of the numbers of a file those are named that the shop has, and no other shop or account learns of them', async () => {
  const [shop, other] = [await openOrderShop(domain), await openOrderShop(domain)]
  await importBy(shop.ctx, { shopId: shop.shopId, orders: ['1', '2'].map(order) })
  await importBy(other.ctx, { shopId: other.shopId, orders: [order('3')] })
  const find = (ctx: Ctx, shopId: number, ...originalIds: string[]) =>
    orderHandlers.orders.findKnown({ body: { shopId, originalIds } }, ctx)
  expect((await find(shop.ctx, shop.shopId, '2', '1', '3', '4')).originalIds.sort()).toEqual(['1', '2'])
  await expectFailure(find(other.ctx, shop.shopId, '1'), 'not-found')
})
