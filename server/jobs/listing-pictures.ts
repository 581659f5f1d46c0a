/** Draws runs of listing pictures as jobs. */
import { sql } from 'kysely'
import { drawRun, endRun, type RunRow, takeRun } from '../domain/listing-pictures/drawing'
import { listingQueue } from '../domain/listing-pictures/runs'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import { type Report, rowQueue, rowRepair } from './rows'

/** One run at a time in a process; it gives way to the runs of other accounts. */
export const listingQueues: readonly QueueSettings[] = [
  { name: listingQueue, concurrency: 1, isSerialPerAccount: true, retries: 4 },
]

const failedText = {
  broken: '主图没有生成，请重试；如仍出现请联系客服',
  interrupted: '主图多次没有生成完，请重试；如仍出现请联系客服',
} as const

/** @param deps whose renderer lets other pictures go first. */
export const listingWork = (deps: Deps, report: Report): readonly Queue[] =>
  listingQueues.map((settings) =>
    rowQueue<RunRow, string>(
      deps.db,
      settings,
      {
        read: ({ data }) => takeRun(deps, Number(data.taskId)),
        async run(row, job) {
          await drawRun(deps, row, job, (error) => report(`listing run ${row.id}`, error))
          return ''
        },
        failed: (error) => error,
        end: (tx, row, error) => endRun({ ...deps, db: tx }, row.id, error),
        mayRetry: (error) => !(error instanceof Failure) || error.code === 'unavailable',
        brokenText: failedText.broken,
        name: (row) => `listing run ${row.id}`,
      },
      report,
    ),
  )

export const listingRepair = (deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, jobTable: string): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-listing-pictures',
      table: 'listing_run',
      queue: sql`${sql.lit(listingQueue)}`,
      isRunning: sql`row.status in ('waiting', 'drawing')`,
      queues: [listingQueue],
      fail: (db, id) => endRun({ ...deps, db }, Number(id), failedText.interrupted),
    },
    jobTable,
  )
