import { sql } from 'kysely'
import type { Db } from '../../server/kernel/context'

/** Creates a shop with `size` orders, one in ten merged of two, each item with a customization. Resolves with the shop's id. */
export async function insertOrders(db: Db, accountId: number, size: number): Promise<number> {
  const { id: shopId } = await db
    .insertInto('shop')
    .values({ account_id: accountId, type: 'DOUDIAN', name: `${size} 个订单` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = sql`${accountId}::bigint`
  await sql`
    with orders as (
      insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search)
      select ${account}, ${shopId}::bigint, (6900000000000000000 + n)::text, true,
        case when n % 10 = 0 then 'MERGE_PARENT' else 'INDEPENDENT' end, timestamptz '2026-01-01' + n * interval '1 minute',
        md5(n::text), '定制手机壳 iphone 15 ' || n
      from generate_series(1, ${size}::int) n returning id, original_id, merge_split_status, created_at
    ), children as (
      insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, parent_id, created_at, sha256,
        search)
      select ${account}, ${shopId}::bigint, original_id || '-' || n, true, 'MERGE_CHILD', id, created_at, md5(n::text), '手机壳'
      from orders, generate_series(1, 2) n where merge_split_status = 'MERGE_PARENT' returning id
    ), items as (
      insert into order_item (account_id, order_id, place, original_id, title, properties_name, quantity)
      select ${account}, id, 0, id::text, '定制手机壳 来图定制', '型号:iPhone 15', 1
      from (select id from orders union all select id from children) as every returning id
    ), designs as (
      insert into customization (account_id, shop_id, key, phone_brand_name, phone_model_name, material_name, material_color_name,
        customized_image_url, snapshot)
      select ${account}, ${shopId}::bigint, id::text, '苹果', 'iPhone 15', '硅胶', '黑', 'https://img.example.com/' || id, '{}'
      from items returning id, key
    )
    insert into order_item_customization (account_id, order_item_id, customization_id, place)
    select ${account}, key::bigint, id, 0 from designs`.execute(db)
  return shopId
}
