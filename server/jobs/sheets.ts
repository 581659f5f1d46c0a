/** Makes the sheets of batches as jobs. */
import { sql } from 'kysely'
import { drawBatch, endBatch, type MakingBatch, type MakingDeps, sheetQueue, takeBatch } from '../domain/print-floor/make'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import { type Report, rowQueue, rowRepair } from './rows'

/** One batch at a time in a process: a sheet takes its memory and its processors. */
export const sheetQueues: readonly QueueSettings[] = [{ name: sheetQueue, concurrency: 1, isSerialPerAccount: true, retries: 4 }]

const failedText = {
  broken: '拼版没有生成，请重试；如仍出现请联系客服',
  interrupted: '拼版多次没有生成完，请重试；如仍出现请联系客服',
} as const

export const sheetWork = (deps: MakingDeps, report: Report): readonly Queue[] =>
  sheetQueues.map((settings) =>
    rowQueue<MakingBatch, string>(
      deps.db,
      settings,
      {
        read: ({ data }) => takeBatch(deps, Number(data.taskId)),
        async run(row, job) {
          await drawBatch(deps, row, job)
          return ''
        },
        failed: (error) => error,
        end: (tx, row, error) => endBatch({ ...deps, db: tx }, row.id, error),
        mayRetry: (error) => !(error instanceof Failure) || error.code === 'unavailable',
        brokenText: failedText.broken,
        name: (row) => `batch ${row.id}`,
      },
      report,
    ),
  )

export const sheetRepair = (deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, jobTable: string): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-print-sheets',
      table: 'print_batch',
      queue: sql`${sql.lit(sheetQueue)}`,
      isRunning: sql`row.state = 'making'`,
      queues: [sheetQueue],
      fail: (db, id) => endBatch({ ...deps, db }, Number(id), failedText.interrupted),
    },
    jobTable,
  )
