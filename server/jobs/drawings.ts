/** Draws buyers' submitted designs as jobs. */
import { sql } from 'kysely'
import { type DrawingEnding, drawSubmission, endDrawing, takeDrawing } from '../domain/buyer/drawing'
import { type DrawingRow, drawingQueue } from '../domain/buyer/drawing-queue'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import { type Report, rowQueue, rowRepair } from './rows'

/** The number of designs that a process draws at once is that of its picture processes; the queue's ranks let accounts take turns. */
export const drawingQueues: readonly QueueSettings[] = [
  { name: drawingQueue, concurrency: 1, isSerialPerAccount: false, retries: 4 },
]

const failedText = {
  broken: '打印文件没有生成，请稍后重试；如仍出现请联系客服',
  interrupted: '打印文件多次没有生成完，请重试；如仍出现请联系客服',
} as const

/**
 * Returns the queues of drawings.
 *
 * @param deps whose renderer and examiner let other pictures go first.
 */
export const drawingWork = (deps: Deps, concurrency: number, report: Report): readonly Queue[] =>
  drawingQueues.map((settings) =>
    rowQueue<DrawingRow, DrawingEnding>(
      deps.db,
      { ...settings, concurrency },
      {
        read: ({ data }) => takeDrawing(deps, Number(data.taskId)),
        run: (row) => drawSubmission(deps, row),
        failed: (error) => ({ error }),
        end: (tx, row, ending) => endDrawing(deps, tx, row, ending),
        mayRetry: (error) => !(error instanceof Failure) || error.code === 'unavailable',
        brokenText: failedText.broken,
        name: (row) => `drawing ${row.id} (design ${row.design_id})`,
      },
      report,
    ),
  )

export const drawingRepair = (deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, jobTable: string): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-drawings',
      table: 'buyer_drawing',
      queue: sql`${sql.lit(drawingQueue)}`,
      isRunning: sql`row.status in ('waiting', 'drawing')`,
      queues: [drawingQueue],
      async fail(db, id) {
        await db
          .updateTable('buyer_drawing')
          .set({ status: 'failed', error: failedText.interrupted, ended_at: deps.clock.now() })
          .where('id', '=', Number(id))
          .execute()
      },
    },
    jobTable,
  )
