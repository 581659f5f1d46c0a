/**
 * Servers of the last released version keep working on the schema of this one. `released-schema.json` describes the schema that they
 * know, which is none before the first release (docs/adr/0039-one-baseline.md). A release is a heading of CHANGELOG.md with a date;
 * after one, this records its schema: `RELEASED=1 npx vitest run --project server server/test/released-schema.test.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db } from '../kernel/context'
import { type TestDatabase, testDatabase } from './database'

interface Column {
  readonly type: string
  readonly nullable: boolean
  /** The database gives it a value when an insert leaves it out. */
  readonly filled: boolean
}
interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** Checks, and unique, primary and foreign keys, as PostgreSQL writes them; unique indexes count as well. */
  readonly rules: readonly string[]
}
type Schema = Readonly<Record<string, Table>>

const file = fileURLToPath(new URL('./released-schema.json', import.meta.url))
const changelog = readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8')

/** Returns the newest version of a changelog whose heading has a date; null when there is none. */
const lastReleased = (text: string): string | null => /^## (\d+\.\d+\.\d+)\b.*\d{4}-\d\d-\d\d/m.exec(text)?.[1] ?? null

async function describeSchema(db: Db): Promise<Schema> {
  const { rows } = await sql<{ name: string; table: Table }>`
    select relname as name, jsonb_build_object(
      'columns', (select jsonb_object_agg(attname, jsonb_build_object(
          'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull,
          'filled', atthasdef or attidentity <> ''))
        from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped),
      'rules', (select coalesce(jsonb_agg(rule order by rule), '[]') from (
        select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = class.oid
        union select regexp_replace(pg_get_indexdef(indexrelid), '^CREATE UNIQUE INDEX \\S+ ON \\S+ ', 'UNIQUE INDEX ')
          from pg_index where indrelid = class.oid and indisunique) rules)) as table
    from pg_class class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration'
    order by relname`.execute(db)
  return Object.fromEntries(rows.map(({ name, table }) => [name, table]))
}

/** Returns what in `next` breaks a server that knows `released`, each as one sentence. */
function breaches(released: Schema, next: Schema): string[] {
  return Object.entries(released).flatMap(([name, table]) => {
    const now = next[name]
    if (!now) return [`${name} is gone`]
    const columns = Object.entries(table.columns).flatMap(([column, was]) => {
      const is = now.columns[column]
      const at = `${name}.${column}`
      if (!is) return [`${at} is gone`]
      return [
        ...(is.type === was.type ? [] : [`${at} was ${was.type}, is ${is.type}`]),
        ...(was.nullable && !is.nullable ? [`${at} no longer takes null`] : []),
        ...(was.filled && !is.filled && !is.nullable ? [`${at} has no default any more`] : []),
      ]
    })
    const added = Object.entries(now.columns).flatMap(([column, is]) =>
      column in table.columns || is.nullable || is.filled ? [] : [`${name}.${column} is new and has neither null nor a default`],
    )
    const dropped = table.rules.filter((rule) => /^(?:UNIQUE|PRIMARY)/.test(rule) && !now.rules.includes(rule))
    const newColumns = new Set(Object.keys(now.columns).filter((column) => !(column in table.columns)))
    const binding = now.rules.filter((rule) => !table.rules.includes(rule) && !ownColumnsOnly(rule, newColumns))
    return [
      ...columns,
      ...added,
      ...dropped.map((rule) => `${name} lost ${rule}, on which an insert may rely`),
      ...binding.map((rule) => `${name} got ${rule}, which rows of the released version may not meet`),
    ]
  })
}

/** Whether a rule speaks of one of the new columns, which the released version leaves null or at its default. */
const ownColumnsOnly = (rule: string, newColumns: ReadonlySet<string>): boolean =>
  (rule.match(/[a-z_][a-z0-9_]*/g) ?? []).some((word) => newColumns.has(word))

let database: TestDatabase | undefined
afterEach(async () => {
  await database?.close()
  database = undefined
})

describe('the schema', () => {
  test('the schema has everything that servers of the last released version use, and binds them to nothing new', async () => {
    database = await testDatabase()
    const schema = await describeSchema(database.db)
    const version = lastReleased(changelog)
    if (process.env.RELEASED === '1') writeFileSync(file, `${JSON.stringify({ version, schema }, null, 2)}\n`)
    const released = JSON.parse(readFileSync(file, 'utf8')) as { version: string | null; schema: Schema }
    expect(released.version).toBe(version)
    expect(Object.keys(released.schema).length > 40).toBe(version !== null)
    expect(breaches(released.schema, schema)).toEqual([])
  })

  test.each([
    ['## Unreleased\n\n## 0.1.0\n', null],
    ['## Unreleased\n\n## 0.2.0 (2026-12-24)\n\n## 0.1.0 (2026-12-01)\n', '0.2.0'],
    ['## Unreleased\n\nSince 2026-12-24.\n\n## 0.1.0 – 2026-12-01\n', '0.1.0'],
  ])('the last released version of the changelog %j is %j', (text, version) => {
    expect(lastReleased(text)).toBe(version)
  })

  test.each([
    ['drop table audit cascade', 'audit is gone'],
    ['alter table phone_brand rename name to title', 'phone_brand.name is gone'],
    ['alter table phone_brand alter name type varchar(10)', 'phone_brand.name was text, is character varying(10)'],
    ['alter table app_user alter password_hash set not null', 'app_user.password_hash no longer takes null'],
    ['alter table cashier_trade alter notify_tries drop default', 'cashier_trade.notify_tries has no default any more'],
    ['alter table phone_brand add colour text not null', 'phone_brand.colour is new and has neither null nor a default'],
    ["alter table phone_brand add check (name <> 'x')", /^phone_brand got CHECK/],
    ['alter table session drop constraint session_pkey cascade', /^session lost PRIMARY KEY/],
  ])('a migration %j would be reported', async (statement, told) => {
    database = await testDatabase()
    const before = await describeSchema(database.db)
    await sql.raw(statement).execute(database.db)
    expect(breaches(before, await describeSchema(database.db))).toContainEqual(
      told instanceof RegExp ? expect.stringMatching(told) : told,
    )
  })

  test('tables, columns with a default or null, and rules for these are allowed', async () => {
    database = await testDatabase()
    const before = await describeSchema(database.db)
    await sql`create table extra (id int primary key)`.execute(database.db)
    await sql`alter table phone_brand add colour text not null default 'red' check (colour <> ''), add size int`.execute(
      database.db,
    )
    await sql`create index on phone_brand (size)`.execute(database.db)
    expect(breaches(before, await describeSchema(database.db))).toEqual([])
  })
})
