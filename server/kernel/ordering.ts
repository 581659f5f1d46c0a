/**
 * Every list a seller can drag into order keeps its order here. A row holds an integer `position` with gaps, unique within
 * its list (deferrable, so a renumbering is one statement). Whoever inserts, moves or deletes first locks the list's
 * parent row, so moves of one list run one after the other and no interleaving can lose or repeat an item.
 */
import { sql } from 'kysely'
import type { Ctx, Db } from './context'
import { invalid, notFound } from './failure'
import { transact } from './transact'

/** Room between neighbours: twenty moves into the same gap before a list is renumbered. */
export const positionGap = 2 ** 20
/** Beyond this a position could leave the range a JSON number holds exactly; the list is renumbered instead. */
const farthest = Number.MAX_SAFE_INTEGER - positionGap

/** A kind of ordered list: its rows, the column that tells one list from another, and the row that guards it. */
export interface OrderedList {
  readonly table: string
  /** Column of `table` with the id of the parent row. */
  readonly scope: string
  /** Table of the parent row that is locked; `account` for the lists that belong to the account itself. */
  readonly parent: string
  /** What the seller calls an item and its parent, for messages. */
  readonly itemName: string
  readonly parentName: string
}

/** One list: of `list`'s kind, under the parent row `id`, owned by `accountId`. */
export interface Scope {
  readonly list: OrderedList
  readonly accountId: number
  readonly id: number
  /** Where one parent has several lists of a kind: the column that tells them apart and its value in this one. */
  readonly within?: { readonly column: string; readonly value: number }
}

/** The condition that a row is in the list, for a `where`. */
export const inList = ({ list, accountId, id, within }: Scope) => {
  const one = within ? sql` and ${sql.ref(within.column)} = ${within.value}` : sql``
  return sql`account_id = ${accountId} and ${sql.ref(list.scope)} = ${id}${one}`
}
const rowsOf = (scope: Scope) => sql`${sql.table(scope.list.table)} where ${inList(scope)}`

/**
 * Takes the list's lock for the rest of the transaction; false when the parent row does not exist for this account.
 * NO KEY UPDATE: as exclusive as UPDATE among ourselves, yet rows that merely refer to the parent can still be inserted.
 */
export async function lockList(db: Db, scope: Scope): Promise<boolean> {
  if (!db.isTransaction) throw new Error(`lockList(${scope.list.table}): a lock outside a transaction ends at once`)
  const owned = scope.list.parent === 'account' ? sql`` : sql`and account_id = ${scope.accountId}`
  const { rows } = await sql`
    select 1 from ${sql.table(scope.list.parent)} where id = ${scope.id} ${owned} for no key update`.execute(db)
  return rows.length === 1
}

/** As `lockList`, but an unknown parent is a 'not-found' failure. */
export async function lockExisting(db: Db, scope: Scope): Promise<void> {
  if (!(await lockList(db, scope))) throw notFound(scope.list.parentName)
}

/** Position for a new last item. The list must be locked. */
export async function lastPosition(db: Db, scope: Scope): Promise<number> {
  const last = await edge(db, scope)
  if (last === null) return positionGap
  if (last <= farthest) return last + positionGap
  await renumber(db, scope)
  return lastPosition(db, scope)
}

/** Position for a new item directly after `itemId`, or the last one when the list has no such item. The list must be locked. */
export async function positionAfter(db: Db, scope: Scope, itemId: number): Promise<number> {
  const low = await positionOf(db, scope, itemId)
  if (low === null) return lastPosition(db, scope)
  const { rows } = await sql<{ position: number | null }>`
    select min(position) as position from ${rowsOf(scope)} and position > ${low}`.execute(db)
  const high = rows[0]?.position ?? null
  if (high === null) return lastPosition(db, scope)
  const middle = between(low, high)
  if (middle !== null) return middle
  await renumber(db, scope)
  return positionAfter(db, scope, itemId)
}

/**
 * Takes an item out of its list and puts it directly before `next`; null puts it at the end. `next` being the item itself
 * or the item already standing there changes nothing. Unknown item: 'not-found'. Unknown `next`, or one of another list:
 * 'invalid' on body.next.
 */
export function moveItem(ctx: Ctx, scope: Scope, itemId: number, next: number | null): Promise<void> {
  return transact(ctx, async ({ db }) => {
    await lockExisting(db, scope)
    const position = await moveTarget(db, scope, itemId, next)
    if (position === null) return
    await sql`update ${sql.table(scope.list.table)} set position = ${position}
      where id = ${itemId} and ${inList(scope)}`.execute(db)
  })
}

/** Where the item has to go, or null when it already stands there. */
async function moveTarget(db: Db, scope: Scope, itemId: number, next: number | null): Promise<number | null> {
  const own = await positionOf(db, scope, itemId)
  if (own === null) throw notFound(scope.list.itemName)
  if (next === itemId) return null
  if (next === null) {
    const last = await edge(db, scope)
    return last === own ? null : lastPosition(db, scope)
  }
  const high = await positionOf(db, scope, next)
  if (high === null) throw invalid('next', `目标位置的${scope.list.itemName}不存在或不在同一列表，请刷新后重试`)
  const { rows } = await sql<{ id: number; position: number }>`
    select id, position from ${rowsOf(scope)} and position < ${high} order by position desc limit 1`.execute(db)
  const before = rows[0]
  if (before?.id === itemId) return null
  const low = before?.position ?? high - 2 * positionGap
  const middle = low < -farthest ? null : between(low, high)
  if (middle !== null) return middle
  await renumber(db, scope)
  return moveTarget(db, scope, itemId, next)
}

/** An unused position strictly between two others, or null when the gap is exhausted. */
function between(low: number, high: number): number | null {
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : null
}

async function positionOf(db: Db, scope: Scope, itemId: number): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`select position from ${rowsOf(scope)} and id = ${itemId}`.execute(db)
  return rows[0]?.position ?? null
}

async function edge(db: Db, scope: Scope): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`select max(position) as position from ${rowsOf(scope)}`.execute(db)
  return rows[0]?.position ?? null
}

/** Spreads the list out again, keeping its order. */
async function renumber(db: Db, scope: Scope): Promise<void> {
  await sql`
    update ${sql.table(scope.list.table)} as item set position = spread.place * ${sql.lit(positionGap)}
    from (select id, row_number() over (order by position) as place from ${rowsOf(scope)}) as spread
    where item.id = spread.id`.execute(db)
}

/** The id of the item after `itemId`, or null for the last one. */
export async function followingId(db: Db, scope: Scope, itemId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from ${rowsOf(scope)}
    and position > (select position from ${rowsOf(scope)} and id = ${itemId})
    order by position limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Gives each row of an ordered answer its `next`. A page is read with one row more than it shows: `size` rows come back,
 * and the extra one is the last one's `next`.
 */
export function withNext<T extends { readonly id: number }>(
  rows: readonly T[],
  size = rows.length,
): (T & { next: number | null })[] {
  return rows.slice(0, size).map((row, index) => ({ ...row, next: rows[index + 1]?.id ?? null }))
}
