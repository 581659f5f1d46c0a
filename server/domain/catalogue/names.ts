/**
 * Checks names of the catalogue. They are unique within their list, because the bulk import finds brands, models, materials and
 * colours by name.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import { duplicate, Failure } from '../../kernel/failure'
import { inList, type Scope } from '../../kernel/ordering'

/**
 * Refuses a name that another item of the list has, compared exactly (trimmed and composed by the contract). The list must be
 * locked. Duplicates from before this rule stay, and an item that keeps its name is never refused, because forms send it
 * unchanged.
 */
export async function requireFreeName(db: Db, scope: Scope, name: string, itemId: number | null = null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(scope.list.table)} where ${inList(scope)} and name = ${name}`.execute(db)
  if (rows.length === 0 || rows.some((row) => row.id === itemId)) return
  throw takenName('name', scope, name)
}

/**
 * Refuses new items of which one has the name of another, in the list or among the new ones. The list must be locked.
 *
 * @param field returns the body's field of the name at this index.
 */
export async function requireFreeNames(
  db: Db,
  scope: Scope,
  names: readonly string[],
  field: (index: number) => string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(scope.list.table)} where ${inList(scope)} and name = any(${[...names]}::text[])`.execute(db)
  const taken = new Set(rows.map(({ name }) => name))
  for (const [index, name] of names.entries()) {
    if (taken.has(name)) throw takenName(field(index), scope, name)
    taken.add(name)
  }
}

const takenName = (field: string, { list }: Scope, name: string): Failure =>
  duplicate(field, `${list.itemName}“${name}”已存在，请换一个名称`)

/** The values that a form showed when it was opened. */
export interface FormerValues {
  readonly name: string
  readonly defaultBackgroundColor?: string | null
}

/**
 * Refuses a change of an item that another request has changed since the form was opened. The list must be locked. A change that
 * an earlier call with a lost response made already is no conflict.
 */
export async function requireUnchanged<W extends FormerValues>(
  db: Db,
  scope: Scope,
  { id, was, change }: { readonly id: number; readonly was: W | undefined; readonly change: Partial<W> },
): Promise<void> {
  if (was === undefined) return
  const color = was.defaultBackgroundColor === undefined ? sql`null` : sql`default_background_color`
  const { rows } = await sql<Required<FormerValues>>`
    select name, ${color} as "defaultBackgroundColor" from ${sql.table(scope.list.table)}
    where ${inList(scope)} and id = ${id}`.execute(db)
  const [current] = rows
  if (!current) return
  const equals = (other: Partial<FormerValues>) =>
    current.name === other.name && current.defaultBackgroundColor === (other.defaultBackgroundColor ?? null)
  if (equals(was) || equals(change)) return
  const background = current.defaultBackgroundColor === null ? '' : `，背景色 ${current.defaultBackgroundColor}`
  throw new Failure('conflict', `“${was.name}”刚在别处改成了“${current.name}”${background}`)
}
