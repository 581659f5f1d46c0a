import { expect, test } from 'vitest'
import type { Customization, OrderItem } from '../../contract/types'
import type { PickedItem } from '../base/picked-item'
import { mergedOrder, orderOf } from '../features/orders/test/orders'
import { picksOf } from '../features/orders/use-picks'
import { nothingToDownload, picturesOf } from './pictures'

const design = (id: number, more: Partial<Customization> = {}): Customization => ({
  id,
  phoneBrandId: null,
  phoneModelId: null,
  phoneCaseMaterialId: null,
  phoneCaseMaterialColorId: null,
  phoneBrandName: '小米',
  phoneModelName: '14',
  phoneCaseMaterialName: '硬壳',
  phoneCaseMaterialColorName: '白',
  customizedImageUrl: `/files/${id}.png`,
  previewImageUrl: null,
  creditDeducted: false,
  caseByHand: false,
  modelKnown: true,
  colorKnown: true,
  customizedImage: null,
  widthMm: null,
  heightMm: null,
  ...more,
})
function pick(orderId: number, itemId: number, quantity: number, ...customizations: Customization[]): PickedItem {
  const item: OrderItem = {
    id: itemId,
    originalId: `i${itemId}`,
    productOriginalId: null,
    skuOriginalId: null,
    title: '壳',
    imageUrl: null,
    propertiesName: '',
    quantity,
    hold: null,
    merchantSku: null,
    decidedPieces: null,
    customizations,
  }
  const order = orderOf(orderId, { originalId: `o${orderId}`, orderItems: [{ ...item, id: 99 }, item] })
  return { item, order, family: [order] }
}

test('a design under a merged order and its part is there once, as it was ticked first', () => {
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
  // The numbers do not say; the name of the file does.
  [6, 2, [null, null]],
  [3, 2, [null, null]],
])('bought %i times with %i designs: %j of each', (quantity, count, each) => {
  const designs = Array.from({ length: count }, (_, place) => design(place + 1))
  expect(picturesOf('customized', [pick(1, 1, quantity, ...designs)]).map((picture) => picture.quantity)).toEqual(each)
})

test('what the seller said of the pieces counts', () => {
  const row = pick(1, 1, 4, design(1), design(2))
  const decidedPieces = [
    { customizationId: 2, pieces: 1 },
    { customizationId: 1, pieces: 3 },
  ]
  expect(picturesOf('customized', [{ ...row, item: { ...row.item, decidedPieces } }]).map(({ quantity }) => quantity)).toEqual([
    3, 1,
  ])
})

test('a merged order goes by the numbers of the platform, its parts, with their notes', () => {
  const merged = mergedOrder()
  const childOrders = merged.childOrders.map((child, place) => ({ ...child, buyerMessage: `留言${place}`, sellerMemo: null }))
  const order = { ...merged, originalId: 'HB-1', isPlatformOrder: false, childOrders }
  const [first, second] = childOrders
  const numbers = (one: typeof order) =>
    picturesOf('customized', [...picksOf([one]).values()]).map(({ customizationId, platformNumbers, buyerMessage }) => [
      customizationId,
      platformNumbers,
      buyerMessage,
    ])
  const expected = [
    [501, [first?.originalId], '留言0'],
    [502, [second?.originalId], '留言1'],
  ]
  expect(numbers(order)).toEqual(expected)
  // Imported by a program that did not say that it is none of the platform's.
  expect(numbers({ ...order, isPlatformOrder: true })).toEqual(expected)
})

test('a part that was split off goes by the number of the order it was split from', () => {
  const part = orderOf(2, { originalId: '991-1', isPlatformOrder: false, mergeSplitStatus: 'SPLIT_CHILD' })
  const { childOrders: _, ...child } = part
  const order = orderOf(1, { originalId: '991', orderItems: [], mergeSplitStatus: 'SPLIT_PARENT', childOrders: [child] })
  expect(picturesOf('customized', [...picksOf([order]).values()])[0]).toMatchObject({
    orderOriginalId: '991-1',
    platformNumbers: ['991'],
  })
})

test('what is missing is said in the words of what is missing', () => {
  const unfinished = pick(1, 1, 1, design(1, { customizedImageUrl: null }))
  expect(nothingToDownload('customized', [])?.text).toBe('请至少勾选一个商品')
  expect(nothingToDownload('customized', [pick(1, 1, 1)])?.text).toBe('请至少勾选一个有定制图的商品')
  expect(nothingToDownload('customized', [unfinished])).toEqual({ tone: 'info', text: '所选订单没有定制图' })
  expect(nothingToDownload('effect', [pick(1, 1, 1, design(1))])?.text).toBe('所选订单没有效果图')
  expect(nothingToDownload('customized', [unfinished, pick(2, 2, 1, design(2))])).toBeNull()
})
