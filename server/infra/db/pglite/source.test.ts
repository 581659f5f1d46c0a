import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDb } from '../kysely'
import { type Engine, SingleSource } from './source'

/** A database on an engine that notes what it is told to run; it refuses the beginning of transactions when `refuses` says so. */
function recorded(refuses = false) {
  const sent: (readonly string[])[] = []
  const run: Engine['run'] = async (sql, _, begin) => {
    if (begin !== undefined && refuses) throw new Error('refused')
    sent.push(begin === undefined ? [sql] : [begin, sql])
    return { rows: [], command: sql === 'commit' ? 'COMMIT' : 'SELECT', affected: undefined }
  }
  return { db: createDb(new SingleSource({ run, close: async () => undefined })), sent }
}

test('a transaction begins with its first statement, in one message to the engine', async () => {
  const { db, sent } = recorded()
  await db.transaction().execute(async (inner) => {
    await inner.selectFrom('account').select('id').execute()
    await inner.selectFrom('app_user').select('id').execute()
  })
  expect(sent).toEqual([['start transaction', 'select "id" from "account"'], ['select "id" from "app_user"'], ['commit']])
})

test('each transaction begins anew, also after one without a statement', async () => {
  const { db, sent } = recorded()
  await db.transaction().execute(async () => undefined)
  await db.selectFrom('account').select('id').execute()
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((inner) => inner.selectFrom('account').select('id').execute())
  expect(sent).toEqual([
    ['start transaction', 'commit'],
    ['select "id" from "account"'],
    ['start transaction isolation level repeatable read', 'select "id" from "account"'],
    ['commit'],
  ])
})

test('a transaction that cannot begin runs none of its statements', async () => {
  const { db, sent } = recorded(true)
  await expect(db.transaction().execute((inner) => inner.selectFrom('account').select('id').execute())).rejects.toThrow('refused')
  expect(sent).toEqual([['rollback']])
})

/** A database on an engine that answers when `answer` says so, in the order in which it was asked. */
function waiting(fails: readonly string[] = []) {
  const sent: string[] = []
  const unanswered: (() => void)[] = []
  const run: Engine['run'] = (sql, _, begin) =>
    new Promise((resolve, reject) => {
      if (begin !== undefined) sent.push(begin)
      sent.push(sql)
      const command = sql === 'commit' ? 'COMMIT' : 'SELECT'
      unanswered.push(() =>
        fails.includes(sql) ? reject(new Error(`${sql} failed`)) : resolve({ rows: [], command, affected: undefined }),
      )
    })
  const db = createDb(new SingleSource({ run, close: async () => void sent.push('close') }))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    db,
    read: (table: 'account' | 'app_user' | 'shop') => db.selectFrom(table).select('id').execute(),
    /** Returns and forgets the statements for which the engine has been asked. */
    async sent() {
      await settle()
      return sent.splice(0)
    },
    answerAll() {
      for (const answer of unanswered.splice(0)) answer()
    },
  }
}
const [account, user, shop] = ['account', 'app_user', 'shop'].map((table) => `select "id" from "${table}"`)

