/** The pieces that orders need of each case: counted by the database as the rule counts them for what is ticked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { materialNameOf, phoneNameOf } from '../../../contract/rules/case-names'
import { type Picking, pickingOf, sumPicking } from '../../../contract/rules/picking'
import { type Domain, openDomain } from '../../test/domain'
import { childOf, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { countPicking } from './picking'
import { decidePieces } from './pieces'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const picture = 'https://a.example/i.png'
const inWords = ({ cases, ...rest }: Picking) => ({
  cases: cases.map((one) => `${phoneNameOf(one)} ${materialNameOf(one)} ×${one.pieces}`).sort(),
  ...rest,
})

test('the pieces of each case are counted once, and what cannot be counted is said', async () => {
  const { ctx, infoOf, take } = shop
  const design = (id: string, model = 'iPhone 15', color = '黑') =>
    infoOf(id, picture, { phoneModelName: model, phoneCaseMaterialColorName: color })
  const merged = orderOf('part', [itemOf('part-1', contentOf(design('m')), { quantity: 3 })])
  await take(
    orderOf('one', [itemOf('one-1', contentOf(design('a')), { quantity: 2 })]),
    orderOf('two', [itemOf('two-1', contentOf(design('b'), design('c', 'iPhone 16')), { quantity: 2 })]),
    orderOf('white', [itemOf('white-1', contentOf(design('d', 'iPhone 16', '白')))]),
    orderOf('open', [itemOf('open-1', contentOf(design('e'), design('f')), { quantity: 5 })]),
    orderOf('shipped', [itemOf('shipped-1', contentOf(design('g')), { state: 'shipped' })]),
    orderOf('asked', [itemOf('asked-1', contentOf(design('h')), { state: 'refundAsked', quantity: 4 })]),
    orderOf('bare', [itemOf('bare-1', null, { quantity: 6 })]),
    { ...merged, originalId: 'top', mergeSplitStatus: 'MERGE_PARENT', childOrders: [childOf(merged, 'MERGE_CHILD')] },
  )
  const found = inWords(await countPicking(ctx, {}))
  expect(found).toEqual({
    cases: ['苹果 iPhone 15 硅胶 · 黑 ×6', '苹果 iPhone 16 硅胶 · 白 ×1', '苹果 iPhone 16 硅胶 · 黑 ×1'],
    undecided: 5,
    held: 4,
    undesigned: 6,
  })
  const orders = await shop.list({})
  const ticked = orders.map(({ orderItems, childOrders }) =>
    pickingOf(
      orderItems,
      childOrders.flatMap((child) => child.orderItems),
    ),
  )
  expect(inWords(sumPicking(ticked))).toEqual(found)

  const [open] = await shop.list({ keyword: 'open' })
  const [item] = open?.orderItems ?? []
  const pieces = item?.customizations.map(({ id }, index) => ({ customizationId: id, pieces: index === 0 ? 5 : 0 })) ?? []
  await decidePieces(ctx, open?.id ?? 0, item?.id ?? 0, pieces)
  expect(inWords(await countPicking(ctx, { keyword: 'open' }))).toEqual({
    ...{ cases: ['苹果 iPhone 15 硅胶 · 黑 ×5'], undecided: 0, held: 0, undesigned: 0 },
  })
})

test('orders of another account are not counted, and its shop is not found', async () => {
  const other = await domain.seller()
  expect(await countPicking(other, {})).toEqual({ cases: [], undecided: 0, held: 0, undesigned: 0 })
  await expect(countPicking(other, { shopId: shop.shopId })).rejects.toMatchObject({ code: 'not-found' })
})
