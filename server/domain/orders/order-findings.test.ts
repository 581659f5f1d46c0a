/** Findings that the order list is filtered by follow from the same rules as on the screen, and tabs count what the list shows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderTabKey, orderTabKeys, orderTabs } from '../../../contract/rules/order-findings'
import { printResolution, shapeOf, sharpnessOf } from '../../../contract/rules/print-resolution'
import { type Domain, openDomain } from '../../test/domain'
import { childOf, contentOf, everything, itemOf, openOrderShop, orderOf, storedPicture } from '../../test/order-shop'
import { insertShop } from '../../test/rows'
import { countTabs } from './counts'
import { listOrders } from './list'
import { decideLeftPhoneFits } from './phone-fits'
import { setCase } from './set-case'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const picture = 'https://a.example/i.png'
const found = async (query: object) => (await shop.list(query)).map(({ originalId }) => originalId).sort()

test('the database judges resolution and proportions of a print file as the rules do', async () => {
  const sides = [
    [1, 1],
    [420, 876],
    [851, 1773],
    [566, 1181],
    [567, 1181],
    [425, 886],
    [900, 1800],
    [1300, 1300],
    [874, 1825],
  ]
  const sizes = [
    [72, 150],
    [74, 154.5],
    [71.97, 149.9],
    [144.1, 300],
    [33.3, 69.4],
  ]
  for (const [width = 0, height = 0] of sides) {
    for (const [widthMm = 0, heightMm = 0] of sizes) {
      const { dpi, offPercent } = printResolution({ width, height }, { widthMm, heightMm })
      const sharpness = sharpnessOf(dpi ?? 0)
      const shape = shapeOf(offPercent ?? 0)
      const wanted = [
        ...(sharpness === 'good' ? [] : [sharpness]),
        ...(shape === 'fits' ? [] : [shape === 'wrong' ? 'wrongShape' : 'offShape']),
      ]
      const { rows } = await sql<{ found: string[] }>`
        select print_findings(${width}, ${height}, ${widthMm}::float8, ${heightMm}::float8) as found`.execute(shop.ctx.db)
      expect([width, height, widthMm, heightMm, rows[0]?.found]).toEqual([width, height, widthMm, heightMm, wanted])
    }
  }
})

test('an order is found by what is wrong with it, until that is mended or the order is over', async () => {
  const { ctx, infoOf, take } = shop
  const small = await storedPicture(ctx, { width: 420, height: 876 })
  const order = (number: string, info: object, change: object = {}) =>
    orderOf(number, [itemOf(`${number}-1`, contentOf(infoOf(number, picture, info)), change)])
  await take(
    order('fine', {}),
    order('other', { phoneModelName: 'iPhone 16' }),
    order('shipped', { phoneModelName: 'iPhone 16' }, { state: 'shipped' }),
    orderOf('empty', [itemOf('empty-1', contentOf(infoOf('empty', null)))]),
    order('coarse', {}),
    {
      ...order('top', {}),
      mergeSplitStatus: 'MERGE_PARENT',
      childOrders: [childOf(order('part', { phoneModelName: 'iPhone 14' }), 'MERGE_CHILD')],
    },
  )
  await sql`update customization set customized_file_id = ${small.id}, width_mm = 72, height_mm = 150 where key = (
    select key from customization made where exists (select from order_item_customization link join order_item item
      on item.id = link.order_item_id where link.customization_id = made.id and item.original_id = 'coarse-1'))`.execute(ctx.db)
  expect(await found({ finding: 'otherPhone' })).toEqual(['other', 'top'])
  expect(await found({ finding: 'noImage' })).toEqual(['empty'])
  expect(await found({ finding: 'poor' })).toEqual(['coarse'])
  expect(await found({ finding: 'problem' })).toEqual(['coarse', 'empty', 'other', 'top'])
  await sql`update file set width = 851, height = 1773 where id = ${small.id}`.execute(ctx.db)
  await sql`update shop_order set push_status = 'failed' where original_id = 'fine'`.execute(ctx.db)
  expect(await found({ finding: 'problem' })).toEqual(['empty', 'fine', 'other', 'top'])
  const [other] = await shop.list({ keyword: 'other' })
  const id = other?.orderItems[0]?.customizations[0]?.id ?? 0
  await setCase(ctx, { customizationIds: [id], phoneModelId: shop.model.id, alike: false })
  await take(order('top', {}), orderOf('empty', [itemOf('empty-1', contentOf(infoOf('empty', null)), { state: 'refunded' })]))
  // The part is an order of its own now.
  expect(await found({ finding: 'otherPhone' })).toEqual(['part'])
  expect(await found({ finding: 'problem' })).toEqual(['fine', 'part'])
})

test('the bought phone is compared later where a server of another version left it open', async () => {
  await shop.take(
    orderOf('later', [itemOf('later-1', contentOf(shop.infoOf('later', picture, { phoneModelName: 'iPhone 16' })))]),
  )
  await sql`update order_item_customization set other_phone = null`.execute(shop.ctx.db)
  expect(await found({ finding: 'otherPhone' })).toEqual([])
  await decideLeftPhoneFits(shop.ctx)
  expect(await found({ finding: 'otherPhone' })).toEqual(['later', 'part'])
})

test('messages of buyers and memos of sellers are found, of child orders too', async () => {
  await shop.take(orderOf('told', [], { buyerMessage: '名字写 LILI' }), {
    ...orderOf('above', []),
    mergeSplitStatus: 'MERGE_PARENT',
    childOrders: [{ ...childOf(orderOf('below', []), 'MERGE_CHILD'), sellerMemo: '加急' }],
  })
  expect(await found({ withText: 'buyerMessage' })).toEqual(['told'])
  expect(await found({ withText: 'sellerMemo' })).toEqual(['above'])
})

test('each tab counts what the list shows with its filter, of all shops or of one', async () => {
  const { ctx } = shop
  const otherShop = await insertShop(ctx.db, ctx.actor.accountId, { name: '空店' })
  const counts = await countTabs(ctx)
  const listed = Object.fromEntries(
    await Promise.all(
      orderTabKeys.map(async (key: OrderTabKey) => [
        key,
        (await listOrders(ctx, { ...everything, ...orderTabs[key].filter })).totalItems,
      ]),
    ),
  )
  expect(counts).toEqual(listed)
  expect(counts.problem).toBeGreaterThan(0)
  expect(await countTabs(ctx, shop.shopId)).toEqual(counts)
  expect(Object.values(await countTabs(ctx, otherShop)).every((count) => count === 0)).toBe(true)
  expect(Object.values(await countTabs(await domain.seller(), shop.shopId)).every((count) => count === 0)).toBe(true)
})
