/** Products of a shop: list, add by hand, sync from the marketplace, remove. */
import type { ExpressionBuilder } from 'kysely'
import { maxProductIdsPerCall } from '../../../contract/constants'
import {
  canReadThroughClient,
  productIdProblem,
  productSourceOf,
  shopTypeName,
  syncingNames,
} from '../../../contract/rules/shop-types'
import type { OnSaleProducts, Product } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { MarketplaceProduct } from '../../ports/marketplace'
import { isStorableId, storableUpTo, webAddress } from '../orders/content'
import { assertConnected } from './marketplaces'
import { type ProductWrite, putProducts, replaceSkus, selectProducts, withSkus } from './product-rows'
import { withSession } from './sessions'
import { lockShop, requireShop } from './shops'

export interface ProductQuery {
  readonly shopId: number
  readonly pageNo: number
  readonly pageSize: number
  readonly keyword?: string | undefined
}

type Where = ExpressionBuilder<Database, 'product'>

/** Matches part of the title, or the whole platform id of the product or of one of its SKUs. */
const matches = (keyword: string) => (eb: Where) =>
  eb.or([
    eb('title', 'ilike', `%${keyword.replace(/[\\%_]/g, '\\$&')}%`),
    eb('original_id', '=', keyword),
    eb.exists(
      eb
        .selectFrom('product_sku')
        .select('product_sku.id')
        .whereRef('product_sku.product_id', '=', 'product.id')
        .whereRef('product_sku.account_id', '=', 'product.account_id')
        .where('product_sku.original_id', '=', keyword),
    ),
  ])

/** Returns a page, newest first. */
export async function listProducts(
  ctx: Ctx,
  { shopId, pageNo, pageSize, keyword = '' }: ProductQuery,
): Promise<{ items: Product[]; totalItems: number }> {
  await requireShop(ctx, shopId)
  const { db, actor } = ctx
  const inShop = selectProducts(db, actor.accountId).where('shop_id', '=', shopId)
  const found = keyword === '' ? inShop : inShop.where(matches(keyword))
  const rows = await found
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { count } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { items: await withSkus(db, actor.accountId, rows), totalItems: count }
}

const duplicateProduct = (path: string, message: string): Failure =>
  new Failure('invalid', message, [{ path, code: 'duplicate', message }])

