/** The engine of jobs in tests, without delays before retries. */
import { sql } from 'kysely'
import type { TaskKind } from '../domain/tasks/kinds'
import { type Engine, openEngine } from '../infra/jobs/engine'
import { cutoutQueues } from '../jobs/cutouts'
import { deliveryQueues } from '../jobs/deliveries'
import { drawingQueues } from '../jobs/drawings'
import { factoryPrintQueues } from '../jobs/factory-prints'
import { listingQueues } from '../jobs/listing-pictures'
import { sheetQueues } from '../jobs/sheets'
import { taskQueue, taskQueues } from '../jobs/tasks'
import { thumbnailQueues } from '../jobs/template-thumbnails'
import { webhookQueueSettings } from '../jobs/webhooks'
import type { Db, Deps } from '../kernel/context'
import type { QueueSettings } from '../kernel/jobs'
import { jobsSchemaOf, testDatabaseKind } from './database'

export interface TestEngineOptions {
  /** Queues beside those of the product. */
  readonly queues?: readonly QueueSettings[]
  /** True takes over the jobs of all other engines, as a server does that starts after a crash. */
  readonly isDatabaseOwner?: boolean
  /** Delay before retries, s; none by default. */
  readonly retryDelay?: number
  readonly report?: (message: string, error: unknown) => void
}

/** Opens an engine; stop it before the database is closed. */
export const openTestEngine = (
  db: Db,
  { queues = [], isDatabaseOwner = false, retryDelay = 0, report = (_, error) => console.error(error) }: TestEngineOptions = {},
): Promise<Engine> =>
  openEngine({
    db,
    kind: testDatabaseKind,
    schema: jobsSchemaOf(db),
    queues: [
      ...taskQueues,
      ...cutoutQueues,
      ...deliveryQueues,
      ...drawingQueues,
      ...listingQueues,
      ...factoryPrintQueues,
      ...sheetQueues,
      ...thumbnailQueues,
      ...webhookQueueSettings,
      ...queues,
    ],
    isDatabaseOwner,
    retryDelay,
    report,
  })

/** Opens an engine that does the tasks of these kinds. */
export async function openTaskRunner(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  kinds: readonly TaskKind[],
  options: TestEngineOptions = {},
): Promise<Engine> {
  const report = options.report ?? ((_message: string, error: unknown) => console.error(error))
  const works = kinds.map((kind) => taskQueue(deps, kind, report))
  const engine = await openTestEngine(deps.db, { ...options, queues: [...works, ...(options.queues ?? [])] })
  for (const queue of works) await engine.work(queue)
  return engine
}

/** Ends the delays before retries, as if their time had passed. */
export async function endRetryDelays(db: Db): Promise<void> {
  await sql`update ${sql.table(`${jobsSchemaOf(db)}.job`)} set start_after = now() where state = 'retry'`.execute(db)
}
