/** Whatever happens to orders, in whatever order: each filter finds what looking at every order finds, and its total is right. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeSplitStatuses } from '../../../contract/constants'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { charge } from '../credits/charge'
import type { OrderWrite } from './import'
import { listOrders } from './list'
import { refreshPushStatus } from './push-status'
import { sweepOrderChanges } from './totals'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
  await buyCredits(shop.ctx, 300_000)
})
afterAll(() => domain.close())

const numbers = ['1', '2', '3', '4', '5'].map((number) => `order-${number}`)

/** Items show designs of their order, and some a design that several orders show; some designs have no picture yet. */
const item = fc.record({
  id: fc.constantFrom('a', 'b'),
  made: fc.subarray(['x', 'y', 'shared']),
  pictured: fc.boolean(),
  hold: fc.constantFrom(null, null, '退款中'),
})
const taken = fc
  .tuple(
    fc.shuffledSubarray(numbers, { minLength: 1 }),
    fc.array(fc.uniqueArray(item, { selector: ({ id }) => id }), { minLength: 5, maxLength: 5 }),
    fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    fc.array(fc.constantFrom(...mergeSplitStatuses), { minLength: 5, maxLength: 5 }),
  )
  .map(([picked, contents, below, statuses]) => {
    const orders: OrderWrite[] = []
    picked.forEach((number, at) => {
      const rows = (contents[at] ?? []).map(({ id, made, pictured, hold }) => {
        const url = pictured ? 'https://a.example/i.png' : null
        const infos = made.map((design) => shop.infoOf(design === 'shared' ? design : `${number}-${design}`, url))
        return itemOf(id, contentOf(...infos), { hold })
      })
      const order = orderOf(number, rows, { mergeSplitStatus: statuses[at] ?? 'INDEPENDENT' })
      const last = orders.at(-1)
      if (last && below[at])
        orders[orders.length - 1] = { ...last, childOrders: [...last.childOrders, childOf(order, order.mergeSplitStatus)] }
      else orders.push(order)
    })
    return async () => void (await shop.take(...orders))
  })

/** Designs with a picture that an order shows. */
async function payable(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customization made where shop_id = ${shop.shopId} and customized_image_url is not null
      and exists (select from order_item_customization link where link.customization_id = made.id)
    order by id`.execute(shop.ctx.db)
  return rows.map(({ id }) => id)
}

const paid = fc.nat(20).map((n) => async () => {
  const ready = await payable()
  const one = ready[n % Math.max(1, ready.length)]
  if (one !== undefined) await charge(shop.ctx, [one])
})
const pushed = fc.tuple(fc.nat(20), fc.constantFrom('pushed', 'none', 'failed')).map(([n, status]) => async () => {
  const { db, actor } = shop.ctx
  const orders = await db.selectFrom('shop_order').select('id').where('shop_id', '=', shop.shopId).orderBy('id').execute()
  const one = orders[n % Math.max(1, orders.length)]
  if (one)
    await db
      .updateTable('shop_order')
      .set({ push_status: status as 'none' })
      .where('id', '=', one.id)
      .execute()
  if (one && status === 'none') await refreshPushStatus({ db, accountId: actor.accountId }, [one.id])
})
const removed = fc.constantFrom(...numbers).map((number) => async () => {
  await shop.ctx.db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).where('original_id', '=', number).execute()
})
const swept = fc.constant(
  async () => void (await sweepOrderChanges({ ...shop.ctx, clock: { now: () => new Date('9999-01-01') } })),
)

const images = (unpaid: boolean) => sql`(
  select coalesce(o.parent_id, o.id) from customization made
  join order_item_customization link on link.customization_id = made.id
  join order_item item on item.id = link.order_item_id
  join shop_order o on o.id = item.order_id
  where made.customized_image_url is not null
  ${unpaid ? sql`and not exists (select from usage_line line where line.account_id = made.account_id and line.customization_id = made.id)` : sql``})`
const fullyPushed = sql`(push_status = 'pushed' or id in (
  select parent_id from shop_order where parent_id is not null group by parent_id having bool_and(push_status = 'pushed')))`
const held = sql`exists (select from order_item item join shop_order o on o.id = item.order_id
  where coalesce(o.parent_id, o.id) = shop_order.id and item.hold is not null)`

/** What each filter means, looked up from the rows themselves. */
const meanings = [
  [{}, sql`true`],
  [{ downloaded: true }, sql`id in ${images(false)} and id not in ${images(true)}`],
  [{ downloaded: false }, sql`id in ${images(true)}`],
  [{ pushed: true }, fullyPushed],
  [{ pushed: false }, sql`not ${fullyPushed}`],
  [{ held: true }, held],
  [{ held: false }, sql`not ${held}`],
  [
    { keyword: 'order-3' },
    sql`'order-3' in (original_id, (
    select original_id from shop_order below where below.parent_id = shop_order.id and original_id = 'order-3'))`,
  ],
  [
    { mergeSplitStatus: 'MERGE_CHILD' as const },
    sql`'MERGE_CHILD' in (merge_split_status, (
    select 'MERGE_CHILD' from shop_order below where below.parent_id = shop_order.id and below.merge_split_status = 'MERGE_CHILD' limit 1))`,
  ],
] as const

test('each filter finds what it means and counts it, after whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: taken, weight: 3 }, paid, pushed, removed, swept), { minLength: 2, maxLength: 8 }),
      async (steps) => {
        const { db } = shop.ctx
        await db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).execute()
        for (const step of steps) {
          await step()
          for (const [filter, meaning] of meanings) {
            const { rows } = await sql<{ id: number }>`
            select id from shop_order where shop_id = ${shop.shopId} and parent_id is null and ${meaning} order by id`.execute(db)
            const { items, totalItems } = await listOrders(shop.ctx, { pageNo: 1, pageSize: 500, ...filter })
            const ids = items.map(({ id }) => id).sort((a, b) => a - b)
            expect([filter, totalItems, ids]).toEqual([filter, rows.length, rows.map(({ id }) => id)])
          }
        }
      },
    ),
    { numRuns: 8 },
  )
})
