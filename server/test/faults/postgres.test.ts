/**
 * A real PostgreSQL that restarts, cuts connections, holds locks and ends transactions, under the whole server. Skipped where
 * none is installed.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../scripts/lib/postgres.mjs'
import type { TaskKind } from '../../domain/tasks/kinds'
import { beginTask } from '../../domain/tasks/tasks'
import { createAccount } from '../../domain/users/accounts'
import { openSession } from '../../domain/users/sessions'
import { openDatabase } from '../../infra/db/open'
import type { PoolLimits } from '../../infra/db/pg'
import { isOutage } from '../../kernel/outage'
import { postgresDatabase } from '../database'
import { freePort } from '../free-port'
import { openTaskRunner } from '../jobs'
import { startTestServer, type TestReply, type TestServer } from '../server'
import { buildPrograms, startProgram, temporaryFolder } from './process'

const cutAll =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'

describe.skipIf(findPostgres() === null)('on a PostgreSQL', () => {
  let database: ReturnType<typeof startPostgres>
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    database = startPostgres(await freePort())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  afterAll(() => database.stop())

  async function server(limits: Partial<PoolLimits>): Promise<TestServer> {
    const opened = await startTestServer({ database: await postgresDatabase(database.url, limits) })
    closing.push(() => opened.close())
    return opened
  }

  /** Opens another connection to the same database. */
  async function other(of: TestServer): Promise<pg.Client> {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(of.deps.db)
    const client = new pg.Client({ connectionString: database.url, options: `-c search_path=${rows[0]?.schema}` })
    client.on('error', () => {})
    await client.connect()
    closing.push(() => client.end())
    return client
  }

  const statusAndRetry = ({ status, headers }: TestReply) => [status, headers.get('retry-after')]

  test('a locked table blocks nobody who does not need it, however many wait for it', async () => {
    const shop = await server({ connections: 4, lockMs: 60_000, connectMs: 60_000 })
    const { token } = await shop.newAccount()
    const locker = await other(shop)
    await locker.query('begin; lock table phone_brand in access exclusive mode')
    const waiting = Array.from({ length: 12 }, () => shop.call('GET', '/api/phone_brands', { token }))
    // Both time limits above are longer than this test.
    expect((await shop.call('GET', '/api/phone_case_materials', { token })).status).toBe(200)
    await locker.query('rollback')
    const replies = (await Promise.all(waiting)).map(statusAndRetry)
    expect(replies.filter(([status]) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(replies.filter(([status]) => status !== 200)).toEqual(
      replies.filter(([status]) => status !== 200).map(() => [503, '2']),
    )
  })

  test('callers that lock the same row in turn are all served, however many they are', async () => {
    const shop = await server({ connections: 3 })
    const { db } = shop.deps
    const { accountId } = await shop.newAccount()
    const turn = () =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
        await sql`select pg_sleep(0.3)`.execute(tx)
        return 'served'
      })
    expect(new Set(await Promise.all(Array.from({ length: 8 }, turn)))).toEqual(new Set(['served']))
  })

  test('a lock, a statement or a pool that takes too long is answered with 503 and a Retry-After', async () => {
    const shop = await server({ connections: 3, lockMs: 200, connectMs: 200, statementMs: 1000 })
    const { db } = shop.deps
    const { token } = await shop.newAccount()
    const brands = () => shop.call('GET', '/api/phone_brands', { token })
    const locker = await other(shop)
    await locker.query('begin; lock table phone_brand in access exclusive mode')
    expect(statusAndRetry(await brands())).toEqual([503, '2'])
    await locker.query('rollback')

    const slow = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
    expect([isOutage(slow), (slow as { code: string }).code]).toEqual([true, '57014'])

    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    const taken = Array.from({ length: 3 }, () => db.transaction().execute(() => freed))
    expect(statusAndRetry(await brands())).toEqual([503, '2'])
    free()
    await Promise.all(taken)
    expect((await brands()).status).toBe(200)
  })

  test('the idle transaction of a stalled server is ended, and its locks are released', async () => {
    const shop = await server({ idleInTransactionMs: 200, lockMs: 60_000 })
    const { db } = shop.deps
    const { accountId } = await shop.newAccount()
    const lock = (handle: typeof db) =>
      handle.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    let goOn = () => {}
    const woken = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let locked = () => {}
    const begun = new Promise<void>((resolve) => {
      locked = resolve
    })
    const still = db.transaction().execute(async (tx) => {
      await lock(tx)
      locked()
      await woken
      await lock(tx)
    })
    const outcome = still.catch((error: unknown) => error)
    await begun
    expect(await lock(db)).toEqual([{ id: accountId }])
    goOn()
    expect(isOutage(await outcome)).toBe(true)
    expect(await lock(db)).toEqual([{ id: accountId }])
  })

  test('a sync task continues by itself after its connection was cut', async () => {
    const shop = await server({})
    const { accountId } = await shop.newAccount()
    const { db } = shop.deps
    const done: number[] = []
    const kind: TaskKind = {
      kind: 'cut',
      run: async (task) => {
        done.push(task.id)
        if (done.length > 1) return
        await cutter.query(cutAll)
        await task.save({ half: true })
        await task.save({ half: true })
      },
    }
    const cutter = await other(shop)
    const runner = await openTaskRunner(shop.deps, [kind], { report: () => {} })
    closing.push(() => runner.stop())
    const actor = { accountId, userId: 0, username: '', permissions: [] }
    await beginTask({ ...shop.deps, jobs: runner, actor, traceId: 'test' }, { kind: 'cut', subject: 'x' })
    await expect.poll(async () => (await db.selectFrom('sync_task').select('status').execute())[0]?.status).toBe(2)
  })

  test('a restart of PostgreSQL during writes ends no process and loses nothing that was acknowledged', async () => {
    const programs = await buildPrograms({ main: '../../main.ts' })
    const opened = await openDatabase({ databaseUrl: database.url, dataDir: temporaryFolder() })
    closing.push(() => opened.close())
    const deps = { db: opened.db, clock: { now: () => new Date() } }
    const token = await openSession(deps, (await createAccount(deps, { name: 'restarted' })).userId)
    const program = startProgram(programs.program('main'), undefined, {
      ...{ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), PORT: '0', DEMO: '0', DATABASE_POOL: '4' },
      ...{ HOST: '', STORAGE_URL: '', PUBLIC_URL: '', WEB_DIR: '' },
    })
    closing.push(async () => {
      await program.kill()
      programs.remove()
    })
    const line = await program.line((text) => text.startsWith('壳匠已启动'))
    const address = line.slice(line.indexOf('http'))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const write = (name: string) =>
      fetch(`${address}/api/phone_brands`, { method: 'POST', headers, body: JSON.stringify({ name }) }).then(
        ({ status, headers: said }) => ({
          name,
          status,
          again: said.get('retry-after'),
        }),
      )
    const replies: Awaited<ReturnType<typeof write>>[] = []
    let over = false
    const writer = async (name: string) => {
      for (let n = 0; !over; n += 1) replies.push(await write(`${name}-${n}`))
    }
    const writers = ['a', 'b', 'c', 'd', 'e', 'f'].map(writer)
    const good = () => replies.filter(({ status }) => status === 200).length
    const enough = (more: number) => {
      const before = good()
      return expect.poll(() => good() - before).toBeGreaterThan(more)
    }
    await enough(20)
    const cutter = new pg.Client(database.url)
    await cutter.connect()
    for (let round = 0; round < 5; round += 1) {
      await cutter.query(cutAll)
      await enough(5)
    }
    await cutter.end()
    await database.restart()
    await enough(20)
    over = true
    await Promise.all(writers)
    expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(replies.filter(({ status, again }) => status === 503 && again !== '2')).toEqual([])
    const kept = new Set((await opened.db.selectFrom('phone_brand').select('name').execute()).map(({ name }) => name))
    expect(replies.filter(({ name, status }) => status === 200 && !kept.has(name))).toEqual([])
  })
})