describe('statements of several sessions', () => {
  test('single statements are asked for without waiting for the answers of others', async () => {
    const { read, sent, answerAll } = waiting()
    const reads = Promise.all([read('account'), read('app_user'), read('shop')])
    expect(await sent()).toEqual([account, user, shop])
    answerAll()
    await reads
  })

  test('a transaction begins behind the statements that were asked for before, and nothing comes between it and its commit', async () => {
    const { db, read, sent, answerAll } = waiting()
    const before = read('account')
    const moved = db.transaction().execute(async (inner) => {
      await inner.selectFrom('app_user').select('id').execute()
      await inner.selectFrom('shop').select('id').execute()
    })
    expect(await sent()).toEqual([account, 'start transaction', user])
    const after = read('account')
    expect(await sent()).toEqual([])
    answerAll()
    expect(await sent()).toEqual([shop])
    answerAll()
    // Who comes next need not wait for the answer to the commit.
    expect(await sent()).toEqual(['commit', account])
    answerAll()
    await Promise.all([before, moved, after])
  })

  test('transactions come one after another, in the order in which they were begun', async () => {
    const { db, sent, answerAll } = waiting()
    const one = (table: 'account' | 'app_user') =>
      db.transaction().execute((inner) => inner.selectFrom(table).select('id').execute())
    const both = Promise.all([one('account'), one('app_user')])
    expect(await sent()).toEqual(['start transaction', account])
    answerAll()
    expect(await sent()).toEqual(['commit', 'start transaction', user])
    answerAll()
    expect(await sent()).toEqual(['commit'])
    answerAll()
    await both
  })

  test('a commit that fails is not followed by a rollback, which would be that of the next transaction', async () => {
    const { db, read, sent, answerAll } = waiting(['commit'])
    const failed = db.transaction().execute((inner) => inner.selectFrom('account').select('id').execute())
    const refused = expect(failed).rejects.toThrow('commit failed')
    expect(await sent()).toEqual(['start transaction', account])
    const next = read('shop')
    answerAll()
    expect(await sent()).toEqual(['commit', shop])
    answerAll()
    await Promise.all([refused, next])
    expect(await sent()).toEqual([])
  })

  test('after a rollback that failed no statement runs any more, because it would be lost in the open transaction', async () => {
    const { db, read, sent, answerAll } = waiting([account ?? '', 'rollback'])
    const failed = db.transaction().execute((inner) => inner.selectFrom('account').select('id').execute())
    const ended = expect(failed).rejects.toThrow()
    expect(await sent()).toEqual(['start transaction', account])
    const next = expect(read('shop')).rejects.toThrow('重启服务')
    answerAll()
    for (const attempt of [1, 2]) {
      expect(await sent(), `attempt ${attempt}`).toEqual(['rollback'])
      answerAll()
    }
    await Promise.all([ended, next])
    expect(await sent()).toEqual([])
  })

  test.each([
    ['sent beside others', 'select 1', true],
    ['sent beside others', ' \n insert into "account" default values', true],
    ['sent beside others', 'with gone as (delete from "shop" returning id) select count(*) from gone', true],
    ['kept alone: a whole transaction', 'begin; update "shop" set name = name; commit', false],
    ['kept alone: two statements', 'select 1; select 2', false],
    ['kept alone, because nobody reads what is quoted', "select ';'", false],
    ['kept alone: a setting of the session', 'set search_path to other', false],
    ['kept alone: no transaction may be open', 'vacuum (analyze) "shop"', false],
    ['kept alone: a table that changes', 'alter table "shop" add column x int', false],
    ['kept alone, because its first word is not known', '/* why */ select 1', false],
  ])('%s: %s', async (_, text, isBeside) => {
    const { db, read, sent, answerAll } = waiting()
    const session = db.connection().execute((connection) => sql.raw(text).execute(connection))
    expect(await sent()).toEqual([text])
    const other = read('shop')
    expect(await sent()).toEqual(isBeside ? [shop] : [])
    answerAll()
    await session
    if (!isBeside) expect(await sent()).toEqual([shop])
    answerAll()
    await other
  })

  test('a session that ends without waiting for its statement disturbs nobody', async () => {
    const { db, read, sent, answerAll } = waiting()
    let forgotten: Promise<unknown> = Promise.resolve()
    let go = () => {}
    const told = new Promise<void>((resolve) => {
      go = resolve
    })
    const left = db.connection().execute(async (connection) => {
      await told
      forgotten = sql`vacuum`.execute(connection).catch(() => undefined)
    })
    await sent()
    const before = db.transaction().execute((inner) => inner.selectFrom('account').select('id').execute())
    expect(await sent()).toEqual(['start transaction', account])
    go()
    // Not into the transaction of somebody else.
    expect(await sent()).toEqual([])
    answerAll()
    expect(await sent()).toContain('commit')
    answerAll()
    const after = read('shop')
    const all: string[] = []
    for (let round = 0; round < 5; round++) {
      all.push(...(await sent()))
      answerAll()
    }
    expect(all).toContain(shop)
    await Promise.all([before, left, forgotten, after])
  })

  test('closing waits for the statements that are on their way', async () => {
    const { db, read, sent, answerAll } = waiting()
    const reading = read('account')
    expect(await sent()).toEqual([account])
    const closed = db.destroy()
    expect(await sent()).toEqual([])
    answerAll()
    await Promise.all([reading, closed])
    expect(await sent()).toEqual(['close'])
  })
})
