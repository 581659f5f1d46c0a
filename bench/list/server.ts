/**
 * The real server on a database of its own with lists of three sizes. On request it also runs the bare SQL of the same lists on
 * the same database. Communicates with the benchmark by process messages.
 */
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { createAccount } from '../../server/domain/users/accounts'
import { openSession } from '../../server/domain/users/sessions'
import { openEmbeddedMarketplace } from '../../server/embedded/marketplace/marketplace'
import { createApp } from '../../server/http/app'
import { listen } from '../../server/http/listen'
import { directExaminer as examiner, runDirectly } from '../../server/infra/content/work'
import { openDatabase } from '../../server/infra/db/open'
import { openEngine } from '../../server/infra/jobs/engine'
import { createRenderer } from '../../server/infra/render/renderer'
import { createSealer } from '../../server/infra/sealer'
import { createLocalStorage } from '../../server/infra/storage/local'
import { createOwnTickets } from '../../server/infra/storage/own-tickets'
import type { Db } from '../../server/kernel/context'
import { insertOrders } from '../lib/orders'

/** One list with its address in the API, and its bare SQL. */
interface Case {
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
interface MeasureRequest {
  readonly list: string
  readonly size: number
  readonly name?: string
  readonly times: number
  readonly move?: boolean
}
export interface Ready {
  readonly port: number
  readonly token: string
  /** Token of the account whose orders are filtered. */
  readonly filterToken: string
  readonly cases: Readonly<Record<string, readonly Omit<Case, 'bare'>[]>>
}

const sizes = { models: [100, 1000, 10_000], assets: [50, 500, 5000], orders: [1000, 10_000, 100_000] } as const
const pageSize = 50

async function fillModels(db: Db, accountId: number, size: number): Promise<Case> {
  const brand = await db
    .insertInto('phone_brand')
    .values({ account_id: accountId, name: `${size} 个型号`, position: size })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into phone_model (account_id, phone_brand_id, name, favorited, position)
    select ${accountId}::bigint, ${brand.id}::bigint, '型号 ' || n, n % 10 = 0, n::bigint * 1048576
    from generate_series(1, ${size}::int) n`.execute(db)
  const bare = () =>
    sql`select id, phone_brand_id, name, favorited from phone_model
        where account_id = ${accountId} and phone_brand_id = ${brand.id} order by position`.execute(db)
  const path = `/api/phone_brands/${brand.id}/phone_models`
  const edge = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from phone_model where phone_brand_id = ${brand.id}`.execute(db)
  const { first, last } = edge.rows[0] ?? { first: 0, last: 0 }
  let moveCount = 0
  const move = {
    path: `${path}/${last}/ordering`,
    first,
    bare: () => {
      moveCount += 1
      return sql`update phone_model set position = ${moveCount % 2 === 0 ? size * 1048576 : 1048575}::bigint where id = ${last}`.execute(
        db,
      )
    },
  }
  return { size, path, bare, move }
}

/** Fills a collection of assets; the case is a page in the middle of it. */
async function fillAssets(db: Db, accountId: number, size: number): Promise<Case> {
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
  const pageNo = Math.max(1, Math.floor(size / pageSize / 2))
  const bare = async () => {
    await sql`select count(*) from asset where collection_id = ${collection.id}`.execute(db)
    await sql`
      select asset.id, collection_id, file_id, file.name, width, height, size, storage_key
      from asset join file on file.id = file_id
      where collection_id = ${collection.id} order by position limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`.execute(
      db,
    )
  }
  return { size, path: `/api/design_assets?collectionId=${collection.id}&pageNo=${pageNo}&pageSize=${pageSize}`, bare }
}

/** Reads a page of orders and their sub-orders, items and customizations in three statements. */
async function barePage(db: Db, where: RawBuilder<unknown>, offset: number): Promise<void> {
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

/**
 * Fills a shop with orders, one in ten merged of two; the case is a page in the middle. The bare SQL reads the same rows: the
 * number of orders, a page of them, and their sub-orders and items.
 */
async function fillOrders(db: Db, accountId: number, size: number): Promise<Case> {
  const shopId = await insertOrders(db, accountId, size)
  const account = sql`${accountId}::bigint`
  const pageNo = Math.max(1, Math.floor(size / pageSize / 2))
  const bare = async () => {
    await sql`select count(*) from shop_order where account_id = ${account} and shop_id = ${shopId} and parent_id is null`.execute(
      db,
    )
    await barePage(db, sql`account_id = ${account} and shop_id = ${shopId} and parent_id is null`, (pageNo - 1) * pageSize)
  }
  return { size, path: `/api/orders?shopId=${shopId}&pageNo=${pageNo}&pageSize=${pageSize}`, bare }
}

/**
 * Fills a shop with 50,000 orders as sellers have them; the cases are the first page of each filter. The bare SQL reads the page
 * without a count.
 */
async function fillFilters(db: Db, accountId: number): Promise<Case[]> {
  const { size } = await fillOrders(db, accountId, 50_000)
  const account = sql`${accountId}::bigint`
  const { rows: shops } = await sql<{ id: number }>`select max(id) as id from shop where account_id = ${account}`.execute(db)
  const shopId = shops[0]?.id ?? 0
  await db.transaction().execute(async (tx) => {
    // The triggers of the ledger check credits; here only the fact that customizations are paid for matters.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into usage_line (account_id, usage_record_id, customization_id, used_credits)
      select ${account}, 1, id, 60 from customization where shop_id = ${shopId} and id % 100 < 97`.execute(tx)
    await sql`update order_item item set hold = '退款中' from shop_order o
      where o.id = item.order_id and o.shop_id = ${shopId} and o.id % 50 = 0`.execute(tx)
    await sql`update shop_order set push_status = 'pushed' where shop_id = ${shopId} and id % 10 < 8`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    await sql`select recount_orders(array(select id from shop_order where shop_id = ${shopId} and parent_id is null))`.execute(tx)
  })
  const filters = {
    none: ['', sql`true`],
    'not downloaded': ['&downloaded=false', sql`unpaid_images > 0`],
    downloaded: ['&downloaded=true', sql`unpaid_images = 0`],
    'not pushed': ['&pushed=false', sql`not fully_pushed`],
    pushed: ['&pushed=true', sql`fully_pushed`],
    held: ['&held=true', sql`held_items > 0`],
    'merged orders': ['&mergeSplitStatus=MERGE_PARENT', sql`merge_split_status = 'MERGE_PARENT'`],
    'a number': [
      '&keyword=6900000000000049001',
      sql`(search || coalesce(E'\\n' || search_below, '')) like '%6900000000000049001%'`,
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
    bare: () => barePage(db, sql`account_id = ${account} and shop_id = ${shopId} and parent_id is null and ${condition}`, 0),
  }))
}

async function main(folder: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(folder, 'data') })
  const { db } = opened
  const jobs = await openEngine({ ...opened, queues: [], isDatabaseOwner: false, report: console.error })
  const clock = { now: () => new Date() }
  const tickets = createOwnTickets({ secret: 'only for the bench', publicUrl: '', clock })
  const storage = await createLocalStorage(join(folder, 'files'), tickets)
  const { marketplace } = openEmbeddedMarketplace({ clock })
  const sealer = createSealer('only for the bench')
  const deps = {
    db,
    storage,
    examiner,
    clock,
    jobs,
    marketplace,
    sealer,
    payments: null,
    platforms: {},
    moderation: null,
    erp: null,
    prints: { secret: 'bench', format: 'png' as const },
    fileSecret: 'bench',
    publicUrl: '',
    pictures: [],
    renderer: createRenderer(runDirectly),
  }
  const settings = {
    corsOrigins: [],
    frameAncestors: "'self'",
    isTrustedProxy: () => false,
    pictureHosts: [],
    uploadOrigin: undefined,
    validateReplies: false,
    log: { error: (message: string, error: unknown) => console.error(message, error) },
  }
  const checks = { database: async () => {}, storage: async () => {} }
  const app = createApp({ deps: { ...deps, settings }, tickets, checks, webDir: undefined })
  const { accountId, userId } = await createAccount(deps, { name: 'bench' })
  const cases: Record<string, Case[]> = { models: [], assets: [], orders: [] }
  for (const size of sizes.models) cases.models?.push(await fillModels(db, accountId, size))
  for (const size of sizes.assets) cases.assets?.push(await fillAssets(db, accountId, size))
  for (const size of sizes.orders) cases.orders?.push(await fillOrders(db, accountId, size))
  const { accountId: filtered, userId: filterer } = await createAccount(deps, { name: 'filters' })
  cases.filters = await fillFilters(db, filtered)
  await sql`vacuum (analyze)`.execute(db)
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const token = await openSession(deps, userId)
  const filterToken = await openSession(deps, filterer)

  process.on('message', async ({ list, size, name, times, move }: MeasureRequest) => {
    const found = cases[list]?.find((entry) => entry.size === size && entry.name === name)
    const durations: number[] = []
    for (let n = 0; n < times; n += 1) {
      const start = performance.now()
      await (move ? found?.move?.bare() : found?.bare())
      durations.push(performance.now() - start)
    }
    process.send?.(durations)
  })
  process.once('disconnect', () => process.exit(0))
  const publicCases = Object.entries(cases).map(([list, of]) => [
    list,
    of.map(({ size, name, path, move }) => ({ size, path, ...(name ? { name } : {}), ...(move ? { move } : {}) })),
  ])
  process.send?.({ port: listening.port, token, filterToken, cases: Object.fromEntries(publicCases) } satisfies Ready)
}

await main(process.argv[2] ?? '')
