/** Writes `server/kernel/tables.ts`, the tables of a migrated database as Kysely types. */
import { sql } from 'kysely'
import type { Db } from '../kernel/context'

export const updateCommand = 'UPDATE_TABLES=1 node scripts/command.mjs vitest run --project server server/test/tables.test.ts'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly nullable: boolean
  /** The database gives it a value when an insert leaves it out. */
  readonly filled: boolean
  /** The conditions of the checks that speak of this column alone, as PostgreSQL writes them. */
  readonly checks: readonly string[]
}

async function readColumns(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select relname::text as table, attname::text as column, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
      atthasdef or attidentity <> '' as filled,
      array(select pg_get_constraintdef(c.oid) from pg_constraint c
        where contype = 'c' and conrelid = class.oid and conkey = array[attnum] order by conname) as checks
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
    order by relname collate "C", attnum`.execute(db)
  return rows
}

/** Returns the values that a check lists for its column, as TypeScript writes them; null for any other check. */
function listedValues(check: string): string | null {
  const [, single, several] = /^CHECK \(\(\w+ = (?:('\w+'::text|\d+)|ANY \(ARRAY\[([^[\]]+)\]\))\)\)$/.exec(check) ?? []
  const list = single ?? several
  return list === undefined ? null : list.replaceAll('::text', '').replaceAll(', ', ' | ')
}

const plainTypes: ReadonlyMap<string, string> = new Map([
  ['bigint', 'number'],
  ['integer', 'number'],
  ['smallint', 'number'],
  ['double precision', 'number'],
  ['text', 'string'],
  ['text[]', 'string[]'],
  ['integer[]', 'number[]'],
  ['bigint[]', 'number[]'],
  ['boolean', 'boolean'],
])

function typeText(column: Column, narrowed: ReadonlySet<string>): string {
  const { type, nullable, filled } = column
  const name = `${column.table}.${column.column}`
  if (type === 'timestamp with time zone') return nullable ? 'NullableTime' : filled ? 'Now' : 'Time'
  const own = narrowed.has(name) ? `ColumnTypes['${name}']` : undefined
  if (type === 'jsonb') {
    const held = own ?? 'Record<string, unknown>'
    return nullable ? `NullableJson<${held}>` : filled ? `FilledJson<${held}>` : `Json<${held}>`
  }
  const listed = column.checks.map(listedValues).find((values) => values !== null)
  const value = own ?? listed ?? plainTypes.get(type)
  if (value === undefined) throw new Error(`${name} is ${type}, for which no TypeScript type is known here`)
  if (nullable) return `${value} | null`
  return filled ? `Generated<${value}>` : value
}

const header = `// biome-ignore-all format: this file is written by server/test/tables-file.ts
/**
 * The database's tables as Kysely types, written from the migrated database; do not edit.
 * \`${updateCommand}\`
 * writes it anew after a migration. Types that the database does not know are in \`column-types.ts\`.
 */
import type { ColumnType, Generated } from 'kysely'
import type { ColumnTypes } from './column-types'

type Now = ColumnType<Date, Date | string | undefined, Date | string>
type Time = ColumnType<Date, Date | string, Date | string>
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T> = ColumnType<T, string, string>
type FilledJson<T> = ColumnType<T, string | undefined, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface Database {
`

/**
 * Returns the text of `tables.ts` for this database. `columnTypes` is the text of `column-types.ts`; throws where it names a column
 * that does not exist.
 */
export async function tablesFile(db: Db, columnTypes: string): Promise<string> {
  const columns = await readColumns(db)
  const narrowed = new Set([...columnTypes.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, name = '']) => name))
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const unknown = [...narrowed].filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`column-types.ts names ${unknown.join(', ')}, which the database does not have`)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const body = tables.map((table) => {
    const own = columns.filter((column) => column.table === table)
    return `  ${table}: {\n${own.map((column) => `    ${column.column}: ${typeText(column, narrowed)}\n`).join('')}  }\n`
  })
  return `${header}${body.join('')}}\n`
}
