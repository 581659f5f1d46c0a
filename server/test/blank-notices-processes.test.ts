/**
 * Two processes of the server on one PostgreSQL notify a seller of low blanks at the same moment. Skipped where PostgreSQL is not installed.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs'
import { listNotifications } from '../domain/notifications/notifications'
import { tellAllLowBlanks, tellLowBlanks } from '../domain/print-floor/blank-notices'
import { createDb } from '../infra/db/kysely'
import { postgresSource } from '../infra/db/pg'
import type { Db } from '../kernel/context'
import { transact } from '../kernel/transact'
import { postgresDatabase } from './database'
import { type Domain, openDomain } from './domain'
import { type FloorShop, openFloorShop } from './floor-shop'
import { freePort } from './free-port'
import { buyCredits } from './order-shop'

describe.skipIf(findPostgres() === null)('two processes on one PostgreSQL', () => {
  let server: ReturnType<typeof startPostgres> | undefined
  let domain: Domain | undefined
  /** The connections of another process to the same database. */
  let other: Db
  /** Sees which connections wait; a transaction sees the activity of its beginning. */
  let watcher: pg.Client
  let shop: FloorShop

  beforeAll(async () => {
    server = startPostgres(await freePort())
    domain = await openDomain(postgresDatabase(server.url))
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(domain.deps.db)
    watcher = new pg.Client(server.url)
    await watcher.connect()
    other = createDb(postgresSource({ url: server.url, schema: rows[0]?.schema ?? '' }))
  })
  afterAll(async () => {
    await watcher?.end()
    await other?.destroy()
    await domain?.close()
    server?.stop()
  })
  beforeEach(async () => {
    if (domain === undefined) throw new Error('the domain is not open')
    shop = await openFloorShop(domain)
    await buyCredits(shop.ctx, 1000)
    await shop.ordered('N1', 3)
    await shop.pushOwn('N1')
    await change({ kind: 'set', quantity: 10 })
  })

  const change = (what: object) =>
    shop.floor.blanks.change(
      { body: { phoneModelId: shop.model.id, materialColorId: shop.color.id, change: what as never } },
      shop.ctx,
    )
  const told = async () => {
    const { items } = await listNotifications(shop.ctx, { pageNo: 1, pageSize: 50 })
    return items.filter(({ target }) => target === 'blanks').map(({ resolvedAt }) => (resolvedAt === null ? 'open' : 'over'))
  }
  const setQuantity = (db: Db, quantity: number) =>
    db.updateTable('blank_stock').set({ quantity }).where('account_id', '=', shop.ctx.actor.accountId).execute()

  /** Runs `first` in one process up to its commit, `second` in the other while it waits for that, and then lets both end. */
  async function overlapped(first: (db: Db) => Promise<void>, second: () => Promise<void>): Promise<void> {
    let waiting: Promise<void> | undefined
    await transact({ db: shop.ctx.db }, async ({ db }) => {
      const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await first(db)
      waiting = second()
      const isBlocked = async () => {
        const found = await watcher.query('select pid from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))', [
          own[0]?.pid,
        ])
        return found.rows.length > 0
      }
      await expect.poll(isBlocked).toBe(true)
    })
    await waiting
  }
  const tellIn = (db: Db) => tellLowBlanks({ db, clock: shop.ctx.clock, actor: shop.ctx.actor })
  const tellAllInOther = () => tellAllLowBlanks({ db: other, clock: shop.ctx.clock })

  test('a fall that both find at once makes one notification, and its end ends that once', async () => {
    await overlapped(async (db) => {
      await setQuantity(db, 2)
      await tellIn(db)
    }, tellAllInOther)
    expect(await told()).toEqual(['open'])
    await overlapped(async (db) => {
      await setQuantity(db, 10)
      await tellIn(db)
    }, tellAllInOther)
    expect(await told()).toEqual(['over'])
  })

  test('rounds of both at the same moment, beside a change, leave one open notification', async () => {
    await setQuantity(shop.ctx.db, 2)
    const ownRound = () => tellAllLowBlanks(shop.ctx)
    await Promise.all([ownRound(), tellAllInOther(), ownRound(), tellAllInOther(), change({ kind: 'warn', below: 1 })])
    expect(await told()).toEqual(['open'])
  })
})
