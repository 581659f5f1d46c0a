/** The cases of the benchmark of lists: the address of each list in the API, and bare SQL for the same rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/kernel/context'
import type { Filled, FilledModels } from './filled'

/** One list with its address in the API, and its bare SQL. */
export interface Case {
  readonly size: number
  /** Name of the filter, for a filtered list. */
  readonly name?: string
  readonly path: string
  readonly bare: () => Promise<unknown>
  /**
   * For a list that can be sorted: the address that moves the last item, the id of the first item, and the same move as one bare
   * statement.
   */
  readonly move?: { readonly path: string; readonly first: number; readonly bare: () => Promise<unknown> }
}

const pageSize = 50
const middlePage = (size: number) => Math.max(1, Math.floor(size / pageSize / 2))

function modelsCase(db: Db, accountId: number, { size, brandId, first, last }: FilledModels): Case {
  const bare = () =>
    sql`select id, phone_brand_id, name, favorited from phone_model
        where account_id = ${accountId} and phone_brand_id = ${brandId} order by position`.execute(db)
  const path = `/api/phone_brands/${brandId}/phone_models`
  let moveCount = 0
  const moveBare = () => {
    moveCount += 1
    const position = moveCount % 2 === 0 ? size * 1048576 : 1048575
    return sql`update phone_model set position = ${position}::bigint where id = ${last}`.execute(db)
  }
  return { size, path, bare, move: { path: `${path}/${last}/ordering`, first, bare: moveBare } }
}

/** A page in the middle of a collection of assets. */
function assetsCase(db: Db, { size, collectionId }: Filled['assets'][number]): Case {
  const pageNo = middlePage(size)
  const bare = async () => {
    await sql`select count(*) from asset where collection_id = ${collectionId}`.execute(db)
    await sql`
      select asset.id, collection_id, file_id, file.name, width, height, size, storage_key
      from asset join file on file.id = file_id
      where collection_id = ${collectionId} order by position limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`.execute(db)
  }
  return { size, path: `/api/design_assets?collectionId=${collectionId}&pageNo=${pageNo}&pageSize=${pageSize}`, bare }
}

/** Reads a page of orders and their sub-orders, items and customizations in three statements. */
export async function barePage(db: Db, where: RawBuilder<unknown>, offset: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id, original_id, shop_id, is_platform_order, merge_split_status, created_at, push_status from shop_order
    where ${where} order by created_at desc, id desc limit ${pageSize} offset ${offset}`.execute(db)
  const orderIds = rows.map(({ id }) => id)
  const children = await sql<{ id: number }>`
    select id, original_id, parent_id, merge_split_status, created_at from shop_order where parent_id = any(${orderIds}::bigint[])`.execute(
    db,
  )
  const allIds = [...orderIds, ...children.rows.map(({ id }) => id)]
  await sql`
    select item.id, order_id, item.original_id, title, properties_name, quantity, made.id as made, phone_model_name,
      customized_image_url, file.width, line.customization_id
    from order_item item
    left join order_item_customization link on link.order_item_id = item.id
    left join customization made on made.id = link.customization_id
    left join file on file.id = made.customized_file_id
    left join usage_line line on line.account_id = made.account_id and line.customization_id = made.id
    where order_id = any(${allIds}::bigint[])`.execute(db)
}

const topLevel = (accountId: number, shopId: number) =>
  sql`account_id = ${accountId}::bigint and shop_id = ${shopId} and parent_id is null`

/** A page in the middle of a shop's orders. The bare SQL reads the same rows: the number of orders, a page of them, and their sub-orders and items. */
function ordersCase(db: Db, accountId: number, { size, shopId }: Filled['orders'][number]): Case {
  const pageNo = middlePage(size)
  const where = topLevel(accountId, shopId)
  const bare = async () => {
    await sql`select count(*) from shop_order where ${where}`.execute(db)
    await barePage(db, where, (pageNo - 1) * pageSize)
  }
  return { size, path: `/api/orders?shopId=${shopId}&pageNo=${pageNo}&pageSize=${pageSize}`, bare }
}

/** The first page of each filter. The bare SQL reads the page without a count. */
function filterCases(db: Db, accountId: number, { size, shopId }: Filled['orders'][number]): Case[] {
  const filters = {
    none: ['', sql`true`],
    'not downloaded': ['&downloaded=false', sql`unpaid_images > 0`],
    downloaded: ['&downloaded=true', sql`unpaid_images = 0`],
    'not pushed': ['&pushed=false', sql`not fully_pushed`],
    pushed: ['&pushed=true', sql`fully_pushed`],
    held: ['&held=true', sql`held_items > 0`],
    'merged orders': ['&mergeSplitStatus=MERGE_PARENT', sql`merge_split_status = 'MERGE_PARENT'`],
    'a number': [
      '&keyword=6900000000000000901',
      sql`(search || coalesce(E'\\n' || search_below, '')) like '%6900000000000000901%'`,
    ],
    'a frequent word': ['&keyword=iphone', sql`(search || coalesce(E'\\n' || search_below, '')) like '%iphone%'`],
    'a word in no order': [
      '&keyword=%E6%B2%A1%E6%9C%89%E7%9A%84%E8%AF%8D',
      sql`(search || coalesce(E'\\n' || search_below, '')) like '%没有的词%'`,
    ],
  } as const
  return Object.entries(filters).map(([name, [query, condition]]) => ({
    size,
    name,
    path: `/api/orders?shopId=${shopId}&pageNo=1&pageSize=${pageSize}${query}`,
    bare: () => barePage(db, sql`${topLevel(accountId, shopId)} and ${condition}`, 0),
  }))
}

export const casesOf = (db: Db, { accountId, models, assets, orders }: Filled): Record<string, readonly Case[]> => ({
  models: models.map((one) => modelsCase(db, accountId, one)),
  assets: assets.map((one) => assetsCase(db, one)),
  orders: orders.map((one) => ordersCase(db, accountId, one)),
  filters: orders.flatMap((one) => filterCases(db, accountId, one)),
})
