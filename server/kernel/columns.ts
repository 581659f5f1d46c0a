/** Parts of statements that write many rows: a writer names its columns once, and the table says their types. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from './tables'

/** The columns with commas between them. */
export const columnList = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.id(column)))

/** `column = source.column` for each of them; `source` is a table, an alias, or `excluded`. */
export const assignedFrom = (source: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.id(column)} = ${sql.id(source, column)}`))

/** A source of rows for FROM with the columns of `table`; those that a row does not have are null. */
export const rowsAs = <T extends keyof Database>(
  table: T,
  rows: readonly Partial<Record<keyof Selectable<Database[T]>, unknown>>[],
): RawBuilder<unknown> => sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
