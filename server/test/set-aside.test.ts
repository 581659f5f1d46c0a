/**
 * Moving the data of a PostgreSQL aside before a restore, as the ordinary role that owns the database, with and without PgBouncer in
 * transaction mode. Skipped where they are not installed.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPgBouncer, findPostgres, startPgBouncer, startPostgres } from '../../scripts/lib/postgres.mjs'
import { type OpenDatabase, openDatabase } from '../infra/db/open'
import { lifeSeconds, livingProcesses, markProcess } from '../infra/db/processes'
import { setAsideDatabase } from '../infra/db/set-aside'
import { openEngine } from '../infra/jobs/engine'
import { freePort } from './free-port'
import { throwError } from './server'

const isInstalled = findPostgres() !== null && findPgBouncer() !== null
const role = 'shopkeeper'
const suffix = 'before_restore_20260301080000'
const now = new Date('2026-03-01T08:00:00Z')

describe.skipIf(!isInstalled)('setting a PostgreSQL aside', () => {
  let cluster: ReturnType<typeof startPostgres>
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let serial = 0
  let name = ''
  const closing: (() => Promise<unknown>)[] = []

  const addressOf = (url: string): string => {
    const address = new URL(url)
    address.username = role
    address.pathname = `/${name}`
    return String(address)
  }
  const asSuperuser = async (statement: string): Promise<void> => {
    const client = new pg.Client(cluster.url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  beforeAll(async () => {
    cluster = startPostgres(await freePort())
    await asSuperuser(`create role ${role} login`)
    // PgBouncer connects as the role of its address.
    const url = new URL(cluster.url)
    url.username = role
    pooler = await startPgBouncer({ port: await freePort(), url: String(url), poolSize: 3 })
  })
  beforeEach(async () => {
    serial += 1
    name = `shop_${serial}`
    await asSuperuser(`create database ${name} owner ${role}`)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  afterAll(() => {
    pooler?.stop()
    cluster?.stop()
  })

  async function open(databaseUrl: string): Promise<OpenDatabase> {
    const opened = await openDatabase({ databaseUrl, dataDir: '' })
    closing.push(() => opened.close())
    return opened
  }
  const moveAside = (databaseUrl: string) => setAsideDatabase({ databaseUrl, dataDir: '' }, now)
  const brands = async (opened: OpenDatabase, schema: string) =>
    (await sql<{ name: string }>`select name from ${sql.table(`${schema}.account`)}`.execute(opened.db)).rows

  test.each(['directly', 'behind PgBouncer'])(
    'an ordinary owner moves everything %s, and the schema can be filled anew while the old rows stay',
    async (how) => {
      const url = addressOf(how === 'directly' ? cluster.url : pooler.url)
      const { db, kind, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
      const engine = await openEngine({ db, kind, queues: [], isDatabaseOwner: false, report: (_, error) => throwError(error) })
      await engine.stop()
      await db.insertInto('account').values({ name: '旧店' }).execute()
      await sql`create type mood as enum ('a'); create view names as select name from account;
        create function of_account(account) returns mood language sql as 'select ''a''::mood'`.execute(db)
      await close()
      expect(await moveAside(url)).toBe(`public_${suffix}`)
      const opened = await open(url)
      expect(await brands(opened, 'public')).toEqual([])
      expect(await brands(opened, `public_${suffix}`)).toEqual([{ name: '旧店' }])
      const { rows } = await sql<{ schema: string; objects: number }>`
        select nspname as schema, count(*)::int4 as objects from pg_class join pg_namespace n on n.oid = relnamespace
        where nspname like ${`%${suffix}`} group by 1 order by 1`.execute(opened.db)
      expect(rows.map(({ schema }) => schema)).toEqual([`kejiang_jobs_${suffix}`, `public_${suffix}`])
      // The search by parts of words, which an extension makes, works for the old rows and the new ones.
      const indexes =
        await sql`select from pg_indexes where indexdef like '%gin_trgm_ops%' and schemaname like 'public%'`.execute(opened.db)
      expect(indexes.rows.length).toBeGreaterThan(1)
      await opened.db.insertInto('account').values({ name: '新店' }).execute()
      expect(await brands(opened, 'public')).toEqual([{ name: '新店' }])
    },
  )

  test('an empty database has nothing to move', async () => {
    expect(await moveAside(addressOf(cluster.url))).toBeNull()
  })

  test('a server that lives is named and keeps its data, and one that has stopped is not waited for behind PgBouncer', async () => {
    const url = addressOf(pooler.url)
    const { db } = await open(url)
    const mark = await markProcess(db, { program: 'server', version: '1.0.0', onReplaced: () => {}, report: throwError })
    await expect(moveAside(url)).rejects.toThrow(new RegExp(`server（.+，进程 ${process.pid}，\\d+ 秒前）.*先停止所有服务`))
    await mark.leave()
    // Its connections to the pooler are still open, as those of the pooler to PostgreSQL are.
    expect(await moveAside(url)).toBe(`public_${suffix}`)
  })

  test('a process that was killed counts as running only until its sign of life is old', async () => {
    const { db } = await open(addressOf(cluster.url))
    const mark = await markProcess(db, { program: 'cutout', version: '1.0.0', onReplaced: () => {}, report: throwError })
    closing.push(() => mark.leave())
    await sql`update server_process set seen_at = now() - make_interval(secs => ${lifeSeconds - 5})`.execute(db)
    expect(await livingProcesses(db)).toMatchObject([{ program: 'cutout', pid: process.pid }])
    await sql`update server_process set seen_at = now() - make_interval(secs => ${lifeSeconds + 1})`.execute(db)
    expect(await livingProcesses(db)).toEqual([])
  })

  test('a process that was frozen meanwhile learns that its database was replaced', async () => {
    const { db } = await open(addressOf(cluster.url))
    await new Promise<void>((resolve, reject) => {
      markProcess(db, { program: 'server', version: '1.0.0', onReplaced: resolve, report: throwError, everyMs: 20 }).then(
        () => sql`delete from server_process`.execute(db),
        reject,
      )
    })
    expect(await livingProcesses(db)).toEqual([])
  })
})
