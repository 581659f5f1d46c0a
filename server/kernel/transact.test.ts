import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database'
import type { Db } from './context'
import { transact } from './transact'

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await testDatabase()
  db = opened.db
  close = opened.close
})
afterAll(() => close())

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })
const names = async () => (await db.selectFrom('account').select('name').orderBy('name').execute()).map((row) => row.name)

test('a failed transaction is rolled back completely', async () => {
  const failing = transact({ db }, async (inner) => {
    await inner.db.insertInto('account').values({ name: 'half' }).execute()
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await names()).not.toContain('half')
})

test('a transaction is retried after a deadlock and has one effect', async () => {
  let tries = 0
  await transact({ db }, async (inner) => {
    tries += 1
    await inner.db.insertInto('account').values({ name: 'once' }).execute()
    if (tries === 1) throw deadlock()
  })
  expect(tries).toBe(2)
  expect((await names()).filter((name) => name === 'once')).toHaveLength(1)
})

test('a persistent deadlock is thrown after three attempts', async () => {
  let tries = 0
  const failing = transact({ db }, async () => {
    tries += 1
    throw deadlock()
  })
  await expect(failing).rejects.toThrow('deadlock')
  expect(tries).toBe(3)
})

test('a transaction inside a transaction is the same one', async () => {
  await transact({ db }, (outer) => transact(outer, async (inner) => expect(inner.db).toBe(outer.db)))
})
