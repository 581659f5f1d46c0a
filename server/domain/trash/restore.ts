/** Restores deleted rows unchanged, under the ids that orders, products and templates may still refer to. */
import { type RawBuilder, sql } from 'kysely'
import { type TrashKind, trashDays } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { inList, lockList, newLastPosition, positionAfter, positionGap, type Scope } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { lockComponents } from '../components/contents'
import { rewriteTemplates } from '../components/instances'
import { markFilesUsed } from '../files/unused'
import { restorableSince } from './deletion'
import { type DeletedRow, kinds } from './kinds'
import { boundCollectionColumn, type TrashTable, trashTables } from './tables'

/** A context inside a transaction that has locked these entries of the trash. */
type LockedEntries = Ctx & { readonly entries: readonly number[] }

const conflict = (message: string): Failure => new Failure('conflict', message)

/**
 * Restores these items with everything that was deleted with them: all of them or none. Rejects with 'not-found' when one is not
 * in the trash (any more), and with 'conflict' when its list is deleted, another item has taken its name, or one of its files is
 * gone.
 *
 * A row that also needs a row that is still in the trash is restored together with that one.
 */
export async function restoreDeleted(ctx: Ctx, kind: TrashKind, ids: readonly number[]): Promise<void> {
  try {
    await transact(ctx, async (inner) => {
      const locked = await lockEntries(inner, kind, ids)
      const displaced = await checkItems(locked, kind)
      await moveSharedWireframes(locked)
      for (const trashTable of trashTables) await restoreRows(locked, trashTable)
      for (const item of displaced) await moveAfter(inner, item)
      await restoreReferences(locked)
      await bringUpToDate(inner)
      await sql`delete from trash where ${inEntries(locked, sql.ref('id'))}`.execute(inner.db)
    })
  } catch (error) {
    if (isMissingReference(error)) throw conflict('恢复时它用到的内容刚被删除，请刷新后重试')
    throw error
  }
}

/** Templates that were in the trash while a component changed get what it has now. */
async function bringUpToDate(inner: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from design_component where account_id = ${inner.actor.accountId} order by id`.execute(inner.db)
  const ids = rows.map(({ id }) => id)
  await rewriteTemplates(inner, await lockComponents(inner, ids))
}

/** Foreign key violation: a row refers to another that is gone. */
const isMissingReference = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503'

const inEntries = ({ actor, entries }: LockedEntries, column: RawBuilder<unknown> = sql.ref('trash_id')) =>
  sql`account_id = ${actor.accountId} and ${column} = any(${[...entries]}::bigint[])`

const trashRowsOf = (locked: LockedEntries, source: string) => sql`trash_row where ${inEntries(locked)} and source = ${source}`

/** Locks the entries. Two restorations of the same item wait for each other, and the second one finds nothing. */
async function lockEntries(ctx: Ctx, kind: TrashKind, ids: readonly number[]): Promise<LockedEntries> {
  const { db, actor, clock } = ctx
  const wantedIds = [...new Set(ids)]
  const { rows } = await sql<{ id: number; found: number }>`
    select trash.id, (select count(*)::int from trash_row where trash_row.account_id = trash.account_id
      and trash_row.trash_id = trash.id and source = ${kinds[kind].table} and row_id = any(${wantedIds}::bigint[])) as found
    from trash where account_id = ${actor.accountId} and kind = ${kind} and deleted_at > ${restorableSince(clock.now())}
    and id in (select trash_id from trash_row where account_id = ${actor.accountId}
      and source = ${kinds[kind].table} and row_id = any(${wantedIds}::bigint[]))
    order by id for update`.execute(db)
  const found = rows.reduce((sum, row) => sum + row.found, 0)
  if (found !== wantedIds.length) throw new Failure('not-found', `没有可以恢复的内容：已经恢复过，或删除超过 ${trashDays} 天`)
  return { ...ctx, entries: rows.map((row) => row.id) }
}

/** An item whose position in its list another item has taken. */
interface Displaced {
  readonly scope: Scope
  readonly id: number
  readonly other: number
}

/** Locks the lists of the deleted items, checks that they can be restored to them, and returns those whose position is taken. */
async function checkItems(locked: LockedEntries, kind: TrashKind): Promise<Displaced[]> {
  const { db } = locked
  const { table, scopeOf } = kinds[kind]
  const { rows } = await sql<{ data: DeletedRow }>`
    select data from ${trashRowsOf(locked, table)} order by (data ->> 'position')::bigint`.execute(db)
  const lists = new Map<string, Scope>()
  for (const { data } of rows) {
    const scope = scopeOf(locked, data)
    lists.set(`${scope.id} ${scope.within?.value}`, scope)
  }
  const displaced: Displaced[] = []
  for (const scope of [...lists.values()].sort((a, b) => a.id - b.id)) {
    const { parentName, itemName } = scope.list
    if (!(await lockList(db, scope))) throw conflict(`它所在的${parentName}也已删除，请先恢复${parentName}，再恢复${itemName}`)
    await requireRestorable(locked, kind, scope)
    displaced.push(...(await moveToEnd(locked, scope)))
  }
  return displaced
}

/** Selects the items of the list among those to be restored. */
const itemsOf = (locked: LockedEntries, { list, id, within }: Scope) => {
  const one = within ? sql`and (data ->> ${within.column})::bigint = ${within.value}` : sql``
  return sql`${trashRowsOf(locked, list.table)} and (data ->> ${list.scope})::bigint = ${id} ${one}`
}

async function requireRestorable(locked: LockedEntries, kind: TrashKind, scope: Scope): Promise<void> {
  const { unique } = kinds[kind]
  const { table, itemName } = scope.list
  if (unique) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(unique.column)} as value from ${sql.table(table)} where ${inList(scope)}
      and ${sql.ref(unique.column)} in (select data ->> ${unique.column} from ${itemsOf(locked, scope)}) limit 1`.execute(
      locked.db,
    )
    const [conflicting] = rows
    if (conflicting) throw conflict(`现在已有${unique.label}${itemName}“${conflicting.value}”，请先修改或删除它，再恢复`)
  }
  if (kind !== 'color') return
  const { rows } = await sql<{ name: string }>`
    select data ->> 'name' as name from ${itemsOf(locked, scope)} and data ->> 'default_background_color' is null
    and exists (select from material where id = ${scope.id} and need_background) limit 1`.execute(locked.db)
  const [colorWithoutBackground] = rows
  if (colorWithoutBackground)
    throw conflict(`材质现在需要背景色，颜色“${colorWithoutBackground.name}”没有：请先关闭材质的“需要背景色”，恢复后再补上`)
}

