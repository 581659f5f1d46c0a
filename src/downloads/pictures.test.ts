import { expect, test } from 'vitest'
import { customizationOf, itemOf, mergedOrder, orderOf } from '../../contract/test/orders'
import type { Customization, Order } from '../../contract/types'
import type { PickedItem } from './picked-item'
import { nothingToDownload, picturesOf } from './pictures'

const design = (id: number, more: Partial<Customization> = {}) =>
  customizationOf(id, {
    phoneModelName: '14',
    phoneCaseMaterialName: '硬壳',
    phoneCaseMaterialColorName: '白',
    customizedImageUrl: `/files/${id}.png`,
    customizedImage: null,
    customizedImageType: null,
    ...more,
  })
function pick(orderId: number, itemId: number, quantity: number, ...customizations: Customization[]): PickedItem {
  const item = itemOf(itemId, { quantity, customizations })
  const order = orderOf(orderId, { originalId: `o${orderId}`, orderItems: [{ ...item, id: 99 }, item] })
  return { item, order, family: [order] }
}

/** Ticks every item of an order and of the orders below it. */
function everyItemOf(order: Order): readonly PickedItem[] {
  const family = [order, ...order.childOrders]
  return family.flatMap((member) => member.orderItems.map((item) => ({ item, order: member, family })))
}

test('a design of a merged order and of its part is downloaded once, under the order ticked first', () => {
  const pictures = picturesOf('customized', [pick(1, 11, 1, design(5)), pick(2, 12, 1, design(5), design(6))])
  expect(pictures.map(({ customizationId, orderOriginalId }) => [customizationId, orderOriginalId])).toEqual([
    [5, 'o1'],
    [6, 'o2'],
  ])
  expect(pictures[0]).toMatchObject({ itemIndex: 2, skuIndex: 1 })
})

test.each([
  [2, 1, [2]],
  [2, 2, [1, 1]],
  // The split of the pieces is undecided.
  [6, 2, [null, null]],
  [3, 2, [null, null]],
])('an item bought %i times with %i designs has these pieces of each: %j', (quantity, count, each) => {
  const designs = Array.from({ length: count }, (_, index) => design(index + 1))
  expect(picturesOf('customized', [pick(1, 1, quantity, ...designs)]).map((picture) => picture.quantity)).toEqual(each)
})

test('the pieces that the seller decided are used', () => {
  const row = pick(1, 1, 4, design(1), design(2))
  const decidedPieces = [
    { customizationId: 2, pieces: 1 },
    { customizationId: 1, pieces: 3 },
  ]
  expect(picturesOf('customized', [{ ...row, item: { ...row.item, decidedPieces } }]).map(({ quantity }) => quantity)).toEqual([
    3, 1,
  ])
})

test('pictures of a merged order have the platform numbers and notes of its parts', () => {
  const merged = mergedOrder()
  const childOrders = merged.childOrders.map((child, index) => ({ ...child, buyerMessage: `留言${index}`, sellerMemo: null }))
  const order = { ...merged, originalId: 'HB-1', isPlatformOrder: false, childOrders }
  const [first, second] = childOrders
  const numbers = (one: typeof order) =>
    picturesOf('customized', everyItemOf(one)).map(({ customizationId, platformNumbers, buyerMessage }) => [
      customizationId,
      platformNumbers,
      buyerMessage,
    ])
  const expected = [
    [501, [first?.originalId], '留言0'],
    [502, [second?.originalId], '留言1'],
  ]
  expect(numbers(order)).toEqual(expected)
  // A merged order that was imported as an order of the platform is treated the same.
  expect(numbers({ ...order, isPlatformOrder: true })).toEqual(expected)
})

test('pictures of a split order have the platform number of the order it was split from', () => {
  const part = orderOf(2, { originalId: '991-1', isPlatformOrder: false, mergeSplitStatus: 'SPLIT_CHILD' })
  const { childOrders: _, ...child } = part
  const order = orderOf(1, { originalId: '991', orderItems: [], mergeSplitStatus: 'SPLIT_PARENT', childOrders: [child] })
  expect(picturesOf('customized', everyItemOf(order))[0]).toMatchObject({
    orderOriginalId: '991-1',
    platformNumbers: ['991'],
  })
})

test('nothingToDownload returns a message that names what is missing', () => {
  const unfinished = pick(1, 1, 1, design(1, { customizedImageUrl: null }))
  expect(nothingToDownload('customized', [])?.text).toBe('请至少勾选一个商品')
  expect(nothingToDownload('customized', [pick(1, 1, 1)])?.text).toBe('请至少勾选一个有定制图的商品')
  expect(nothingToDownload('customized', [unfinished])).toEqual({ tone: 'info', text: '所选订单没有定制图' })
  expect(nothingToDownload('effect', [pick(1, 1, 1, design(1))])?.text).toBe('所选订单没有效果图')
  expect(nothingToDownload('customized', [unfinished, pick(2, 2, 1, design(2))])).toBeNull()
})
