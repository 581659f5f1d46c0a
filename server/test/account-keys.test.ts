import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database'
import { insertShop } from './rows'
import { rowsOfNobody, tablesOfAll } from './table-owners'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

/** Returns the tables that have an `account_id`, and whether it is filled in every row and part of a key that every row has. */
async function readTables() {
  const { rows } = await sql<{ name: string; has: boolean; filled: boolean; keyed: boolean }>`
    select t.relname::text as name, a.attnum is not null as has, coalesce(a.attnotnull, false) as filled,
      exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and i.indisvalid and i.indpred is null
        and i.indexprs is null and a.attnum = any(i.indkey)
        and (i.indnullsnotdistinct or not exists (select from pg_attribute part where part.attrelid = t.oid
          and part.attnum = any(i.indkey) and not part.attnotnull))) as keyed
    from pg_class t left join pg_attribute a on a.attrelid = t.oid and a.attname = 'account_id' and not a.attisdropped
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' order by 1`.execute(database.db)
  return rows
}

describe('a database that is spread by account', () => {
  test('every table has account_id in a key that all of its rows have, but those that name why not', async () => {
    const tables = await readTables()
    expect(tables.length).toBeGreaterThan(90)
    expect(tables.filter(({ has }) => !has).map(({ name }) => name)).toEqual(Object.keys(tablesOfAll).sort())
    const owned = tables.filter(({ has }) => has)
    expect(owned.filter(({ filled }) => !filled).map(({ name }) => name)).toEqual(Object.keys(rowsOfNobody).sort())
    expect(owned.filter(({ filled, keyed }) => filled && !keyed).map(({ name }) => name)).toEqual([])
  })

  test('a table without such a key would be named', async () => {
    await sql`create table loose (id int primary key, account_id int not null, name text unique, size int, unique (account_id, size))`.execute(
      database.db,
    )
    await sql`create unique index on loose (account_id, id) where id > 1`.execute(database.db)
    expect((await readTables()).find(({ name }) => name === 'loose')).toMatchObject({ filled: true, keyed: false })
  })
})

test('rows that a server of the version before writes get the account of their shop or file', async () => {
  const { db } = database
  const { id: account_id } = await db.insertInto('account').values({ name: 'a' }).returning('id').executeTakeFirstOrThrow()
  const shopId = await insertShop(db, account_id)
  const file = { account_id, kind: 1, name: 'f', status: 'ready', storage_key: 'k' } as const
  const { id: fileId } = await db.insertInto('file').values(file).returning('id').executeTakeFirstOrThrow()
  await sql`insert into order_cursor (shop_id, modified_until) values (${shopId}, now())`.execute(db)
  await sql`insert into order_sync (shop_id) values (${shopId}) on conflict (shop_id) do nothing`.execute(db)
  await sql`insert into picture_look (file_id, width, height, content) values (${fileId}, 1, 1, 'drawn') on conflict (file_id) do nothing`.execute(
    db,
  )
  for (const table of ['order_cursor', 'order_sync', 'picture_look'] as const)
    expect(await db.selectFrom(table).select('account_id').execute()).toEqual([{ account_id }])
})
