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
import { boundCollectionColumn, trashTables } from './tables'

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
  await copyRows(ctx, entry.id, list.table, sql`id = any(${[...ids]}::bigint[])`)
  const deletedTables = new Set([list.table])
  for (const { table, requires } of trashTables) {
    const references = Object.entries(requires).filter(([, parent]) => deletedTables.has(parent))
    if (references.length === 0) continue
    const conditions = references.map(
      ([column, parent]) => sql`${sql.ref(column)} in (select ${trashedIds(ctx, entry.id, parent)})`,
    )
    await copyRows(ctx, entry.id, table, sql.join(conditions, sql` or `))
    deletedTables.add(table)
  }
  await copyClearedValues(ctx, entry.id, deletedTables)
  return entry.id
}

/**
 * Deletes one item of a locked list so that it can be restored. Rejects with 'not-found' when it is not in the list (any more).
 */
export async function deleteItem(ctx: Ctx, kind: TrashKind, scope: Scope, id: number): Promise<void> {
  const { db } = ctx
  const item = sql`${sql.table(scope.list.table)} where ${inList(scope)} and id = ${id}`
  const { rows } = await sql`select id from ${item} for update`.execute(db)
  if (rows.length === 0) throw notFound(scope.list.itemName)
  await copyToTrash(ctx, kind, scope, [id])
  await sql`delete from ${item}`.execute(db)
}

const hasId = (table: string): boolean => trashTables.find((kept) => kept.table === table)?.hasId !== false

const trashedIds = ({ actor }: Ctx, entry: number, table: string) => sql`
  row_id from trash_row where account_id = ${actor.accountId} and trash_id = ${entry} and source = ${table}`

async function copyRows({ db, actor }: Ctx, entry: number, table: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${table}, ${hasId(table) ? sql`id` : sql`null`}, to_jsonb(one) from ${sql.table(table)} as one
    where account_id = ${actor.accountId} and (${condition}) for update of one`.execute(db)
}

/** Stores the values that remaining rows lose: columns that will be cleared, and collections that templates bind. */
async function copyClearedValues(ctx: Ctx, entry: number, deletedTables: ReadonlySet<string>): Promise<void> {
  const { db, actor } = ctx
  const insertValues = (table: string, column: string, value: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${`${table}.${column}`}, id, ${value} from ${sql.table(table)} as one ${from}
    where account_id = ${actor.accountId} and id not in (select ${trashedIds(ctx, entry, table)})`
  for (const { table, clears = {} } of trashTables) {
    for (const [column, referenced] of Object.entries(clears)) {
      if (!deletedTables.has(referenced)) continue
      const value = sql.ref(`one.${column}`)
      const condition = sql`and ${value} in (select ${trashedIds(ctx, entry, referenced)})`
      await sql`${insertValues(table, column, sql`to_jsonb(${value})`, sql``)} ${condition}`.execute(db)
    }
  }
  const { table, column, references } = boundCollectionColumn
  if (!deletedTables.has(references)) return
  const elements = sql`cross join lateral jsonb_array_elements(${sql.ref(`one.${column}`)}) as element (value)`
  const condition = sql`and value::text::bigint in (select ${trashedIds(ctx, entry, references)})`
  await sql`${insertValues(table, column, sql`value`, elements)} ${condition}`.execute(db)
}

/** Deletes rows of a table that nothing else needs any more, and copies them into the trash. */
export async function deleteIntoTrash(
  { db, actor }: Ctx,
  entry: number,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with deleted as (delete from ${sql.table(table)} where account_id = ${actor.accountId} and (${condition}) returning *)
    insert into trash_row (account_id, trash_id, source, row_id, data)
    select account_id, ${entry}, ${table}, id, to_jsonb(deleted) from deleted`.execute(db)
}

/** Removes entries that can no longer be restored. */
export async function sweepTrash({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('trash').where('deleted_at', '<=', restorableSince(clock.now())).execute()
}
