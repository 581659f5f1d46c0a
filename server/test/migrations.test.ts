import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dumpDatabase, loadDump } from '../infra/db/dump'
import { migrate, missingMigrations, readMigrations } from '../infra/db/migrate'
import type { AppliedMigration, Migration } from '../infra/db/migration-history'
import { emptyEmbeddedDatabase, type TestDatabase, testDatabase } from './database'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

describe('migrations', () => {
  const file = (name: string, text: string): Migration => ({ name, sql: text, sha256: `sha of ${text}` })
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(database.db)
    return rows.map((row) => row.name)
  }

  test('migrations are applied once and in order', async () => {
    const known = [...readMigrations(), file('9001_more', 'create table more (id int); create table most (id int)')]
    expect(await migrate(database.db, known)).toEqual(['9001_more'])
    expect(await migrate(database.db, known)).toEqual([])
    expect(await tables()).toEqual(expect.arrayContaining(['more', 'most']))
  })

  test("servers that start together wait for one another's migrations", async () => {
    const known = [...readMigrations(), file('9001_more', 'create table more (id int)')]
    const results = await Promise.all([migrate(database.db, known), migrate(database.db, known), migrate(database.db, known)])
    expect(results.flat()).toEqual(['9001_more'])
  })

  test('a migration that fails leaves nothing behind', async () => {
    const known = [...readMigrations(), file('9001_half', 'create table half (id int); select broken from nowhere')]
    await expect(migrate(database.db, known)).rejects.toMatchObject({ code: '42P01' })
    expect(await tables()).not.toContain('half')
    expect(await migrate(database.db, readMigrations())).toEqual([])
  })

  test('a migration that was changed after it was applied is refused', async () => {
    const changed = readMigrations().map((known) => ({ ...known, sha256: 'other' }))
    await expect(migrate(database.db, changed)).rejects.toThrow('was changed after it was applied')
  })

  test('a database that is newer than the code is refused', async () => {
    await migrate(database.db, [...readMigrations(), file('9001_more', 'create table more (id int)')])
    await expect(migrate(database.db)).rejects.toThrow('newer than this code')
  })

  test('a build without migrations is reported', () => {
    const empty = mkdtempSync(`${tmpdir()}/kejiang-`)
    expect(() => readMigrations(empty)).toThrow('no migrations found')
    rmSync(empty, { recursive: true })
  })

  test('the files of a folder are one migration, in order', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kejiang-'))
    mkdirSync(join(folder, '0001_first'))
    writeFileSync(join(folder, '0001_first', '02-b.sql'), 'create table b (id int references a);\r\n')
    writeFileSync(join(folder, '0001_first', '01-a.sql'), 'create table a (id int primary key);\n')
    writeFileSync(join(folder, '0002_second.sql'), 'drop table b')
    expect(readMigrations(folder)).toMatchObject([
      { name: '0001_first', sql: 'create table a (id int primary key);\n\ncreate table b (id int references a);\n' },
      { name: '0002_second', sql: 'drop table b' },
    ])
    rmSync(folder, { recursive: true })
  })
})

describe('data of before the first release', () => {
  // Such a database has the tables of the baseline, and none of a later migration.
  beforeEach(async () => {
    await database.close()
    database = await emptyEmbeddedDatabase()
    await migrate(database.db, readMigrations().slice(0, 1))
  })

  const last = {
    name: '0130_cutout_places',
    sha256: '3e0200484bb1ca4f9c05283c17efe9fed111711277db2ba402a990eaa91544c4',
  }
  const whole = [{ name: '0001_init', sha256: 'a' }, { name: '0121_second_cashier_trades', sha256: 'b' }, last]
  const refused: readonly (readonly [string, readonly AppliedMigration[]])[] = [
    ['an earlier last migration', whole.slice(0, -1)],
    ['only the first migration', whole.slice(0, 1)],
    ['a last migration of another text', whole.with(2, { ...last, sha256: 'other' })],
    ['a migration that no version had', [...whole, { name: '0131_more', sha256: 'c' }]],
  ]

  const recordHistory = async (history: readonly AppliedMigration[]) => {
    await sql`delete from migration`.execute(database.db)
    for (const { name, sha256 } of history) {
      await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(database.db)
    }
  }
  const recorded = async () =>
    (await sql<AppliedMigration>`select name, sha256 from migration order by name`.execute(database.db)).rows
  /** The code as it is before any later migration: the test's database has those already, and most cannot be applied twice. */
  const known = readMigrations().slice(0, 1)
  const baseline = known.map(({ name, sha256 }) => ({ name, sha256 }))
  const addAccount = () => database.db.insertInto('account').values({ name: 'kept' }).execute()
  const accounts = async () => (await database.db.selectFrom('account').select('name').execute()).map(({ name }) => name)

  test('a database with all of its migrations is at the baseline, keeps its rows, and is migrated further', async () => {
    await addAccount()
    await recordHistory(whole)
    expect(await missingMigrations(database.db, known)).toEqual([])
    expect(await recorded()).toEqual(whole)
    expect(await migrate(database.db, known)).toEqual([])
    expect(await recorded()).toEqual(baseline)
    const next = { name: '9001_next', sql: 'create table next (id int)', sha256: 'n' }
    expect(await migrate(database.db, [...known, next])).toEqual(['9001_next'])
    expect(await accounts()).toEqual(['kept'])
  })

  test('a database with all of its migrations is taken over by one of the servers that start together', async () => {
    await recordHistory(whole)
    expect(await Promise.all([migrate(database.db, known), migrate(database.db, known)])).toEqual([[], []])
    expect(await recorded()).toEqual(baseline)
  })

  test.each(refused)('a database with %s is refused, and left as it is', async (_case, history) => {
    await addAccount()
    await recordHistory(history)
    await expect(migrate(database.db)).rejects.toThrow('请先用最后一个 0.1 版本启动一次')
    await expect(missingMigrations(database.db)).rejects.toThrow('start the last 0.1')
    expect(await recorded()).toEqual(history)
    expect(await accounts()).toEqual(['kept'])
  })

  /** Returns an export of the database as one with these migrations has it. */
  const exportWith = async (history: readonly AppliedMigration[]) => {
    const lines: string[] = []
    await dumpDatabase(database.db, (line) => {
      lines.push(line)
    })
    const [head = '', ...rows] = lines
    return [JSON.stringify({ ...(JSON.parse(head) as object), migrations: history }), ...rows]
  }
  async function* each(lines: readonly string[]): AsyncGenerator<string> {
    yield* lines
  }

  test('an export with all of its migrations is loaded, and migrated further', async () => {
    await addAccount()
    const lines = await exportWith(whole)
    const empty = await emptyEmbeddedDatabase()
    await loadDump(empty.db, each(lines))
    expect(await missingMigrations(empty.db)).toEqual([])
    expect(await empty.db.selectFrom('account').select('name').execute()).toEqual([{ name: 'kept' }])
    await empty.close()
  })

  test.each(refused)('an export with %s is refused', async (_case, history) => {
    const lines = await exportWith(history)
    await expect(loadDump(database.db, each(lines))).rejects.toThrow('请先用最后一个 0.1 版本启动一次')
  })
})
