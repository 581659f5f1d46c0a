/**
 * Measures the longest wait of a small query while the embedded database of 50,000 orders is backed up and maintained: as the
 * product does it, and as one long statement or transaction on the only connection.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { exportToFile } from '../../server/infra/db/dump-file'
import { createDb } from '../../server/infra/db/kysely'
import { migrate } from '../../server/infra/db/migrate'
import { openThread } from '../../server/infra/db/pglite/client'
import { withCopy } from '../../server/infra/db/pglite/copy'
import { startMaintenance } from '../../server/infra/db/pglite/maintenance'
import { SingleSource } from '../../server/infra/db/pglite/source'
import type { Db } from '../../server/kernel/context'
import { insertOrders } from '../lib/orders'

const orders = 50_000

export interface Wait {
  readonly name: string
  /** Longest wait in milliseconds. */
  readonly ours: number
  readonly peer: number
  readonly queries: number
}

/** Runs a small query repeatedly during `work`; returns the longest duration and the number of queries. */
async function longestWait(db: Db, work: () => Promise<unknown>): Promise<{ ms: number; queries: number }> {
  let done = false
  const working = work().finally(() => {
    done = true
  })
  let ms = 0
  let queries = 0
  while (!done) {
    const start = performance.now()
    await sql`select name from account limit 1`.execute(db)
    ms = Math.max(ms, performance.now() - start)
    queries += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await working
  return { ms, queries }
}

async function main(dataDir: string): Promise<void> {
  const fail = (error: unknown) => {
    throw error
  }
  // The thread is opened directly, without the maintenance that an open database starts by itself.
  const db = createDb(new SingleSource(await openThread(dataDir, fail)))
  await migrate(db)
  const maintenance = startMaintenance(db, { checkEveryMs: 3_600_000, vacuumAfterChanges: 1, onError: fail })
  await maintenance.runDue()
  const account = await db.insertInto('account').values({ name: 'bench' }).returning('id').executeTakeFirstOrThrow()
  await insertOrders(db, account.id, orders)
  const changeRows = () => sql`update order_item set title = title || '' where id % 4 = 0`.execute(db)

  const first = await longestWait(db, () => maintenance.runDue())
  await changeRows()
  const vacuum = await longestWait(db, () => maintenance.runDue())
  await changeRows()
  const vacuumAtOnce = await longestWait(db, () => sql`vacuum (analyze)`.execute(db))
  const { signal } = new AbortController()
  const copied = await longestWait(db, () =>
    withCopy(db, dataDir, { maintenance, signal, work: (copy) => exportToFile(copy, join(dataDir, 'copied.jsonl.gz')) }),
  )
  const exported = await longestWait(db, () => exportToFile(db, join(dataDir, 'exported.jsonl.gz')))
  const waits: Wait[] = [
    { name: 'first maintenance', ours: first.ms, peer: vacuumAtOnce.ms, queries: first.queries },
    { name: 'maintenance', ours: vacuum.ms, peer: vacuumAtOnce.ms, queries: vacuum.queries },
    { name: 'backup', ours: copied.ms, peer: exported.ms, queries: copied.queries },
  ]
  process.send?.(waits)
  await maintenance.stop()
  await db.destroy()
}

await main(process.argv[2] ?? '')
