/**
 * PostgreSQL behind PgBouncer in transaction mode, which gives every transaction one of a few connections. Skipped where they are
 * not installed.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findPgBouncer, findPostgres, startPgBouncer, startPostgres } from '../../scripts/lib/postgres.mjs'
import { migrate, missingMigrations, readMigrations } from '../infra/db/migrate'
import type { Migration } from '../infra/db/migration-history'
import type { PoolLimits } from '../infra/db/pg'
import { openEngine } from '../infra/jobs/engine'
import { isOutage } from '../kernel/outage'
import { postgresDatabase } from './database'
import { freePort } from './free-port'
import { throwError } from './server'

const isInstalled = findPostgres() !== null && findPgBouncer() !== null

describe.skipIf(!isInstalled)('behind a pooler with fewer connections than clients', () => {
  let database: ReturnType<typeof startPostgres>
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    database = startPostgres(await freePort())
    const direct = new pg.Client(database.url)
    await direct.connect()
    await direct.query(`alter database kejiang set timezone to 'Asia/Shanghai'`)
    await direct.end()
    pooler = await startPgBouncer({ port: await freePort(), url: database.url, poolSize: 3 })
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  afterAll(() => {
    pooler?.stop()
    database?.stop()
  })

  async function open(limits: Partial<PoolLimits> = {}) {
    const opened = await postgresDatabase(pooler.url, limits)
    closing.push(() => opened.close())
    return opened.db
  }

  interface Seen {
    readonly schema: string
    readonly zone: string
    readonly limit: string
  }
  const see = sql<Seen>`select current_schema() as schema, current_setting('TimeZone') as zone,
    current_setting('statement_timeout') as limit`

  test('each statement and transaction has the settings of its own client, and leaves none behind', async () => {
    const clients = [await open({ statementMs: 31_000 }), await open({ statementMs: 32_000 })]
    const seen = await Promise.all(
      clients.flatMap((db) =>
        Array.from({ length: 20 }, async (_, n) => {
          // With parameters, without, and in a transaction: these are sent in three ways.
          if (n % 3 === 0) return (await see.execute(db)).rows[0]
          if (n % 3 === 1) return (await sql<Seen>`${see} where ${n}::int > 0`.execute(db)).rows[0]
          const mode = db.transaction().setIsolationLevel('repeatable read')
          return mode.execute(async (tx) => (await sql`select ${n}::int`.execute(tx)) && (await see.execute(tx)).rows[0])
        }),
      ),
    )
    const [first, second] = [seen[0]?.schema, seen[20]?.schema]
    expect(first).not.toBe(second)
    expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => ({ schema: first, zone: 'UTC', limit: '31s' })))
    expect(seen.slice(20)).toEqual(Array.from({ length: 20 }, () => ({ schema: second, zone: 'UTC', limit: '32s' })))

    const raw = new pg.Pool({ connectionString: pooler.url, max: 6 })
    closing.push(() => raw.end())
    const left = await Promise.all(
      Array.from({ length: 12 }, () => raw.query("select current_schema() as schema, current_setting('statement_timeout') as t")),
    )
    expect(left.map(({ rows }) => rows[0])).toEqual(left.map(() => ({ schema: 'public', t: '0' })))
  })

  test('a statement, a lock and an idle transaction end at their limits', async () => {
    const db = await open({ statementMs: 1000, lockMs: 200, idleInTransactionMs: 300 })
    const codeOf = (error: unknown) => [isOutage(error), (error as { code?: string }).code]
    expect(codeOf(await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error))).toEqual([true, '57014'])
    expect(codeOf(await sql`select pg_sleep(${60}::int)`.execute(db).catch((error: unknown) => error))).toEqual([true, '57014'])

    const take = (handle: typeof db) => sql`select pg_advisory_xact_lock(${7}::bigint)`.execute(handle)
    let goOn = () => {}
    const woken = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let taken = () => {}
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve
    })
    const stalled = db
      .transaction()
      .execute(async (tx) => {
        await take(tx)
        taken()
        await woken
        await take(tx)
      })
      .catch((error: unknown) => error)
    await isTaken
    expect(codeOf(await take(db).catch((error: unknown) => error))).toEqual([true, '55P03'])
    await expect
      .poll(() =>
        take(db).then(
          () => 'released',
          () => 'held',
        ),
      )
      .toBe('released')
    goOn()
    expect(codeOf(await stalled)).toEqual([true, '08006'])
  })

  test('the tables of the jobs are made once, however many processes start together', async () => {
    const db = await open()
    const schema = `jobs_${randomBytes(4).toString('hex')}`
    const start = () =>
      openEngine({ db, kind: 'postgres', schema, queues: [], isDatabaseOwner: false, report: (_, error) => throwError(error) })
    const engines = await Promise.all([start(), start(), start(), start()])
    for (const engine of engines) await engine.stop()
    await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
    expect(engines).toHaveLength(4)
  })

  describe('a migration', () => {
    const next: Migration = { name: '9999_next', sha256: 'x', sql: 'alter table phone_brand add column extra text' }
    const known = [...readMigrations(), next]

    /** Holds locks in a transaction of another client until the returned function is called. */
    async function hold(db: Awaited<ReturnType<typeof open>>, ...statements: string[]): Promise<() => Promise<void>> {
      let free = () => {}
      const freed = new Promise<void>((resolve) => {
        free = resolve
      })
      let held = () => {}
      const isHeld = new Promise<void>((resolve) => {
        held = resolve
      })
      const holding = db.transaction().execute(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
        held()
        await freed
      })
      await isHeld
      return () => {
        free()
        return holding
      }
    }

    test('a migration runs once, however many processes start together', async () => {
      const db = await open()
      expect((await missingMigrations(db, known)).map(({ name }) => name)).toEqual([next.name])
      const done = await Promise.all(Array.from({ length: 5 }, () => migrate(db, known)))
      expect(done.flat()).toEqual([next.name])
      expect(await missingMigrations(db, known)).toEqual([])
    })

    test('a migration is given up with a sentence while another process migrates, or while its table is in use', async () => {
      const db = await open()
      const ended = await hold(db, 'select pg_advisory_xact_lock(7266031)')
      await expect(migrate(db, known, 100)).rejects.toThrow('另一个进程的数据库升级仍未完成')
      await ended()
      const released = await hold(db, 'select from phone_brand')
      await expect(migrate(db, known, 100)).rejects.toThrow('迁移 9999_next 要改的表仍被其他事务占用')
      await released()
      expect(await migrate(db, known, 100)).toEqual([next.name])
    })
  })
})
