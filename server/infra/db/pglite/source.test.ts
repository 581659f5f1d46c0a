import { expect, test } from 'vitest'
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
