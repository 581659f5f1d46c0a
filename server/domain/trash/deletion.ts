/**
 * Copies deleted rows into the trash, from which sellers can restore them, and then really deletes them, so that no other query
 * needs to consider deleted rows. Their files stay meanwhile, because unused files are removed only after the same time
 * (`files/unused`).
 */
import { type RawBuilder, sql } from 'kysely'
import { type TrashKind, trashDays } from '../../../contract/constants'
import type { Ctx, Deps } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { inList, type Scope } from '../../kernel/ordering'
import { boundCollections, keptTables } from './tables'

/** Deletions after this time can still be undone. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - trashDays * 24 * 60 * 60 * 1000)

/** Name of a deleted item: its own, or that of its file. */
const nameOf: Partial<Record<TrashKind, RawBuilder<unknown>>> = {
  asset: sql`coalesce(item.name, (select name from file where file.id = item.file_id))`,
  fontColor: sql`item.hex_code`,
}

/**
 * Copies these items of one list, and every row that the database deletes with them, into the trash; returns the entry's id. The
 * items must be locked, and the caller deletes them in the same transaction.
 */
export async function copyToTrash(ctx: Ctx, kind: TrashKind, { list }: Scope, ids: readonly number[]): Promise<number> {
  const { db, actor, clock } = ctx
  const { rows } = await sql<{ id: number }>`
    insert into trash (account_id, kind, item_id, name, count, deleted_at, deleted_by)
    select ${actor.accountId}, ${kind}, item.id, ${nameOf[kind] ?? sql`item.name`}, ${ids.length}, ${clock.now()}, ${actor.username}
    from ${sql.table(list.table)} as item
    where account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[]) order by position limit 1
    returning id`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error(`nothing of ${list.table} to keep`)
  await keepRows(ctx, entry.id, list.table, sql`id = any(${[...ids]}::bigint[])`)
  const reached = new Set([list.table])
  for (const { table, of } of keptTables) {
    const ways = Object.entries(of).filter(([, parent]) => reached.has(parent))
    if (ways.length === 0) continue
    const among = ways.map(([column, parent]) => sql`${sql.ref(column)} in (select ${keptIds(ctx, entry.id, parent)})`)
    await keepRows(ctx, entry.id, table, sql.join(among, sql` or `))
    reached.add(table)
  }
  await keepNames(ctx, entry.id, reached)
  return entry.id
}

/**
 * Deletes one item of a locked list so that it can be restored. Rejects with 'not-found' when it is not in the list (any more).
 */
export async function deleteItem(ctx: Ctx, kind: TrashKind, scope: Scope, id: number): Promise<void> {
  const { db } = ctx
  const one = sql`${sql.table(scope.list.table)} where ${inList(scope)} and id = ${id}`
  const { rows } = await sql`select id from ${one} for update`.execute(db)
  if (rows.length === 0) throw notFound(scope.list.itemName)
  await copyToTrash(ctx, kind, scope, [id])
  await sql`delete from ${one}`.execute(db)
}

const hasId = (table: string): boolean => keptTables.find((kept) => kept.table === table)?.hasId !== false

const keptIds = ({ actor }: Ctx, entry: number, table: string) => sql`
  row_id from trash_row where account_id = ${actor.accountId} and trash_id = ${entry} and source = ${table}`

async function keepRows({ db, actor }: Ctx, entry: number, table: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${table}, ${hasId(table) ? sql`id` : sql`null`}, to_jsonb(one) from ${sql.table(table)} as one
    where account_id = ${actor.accountId} and (${which}) for update of one`.execute(db)
}

/** Stores the values that remaining rows lose: columns that will be cleared, and collections that templates bind. */
async function keepNames(ctx: Ctx, entry: number, reached: ReadonlySet<string>): Promise<void> {
  const { db, actor } = ctx
  const keep = (table: string, column: string, value: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${`${table}.${column}`}, id, ${value} from ${sql.table(table)} as one ${from}
    where account_id = ${actor.accountId} and id not in (select ${keptIds(ctx, entry, table)})`
  for (const { table, names = {} } of keptTables) {
    for (const [column, named] of Object.entries(names)) {
      if (!reached.has(named)) continue
      const own = sql.ref(`one.${column}`)
      const among = sql`and ${own} in (select ${keptIds(ctx, entry, named)})`
      await sql`${keep(table, column, sql`to_jsonb(${own})`, sql``)} ${among}`.execute(db)
    }
  }
  const { table, column, names } = boundCollections
  if (!reached.has(names)) return
  const each = sql`cross join lateral jsonb_array_elements(${sql.ref(`one.${column}`)}) as bound (value)`
  const among = sql`and value::text::bigint in (select ${keptIds(ctx, entry, names)})`
  await sql`${keep(table, column, sql`value`, each)} ${among}`.execute(db)
}

/** Deletes rows of a table that nothing else needs any more, and copies them into the trash. */
export async function deleteIntoTrash(
  { db, actor }: Ctx,
  entry: number,
  table: string,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with gone as (delete from ${sql.table(table)} where account_id = ${actor.accountId} and (${which}) returning *)
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${table}, id, to_jsonb(gone) from gone`.execute(db)
}

/** Removes entries that can no longer be restored. */
export async function sweepTrash({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('trash').where('deleted_at', '<=', restorableSince(clock.now())).execute()
}
