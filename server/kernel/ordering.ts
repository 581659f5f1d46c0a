/**
 * Order of the lists that sellers can rearrange by dragging. A row has an integer `position` with gaps, unique within its list
 * (deferrable, so a renumbering is one statement). Inserting, moving and deleting first lock the list's parent row, so that
 * changes of one list are serialized and none can lose or repeat an item.
 */
import { sql } from 'kysely'
import type { Ctx, Db } from './context'
import { invalid, notFound } from './failure'
import { transact } from './transact'

/** Gap between neighbours: twenty moves into the same gap before a list is renumbered. */
export const positionGap = 2 ** 20
/** Beyond this a position could leave the range that a JSON number holds exactly; the list is renumbered instead. */
const maxPosition = Number.MAX_SAFE_INTEGER - positionGap

/** A kind of ordered list: its rows, the column that identifies the list, and the parent row that is locked. */
export interface OrderedList {
  readonly table: string
  /** Column of `table` with the id of the parent row. */
  readonly scope: string
  /** Table of the parent row that is locked; `account` for the lists that belong to the account itself. */
  readonly parent: string
  /** Chinese names of an item and its parent, for messages. */
  readonly itemName: string
  readonly parentName: string
}

/** One list of the kind `list`, under the parent row `id`, owned by `accountId`. */
export interface Scope {
  readonly list: OrderedList
  readonly accountId: number
  readonly id: number
  /** Column that distinguishes several lists of one kind under one parent, and its value in this list. */
  readonly within?: { readonly column: string; readonly value: number }
}

/** SQL condition that a row is in the list. */
export const inList = ({ list, accountId, id, within }: Scope) => {
  const one = within ? sql` and ${sql.ref(within.column)} = ${within.value}` : sql``
  return sql`account_id = ${accountId} and ${sql.ref(list.scope)} = ${id}${one}`
}
const rowsOf = (scope: Scope) => sql`${sql.table(scope.list.table)} where ${inList(scope)}`

/**
 * Locks the list for the rest of the transaction; false when the parent row does not exist for this account. NO KEY UPDATE
 * excludes other movers like UPDATE, yet rows that merely refer to the parent can still be inserted.
 */
export async function lockList(db: Db, scope: Scope): Promise<boolean> {
  if (!db.isTransaction) throw new Error(`lockList(${scope.list.table}): a lock outside a transaction ends at once`)
  const owned = scope.list.parent === 'account' ? sql`` : sql`and account_id = ${scope.accountId}`
  const { rows } = await sql`
    select 1 from ${sql.table(scope.list.parent)} where id = ${scope.id} ${owned} for no key update`.execute(db)
  return rows.length === 1
}

/** Like `lockList`, but throws 'not-found' for an unknown parent. */
export async function requireLockedList(db: Db, scope: Scope): Promise<void> {
  if (!(await lockList(db, scope))) throw notFound(scope.list.parentName)
}

/**
 * Returns the position of a new last item, or of the first of several, which follow with {@link positionGap} between them. The list must
 * be locked.
 */
export async function newLastPosition(db: Db, scope: Scope, count = 1): Promise<number> {
  const last = await maxUsedPosition(db, scope)
  if (last === null) return positionGap
  if (last <= maxPosition - (count - 1) * positionGap) return last + positionGap
  await renumber(db, scope)
  return newLastPosition(db, scope, count)
}

/**
 * Returns the position of a new item directly after `itemId`, or of a new last item when the list has no such item. The list must
 * be locked.
 */
export async function positionAfter(db: Db, scope: Scope, itemId: number): Promise<number> {
  const low = await positionOf(db, scope, itemId)
  if (low === null) return newLastPosition(db, scope)
  const { rows } = await sql<{ position: number | null }>`
    select min(position) as position from ${rowsOf(scope)} and position > ${low}`.execute(db)
  const high = rows[0]?.position ?? null
  if (high === null) return newLastPosition(db, scope)
  const middle = positionBetween(low, high)
  if (middle !== null) return middle
  await renumber(db, scope)
  return positionAfter(db, scope, itemId)
}

/**
 * Moves an item directly before `next`, or to the end when `next` is null. Changes nothing when `next` is the item itself or its
 * current successor. Rejects with 'not-found' for an unknown item, and with 'invalid' on body.next for an unknown `next` or one
 * of another list.
 */
export function moveItem(ctx: Ctx, scope: Scope, itemId: number, next: number | null): Promise<void> {
  return transact(ctx, async ({ db }) => {
    await requireLockedList(db, scope)
    const position = await newPositionOf(db, scope, itemId, next)
    if (position === null) return
    await sql`update ${sql.table(scope.list.table)} set position = ${position}
      where id = ${itemId} and ${inList(scope)}`.execute(db)
  })
}

/** Returns the item's new position, or null when it is in place already. */
async function newPositionOf(db: Db, scope: Scope, itemId: number, next: number | null): Promise<number | null> {
  const current = await positionOf(db, scope, itemId)
  if (current === null) throw notFound(scope.list.itemName)
  if (next === itemId) return null
  if (next === null) {
    const last = await maxUsedPosition(db, scope)
    return last === current ? null : newLastPosition(db, scope)
  }
  const high = await positionOf(db, scope, next)
  if (high === null) throw invalid('next', `目标位置的${scope.list.itemName}不存在或不在同一列表，请刷新后重试`)
  const { rows } = await sql<{ id: number; position: number }>`
    select id, position from ${rowsOf(scope)} and position < ${high} order by position desc limit 1`.execute(db)
  const before = rows[0]
  if (before?.id === itemId) return null
  const low = before?.position ?? high - 2 * positionGap
  const middle = low < -maxPosition ? null : positionBetween(low, high)
  if (middle !== null) return middle
  await renumber(db, scope)
  return newPositionOf(db, scope, itemId, next)
}

/** Returns an unused position strictly between two others, or null when the gap is exhausted. */
function positionBetween(low: number, high: number): number | null {
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : null
}

async function positionOf(db: Db, scope: Scope, itemId: number): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`select position from ${rowsOf(scope)} and id = ${itemId}`.execute(db)
  return rows[0]?.position ?? null
}

async function maxUsedPosition(db: Db, scope: Scope): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`select max(position) as position from ${rowsOf(scope)}`.execute(db)
  return rows[0]?.position ?? null
}

/** Assigns evenly spaced positions, keeping the order. */
async function renumber(db: Db, scope: Scope): Promise<void> {
  await sql`
    update ${sql.table(scope.list.table)} as item set position = spread.place * ${sql.lit(positionGap)}
    from (select id, row_number() over (order by position) as place from ${rowsOf(scope)}) as spread
    where item.id = spread.id`.execute(db)
}

/** Returns the id of the item after `itemId`, or null for the last one. */
export async function followingId(db: Db, scope: Scope, itemId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from ${rowsOf(scope)}
    and position > (select position from ${rowsOf(scope)} and id = ${itemId})
    order by position limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Adds `next`, the id of the following row, to each row of an ordered response. Read one row more than the page shows: `size`
 * rows are returned, and the extra one is the `next` of the last.
 */
export function withNext<T extends { readonly id: number }>(
  rows: readonly T[],
  size = rows.length,
): (T & { next: number | null })[] {
  return rows.slice(0, size).map((row, index) => ({ ...row, next: rows[index + 1]?.id ?? null }))
}
