/** A shop added by hand and an authorised one, a product, and customization settings for it and for a link. */
import { authorizeShop } from '../../domain/shops/sessions'
import { demoSeller } from '../../embedded/marketplaces/taobao/double'
import type { TestAccount, TestServer } from '../server'
import type { Shop } from './shop'

export interface Bindable {
  readonly brand: number
  readonly model: number
  readonly material: number
  readonly collection: number
  readonly template: number
}

export type SellingRows = Pick<Shop, 'params' | 'queries' | 'bodies'> & {
  /** Id of the shop on Doudian, added by hand. */
  readonly shop: number
  /** Id of the shop on Taobao, authorised. */
  readonly taobaoShop: number
  readonly productOriginalId: string
  readonly skuOriginalId: string
}

export async function openShops(server: TestServer, { token, accountId }: TestAccount, bind: Bindable): Promise<SellingRows> {
  const make = async (path: string, body: unknown): Promise<number> => {
    const reply = await server.call('POST', path, { token, body })
    if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`)
    return reply.body.id
  }
  const { shopId: taobaoShop } = await authorizeShop(server.deps, accountId, demoSeller.session)
  const shop = await make('/api/shops', { type: 'DOUDIAN', name: '抖店一号' })
  const skus = [
    { originalId: 'sku-1', propertiesName: '型号:iPhone 15' },
    { originalId: 'sku-2', propertiesName: '型号:iPhone 16' },
  ]
  const product = await make('/api/products', { shopId: shop, originalId: 'item-1', title: '定制手机壳', skus })
  const fields = {
    mode: 3,
    bindingMaterialIds: [bind.material],
    bindingPhoneBrands: [{ id: bind.brand, modelIds: [bind.model] }],
    bindingTemplateCollectionIds: [bind.collection],
    bindingTemplateId: bind.template,
  }
  const put = { shopId: shop, productOriginalId: 'item-1', skuOriginalId: 'sku-1', ...fields }
  await make('/api/phone_case_customization_settings', put)
  const createLink = { shopId: shop, isDefault: true, customizationTiming: 1, ...fields }
  const link = await make('/api/shop_customization_settings', createLink)
  return {
    shop,
    taobaoShop,
    productOriginalId: 'item-1',
    skuOriginalId: 'sku-1',
    params: { shops: { id: shop }, products: { id: product }, shopCustomizationSettings: { id: link } },
    queries: {
      'products.list': `shopId=${shop}`,
      'products.onSale': `shopId=${taobaoShop}`,
      'customizationSettings.list': `shopId=${shop}&productOriginalIds=item-1`,
    },
    bodies: {
      'shops.create': { type: 'DOUDIAN', name: '新名称' },
      'shops.update': { type: 'JD', name: '新名称' },
      'shops.putKeys': { appKey: 'wx-1', secret: 'secret' },
      'products.create': { shopId: shop, originalId: 'item-2', title: '新名称', imageUrl: 'https://example.com/a.png', skus },
      'products.sync': { shopId: taobaoShop, productOriginalId: '700000000001,700000000099' },
      'products.import': { shopId: taobaoShop, products: [{ originalId: '700000000002', title: '新名称', skus }] },
      'customizationSettings.put': put,
      'customizationSettings.copy': {
        shopId: shop,
        from: { productOriginalId: 'item-1', skuOriginalId: 'sku-1' },
        to: [{ productOriginalId: 'item-1', skuOriginalId: 'sku-2' }],
      },
      'skuWords.apply': {
        ...{ shopId: shop, runKey: 'run-00000001', wireframes: false, enabled: false },
        models: [{ phoneModelId: null, phone: '苹果 iPhone 16' }],
        cases: [{ materialId: bind.material, materialName: null, materialColorId: null, colorName: null }],
        skus: [{ productOriginalId: 'item-1', skuOriginalId: 'sku-2', models: [0], case: 0 }],
      },
      'skuWords.undo': { shopId: shop, runKey: 'run-00000001' },
      'shopCustomizationSettings.create': createLink,
      'shopCustomizationSettings.draft': { shopId: shop, customizationTiming: 1, ...fields },
      'shopCustomizationSettings.update': { customizationTiming: 1, ...fields },
      'miniApp.updateVersion': { templateVersion: '1.3.0' },
    },
  }
}