/** Adds a product by hand, for shops that are not connected. An existing product is not overwritten. */
export function createProduct(ctx: Ctx, { shopId, ...product }: ProductWrite & { readonly shopId: number }): Promise<Product> {
  const { originalId, title, imageUrl = null, skus } = product
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const shop = await lockShop(inner, shopId)
    if (productSourceOf(shop) === 'sync') throw invalid('shopId', '该店铺的商品请用“同步商品”添加')
    const seenIds = new Set<string>()
    for (const [index, sku] of skus.entries()) {
      if (seenIds.has(sku.originalId))
        throw duplicateProduct(`body.skus.${index}.originalId`, `商品规格的平台ID“${sku.originalId}”重复`)
      seenIds.add(sku.originalId)
    }
    const created = await db
      .insertInto('product')
      .values({ account_id: actor.accountId, shop_id: shopId, original_id: originalId, title, image_url: imageUrl })
      .onConflict((conflict) => conflict.columns(['shop_id', 'original_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) throw duplicateProduct('body.originalId', `平台ID为“${originalId}”的商品已存在，如需修改请先移除再新增`)
    await replaceSkus(db, actor.accountId, created.id, skus)
    const rows = await selectProducts(db, actor.accountId).where('id', '=', created.id).execute()
    const [read] = await withSkus(db, actor.accountId, rows)
    if (!read) throw notFound('商品')
    return read
  })
}

/** Deletes a product. Its customization settings stay, by platform id, and apply again when it is added again. */
export async function removeProduct({ db, actor }: Ctx, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('product')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('商品')
}

/** The most characters that are stored of each text of a product and of its SKUs. The figure is ours, no marketplace documents one. */
const maxText = 500

/** Returns what the database can store of a product, whatever its texts hold. */
const toWrite = ({ originalId, title, imageUrl, skus }: MarketplaceProduct): ProductWrite => ({
  originalId,
  title: storableUpTo(title, maxText),
  imageUrl: webAddress(imageUrl),
  skus: skus
    .filter((sku) => isStorableId(sku.originalId))
    .map((sku) => ({ originalId: sku.originalId, propertiesName: storableUpTo(sku.propertiesName, maxText) })),
})

/**
 * Requests at most 20 products from the marketplace; those it did not return are listed in `missing`, and their stored rows stay
 * unchanged.
 */
export async function syncProducts(
  ctx: Ctx,
  { shopId, productOriginalId: ids }: { readonly shopId: number; readonly productOriginalId: readonly string[] },
): Promise<{ products: Product[]; missing: string[] }> {
  if (ids.length > maxProductIdsPerCall) throw invalid('productOriginalId', `一次最多 ${maxProductIdsPerCall} 个商品ID`)
  const shop = await requireShop(ctx, shopId)
  const { type } = shop
  if (productSourceOf(shop) !== 'sync') throw invalid('shopId', `只有已授权或已连接的${syncingNames}店铺可以同步`)
  const problem = productIdProblem(type, ids)
  if (problem !== null) throw invalid('productOriginalId', problem)
  const found = await withSession(ctx, { accountId: ctx.actor.accountId, shopId }, (session, marketplace) => {
    if (!marketplace.products) throw invalid('shopId', `${shopTypeName(type)}的商品不能同步`)
    return marketplace.products(session, ids)
  })
  const byId = new Map(found.map((product) => [product.originalId, product]))
  const requestedProducts = ids.flatMap((id) => byId.get(id) ?? []).map(toWrite)
  const products = await transact(ctx, async (inner) => {
    await requireShop(inner, shopId)
    return putProducts(inner, shopId, requestedProducts)
  })
  return { products, missing: ids.filter((id) => !byId.has(id)) }
}

/** Returns a page of what a connected shop has on sale on its marketplace, and which of it is stored here. */
export async function listOnSale(
  ctx: Ctx,
  {
    shopId,
    page = null,
    keyword = '',
  }: { readonly shopId: number; readonly page?: string | undefined | null; readonly keyword?: string | undefined },
): Promise<OnSaleProducts> {
  const shop = await requireShop(ctx, shopId)
  if (productSourceOf(shop) !== 'sync') throw invalid('shopId', `只有已授权或已连接的${syncingNames}店铺可以同步`)
  const { items, ...rest } = await withSession(ctx, { accountId: ctx.actor.accountId, shopId }, (session, marketplace) => {
    if (!marketplace.listOnSale) throw invalid('shopId', `${shopTypeName(shop.type)}的商品不能列出，请按商品ID同步`)
    return marketplace.listOnSale(session, { page, keyword })
  })
  const listed = items.filter(({ originalId }) => isStorableId(originalId))
  const stored = await storedIds(
    ctx,
    shopId,
    listed.map(({ originalId }) => originalId),
  )
  return {
    items: listed.map(({ originalId, title, imageUrl }) => ({
      originalId,
      title: storableUpTo(title, maxText),
      imageUrl: webAddress(imageUrl),
      isSynced: stored.has(originalId),
    })),
    ...rest,
  }
}

async function storedIds({ db, actor }: Ctx, shopId: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('product')
    .select('original_id')
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where('original_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.original_id))
}

/** Stores products that the plugin itself requested from the marketplace inside the seller's client. */
export function importProducts(
  ctx: Ctx,
  { shopId, products }: { readonly shopId: number; readonly products: readonly ProductWrite[] },
): Promise<{ products: Product[] }> {
  return transact(ctx, async (inner) => {
    const shop = await requireShop(inner, shopId)
    assertConnected(shop, '同步')
    if (!canReadThroughClient(shop)) throw invalid('shopId', '千牛里只能读取淘宝店铺的商品')
    return { products: await putProducts(inner, shopId, products) }
  })
}
