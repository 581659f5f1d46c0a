/** The seller's flag of the marketplace: stored, kept where a source does not know it, and a filter of the list. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlagChoice } from '../../../contract/rules/order-flag'
import { type Domain, openDomain } from '../../test/domain'
import { childOf, everything, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { importOrders, planImport } from './import'
import { listOrders } from './list'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

test('orders are found by their flag or that of a part, and a source without flags leaves them as they are', async () => {
  const { ctx, shopId } = await openOrderShop(domain)
  const order = (number: string, facts: object = {}) => orderOf(number, [itemOf(`${number}-1`, null)], facts)
  const part = childOf(orderOf('part', [itemOf('part-1', null)]), 'MERGE_CHILD')
  const orders = [
    order('red', { flag: 'red', flagText: '加急' }),
    order('words', { flag: null, flagText: '旗帜 17' }),
    order('plain'),
    { ...orderOf('merged', [], { mergeSplitStatus: 'MERGE_PARENT' }), childOrders: [{ ...part, flag: 'red' as const }] },
  ]
  await importOrders(ctx, shopId, orders, { source: 'api' })
  const found = async (flag: FlagChoice) => {
    const { items, totalItems } = await listOrders(ctx, { ...everything, flag })
    return [items.map(({ originalId }) => originalId).sort(), totalItems]
  }
  expect(await found('red')).toEqual([['merged', 'red'], 2])
  expect(await found('none')).toEqual([['merged', 'plain', 'words'], 3])
  expect(await found('blue')).toEqual([[], 0])

  const silent = [order('red')]
  expect(await planImport(ctx, shopId, silent, { source: 'sync' })).toMatchObject([{ outcome: 'same' }])
  const removed = [order('red', { flag: null, flagText: null })]
  expect(await planImport(ctx, shopId, removed, { source: 'sync' })).toMatchObject([
    { outcome: 'changed', changes: ['旗帜', '旗帜的文字'] },
  ])
  await importOrders(ctx, shopId, silent, { source: 'sync' })
  const { items } = await listOrders(ctx, { ...everything, flag: 'red' })
  expect(items.find(({ originalId }) => originalId === 'red')).toMatchObject({ flag: 'red', flagText: '加急' })
})
