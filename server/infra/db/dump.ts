/**
 * Exports the whole database as text, independent of the kind of database: used to move from the embedded database to PostgreSQL
 * and between PostgreSQL versions, and as the format of backups. Rows are PostgreSQL's own JSON and are never rounded by
 * JavaScript.
 *
 *   {"format":"kejiang-database","version":1,"migrations":[{"name","sha256"}…]}
 *   {"table":"account"}   followed by one row object per line, tables in an order that satisfies their references
 *   {"end":{"account":1,…}}   rows per table; a file without it is incomplete
 */
import { sql } from 'kysely'
import { isFields } from '../../../contract/ground/fields'
import type { Db } from '../../kernel/context'
import { migrate, readMigrations } from './migrate'
import { type AppliedMigration, currentHistory, type Migration } from './migration-history'

const FORMAT = 'kejiang-database'
const VERSION = 1
const PAGE = 500

export class DumpError extends Error {
  override readonly name = 'DumpError'
}

type Counts = Record<string, number>

interface Header {
  readonly format: string
  readonly version: number
  readonly migrations: readonly AppliedMigration[]
}

/** Tables that describe a database and not what is in it. */
const ownTables = ['migration', 'installation', 'server_process']

/** Returns the product's tables that are exported, each after the tables that it refers to. */
async function tablesInOrder(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> all(${ownTables}::text[]) order by 1`.execute(
    db,
  )
  const references = await sql<{ child: string; parent: string }>`
    select child.relname::text as child, parent.relname::text as parent from pg_constraint c
    join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = current_schema() and c.conrelid <> c.confrelid`.execute(db)
  const remaining = new Set(tables.rows.map((row) => row.name))
  const ordered: string[] = []
  while (remaining.size > 0) {
    const ready = [...remaining].filter(
      (name) => !references.rows.some(({ child, parent }) => child === name && remaining.has(parent)),
    )
    if (ready.length === 0)
      throw new DumpError(`表之间循环引用：${[...remaining].join(', ')} (tables refer to each other in a circle)`)
    for (const name of ready) remaining.delete(name)
    ordered.push(...ready)
  }
  return ordered
}

/** Returns the columns of each table's primary key. */
async function primaryKeys(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select t.relname::text as name, array_agg(a.attname::text order by key.position) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    cross join lateral unnest(i.indkey) with ordinality key (number, position)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = key.number
    where i.indisprimary and n.nspname = current_schema() group by 1`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Writes a consistent snapshot of all tables, line by line; resolves with the rows per table. An embedded database serves nobody
 * else meanwhile. Rows are in the order of their primary key (without one, of their text), so that equal data is an equal export.
 */
export function dumpDatabase(db: Db, write: (line: string) => Promise<void> | void): Promise<Counts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows: migrations } = await sql<AppliedMigration>`select name, sha256 from migration order by name`.execute(tx)
      await write(JSON.stringify({ format: FORMAT, version: VERSION, migrations } satisfies Header))
      const counts: Counts = {}
      const keys = await primaryKeys(tx)
      for (const table of await tablesInOrder(tx)) {
        await write(JSON.stringify({ table }))
        const order = keys.get(table)?.map((column) => sql.id('t', column)) ?? [sql.id('line')]
        await sql`declare rows_of_table no scroll cursor for
          select row_to_json(t)::text as line from ${sql.id(table)} t order by ${sql.join(order)}`.execute(tx)
        let count = 0
        for (;;) {
          const { rows } = await sql<{ line: string }>`fetch ${sql.lit(PAGE)} from rows_of_table`.execute(tx)
          for (const { line } of rows) await write(line)
          count += rows.length
          if (rows.length < PAGE) break
        }
        await sql`close rows_of_table`.execute(tx)
        counts[table] = count
      }
      await write(JSON.stringify({ end: counts }))
      return counts
    })
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (isFields(value)) return { ...value }
  } catch {
    // The error is thrown below, with advice for the reader.
  }
  throw new DumpError(`不是有效的导出文件：${line.slice(0, 80)} (not a line of an export)`)
}

