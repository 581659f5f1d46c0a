import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../kernel/transact'
import { type TestDatabase, testDatabase } from './database'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const put = (db: TestDatabase['db'], name: string) => db.insertInto('setting').values({ name, value: '' }).execute()
const names = async () =>
  (await database.db.selectFrom('setting').select('name').orderBy('name').execute()).map((row) => row.name)

describe('transactions', () => {
  test('a transaction is committed as a whole or not at all', async () => {
    const { db } = database
    await transact({ db }, (inner) => put(inner.db, 'kept'))
    const failed = transact({ db }, async (inner) => {
      await put(inner.db, 'dropped')
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await names()).toEqual(['kept'])
  })

  test('the outer handle is refused at once within a transaction instead of waiting for itself', async () => {
    const { db } = database
    const nested = transact({ db }, async (inner) => {
      await put(inner.db, 'a')
      await put(db, 'b')
    })
    await expect(nested).rejects.toThrow('outer database handle')
    await expect(transact({ db }, () => transact({ db }, async () => {}))).rejects.toThrow('outer database handle')
    await expect(transact({ db }, (inner) => Promise.all([put(inner.db, 'a'), put(db, 'b')]))).rejects.toThrow('outer')
    expect(await names()).toEqual([])
  })

  test('work that outlives its transaction may use the outer handle again', async () => {
    const { db } = database
    let later: Promise<unknown> = Promise.resolve()
    let go = () => {}
    const signal = new Promise<void>((resolve) => {
      go = resolve
    })
    await transact({ db }, async () => {
      later = signal.then(() => put(db, 'later'))
    })
    go()
    await later
    expect(await names()).toEqual(['later'])
  })

  test("a transaction's handle is refused after its end", async () => {
    let leaked: TestDatabase['db'] = database.db
    await transact({ db: database.db }, async (inner) => {
      leaked = inner.db
    })
    await expect(put(leaked, 'late')).rejects.toThrow('already committed')
  })

  test('a transaction that PostgreSQL rolled back after a failed statement is not acknowledged', async () => {
    const { db } = database
    await put(db, 'taken')
    const careless = transact({ db }, async (inner) => {
      await put(inner.db, 'first')
      await put(inner.db, 'taken').catch(() => 'never mind')
    })
    await expect(careless).rejects.toMatchObject({ code: '25P02' })
    expect(await names()).toEqual(['taken'])
  })

  test('a violated deferred constraint is reported at commit and leaves the connection usable', async () => {
    const { db } = database
    const { id: account_id } = await db.insertInto('account').values({ name: 'x' }).returning('id').executeTakeFirstOrThrow()
    const clash = transact({ db }, async (inner) => {
      await inner.db.insertInto('phone_brand').values({ account_id, name: 'a', position: 1 }).execute()
      await inner.db.insertInto('phone_brand').values({ account_id, name: 'b', position: 1 }).execute()
    })
    await expect(clash).rejects.toMatchObject({ code: '23505' })
    await put(db, 'after')
    expect(await names()).toEqual(['after'])
  })

  test('many transactions run in parallel without mixing', async () => {
    const { db } = database
    await db.insertInto('setting').values({ name: 'sum', value: '0' }).execute()
    const add = () =>
      transact({ db }, async (inner) => {
        const row = await inner.db
          .selectFrom('setting')
          .select('value')
          .where('name', '=', 'sum')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await inner.db
          .updateTable('setting')
          .set({ value: String(Number(row.value) + 1) })
          .where('name', '=', 'sum')
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, add))
    expect(await db.selectFrom('setting').select('value').executeTakeFirstOrThrow()).toEqual({ value: '25' })
  })
})
