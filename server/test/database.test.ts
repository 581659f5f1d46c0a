import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../kernel/context'
import { transact } from '../kernel/transact'
import { type TestDatabase, testDatabase, testDatabaseKind } from './database'
import { openTestEngine } from './jobs'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())

async function one(expression: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(db)
  return rows[0]?.value
}

describe('rows have the same JavaScript types on both databases', () => {
  test('int8, count and the sum of int4 are read as numbers', async () => {
    expect(await one(sql`42::int8`)).toBe(42)
    expect(await one(sql`(-9007199254740991)::int8`)).toBe(-9_007_199_254_740_991)
    expect(await one(sql`(select count(*) from account)`)).toBe(0)
    expect(await one(sql`(select sum(v) from (values (1), (2)) t(v))`)).toBe(3)
    expect(await one(sql`array[1, null, 3]::int8[]`)).toEqual([1, null, 3])
  })

  test('an int8 that a JavaScript number cannot hold is refused', async () => {
    await expect(one(sql`9007199254740993::int8`)).rejects.toThrow('2^53')
    expect(await one(sql`41`)).toBe(41)
  })

  test('numeric is read as exact text', async () => {
    expect(await one(sql`1.50::numeric`)).toBe('1.50')
    expect(await one(sql`(select sum(v) from (values (1::int8), (2::int8)) t(v))`)).toBe('3')
  })

  test('dates, intervals, booleans, floats, null and json are read as documented', async () => {
    expect(await one(sql`'2026-01-02T03:04:05.678Z'::timestamptz`)).toEqual(new Date('2026-01-02T03:04:05.678Z'))
    expect(await one(sql`'2026-01-02 11:04:05+08'::timestamptz`)).toEqual(new Date('2026-01-02T03:04:05Z'))
    expect(await one(sql`date '2026-01-02'`)).toBe('2026-01-02')
    expect(await one(sql`timestamp '2026-01-02 03:04:05'`)).toBe('2026-01-02 03:04:05')
    expect(await one(sql`interval '1 day'`)).toBe('1 day')
    expect(await one(sql`true`)).toBe(true)
    expect(await one(sql`2.5::double precision`)).toBe(2.5)
    expect(await one(sql`7::smallint`)).toBe(7)
    expect(await one(sql`null::int8`)).toBeNull()
    expect(await one(sql`'{"a":[1,"二"]}'::jsonb`)).toEqual({ a: [1, '二'] })
    expect(await one(sql`'"text"'::jsonb`)).toBe('text')
  })

  test('query parameters come back as they were sent', async () => {
    const texts = ['', 'null', 'NULL', 'a"b', 'a\\b', '{x,y}', '逗号，', 'a,b', ' ']
    expect(await one(sql`${texts}::text[]`)).toEqual(texts)
    expect(await one(sql`${[]}::text[]`)).toEqual([])
    expect(await one(sql`${new Date(1_700_000_000_123)}::timestamptz`)).toEqual(new Date(1_700_000_000_123))
    expect(await one(sql`${false}::boolean`)).toBe(false)
    expect(await one(sql`${12}::int8`)).toBe(12)
    expect(await one(sql`${{ a: 1 }}::jsonb`)).toEqual({ a: 1 })
    expect(await one(sql`${'[1,2]'}::jsonb`)).toEqual([1, 2])
    expect(await one(sql`${null}::text`)).toBeNull()
  })

  test('an undefined query parameter is refused as a bug of the caller', async () => {
    await expect(one(sql`${undefined}::text`)).rejects.toThrow('undefined')
  })

  test('violated constraints are reported with the same fields', async () => {
    await db.insertInto('account').values({ name: 'twice' }).execute()
    const again = db.insertInto('account').values({ name: 'twice' }).execute()
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'account_name_key', table: 'account' })
    const orphan = db.insertInto('phone_brand').values({ account_id: 999_999, name: 'x', position: 1 }).execute()
    await expect(orphan).rejects.toMatchObject({ code: '23503', constraint: 'phone_brand_account_id_fkey' })
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' })
  })

  test('updates and deletions report the number of changed rows', async () => {
    await db
      .insertInto('setting')
      .values([
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ])
      .execute()
    const updated = await db.updateTable('setting').set({ value: '3' }).executeTakeFirstOrThrow()
    expect(updated.numUpdatedRows).toBe(2n)
    const deleted = await db.deleteFrom('setting').where('name', '=', 'none').executeTakeFirstOrThrow()
    expect(deleted.numDeletedRows).toBe(0n)
  })
})

