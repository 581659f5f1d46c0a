/** Reads products with their SKUs in order, and writes them whole by their platform id. */
import { sql } from 'kysely'
import type { Product } from '../../../contract/types'
import { putRows } from '../../kernel/columns'
import type { Ctx, Db } from '../../kernel/context'

export const selectProducts = (db: Db, accountId: number) =>
  db
    .selectFrom('product')
    .select(['id', 'shop_id', 'original_id', 'title', 'image_url'])
    .where('product.account_id', '=', accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>

/** Returns the products of these rows, in their order. */
export async function withSkus(db: Db, accountId: number, rows: readonly Selected[]): Promise<Product[]> {
  const skus =
    rows.length === 0
      ? []
      : await db
          .selectFrom('product_sku')
          .select(['id', 'product_id', 'original_id', 'properties_name'])
          .where('account_id', '=', accountId)
          .where(
            'product_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('product_id')
          .orderBy('place')
          .execute()
  const byProduct = new Map<number, typeof skus>(rows.map(({ id }) => [id, []]))
  for (const sku of skus) byProduct.get(sku.product_id)?.push(sku)
  return rows.map((row) => ({
    id: row.id,
    shopId: row.shop_id,
    originalId: row.original_id,
    title: row.title,
    imageUrl: row.image_url,
    skus: (byProduct.get(row.id) ?? []).map((sku) => ({
      id: sku.id,
      originalId: sku.original_id,
      propertiesName: sku.properties_name,
    })),
  }))
}

export interface SkuWrite {
  readonly originalId: string
  readonly propertiesName: string
}

export interface ProductWrite {
  readonly originalId: string
  readonly title: string
  readonly imageUrl?: string | null | undefined
  readonly skus: readonly SkuWrite[]
}

/**
 * Writes a marketplace's products: adds new ones, and replaces title and SKUs of known ones, in the given order. A missing
 * picture keeps the stored one. Returns the products in the given order. Runs inside a transaction.
 */
export async function putProducts({ db, actor }: Ctx, shopId: number, products: readonly ProductWrite[]): Promise<Product[]> {
  const { accountId } = actor
  const lastById = new Map(products.map((product) => [product.originalId, product]))
  // Written in a fixed order, so that two concurrent writers wait for each other instead of deadlocking.
  const sorted = [...lastById.values()].sort((a, b) => (a.originalId < b.originalId ? -1 : 1))
  const ids = new Map<string, number>()
  for (const { originalId, title, imageUrl = null, skus } of sorted) {
    const row = await db
      .insertInto('product')
      .values({ account_id: accountId, shop_id: shopId, original_id: originalId, title, image_url: imageUrl })
      .onConflict((conflict) =>
        conflict.columns(['shop_id', 'original_id']).doUpdateSet({
          title,
          image_url: (eb) => eb.fn.coalesce('excluded.image_url', 'product.image_url'),
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(originalId, row.id)
    await replaceSkus(db, accountId, row.id, skus)
  }
  if (ids.size === 0) return []
  const rows = await selectProducts(db, accountId)
    .where('id', 'in', [...ids.values()])
    .execute()
  const byId = new Map(rows.map((row) => [row.original_id, row]))
  return withSkus(
    db,
    accountId,
    [...lastById.keys()].flatMap((originalId) => byId.get(originalId) ?? []),
  )
}

/**
 * Replaces a product's SKUs in one statement, because a product may have thousands. The product's row is locked by its upsert. A
 * SKU that stays keeps its id.
 */
export async function replaceSkus(db: Db, accountId: number, productId: number, skus: readonly SkuWrite[]): Promise<void> {
  const uniqueSkus = new Map(skus.map((sku) => [sku.originalId, sku]))
  const rows = [...uniqueSkus.values()].map((sku, place) => ({
    account_id: accountId,
    product_id: productId,
    original_id: sku.originalId,
    properties_name: sku.propertiesName,
    place,
  }))
  await sql`
    delete from product_sku where product_id = ${productId} and account_id = ${accountId}
      and original_id <> all(${[...uniqueSkus.keys()]}::text[])`.execute(db)
  await putRows(db, 'product_sku', rows, { key: ['product_id', 'original_id'] })
}
