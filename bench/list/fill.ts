/**
 * Fills a database with lists of three sizes, as large shops have them, for the benchmark of lists. argv: the folder of an embedded
 * database (or DATABASE_URL), and the file that describes what was filled.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAccount } from '../../server/domain/users/accounts'
import { openDatabase } from '../../server/infra/db/open'
import type { Db } from '../../server/kernel/context'
import { insertOrders } from '../lib/orders'
import type { Filled, FilledModels } from './filled'

const sizes = { models: [100, 1000, 10_000], assets: [50, 500, 5000], orders: [1000, 10_000, 100_000] } as const

async function fillModels(db: Db, accountId: number, size: number): Promise<FilledModels> {
  const brand = await db
    .insertInto('phone_brand')
    .values({ account_id: accountId, name: `${size} 个型号`, position: size })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into phone_model (account_id, phone_brand_id, name, favorited, position)
    select ${accountId}::bigint, ${brand.id}::bigint, '型号 ' || n, n % 10 = 0, n::bigint * 1048576
    from generate_series(1, ${size}::int) n`.execute(db)
  const edge = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from phone_model where phone_brand_id = ${brand.id}`.execute(db)
  return { size, brandId: brand.id, ...(edge.rows[0] ?? { first: 0, last: 0 }) }
}

async function fillAssets(db: Db, accountId: number, size: number): Promise<number> {
  const collection = await db
    .insertInto('asset_collection')
    .values({ account_id: accountId, type: 1, name: `${size} 张`, position: size })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    with files as (
      insert into file (account_id, kind, name, status, storage_key, content_type, size, sha256, width, height)
      select ${accountId}::bigint, 1, '素材 ' || n || '.png', 'ready',
        md5(${`${size}-`}::text || n) || '/' || left(md5(n::text), 16) || '.png', 'image/png', 100000, md5(n::text), 600, 1200
      from generate_series(1, ${size}::int) n returning id
    )
    insert into asset (account_id, collection_id, file_id, position)
    select ${accountId}::bigint, ${collection.id}::bigint, id, row_number() over (order by id) * 1048576 from files`.execute(db)
  return collection.id
}

/** Fills a shop with orders, one in ten merged of two, of which most are paid for and pushed, and some are refunded; returns the shop's id. */
async function fillOrders(db: Db, accountId: number, size: number): Promise<number> {
  const shopId = await insertOrders(db, accountId, size)
  await db.transaction().execute(async (tx) => {
    // The triggers of the ledger check credits; here only the fact that customizations are paid for matters.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into usage_line (account_id, usage_record_id, customization_id, used_credits)
      select ${accountId}::bigint, 1, id, 60 from customization where shop_id = ${shopId} and id % 100 < 97`.execute(tx)
    await sql`update order_item item set hold = '退款中' from shop_order o
      where o.id = item.order_id and o.shop_id = ${shopId} and o.id % 50 = 0`.execute(tx)
    await sql`update shop_order set push_status = 'pushed' where shop_id = ${shopId} and id % 10 < 8`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    await sql`select recount_orders(array(select id from shop_order where shop_id = ${shopId} and parent_id is null))`.execute(tx)
  })
  return shopId
}

const [folder = '', file = ''] = process.argv.slice(2)
const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(folder, 'data') })
const { db } = opened
const { accountId, userId } = await createAccount({ db, clock: { now: () => new Date() } }, { name: 'bench' })
const models: FilledModels[] = []
for (const size of sizes.models) models.push(await fillModels(db, accountId, size))
const assets: Filled['assets'][number][] = []
for (const size of sizes.assets) assets.push({ size, collectionId: await fillAssets(db, accountId, size) })
const orders: Filled['orders'][number][] = []
for (const size of sizes.orders) orders.push({ size, shopId: await fillOrders(db, accountId, size) })
await sql`vacuum (analyze)`.execute(db)
await opened.close()
writeFileSync(file, JSON.stringify({ accountId, userId, models, assets, orders } satisfies Filled))
process.exit(0)
