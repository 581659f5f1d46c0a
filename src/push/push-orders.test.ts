/** Tests how ticked rows become orders to push. */
import { expect, test } from 'vitest'
import { customizationOf, itemOf } from '../../contract/test/orders'
import type { Customization } from '../../contract/types'
import { type PushRow, pushableOf } from './push-orders'

const design = (id: number, model = '小米14') =>
  customizationOf(id, { phoneModelName: model, phoneCaseMaterialColorId: null, customizedImageUrl: `/files/${id}.png` })
const row = (orderId: number, itemId: number, customizations: Customization[], quantity = 1): PushRow => ({
  order: { id: orderId, originalId: `45${orderId}` },
  item: itemOf(itemId, { quantity, customizations }),
})

test('rows of one order are pushed together, in the order they were ticked', () => {
  const { orders, itemsWithoutDesign } = pushableOf([
    row(2, 20, [design(1)]),
    row(1, 10, [design(2)], 3),
    row(2, 21, [design(3, '15')]),
  ])
  expect(itemsWithoutDesign).toBe(0)
  expect(orders.map(({ orderOriginalId, text, pictures }) => [orderOriginalId, text, pictures])).toEqual([
    ['452', '小米14 · 磨砂软壳 · 黑色、小米 15 · 磨砂软壳 · 黑色，共 2 件', ['/files/1.png', '/files/3.png']],
    ['451', '小米14 · 磨砂软壳 · 黑色，共 3 件', ['/files/2.png']],
  ])
  expect(orders[1]?.orderItems).toEqual([
    {
      originalId: 'i10',
      quantity: 3,
      phoneCaseCustomizationInfos: [
        {
          id: 2,
          phoneModelId: 2,
          phoneCaseMaterialId: 3,
          phoneCaseMaterialColorId: null,
          customizedImageUrl: '/files/2.png',
        },
      ],
    },
  ])
})

test('a design that is in a merged order and in its original order is pushed once', () => {
  const { orders } = pushableOf([row(50, 500, [design(1)]), row(51, 511, [design(1)]), row(52, 521, [design(1), design(2)])])
  expect(orders.map(({ orderOriginalId, orderItems }) => [orderOriginalId, orderItems.length])).toEqual([
    ['4550', 1],
    ['4552', 1],
  ])
})

test('order items without a design are excluded and counted', () => {
  expect(pushableOf([row(1, 10, []), row(1, 11, [design(1)]), row(2, 20, [])])).toMatchObject({
    orders: [{ orderOriginalId: '451', orderItems: [{ originalId: 'i11' }] }],
    itemsWithoutDesign: 2,
  })
})
