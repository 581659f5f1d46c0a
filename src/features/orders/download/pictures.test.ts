import { expect, test } from 'vitest'
import type { Customization, OrderItem } from '../../../../contract/types'
import type { PickedItem } from './picked'
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
    customizations,
  }
  return { item, order: { id: orderId, originalId: `o${orderId}`, shopId: 1, orderItems: [{ ...item, id: 99 }, item] } }
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
  [6, 2, [3, 3]],
  [3, 2, [3, 3]],
])('bought %i times with %i designs: %j of each', (quantity, count, each) => {
  const designs = Array.from({ length: count }, (_, place) => design(place + 1))
  expect(picturesOf('customized', [pick(1, 1, quantity, ...designs)]).map((picture) => picture.quantity)).toEqual(each)
})

test('what is missing is said in the words of what is missing', () => {
  const unfinished = pick(1, 1, 1, design(1, { customizedImageUrl: null }))
  expect(nothingToDownload('customized', [])?.text).toBe('请至少勾选一个商品')
  expect(nothingToDownload('customized', [pick(1, 1, 1)])?.text).toBe('请至少勾选一个有定制图的商品')
  expect(nothingToDownload('customized', [unfinished])).toEqual({ tone: 'info', text: '所选订单没有定制图' })
  expect(nothingToDownload('effect', [pick(1, 1, 1, design(1))])?.text).toBe('所选订单没有效果图')
  expect(nothingToDownload('customized', [unfinished, pick(2, 2, 1, design(2))])).toBeNull()
})