/** Returns the migrations of an export, which must be the first ones of this code, or all of before the first release. */
export function migrationsOf(firstLine: string, known: readonly Migration[] = readMigrations()): Migration[] {
  const header = parse(firstLine) as Partial<Header>
  if (header.format !== FORMAT || header.version !== VERSION || !Array.isArray(header.migrations)) {
    throw new DumpError('不是壳匠的数据库导出文件 (not an export of this product)')
  }
  const history = currentHistory(header.migrations, known)
  const expectedMigrations = known.slice(0, history.length)
  const isSame = history.every(
    (migration, index) =>
      migration.name === expectedMigrations[index]?.name && migration.sha256 === expectedMigrations[index]?.sha256,
  )
  if (!isSame)
    throw new DumpError('导出文件来自更新的程序版本，请升级本程序后再导入 (the export comes from a newer or different version)')
  return expectedMigrations
}

/** Returns whether no table of the product has rows. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/** Advances the id sequences: new rows must get ids above the loaded ones. */
async function advanceIds(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(db)
  for (const { table, column, sequence } of rows) {
    await sql`select setval(${sequence}::regclass, (select coalesce(max(${sql.id(column)}), 0) + 1 from ${sql.id(table)}), false)`.execute(
      db,
    )
  }
}

/**
 * Loads an export into an empty database in one transaction, then migrates it to this code's schema. Resolves with the rows per
 * table; rejects with a DumpError when the file is damaged or incomplete, or the database is not empty.
 */
export async function loadDump(
  db: Db,
  lines: AsyncIterable<string>,
  known: readonly Migration[] = readMigrations(),
): Promise<Counts> {
  const reader = lines[Symbol.asyncIterator]()
  const first = await reader.next()
  if (first.done) throw new DumpError('导出文件是空的 (the export is empty)')
  await migrate(db, migrationsOf(first.value, known))
  const counts = await db.transaction().execute(async (tx) => {
    const tables = new Set(await tablesInOrder(tx))
    if (!(await isEmpty(tx))) {
      throw new DumpError('目标数据库里已有数据，导入只能用于空的数据库 (the database is not empty; import needs an empty one)')
    }
    // Balances are imported as they are, so the imported postings must not change them again.
    await sql`select set_config('kejiang.importing', 'on', true)`.execute(tx)
    const loaded: Counts = {}
    let table: string | null = null
    let page: string[] = []
    const flush = async () => {
      if (table === null || page.length === 0) return
      const name = sql.id(table)
      await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${page.join(',')}]`}::json)`.execute(
        tx,
      )
      loaded[table] = (loaded[table] ?? 0) + page.length
      page = []
    }
    for (let next = await reader.next(); !next.done; next = await reader.next()) {
      const line = next.value
      // Rows always have their own columns; only these two kinds of lines start like this, and no table has only such columns.
      if (/^\{"table":"[a-z0-9_]+"\}$/.test(line)) {
        await flush()
        table = String(parse(line).table)
        if (!tables.has(table)) throw new DumpError(`导出文件里有未知的表 ${table} (unknown table in the export)`)
        loaded[table] = 0
      } else if (line.startsWith('{"end":{')) {
        await flush()
        const expected = parse(line).end as Counts
        for (const name of new Set([...Object.keys(expected), ...tables])) {
          if (loaded[name] !== expected[name]) {
            throw new DumpError(
              `导出文件不完整：表 ${name} 应有 ${expected[name]} 行，实有 ${loaded[name] ?? 0} 行 (rows are missing)`,
            )
          }
        }
        await advanceIds(tx)
        return loaded
      } else {
        parse(line)
        page.push(line)
        if (page.length >= PAGE) await flush()
      }
    }
    throw new DumpError('导出文件不完整：没有结尾，可能没有写完 (the export has no end; it was cut off)')
  })
  await migrate(db, known)
  // Without statistics the first queries would take seconds. The tables are named, because a bare ANALYZE takes the tables of every
  // schema in the database and locks all of them until the last one is done.
  for (const table of await tablesInOrder(db)) await sql`analyze ${sql.id(table)}`.execute(db)
  return counts
}
