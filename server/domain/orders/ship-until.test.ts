/** The list of orders by the time until which the marketplace wants them shipped. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShipChoice } from '../../../contract/rules/ship-until'
import { type Domain, openDomain } from '../../test/domain'
import { childOf, everything, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { importOrders } from './import'
import { listOrders } from './list'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const hour = 60 * 60_000

test('late and due orders are found with the earliest first, those of merged parts too, and never what is shipped', async () => {
  const { ctx, shopId } = await openOrderShop(domain)
  const now = ctx.clock.now().getTime()
  const order = (number: string, hours: number | null, change: object = {}) =>
    orderOf(number, [itemOf(`${number}-1`, null, change)], { shipUntil: hours === null ? null : now + hours * hour })
  const part = childOf(orderOf('merged-1', [itemOf('m-1', null)]), 'MERGE_CHILD')
  const orders = [
    order('far', 60),
    order('none', null),
    order('late', -2),
    order('shipped', -30, { state: 'shipped' }),
    order('later', -1),
    order('edge', 24),
    order('soon', 3),
    { ...orderOf('merged', [], { mergeSplitStatus: 'MERGE_PARENT' }), childOrders: [{ ...part, shipUntil: now + 5 * hour }] },
  ] // biome-ignore format: a table
  await importOrders(ctx, shopId, orders, { source: 'api' })
  const found = async (shipUntil: ShipChoice, page: object = everything) => {
    const { items, totalItems } = await listOrders(ctx, { ...everything, ...page, shipUntil })
    return [items.map(({ originalId }) => originalId), totalItems]
  }
  expect(await found('late')).toEqual([['late', 'later'], 2])
  expect(await found('soon')).toEqual([['soon', 'edge', 'merged'], 3])
  const [first] = await found('first')
  expect((first as string[]).slice(0, 5)).toEqual(['late', 'later', 'soon', 'edge', 'far'])
  expect([...(first as string[])].sort()).toEqual(orders.map(({ originalId }) => originalId).sort())
  expect(await found('first', { pageNo: 2, pageSize: 2 })).toEqual([['soon', 'edge'], 8])
  const { items } = await listOrders(ctx, { ...everything, shipUntil: 'soon' })
  expect(items.at(-1)?.childOrders.map(({ shipUntil }) => shipUntil)).toEqual([now + 5 * hour])
})
