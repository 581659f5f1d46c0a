/** The demo's shops and their products. */
import { productMode } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import { createLink } from '../../domain/shops/links'
import { marketplaceOf } from '../../domain/shops/marketplaces'
import { putProducts } from '../../domain/shops/product-rows'
import { createProduct } from '../../domain/shops/products'
import { putSession } from '../../domain/shops/sessions'
import { putSetting } from '../../domain/shops/settings'
import { createShop } from '../../domain/shops/shops'
import { taobaoType } from '../../infra/marketplaces/taobao/taobao'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import type { MarketplaceProduct } from '../../ports/marketplace'

/** The seller who authorizes the demo's Taobao shop; known to the embedded marketplace. */
export interface DemoSeller {
  readonly nick: string
  readonly session: string
}

/** Products of the demo's seller that exist after the first start; the others are left to be synced. */
const syncedIds = ['700000000001', '700000000002', '700000000003', '700000000004'] as const

const model = (n: number, name: string, color: string) => ({
  originalId: `36842110${n}`,
  propertiesName: `适用机型:${name};颜色:${color}`,
})
const doudianProducts = [
  {
    originalId: '3684211097756123',
    title: '【来图定制】情侣手机壳 一对装 照片文字都能印',
    skus: [model(11, 'iPhone 15 Pro', '云雾白'), model(12, 'iPhone 16 Pro Max', '曜石黑'), model(13, '小米 14', '云雾白')],
  },
  {
    originalId: '3684211097756124',
    title: '宠物肖像定制手机壳 猫咪狗狗 华为 OPPO vivo 全机型',
    skus: [model(21, 'Mate 60 Pro', '云雾白'), model(22, 'Find X7 Ultra', '樱花粉'), model(23, 'X100 Pro', '远山蓝')],
  },
] as const

/**
 * Adds a Taobao shop (if there is a seller to authorize it) and a Doudian shop to the demo account unless it has shops already,
 * also if another server does so at the same time.
 */
export async function addDemoShops(ctx: Ctx, seller: DemoSeller | undefined): Promise<void> {
  if (await hasShops(ctx)) return
  // Done before the transaction, like every call of the marketplace.
  const synced = (seller && (await marketplaceOf(ctx, taobaoType).products?.(seller.session, syncedIds))) ?? []
  await transact(ctx, async (inner) => {
    await inner.db.selectFrom('account').select('id').where('id', '=', ctx.actor.accountId).forUpdate().execute()
    if (await hasShops(inner)) return
    const pictures = await templatePictures(inner)
    if (seller) await addTaobao(inner, seller, synced, pictures)
    await addDoudian(inner, pictures)
  })
}

async function hasShops({ db, actor }: Ctx): Promise<boolean> {
  return (await db.selectFrom('shop').select('id').where('account_id', '=', actor.accountId).executeTakeFirst()) !== undefined
}

/** Pictures of the products: thumbnails of the demo's own designs, as paths without a host. */
async function templatePictures({ db, actor }: Ctx): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template')
    .innerJoin('file', 'file.id', 'template.thumbnail_file_id')
    .select('file.storage_key')
    .where('template.account_id', '=', actor.accountId)
    .orderBy('template.id')
    .limit(syncedIds.length + doudianProducts.length)
    .execute()
  return rows.map(({ storage_key }) => `/files/${storage_key}`)
}

async function addTaobao(
  ctx: Ctx,
  seller: DemoSeller,
  products: readonly MarketplaceProduct[],
  pictures: readonly string[],
): Promise<void> {
  const { shopId } = await putSession(ctx, { accountId: ctx.actor.accountId, type: taobaoType }, seller)
  const shown = products.map((product, index) => ({ ...product, imageUrl: pictures[index] ?? null }))
  // The list shows the product that was written last first.
  for (const product of shown.reverse()) await putProducts(ctx, shopId, [product])
  const [collection] = await ctx.db
    .selectFrom('template_collection')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .orderBy('position')
    .limit(1)
    .execute()
  const configured = collection
    ? { ...openSetting, mode: productMode.templateCollectionsAndDiy, bindingTemplateCollectionIds: [collection.id] }
    : { ...openSetting, mode: productMode.diy }
  const product = shown.find(({ originalId }) => originalId === syncedIds[0])
  for (const sku of product?.skus.slice(0, 2) ?? []) {
    await putSetting(ctx, { shopId, productOriginalId: syncedIds[0], skuOriginalId: sku.originalId, ...configured })
  }
  await createLink(ctx, { shopId, isDefault: true, customizationTiming: 1, ...openSetting })
}

async function addDoudian(ctx: Ctx, pictures: readonly string[]): Promise<void> {
  const { id: shopId } = await createShop(ctx, { type: 'DOUDIAN', name: '壳匠抖店' })
  for (const [index, product] of [...doudianProducts].reverse().entries()) {
    await createProduct(ctx, { shopId, ...product, imageUrl: pictures[syncedIds.length + index] ?? null })
  }
}
