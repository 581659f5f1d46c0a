import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../domain/users/accounts'
import { closeSession, closeSessionsOf, findSession, openSession, sessionIdleMs, sessionMaxMs } from '../domain/users/sessions'
import { migrate } from '../infra/db/migrate'
import type { Db } from '../kernel/context'
import { listenToOperations } from '../kernel/operation'
import { transact } from '../kernel/transact'
import { emptyEmbeddedDatabase, type TestDatabase } from './database'

let opened: TestDatabase
let db: Db
let now: Date
const clock = { now: () => now }
let user: { readonly accountId: number; readonly userId: number }
let token: string
let accounts = 0

beforeAll(async () => {
  opened = await emptyEmbeddedDatabase()
  db = opened.db
  await migrate(db)
})
afterAll(() => opened.close())
beforeEach(async () => {
  now = new Date('2026-03-01T08:00:00Z')
  accounts += 1
  user = await createAccount({ db, clock }, { name: `店${accounts}` })
  token = await openSession({ db, clock }, user.userId)
  await find()
})

const find = () => findSession({ db, clock }, token)

/** Returns the number of statements that `work` sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const started = ({ kind }: { readonly kind: string }) => {
    if (kind === 'statement') count += 1
  }
  const stop = listenToOperations({ started, ended: () => undefined })
  await work()
  stop()
  return count
}

describe('a session of the embedded database', () => {
  test('a session of the embedded database is read once, and again after each change of users, also one that is rolled back', async () => {
    expect(await statementsOf(find)).toBe(0)
    await db
      .updateTable('app_user')
      .set({ permissions: ['orders'] })
      .where('id', '=', user.userId)
      .execute()
    expect(await statementsOf(find)).toBe(1)
    expect(await statementsOf(find)).toBe(0)
    const failing = transact({ db }, async (inner) => {
      await inner.db.updateTable('app_user').set({ enabled: false }).where('id', '=', user.userId).execute()
      expect(await findSession({ db: inner.db, clock }, token)).toBeNull()
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await find()).not.toBeNull()
  })

  test('a session of the embedded database is over at once, however it ends', async () => {
    const { accountId, userId } = user
    const endings: (() => Promise<unknown>)[] = [
      async () => closeSession(db, (await find())?.sessionHash ?? ''),
      () => closeSessionsOf(db, userId),
      () => db.updateTable('app_user').set({ enabled: false }).where('id', '=', userId).execute(),
      () => sql.raw(`select 1; delete from session where user_id = ${userId}`).execute(db),
      () => sql.raw(`do $$ begin execute 'delete from ' || 'ses' || 'sion'; end $$`).execute(db),
      () => sql`with gone as (delete from session where user_id = ${userId} returning 1) select count(*) from gone`.execute(db),
      () => sql`delete from app_user where account_id = ${accountId}`.execute(db),
    ]
    for (const end of endings) {
      await db.updateTable('app_user').set({ enabled: true }).where('id', '=', userId).execute()
      token = await openSession({ db, clock }, userId)
      expect(await find()).not.toBeNull()
      expect(await statementsOf(find)).toBe(0)
      await end()
      expect(await find()).toBeNull()
    }
  })

  test('a session of the embedded database is over at once when it ends while it is read', async () => {
    await openSession({ db, clock }, user.userId)
    const [, during] = await Promise.all([closeSessionsOf(db, user.userId), find()])
    expect(during).toBeNull()
    token = await openSession({ db, clock }, user.userId)
    const [before] = await Promise.all([find(), closeSessionsOf(db, user.userId)])
    expect(before).not.toBeNull()
    expect(await find()).toBeNull()
  })

  test('a session of the embedded database ends when it is idle or old, although nothing is read again', async () => {
    const begun = now.getTime()
    now = new Date(begun + sessionIdleMs - 1)
    expect(await find()).not.toBeNull()
    now = new Date(now.getTime() + sessionIdleMs)
    expect(await find()).toBeNull()
    for (let at = begun; at < begun + sessionMaxMs; at += sessionIdleMs / 2) {
      now = new Date(at)
      expect(await find()).not.toBeNull()
    }
    now = new Date(begun + sessionMaxMs)
    expect(await find()).toBeNull()
  })

  test('a session has the rights that its user has now', async () => {
    await db
      .updateTable('app_user')
      .set({ is_main: false, permissions: ['orders'] })
      .where('id', '=', user.userId)
      .execute()
    expect((await find())?.actor.permissions).toEqual(['orders'])
    await db.updateTable('app_user').set({ permissions: [] }).where('id', '=', user.userId).execute()
    expect((await find())?.actor.permissions).toEqual([])
  })
})

describe('the schema', () => {
  test('the schema lets no trigger, function or foreign key change users or sessions from a statement that does not name them', async () => {
    const tables = "'session', 'app_user', 'account'"
    const keys = await sql`
      select conname from pg_constraint where contype = 'f' and confdeltype in ('c', 'n', 'd') 
        and conrelid::regclass::text in (${sql.raw(tables)}) and confrelid::regclass::text not in (${sql.raw(tables)})`.execute(
      db,
    )
    expect(keys.rows).toEqual([])
    const functions = await sql<{ name: string }>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prolang in (
        select oid from pg_language where lanname in ('sql', 'plpgsql'))
        and prosrc ~* '\\m(update|insert\\s+into|delete\\s+from|truncate)\\s+((only|table)\\s+)*(session|app_user|account)\\M'`.execute(
      db,
    )
    expect(functions.rows).toEqual([])
  })
})
