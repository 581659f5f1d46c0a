/** Imports in any order and any number store the last given state, once. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MergeSplitStatus, mergeSplitStatuses } from '../../../contract/constants'
import type { Order } from '../../../contract/types'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { childOf, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { readContent } from './content'
import { getOrder } from './detail'
import type { OrderWrite } from './import'
import type { OrderFields } from './stored-facts'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const numbers = ['1', '2', '3', '4', '5', '6']
const items = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), made: fc.subarray(['x', 'y', 'z']), n: fc.nat(2) }),
  {
    selector: ({ id }) => id,
  },
)

/** A call with some of the orders, each once, some of them below others. */
const call: fc.Arbitrary<OrderWrite[]> = fc
  .tuple(
    fc.shuffledSubarray(numbers, { minLength: 1 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    fc.array(items, { minLength: 6, maxLength: 6 }),
    fc.array(fc.constantFrom(...mergeSplitStatuses), { minLength: 6, maxLength: 6 }),
  )
  .map(([picked, below, contents, statuses]) => {
    const orders: OrderWrite[] = []
    picked.forEach((number, at) => {
      const rows = contents[at]?.map(({ id, made, n }) =>
        itemOf(id, contentOf(...made.map((design) => shop.infoOf(`${number}-${design}`, 'https://a.example/i.png'))), {
          quantity: n,
        }),
      )
      const order = orderOf(number, rows ?? [], { mergeSplitStatus: statuses[at] ?? 'INDEPENDENT' })
      const last = orders.at(-1)
      if (last && below[at])
        orders[orders.length - 1] = { ...last, childOrders: [...last.childOrders, childOf(order, order.mergeSplitStatus)] }
      else orders.push(order)
    })
    return orders
  })

interface Kept {
  readonly order: OrderFields
  status: MergeSplitStatus
  parent: string | null
}

const isPart = (status: MergeSplitStatus): boolean => status === 'MERGE_CHILD' || status === 'SPLIT_CHILD'

/** The rules in their simplest form. */
function model(kept: Map<string, Kept>, orders: readonly OrderWrite[]): void {
  const given = new Map<string, string | null>()
  for (const { childOrders, ...order } of orders) {
    const stays = isPart(order.mergeSplitStatus) && childOrders.length === 0
    const parent = stays ? (kept.get(order.originalId)?.parent ?? null) : null
    kept.set(order.originalId, { order, status: order.mergeSplitStatus, parent })
    given.set(order.originalId, null)
    for (const child of childOrders) {
      kept.set(child.originalId, { order: child, status: child.mergeSplitStatus, parent: order.originalId })
      given.set(child.originalId, order.originalId)
    }
  }
  for (const [number, entry] of kept) {
    if (entry.parent === null || !given.has(entry.parent) || given.get(number) === entry.parent) continue
    entry.parent = null
    if (isPart(entry.status) && !given.has(number)) entry.status = 'INDEPENDENT'
  }
}

const told = (order: Omit<Order, 'childOrders'>, parent: string | null) => ({
  number: order.originalId,
  parent,
  status: order.mergeSplitStatus,
  items: order.orderItems.map((item) => [item.originalId, item.quantity, item.customizations.length]),
})
const expected = ({ order, status, parent }: Kept) => ({
  number: order.originalId,
  parent,
  status,
  items: order.orderItems.map((item) => [item.originalId, item.quantity, readContent(item.content, '').length]),
})
const byNumber = <T extends { number: string }>(rows: T[]): T[] => rows.sort((a, b) => (a.number < b.number ? -1 : 1))

test('imports of any orders, merged and split at will, end with the last given state of each, and repeating them changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
      await shop.ctx.db.deleteFrom('shop_order').where('shop_id', '=', shop.shopId).execute()
      const kept = new Map<string, Kept>()
      for (const orders of calls) {
        model(kept, orders)
        const { created, updated, unchanged } = await shop.take(...orders)
        expect(created + updated + unchanged).toBe(orders.reduce((sum, { childOrders }) => sum + 1 + childOrders.length, 0))
        expect(await shop.take(...orders)).toMatchObject({ created: 0, updated: 0 })
        const seen = (await shop.list()).flatMap((order) => [
          told(order, null),
          ...order.childOrders.map((child) => told(child, order.originalId)),
        ])
        expect(byNumber(seen)).toEqual(byNumber([...kept.values()].map(expected)))
      }
    }),
    { numRuns: sized(10, 20) },
  )
})

const hostile = fc.oneof(
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
  {
    arbitrary: fc.constantFrom('\u0000', '\ud800', '__proto__', 'x'.repeat(3000), '/files/../../etc', 'https://a.example/\u0000'),
    weight: 1,
  },
)
const anything = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constant(2 ** 53),
  fc.constant(-1),
  fc.constant(1e308),
)
const field = (name: string) => fc.tuple(fc.constant(name), anything)
const names = [
  'id',
  'phoneBrandId',
  'phoneModelId',
  'phoneCaseMaterialColorId',
  'phoneModelName',
  'customizedImageUrl',
  'previewImageUrl',
]
const info = fc
  .tuple(
    ...names.map(field),
    fc.record({
      templateId: anything,
      templateRevision: anything,
      canvas: anything,
      layers: fc.oneof(anything, fc.array(fc.dictionary(hostile, anything))),
    }),
  )
  .map((parts) => {
    const design = parts.at(-1)
    return { ...Object.fromEntries(parts.slice(0, -1) as [string, unknown][]), design }
  })
const content = fc.oneof(
  {
    arbitrary: fc.array(info, { maxLength: 3 }).map((infos) => JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos })),
    weight: 4,
  },
  { arbitrary: fc.json(), weight: 1 },
  { arbitrary: fc.string().map((text) => text.replaceAll('\0', '')), weight: 1 },
  {
    arbitrary: fc.constant(
      `{"v":1,"phoneCaseCustomizationInfos":[{"design":{"layers":[{"a":${'['.repeat(5000)}${']'.repeat(5000)}}]}}]}`,
    ),
    weight: 1,
  },
)

test('content of any kind is imported, listed and opened without errors', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      await shop.take(orderOf('fuzz', [itemOf('1', text.replace(/[\0\p{Cs}]/gu, ''))]))
      const [order] = await shop.list({ keyword: 'fuzz' })
      const opened = await getOrder(shop.ctx, order?.id ?? 0)
      for (const made of opened.orderItems.flatMap(({ customizations }) => customizations)) {
        for (const url of [made.customizedImageUrl, made.previewImageUrl])
          expect(url ?? 'https:').toMatch(/^(?:https:|\/files\/)/)
      }
    }),
    { numRuns: sized(20, 60) },
  )
})