/** Gives items whose positions are occupied temporary positions at the end, and returns them, the last one first. */
async function moveToEnd(locked: LockedEntries, scope: Scope): Promise<Displaced[]> {
  const { db } = locked
  const { table } = scope.list
  // Computed first, because it may renumber the list.
  const last = await newLastPosition(db, scope)
  const { rows } = await sql<{ id: number; other: number }>`
    with item as (select row_id as id, (data ->> 'position')::bigint as position from ${itemsOf(locked, scope)}),
    occupied as (
      select item.id, other.id as other, item.position, row_number() over (order by item.position) as place from item
      join (select id, position from ${sql.table(table)} where ${inList(scope)}) as other on other.position = item.position),
    moved as (
      update trash_row set data = jsonb_set(data, '{position}', to_jsonb(
        greatest(${last}::bigint, (select max(position) from item)) + occupied.place * ${sql.lit(positionGap)}))
      from occupied where ${inEntries(locked)} and source = ${table} and row_id = occupied.id)
    select id, other from occupied order by position desc`.execute(db)
  return rows.map((row) => ({ scope, ...row }))
}

/** Both items must be in the list, and the list must be locked. */
async function moveAfter({ db }: Ctx, { scope, id, other }: Displaced): Promise<void> {
  const position = await positionAfter(db, scope, other)
  await sql`update ${sql.table(scope.list.table)} set position = ${position} where id = ${id} and ${inList(scope)}`.execute(db)
}

/**
 * Moves shared wireframes to this entry. A wireframe that two SKUs shared is in the entry of the SKU that was deleted last, but
 * the SKU that is restored first needs it.
 */
async function moveSharedWireframes(locked: LockedEntries): Promise<void> {
  const { actor, entries } = locked
  await sql`
    update trash_row set trash_id = ${entries[0]} where account_id = ${actor.accountId} and source = 'wireframe'
    and trash_id <> all(${[...entries]}::bigint[])
    and row_id in (select (data ->> 'wireframe_id')::bigint from ${trashRowsOf(locked, 'sku')})`.execute(locked.db)
}

const idIn = (column: string) => sql`(data ->> ${column})::bigint`
const rowExists = ({ actor }: Ctx, table: string, id: RawBuilder<unknown>) =>
  sql`exists (select from ${sql.table(table)} as there where there.id = ${id} and there.account_id = ${actor.accountId})`

