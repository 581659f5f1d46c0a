/** Shops and products as the API answers them, for tests of every program. */
import type { Product, Shop } from '../types'

/** A shop without authorization. */
export const shopRow = (of: Partial<Shop> = {}): Shop => ({
  id: 1,
  type: 'DOUDIAN',
  name: '晨曦',
  boundAt: 1_760_000_000_000,
  authorization: null,
  ...of,
})

/** A shop whose authorization does not end. */
export const authorizedShop = (of: Partial<Shop> = {}): Shop =>
  shopRow({ type: 'TAOBAO', authorization: { nick: '晨曦', status: 'active', expiresAt: null }, ...of })

/** A product without SKUs and picture. */
export const productRow = (of: Partial<Product> = {}): Product => ({
  id: 1,
  shopId: 1,
  originalId: '901',
  title: '定制手机壳',
  imageUrl: null,
  skus: [],
  ...of,
})
