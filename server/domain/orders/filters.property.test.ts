/** After any sequence of changes to orders, each filter finds the same orders as a scan of all orders, and its total is right. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeSplitStatuses } from '../../../contract/constants'
import { boughtOtherPhone } from '../../../contract/rules/bought-case'
import { type ItemState, itemStates, orderStateOf, orderStates } from '../../../contract/rules/item-state'
import {
  areDownloaded,
  countImages,
  customizationsToDownload,
  hasNotice,
  isOver,
  isWhollyPushed,
} from '../../../contract/rules/order-state'
import type { Order } from '../../../contract/types'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, everything, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
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

/** Items show designs of their order, and some a design that several orders show; some have no picture yet, or another phone. */
const item = fc.record({
  id: fc.constantFrom('a', 'b'),
  made: fc.subarray(['x', 'y', 'shared']),
  pictured: fc.boolean(),
  state: fc.constantFrom<ItemState>('toMake', 'toMake', ...itemStates),
  hold: fc.constantFrom(null, null, '退款中'),
  quantity: fc.integer({ min: 1, max: 2 }),
  phone: fc.constantFrom('iPhone 15', 'iPhone 16'),
  bought: fc.constantFrom('iPhone 15', 'iPhone 16'),
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
      const rows = (contents[at] ?? []).map(({ id, made, pictured, state, hold, quantity, phone, bought }) => {
        const url = pictured ? 'https://a.example/i.png' : null
        const infos = made.map((design) =>
          shop.infoOf(design === 'shared' ? design : `${number}-${design}`, url, { phoneModelName: phone }),
        )
        return itemOf(id, contentOf(...infos), { state, hold, quantity, propertiesName: `适用手机型号:${bought};颜色分类:黑` })
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

const itemsOf = (order: Order) => [order, ...order.childOrders].flatMap(({ orderItems }) => orderItems)

const hasWork = (order: Order): boolean => itemsOf(order).length === 0 || !itemsOf(order).every(isOver)

/** Findings of an order that is not over, except those of its print files. */
const problems = {
  otherPhone: (order: Order) =>
    itemsOf(order).some((one) => !isOver(one) && one.customizations.some((made) => boughtOtherPhone(one.propertiesName, made))),
  noImage: (order: Order) =>
    itemsOf(order).some((one) => !isOver(one) && one.customizations.some((made) => made.customizedImageUrl === null)),
  changed: (order: Order) => itemsOf(order).some(({ change }) => change !== null),
  pushFailed: (order: Order) => [order, ...order.childOrders].some(({ push }) => push.status === 'failed'),
}

/** The meaning of each filter for a top-level order, by the plugin's own rules. */
const meanings: readonly (readonly [object, (order: Order) => boolean])[] = [
  [{}, () => true],
  [{ downloaded: true }, (order) => areDownloaded(countImages(customizationsToDownload(itemsOf(order)))) === true],
  [{ downloaded: false }, (order) => areDownloaded(countImages(customizationsToDownload(itemsOf(order)))) === false],
  [{ pushed: true }, isWhollyPushed],
  [{ pushed: false }, (order) => !isWhollyPushed(order) && hasWork(order)],
  [{ held: true }, (order) => itemsOf(order).some(hasNotice)],
  [{ held: false }, (order) => !itemsOf(order).some(hasNotice)],
  ...orderStates.map((state) => [{ state }, (order: Order) => orderStateOf(itemsOf(order)) === state] as const),
  ...Object.entries(problems).map(
    ([finding, isFound]) => [{ finding }, (order: Order) => hasWork(order) && isFound(order)] as const,
  ),
  [{ finding: 'problem' }, (order) => hasWork(order) && Object.values(problems).some((isFound) => isFound(order))],
  [{ keyword: 'order-3' }, (order) => [order, ...order.childOrders].some(({ originalId }) => originalId === 'order-3')],
  [
    { mergeSplitStatus: 'MERGE_CHILD' },
    (order) => [order, ...order.childOrders].some(({ mergeSplitStatus }) => mergeSplitStatus === 'MERGE_CHILD'),
  ],
]

test('each filter of orders finds and counts what it means, after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: taken, weight: 3 }, paid, pushed, removed, swept), { minLength: 2, maxLength: 8 }),
      async (steps) => {
        const { db } = shop.ctx
        await db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).execute()
        for (const step of steps) {
          await step()
          const whole = (await listOrders(shop.ctx, everything)).items
          for (const [filter, meaning] of meanings) {
            const { items, totalItems } = await listOrders(shop.ctx, { ...everything, ...filter })
            const wanted = whole.filter(meaning).map(({ id }) => id)
            expect([filter, totalItems, items.map(({ id }) => id)]).toEqual([filter, wanted.length, wanted])
          }
        }
      },
    ),
    { numRuns: sized(4, 8) },
  )
})
