/** Parts of statements that write many rows: a writer names its columns once, and the table says their types. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from './context'
import type { Database } from './tables'

/** The columns with commas between them. */
export const columnList = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.id(column)))

/** `column = source.column` for each of them; `source` is a table, an alias, or `excluded`. */
export const assignedFrom = (source: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.id(column)} = ${sql.id(source, column)}`))

type Written<T extends keyof Database> = Readonly<Partial<Record<keyof Selectable<Database[T]>, unknown>>>

/** A source of rows for FROM with the columns of `table`; those that a row does not have are null. */
export const rowsAs = <T extends keyof Database>(table: T, rows: readonly Written<T>[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

interface Conflict<T extends keyof Database> {
  readonly key: readonly (keyof Selectable<Database[T]> & string)[]
  readonly once?: Conflict<T>['key']
  readonly also?: RawBuilder<unknown>
}

/**
 * Writes rows in one statement. Where a row of the same `key` is stored, it takes the new values of all columns but those of `once`;
 * `also` follows that assignment. A row names every column that is written, and all rows have the same ones.
 */
export async function putRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Written<T>[],
  { key, once = [], also = sql`` }: Conflict<T>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const kept: readonly string[] = ['account_id', ...key, ...once]
  const changed = columns.filter((column) => !kept.includes(column))
  await sql`
    insert into ${sql.table(table)} (${columnList(columns)}) select ${columnList(columns)} from ${rowsAs(table, rows)}
    on conflict (${columnList(key)}) do update set ${assignedFrom('excluded', changed)} ${also}`.execute(db)
}
