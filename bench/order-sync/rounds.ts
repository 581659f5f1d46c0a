/**
 * Rounds of automatic syncs of 500 shops in 100 accounts on the embedded database, with a marketplace that has nothing new and answers
 * each call after 200 ms: all shops; then rounds of a fifth of them in turns, with one more shop that answers like the others, and that
 * does not answer until they are done.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { delay } from '../../contract/ground/delay'
import { beginDueSyncs } from '../../server/domain/orders/automatic-sync'
import { orderSync } from '../../server/domain/orders/sync'
import { orderSyncKind } from '../../server/domain/orders/sync-kind'
import { putSession } from '../../server/domain/shops/sessions'
import { openDatabase } from '../../server/infra/db/open'
import { openEngine } from '../../server/infra/jobs/engine'
import { createSealer } from '../../server/infra/sealer'
import { taskQueue, taskQueues } from '../../server/jobs/tasks'
import type { Deps } from '../../server/kernel/context'
import type { Marketplace } from '../../server/ports/marketplace'

const accounts = 100
const shopsPerAccount = 5
const latencyMs = 200
const turns = 3
const hour = 3_600_000
const silentSession = 'silent'

const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(process.argv[2] ?? '', 'data') })
const { db } = opened
const jobs = await openEngine({ ...opened, queues: taskQueues, isDatabaseOwner: true, report: console.error })
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
/** While it is there, the silent shop waits for it. */
let silence: { promise: Promise<void>; end: () => void } | null = null
const quiet = {
  orderLimits: { keptMs: 90 * 24 * hour, rangeMs: { modified: 24 * hour, created: 90 * 24 * hour } },
  async *orders(session: string) {
    await (session === silentSession && silence !== null ? silence.promise : delay(latencyMs))
    yield []
  },
} as unknown as Marketplace
const deps = { db, jobs, clock, sealer: createSealer('only for the bench'), marketplaces: { TAOBAO: quiet } } as unknown as Deps

async function addShop(accountId: number, session: string) {
  const { shopId } = await putSession(deps, { accountId, type: 'TAOBAO' }, { nick: `${session}-${accountId}`, session })
  // It was synced before: a round reads the changes since.
  await db.insertInto('order_cursor').values({ account_id: accountId, shop_id: shopId, modified_until: clock.now() }).execute()
}
let accountId = 0
for (let account = 0; account < accounts; account += 1) {
  accountId = (
    await db
      .insertInto('account')
      .values({ name: `bench-${account}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  for (let shop = 0; shop < shopsPerAccount; shop += 1) await addShop(accountId, `session-${shop}`)
}
await jobs.work(taskQueue(deps, orderSync(deps, console.error), console.error))

/** Begins the syncs that are due and resolves with the milliseconds until no more than `left` of them run. */
async function round(left: number): Promise<number> {
  ahead += hour
  const began = performance.now()
  await beginDueSyncs(deps, 10 * 60_000)
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from sync_task where kind = ${orderSyncKind} and status = 1`.execute(db)
    if ((rows[0]?.n ?? 0) <= left) return performance.now() - began
    await delay(50)
  }
}

const whole = await round(0)
// Four of five shops are never due again: a silent one takes one place, however many wait, and short rounds can be made in turns.
await sql`update shop set bound_at = now() + interval '10 years' where id % ${shopsPerAccount} <> 0`.execute(db)
await addShop(accountId, silentSession)
const [alone, beside]: [number[], number[]] = [[], []]
for (let turn = 0; turn <= turns; turn += 1) {
  const undisturbed = await round(0)
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  silence = { promise, end }
  const disturbed = await round(1)
  silence.end()
  silence = null
  await jobs.idle()
  // The first turn only warms up.
  if (turn > 0) {
    alone.push(undisturbed)
    beside.push(disturbed)
  }
}
const { rows: failed } = await sql`select from sync_task where kind = ${orderSyncKind} and status <> 2`.execute(db)
if (failed.length > 0) throw new Error(`${failed.length} syncs did not succeed`)
process.send?.({ whole, alone, beside })
await jobs.stop()
await opened.close()
