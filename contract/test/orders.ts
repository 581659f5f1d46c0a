/** Builds orders as the server sends them, for tests. */
import type { Customization, Order, OrderItem } from '../types'

export const customizationOf = (id: number, change: Partial<Customization> = {}): Customization => ({
  id,
  phoneBrandId: 1,
  phoneModelId: 2,
  phoneCaseMaterialId: 3,
  phoneCaseMaterialColorId: 4,
  phoneBrandName: '小米',
  phoneModelName: '小米14',
  phoneCaseMaterialName: '磨砂软壳',
  phoneCaseMaterialColorName: '黑色',
  customizedImageUrl: `/files/${'0'.repeat(32)}/${String(id).padStart(16, '0')}.png`,
  previewImageUrl: null,
  creditDeducted: false,
  caseByHand: false,
  modelKnown: true,
  colorKnown: true,
  customizedImage: { width: 846, height: 1776 },
  customizedImageType: 'image/png',
  hasDesign: false,
  version: 1,
  designLock: null,
  remakeOf: null,
  widthMm: 71.6,
  heightMm: 150.4,
  ...change,
})

export const itemOf = (id: number, change: Partial<OrderItem> = {}): OrderItem => ({
  id,
  originalId: `i${id}`,
  productOriginalId: 'p1',
  skuOriginalId: 's1',
  title: `定制手机壳 ${id}`,
  imageUrl: null,
  propertiesName: '颜色:黑色',
  quantity: 1,
  state: 'toMake',
  hold: null,
  change: null,
  merchantSku: null,
  decidedPieces: null,
  customizations: [],
  ...change,
})

export const orderOf = (id: number, change: Partial<Order> = {}): Order => ({
  id,
  originalId: `45100000000000${String(id).padStart(4, '0')}`,
  shopId: 1,
  source: null,
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  createdAt: Date.UTC(2026, 10, 20, 4),
  paidAt: null,
  shipUntil: null,
  flag: null,
  flagText: null,
  buyerMessage: null,
  sellerMemo: null,
  orderItems: [itemOf(id * 10, { customizations: [customizationOf(id * 100)] })],
  push: { status: 'none', factoryName: null, message: null, at: null },
  unplacedCodes: [],
  childOrders: [],
  ...change,
})

/** A merged order with designs of two child orders; each design also appears under its child order. */
export function mergedOrder(): Order {
  const [first, second] = [customizationOf(501), customizationOf(502, { creditDeducted: true })]
  const part = (id: number, item: number, one: Customization) => ({
    ...orderOf(id, { mergeSplitStatus: 'MERGE_CHILD', orderItems: [itemOf(item, { customizations: [one] })] }),
  })
  const { childOrders: _a, ...childA } = part(51, 511, first)
  const { childOrders: _b, ...childB } = part(52, 521, second)
  return orderOf(50, {
    mergeSplitStatus: 'MERGE_PARENT',
    orderItems: [itemOf(500, { customizations: [first] }), itemOf(505, { quantity: 2, customizations: [second] })],
    childOrders: [childA, childB],
  })
}
