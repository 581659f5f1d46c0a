/**
 * A server process reduced to its jobs, for tests that kill it. argv: data directory; with DATABASE_URL that database. JOBS: how many
 * tasks it begins when there are none, for 20 accounts. It prints `ready` when it works, a number after each second's progress (ended
 * tasks), and `end <json>` when all have ended. Each task writes its steps into `fault_step`, in the transactions of its progress.
 */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { beginTask } from '../../domain/tasks/tasks'
import { openDatabase } from '../../infra/db/open'
import { openEngine } from '../../infra/jobs/engine'
import { taskQueue, taskRepair } from '../../jobs/tasks'
import type { Ctx } from '../../kernel/context'
import type { QueueSettings } from '../../kernel/jobs'

const print = (line: string): void => {
  writeSync(1, `${line}\n`)
}
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL }).catch((error: unknown) => {
  print(`refused ${error}`)
  process.exit(3)
})
database.onFatal(() => {
  print('fatal')
  process.exit(4)
})
const { db } = database
const clock = { now: () => new Date() }
const accounts = 20
/** Steps of a task of each kind: a short one, and a long one that is killed between its steps. */
const steps = { short: 1, long: 6 } as const
const kinds = ['short', 'long'] as const

const queues: QueueSettings[] = kinds.map((name) => ({
  name,
  concurrency: 4,
  isSerialPerAccount: name === 'long',
  retries: 1000,
}))
const report = (message: string, error: unknown): void => console.error(message, error)
const engine = await openEngine({ ...database, queues, isDatabaseOwner: database.kind === 'embedded', retryDelay: 0, report })

await sql`create table if not exists fault_step (task int not null, step int not null, at timestamptz not null default clock_timestamp())`.execute(
  db,
)
const known = await db.selectFrom('sync_task').select('id').limit(1).executeTakeFirst()
if (!known && process.env.JOBS) await beginAll(Number(process.env.JOBS))

async function beginAll(count: number): Promise<void> {
  const names = Array.from({ length: accounts }, (_, n) => ({ name: `shop ${n}` }))
  const owners = await db.insertInto('account').values(names).returning('id').execute()
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const actor = { accountId: owners[n % accounts]?.id ?? 0, userId: 1, username: 'shop', permissions: [] }
      // Beginning a task uses nothing else of its context.
      const ctx = { db: tx, clock, actor, jobs: engine, traceId: 'test' } as unknown as Ctx
      await beginTask(ctx, { kind: n % 5 === 0 ? 'long' : 'short', subject: `${n}` })
    }
  })
}

for (const kind of kinds) {
  const work = taskQueue(
    { db, clock, jobs: engine },
    {
      kind,
      async run(task) {
        const done = Number((task.progress as { step?: number } | null)?.step ?? 0)
        for (let step = done; step < steps[kind]; step += 1) {
          await db.transaction().execute(async (tx) => {
            await sql`insert into fault_step (task, step) values (${task.id}, ${step})`.execute(tx)
            await task.save({ step: step + 1 }, tx)
          })
        }
      },
    },
    report,
  )
  // A task may be killed more often than a seller's task is allowed to be.
  await engine.work({ ...work, concurrency: 4, retries: 1000 })
}
await engine.repeat(
  taskRepair(
    { db, clock, jobs: engine },
    kinds.map((kind) => ({ kind, run: async () => undefined })),
    engine.jobTable,
  ),
)
print('ready')

for (;;) {
  const { rows } = await sql<{ open: number; ended: number }>`
    select (count(*) filter (where status = 1))::int as open, (count(*) filter (where status <> 1))::int as ended
    from sync_task`.execute(db)
  const [{ open, ended } = { open: 1, ended: 0 }] = rows
  print(String(ended))
  if (open === 0) break
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const { rows } = await sql<object>`
  select (select (count(*) filter (where status = 2))::int from sync_task) as done,
    (select (count(*) filter (where status = 3))::int from sync_task) as failed,
    (select count(*)::int from fault_step) as steps,
    (select count(*)::int from (select distinct task, step from fault_step) as different) as different,
    (select count(*)::int from ${sql.table(engine.jobTable)} where name in ('short', 'long') and state < 'completed') as jobs`.execute(
  db,
)
print(`end ${JSON.stringify(rows[0])}`)
await engine.stop(0)
await database.close()
process.exit(0)