describe('a statement that is sent again and again', () => {
  const read = async (by: Db = db) => (await sql`select * from again where id > ${0} order by id`.execute(by)).rows
  const readTimes = async (times: number) => {
    for (let n = 1; n < times; n += 1) await read()
    return read()
  }
  beforeAll(() => sql`create table again (id int8 primary key, note text); insert into again values (1, 'a')`.execute(db))

  test('a repeated statement answers by the columns that its table has now, also after a change that was undone', async () => {
    const before = [{ id: 1, note: 'a' }]
    expect(await readTimes(8)).toEqual(before)
    await expect(
      transact({ db }, async ({ db: tx }) => {
        await sql`alter table again alter column note type int8 using 7`.execute(tx)
        expect(await read(tx)).toEqual([{ id: 1, note: 7 }])
        expect(await read(tx)).toEqual([{ id: 1, note: 7 }])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await readTimes(3)).toEqual(before)
    await sql`alter table again add column more int8 default 5`.execute(db)
    expect(await readTimes(3)).toEqual([{ id: 1, note: 'a', more: 5 }])
  })

  test('a repeated statement finds the partial index whose condition a parameter fulfils', async () => {
    await sql`create table running (kind text, status int4); create unique index on running (kind) where status = 1`.execute(db)
    const begin = () =>
      sql`insert into running values (${'sync'}, 1) on conflict (kind) where status = ${1} do nothing returning kind`.execute(db)
    const begun = []
    for (let n = 0; n < 10; n += 1) begun.push((await begin()).rows.length)
    expect(begun).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('a repeated statement is planned anew where its plan depends on values, as that of a page does', async () => {
    for (let n = 0; n < 10; n += 1) await sql`select id from again where id > ${n} order by id limit ${1}`.execute(db)
    const kept = await sql`select name from pg_prepared_statements where statement like '%from again%limit%'`.execute(db)
    expect(kept.rows).toEqual([])
  })

  test('a prepared statement answers again after an execution of it failed, in a transaction or outside', async () => {
    const divide = async (by: Db, divisor: unknown) =>
      (await sql<{ value: number }>`select 12 / ${divisor}::int4 as value`.execute(by)).rows[0]?.value
    for (let n = 0; n < 3; n += 1) {
      expect(await divide(db, 4)).toBe(3)
      await expect(divide(db, 0)).rejects.toMatchObject({ code: '22012' })
      await expect(divide(db, 'four')).rejects.toMatchObject({ code: '22P02' })
    }
    const failed = transact({ db }, async ({ db: tx }) => {
      await divide(tx, 0).catch(() => undefined)
      await divide(tx, 4)
    })
    await expect(failed).rejects.toMatchObject({ code: '25P02' })
    expect([await divide(db, 4), await divide(db, 2)]).toEqual([3, 6])
  })

  test('a statement is answered after more statements than any database keeps prepared', async () => {
    const value = async (n: number) =>
      (await sql<{ value: number }>`select ${sql.raw(String(n))} + ${1}::int4 as value`.execute(db)).rows[0]?.value
    for (let n = 0; n < 300; n += 1) expect([await value(n), await value(n), await value(n)]).toEqual([n + 1, n + 1, n + 1])
    const kept = await sql<{ kept: number }>`select count(*) as kept from pg_prepared_statements`.execute(db)
    expect(kept.rows[0]?.kept).toBeLessThanOrEqual(201)
  })
})

test.each([
  { change: 'rows', statement: `insert into account (name) values ('of an earlier test')` },
  { change: 'a column', statement: `alter table account add column note text; insert into account (name) values ('a')` },
  { change: 'an index', statement: 'drop index shop_font_file' },
  { change: 'statistics', statement: `insert into account (name) values ('a'); analyze account` },
])('a new test database is as the migrations make it after an earlier test left $change', async ({ statement }) => {
  // Statistics of the table of migrations are left out, because PostgreSQL itself makes them at any time.
  const objects = async ({ db }: TestDatabase) => {
    const { rows } = await sql<{ name: string }>`
      select concat_ws(' ', relname, attname) as name from pg_class left join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')
      union all select 'statistics' from pg_stats where schemaname = current_schema() and tablename <> 'migration'
      union all select concat_ws(' ', relname, 'was counted') from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration' and reltuples > -1
      order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  const earlier = await testDatabase()
  const before = await objects(earlier)
  await sql.raw(statement).execute(earlier.db)
  await earlier.close()
  const later = await testDatabase()
  expect(await objects(later)).toEqual(before)
  expect(await later.db.selectFrom('account').selectAll().execute()).toEqual([])
  const first = await later.db.insertInto('account').values({ name: 'first' }).returning('id').executeTakeFirstOrThrow()
  expect(first.id).toBe(1)
  await later.close()
})

test.skipIf(testDatabaseKind === 'postgres')(
  'the database of a test that had jobs is emptied for the next test, not migrated again, which takes half a second',
  async () => {
    const madeAs = async ({ db }: TestDatabase) =>
      (await sql<{ oid: number }>`select 'account'::regclass::oid::int8 as oid`.execute(db)).rows[0]?.oid
    const earlier = await testDatabase()
    const engine = await openTestEngine(earlier.db)
    await engine.stop()
    const before = await madeAs(earlier)
    await earlier.close()
    const later = await testDatabase()
    expect(await madeAs(later)).toBe(before)
    await later.close()
  },
)
