/** After any sequence of changes to orders and designs, what the home screen counts is what reading all of them counts. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ItemState, itemStates } from '../../../contract/rules/item-state'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { insertShop } from '../../test/rows'
import { charge } from '../credits/charge'
import { importOrders, type OrderWrite } from '../orders/import'
import { addUpCounts, countDifferences, recountHome, sweepCounts } from './counts'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
let shops: number[]
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
  await buyCredits(shop.ctx, 300_000)
})
afterAll(() => domain.close())

const numbers = ['1', '2', '3', '4'].map((number) => `order-${number}`)
const templates = [{}, { templateId: 7, templateName: '花' }, { templateId: 7, templateName: '花 2' }, { templateId: 8 }]
const shopIndex = fc.constantFrom(0, 1)
const shopAt = (index: number): number => shops[index] ?? 0

const orderParts = fc.record({
  number: fc.constantFrom(...numbers),
  day: fc.integer({ min: 0, max: 3 }),
  state: fc.constantFrom<ItemState>('toMake', 'toMake', ...itemStates),
  made: fc.subarray(['x', 'shared']),
  template: fc.constantFrom(...templates),
  model: fc.constantFrom('iPhone 15', 'iPhone 16'),
  isBelow: fc.boolean(),
})
const taken = fc
  .tuple(shopIndex, fc.uniqueArray(orderParts, { minLength: 1, maxLength: 4, selector: ({ number }) => number }))
  .map(([at, parts]) => async () => {
    const orders: OrderWrite[] = []
    for (const { number, day, state, made, template, model, isBelow } of parts) {
      const designs = made.map((design) =>
        shop.infoOf(design === 'shared' ? design : `${number}-${design}`, 'https://a.example/i.png', {
          ...template,
          phoneModelName: model,
        }),
      )
      const order = orderOf(number, [itemOf('a', contentOf(...designs), { state })], {
        createdAt: Date.parse('2026-02-20T15:59:59.700Z') + day * 86_400_000,
        mergeSplitStatus: isBelow ? 'MERGE_PARENT' : 'INDEPENDENT',
      })
      const last = orders.at(-1)
      if (last && isBelow)
        orders[orders.length - 1] = { ...last, childOrders: [...last.childOrders, childOf(order, 'MERGE_CHILD')] }
      else orders.push(order)
    }
    await importOrders(shop.ctx, shopAt(at), orders, { source: 'api' })
  })

const run = (statement: (at: number) => ReturnType<typeof sql>) => (at: number) => async () =>
  void (await statement(shopAt(at)).execute(shop.ctx.db))
const written = fc.oneof(
  shopIndex.map(run((id) => sql`update shop_order set approval = 'waiting' where shop_id = ${id} and id % 2 = 0`)),
  shopIndex.map(run((id) => sql`update shop_order set push_status = 'pushed' where shop_id = ${id} and id % 3 = 0`)),
  shopIndex.map(run((id) => sql`update shop_order set created_at = created_at - interval '1 day' where shop_id = ${id}`)),
  shopIndex.map(
    run(
      (id) => sql`update order_item item set state = 'refundAsked' from shop_order o
    where o.id = item.order_id and o.shop_id = ${id} and item.id % 2 = 0`,
    ),
  ),
  shopIndex.map(
    run(
      (id) => sql`update customization set phone_model_name = 'Mate 70', snapshot = '{"templateId":9}'
    where shop_id = ${id} and id % 2 = 0`,
    ),
  ),
  shopIndex.map(
    run(
      (id) => sql`update order_item item set order_id = (select min(id) from shop_order where shop_id = ${id}), place = 50
    where item.id = (select max(one.id) from order_item one join shop_order o on o.id = one.order_id where o.shop_id = ${id})`,
    ),
  ),
  shopIndex.map(run((id) => sql`delete from shop_order where shop_id = ${id} and id % 2 = 0`)),
  shopIndex.map(run((id) => sql`delete from customization where shop_id = ${id} and id % 2 = 0`)),
)
const removedShop = shopIndex.map((at) => async () => {
  await shop.ctx.db.deleteFrom('shop').where('id', '=', shopAt(at)).execute()
  shops[at] = await insertShop(shop.ctx.db, shop.ctx.actor.accountId, { name: `又一家 ${shopAt(at)}` })
})
const paid = shopIndex.map((at) => async () => {
  const { rows } = await sql<{ id: number }>`select made.id from customization made where shop_id = ${shopAt(at)}
    and exists (select from order_item_customization link where link.customization_id = made.id) order by id limit 1`.execute(
    shop.ctx.db,
  )
  if (rows[0]) await charge(shop.ctx, [rows[0].id])
})
const added = fc.constantFrom(addUpCounts, sweepCounts).map((work) => () => work(shop.ctx))
const step = fc.oneof({ arbitrary: taken, weight: 4 }, { arbitrary: written, weight: 4 }, removedShop, paid, {
  arbitrary: added,
  weight: 2,
})

/** Parts are over with the order at the top. */
const partsThatDiffer = sql`
  select part.id from shop_order part join shop_order top on top.id = part.parent_id where part.is_over <> top.is_over`

test('counts are those of all orders and designs, after any sequence of changes', async () => {
  const { ctx } = shop
  shops = [shop.shopId, await insertShop(ctx.db, ctx.actor.accountId, { name: '又一家' })]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        await one()
        expect(await countDifferences(ctx.db)).toBe(0)
        expect((await partsThatDiffer.execute(ctx.db)).rows).toEqual([])
      }
    }),
    { numRuns: sized(8, 40) },
  )
})

test('counts that somebody changed past the triggers are noticed, and right again once they are counted anew', async () => {
  const { ctx } = shop
  await shop.take(orderOf('counted', [itemOf('a', contentOf(shop.infoOf('counted', 'https://a.example/i.png')))]))
  await addUpCounts(ctx)
  await sql`update home_count set count = count + 1 where kind in ('orders', 'model')`.execute(ctx.db)
  expect(await countDifferences(ctx.db)).toBeGreaterThan(1)
  await ctx.db.transaction().execute(recountHome)
  expect(await countDifferences(ctx.db)).toBe(0)
})
