/** Records of imports of files: how far each came, so that one that was stopped can be continued, and what it left out. */
import { type Selectable, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { OrderFileImport } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { storable } from './content'
import type { ImportResult } from './import'

type Calls = AppContract['orderFileImports']
type Begin = Parsed<Calls['begin']>['body']
type Rows = Reply<Calls['rows']>

const shownColumns = [
  'id',
  'shop_id',
  'files',
  'orders',
  'created',
  'updated',
  'unchanged',
  'skipped',
  'refused',
  'created_at',
  'ended_at',
] as const

type StoredImport = Pick<Selectable<Database['order_import']>, (typeof shownColumns)[number]>
const toImport = ({ shop_id, created_at, ended_at, ...row }: StoredImport): OrderFileImport => ({
  ...row,
  shopId: shop_id,
  createdAt: created_at.getTime(),
  endedAt: ended_at?.getTime() ?? null,
})

/** Records an import before its first call. Rejects with 'not-found' (shop). */
export async function beginFileImport(ctx: Ctx, { shopId, files, rows, ...counts }: Begin): Promise<OrderFileImport> {
  return transact(ctx, async (inner) => {
    await requireOwned(inner, 'shop', shopId, '店铺', { lock: 'key share' })
    const { db, actor, clock } = inner
    const { parts, ...told } = counts
    const begun = await db
      .insertInto('order_import')
      .values({
        account_id: actor.accountId,
        shop_id: shopId,
        files: JSON.stringify(files.map(({ name, sha256 }) => ({ name: storable(name), sha256 }))),
        part_count: parts,
        created_at: clock.now(),
        ...told,
      })
      .returning(shownColumns)
      .executeTakeFirstOrThrow()
    const kept = rows.map((row, place) => ({
      place,
      ...row,
      file: storable(row.file),
      rows: storable(row.rows),
      reason: storable(row.reason),
    }))
    await sql`
      insert into order_import_row (account_id, import_id, place, file, row_numbers, order_number, outcome, reason)
      select ${actor.accountId}::bigint, ${begun.id}::bigint, place, file, rows, "orderNo", outcome, reason
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as row (place integer, file text, rows text, "orderNo" text, outcome text, reason text)`.execute(db)
    return toImport(begun)
  })
}

/** Counts what a call imported, once however often it is repeated. One whose record is gone counts nothing. */
export async function countPart(
  { db, actor, clock }: Ctx,
  shopId: number,
  { id, part }: { readonly id: number; readonly part: number },
  { created, updated, unchanged }: Pick<ImportResult, 'created' | 'updated' | 'unchanged'>,
): Promise<void> {
  await sql`
    update order_import set parts = array_append(parts, ${part}::integer), created = created + ${created}::integer,
      updated = updated + ${updated}::integer, unchanged = unchanged + ${unchanged}::integer,
      ended_at = case when cardinality(parts) + 1 >= part_count then ${clock.now()}::timestamptz end
    where account_id = ${actor.accountId} and shop_id = ${shopId} and id = ${id} and ${part}::integer < part_count
      and not ${part}::integer = any(parts)`.execute(db)
}

/** Lists the imports of the last 30 days, the newest first. */
export async function listFileImports(
  { db, actor }: Ctx,
  { pageNo, pageSize }: Parsed<Calls['list']>['query'],
): Promise<Reply<Calls['list']>> {
  const own = db.selectFrom('order_import').where('account_id', '=', actor.accountId)
  const rows = await own
    .select(shownColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(toImport), totalItems: total }
}

/** Returns what an import left out, in the order of its files. Rejects with 'not-found'. */
export async function readFileImportRows(ctx: Ctx, id: number): Promise<Rows> {
  await requireOwned(ctx, 'order_import', id, '导入记录')
  const rows = await ctx.db
    .selectFrom('order_import_row')
    .select(['file', 'row_numbers as rows', 'order_number as orderNo', 'outcome', 'reason'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('import_id', '=', id)
    .orderBy('place')
    .execute()
  return rows
}

const keptMs = 30 * 24 * 60 * 60_000

/** Removes the records of imports that began more than 30 days ago. */
export async function sweepFileImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('order_import')
    .where('created_at', '<', new Date(clock.now().getTime() - keptMs))
    .execute()
}