/** Restores the rows of one table whose required rows all exist again. */
async function restoreRows(locked: LockedEntries, trashTable: TrashTable): Promise<void> {
  const { db } = locked
  const { table, requires, clears = {}, files = [], unique } = trashTable
  const columns = await columnsOf(locked, table)
  if (columns.length === 0) return
  await moveDependentRows(locked, trashTable)
  for (const [column, referenced] of Object.entries(clears)) {
    await sql`
      update trash_row set data = jsonb_set(data, ${`{${column}}`}::text[], 'null') where ${inEntries(locked)} and source = ${table}
      and not ${rowExists(locked, referenced, idIn(column))}`.execute(db)
  }
  for (const column of files) {
    const { rows } = await sql<{ id: number }>`
      select distinct ${idIn(column)} as id from ${trashRowsOf(locked, table)} and data ->> ${column} is not null`.execute(db)
    await markFilesUsed(
      db,
      rows.map((row) => row.id),
    )
  }
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const onConflict = unique ? sql`on conflict (${sql.join(unique.map((column) => sql.ref(column)))}) do nothing` : sql``
  const requirements = Object.entries(requires).map(([column, parent]) => sql` and ${rowExists(locked, parent, idIn(column))}`)
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${sql.join(columns.map((column) => sql.ref(`old.${column}`)))}
    from (select data from ${trashRowsOf(locked, table)}${sql.join(requirements, sql``)}) as row_of
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, row_of.data) as old ${onConflict}`.execute(db)
  if (table === boundCollectionColumn.table) await removeDeletedBindings(locked)
}

/** Returns the columns that both the table and the stored rows have; columns added later get their default. */
async function columnsOf(locked: LockedEntries, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with sample as (
      select data from unnest(${[...locked.entries]}::bigint[]) as entry (id)
      cross join lateral (
        select data from trash_row where account_id = ${locked.actor.accountId} and trash_id = entry.id and source = ${table} limit 1
      ) as one)
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
    and (select bool_and(data ? column_name) from sample)
    order by ordinal_position`.execute(locked.db)
  return rows.map((row) => row.name)
}

/** Moves rows that need a row still in the trash to the entry of that row, to be restored with it. */
async function moveDependentRows(locked: LockedEntries, { table, requires }: TrashTable): Promise<void> {
  for (const [column, parent] of Object.entries(requires)) {
    await sql`
      update trash_row as mine set trash_id = other.trash_id from trash_row as other
      where mine.account_id = ${locked.actor.accountId} and mine.trash_id = any(${[...locked.entries]}::bigint[]) and mine.source = ${table}
      and other.account_id = mine.account_id and other.source = ${parent} and other.row_id = (mine.data ->> ${column})::bigint
      and other.trash_id <> mine.trash_id
      and not ${rowExists(locked, parent, sql`(mine.data ->> ${column})::bigint`)}`.execute(locked.db)
  }
}

/** Removes deleted collections from the bindings of restored templates. */
async function removeDeletedBindings(locked: LockedEntries): Promise<void> {
  const { table, column, references } = boundCollectionColumn
  const own = sql.ref(`${table}.${column}`)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = (
      select coalesce(jsonb_agg(value order by place), '[]') from jsonb_array_elements(${own}) with ordinality as b (value, place)
      where ${rowExists(locked, references, sql`value::text::bigint`)})
    where account_id = ${locked.actor.accountId} and id in (select row_id from ${trashRowsOf(locked, table)})`.execute(locked.db)
}

/** Restores values that remaining rows lost by the deletion, unless they have new values. */
async function restoreReferences(locked: LockedEntries): Promise<void> {
  const { db, actor } = locked
  for (const { table, clears = {} } of trashTables) {
    for (const [column, referenced] of Object.entries(clears)) {
      const source = `${table}.${column}`
      await sql`
        update ${sql.table(table)} as one set ${sql.ref(column)} = cleared.id
        from (select row_id, (data #>> '{}')::bigint as id from ${trashRowsOf(locked, source)}) as cleared
        where one.id = cleared.row_id and one.account_id = ${actor.accountId} and one.${sql.ref(column)} is null
        and ${rowExists(locked, referenced, sql`cleared.id`)}`.execute(db)
    }
  }
  const { table, column } = boundCollectionColumn
  const own = sql.ref(`one.${column}`)
  await sql`
    update ${sql.table(table)} as one set ${sql.ref(column)} = ${own} || cleared.collection_ids
    from (select row_id, jsonb_agg(data) as collection_ids from ${trashRowsOf(locked, `${table}.${column}`)}
      group by row_id) as cleared
    where one.id = cleared.row_id and one.account_id = ${actor.accountId} and not ${own} @> cleared.collection_ids`.execute(db)
}
