/**
 * Fills a database with the 100,000 orders of an account with five shops, of the last 90 days, one in ten merged of two. The proportions
 * are guesses: most orders are finished, a twentieth of the older ones is forgotten, few templates and models make most designs. argv: the
 * folder of an embedded database (or DATABASE_URL), and the file that describes what was filled.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { recountHome } from '../../server/domain/home/counts'
import { createAccount } from '../../server/domain/users/accounts'
import { openDatabase } from '../../server/infra/db/open'

const size = 100_000
const shops = 5
const templates = 200
const models = 60

const [folder = '', file = ''] = process.argv.slice(2)
const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(folder, 'data') })
const { db } = opened
const { accountId, userId } = await createAccount({ db, clock: { now: () => new Date() } }, { name: 'bench' })
const account = sql`${accountId}::bigint`

/** A whole number below `count`, small ones far more often. */
const skewed = (count: number, seed: number) =>
  sql`floor(${count}::int * power((item.id * ${seed}::int % 10007) / 10007.0, 3))::int`

const { rows } = await sql<{ id: number }>`
  insert into shop (account_id, type, name) select ${account}, 'DOUDIAN', '店铺 ' || n from generate_series(1, ${shops}::int) n
  returning id`.execute(db)
const shopIds = rows.map(({ id }) => id)

await db.transaction().execute(async (tx) => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
  // Rows are written as they are in the end, and counted once.
  await run(sql`set local session_replication_role = replica`)
  await run(sql`
    insert into shop_order (id, account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search,
      ship_until, push_status, tag_ids, held_back, approval, buyer_message)
    select n, ${account}, (${shopIds}::bigint[])[1 + n % ${shops}::int], (6900000000000000000 + n)::text, true,
      case when n % 10 = 0 then 'MERGE_PARENT' else 'INDEPENDENT' end, now() - n * interval '77 seconds', md5(n::text),
      '定制手机壳 iphone 15 ' || n, now() - n * interval '77 seconds' + interval '48 hours',
      case when n % 500 = 7 then 'failed' when n > 2000 and n % 10 < 8 then 'pushed' else 'none' end,
      case when n % 25 = 0 then '[1]'::jsonb else '[]' end, case when n % 40 = 0 then '等买家回复' end,
      case when n < 2500 and n % 5 = 0 then 'waiting' when n % 30 = 0 then 'approved' end,
      case when n % 35 = 0 then '名字写 LILI' end
    from generate_series(1, ${size}::int) n`)
  await run(sql`
    insert into shop_order (id, account_id, shop_id, original_id, is_platform_order, merge_split_status, parent_id, created_at, sha256, search,
      ship_until, push_status)
    select 1000000 + id * 2 + n, account_id, shop_id, original_id || '-' || n, true, 'MERGE_CHILD', id, created_at, md5(n::text), '手机壳',
      ship_until, push_status
    from shop_order, generate_series(0, 1) n where merge_split_status = 'MERGE_PARENT'`)
  await run(sql`
    insert into order_item (id, account_id, order_id, place, original_id, title, properties_name, quantity, state)
    select id, account_id, id, 0, id::text, '定制手机壳 来图定制', '型号:iPhone 15', 1,
      case when coalesce(parent_id, id) % 50 = 1 and coalesce(parent_id, id) < 20000 then 'refundAsked' when coalesce(parent_id, id) < 8000 or coalesce(parent_id, id) % 40 in (3, 10) then 'toMake' else 'finished' end
    from shop_order`)
  await run(sql`
    insert into customization (id, account_id, shop_id, key, phone_brand_name, phone_model_name, material_name, material_color_name,
      customized_image_url, snapshot, template_id, template_name)
    select item.id, ${account}, o.shop_id, item.id::text, '苹果', 'iPhone ' || ${skewed(models, 31)}, '硅胶', '黑',
      'https://img.example.com/' || item.id, '{}', 1 + ${skewed(templates, 7919)}, '模板 ' || ${skewed(templates, 7919)}
    from order_item item join shop_order o on o.id = item.order_id`)
  await run(sql`
    insert into order_item_customization (account_id, order_item_id, customization_id, place, other_phone)
    select ${account}, id, id, 0, id % 60 = 0 from order_item`)
  await run(sql`
    insert into usage_record (id, account_id, shop_id, order_id, order_original_id, used_credits, journal_id, created_at)
    select id, account_id, shop_id, id, original_id, 60, id, created_at + interval '1 hour' from shop_order where id > 2000`)
  await run(sql`
    insert into usage_line (account_id, usage_record_id, customization_id, used_credits)
    select ${account}, id, id, 60 from usage_record`)
  await run(sql`
    insert into alarm (account_id, customization_id, order_id, kinds, facts, since)
    select ${account}, id, id, '{refund}', md5(id::text), created_at from shop_order where parent_id is null and id % 50 = 1`)
  await run(sql`insert into order_tag (id, account_id, name) values (1, ${account}, '加急')`)
  await run(sql`set local session_replication_role = origin`)
  await run(sql`select recount_orders(array(select id from shop_order where parent_id is null))`)
  await recountHome(tx)
})
await sql`vacuum (analyze)`.execute(db)
await opened.close()
writeFileSync(file, JSON.stringify({ accountId, userId }))
process.exit(0)
