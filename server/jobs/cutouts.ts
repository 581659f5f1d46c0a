/** Cuts pictures out as jobs, with a queue for each class of tickets. */
import { sql } from 'kysely'
import { type CutoutClass, cutoutClasses, cutoutQueue, cutoutQueuePrefix } from '../domain/cutout/classes'
import { maxAttempts } from '../domain/cutout/limits'
import { cutoutText, type ResultDeps, resultOf } from '../domain/cutout/result'
import type { TaskRow } from '../domain/cutout/tasks'
import type { Deps } from '../kernel/context'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import { type Report, rowQueue, rowRepair } from './rows'

type Ending = Partial<TaskRow>

/** Returns the settings of the queue of a class. */
export const cutoutQueueOf = (each: CutoutClass): QueueSettings => ({
  name: cutoutQueue(each),
  concurrency: 1,
  isSerialPerAccount: false,
  retries: maxAttempts - 1,
})
/** The queues of all classes. */
export const cutoutQueues: readonly QueueSettings[] = cutoutClasses.map(cutoutQueueOf)

const endTask = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string, ending: Ending): Promise<void> => {
  await db
    .updateTable('cutout_task')
    .set({ ended_at: clock.now(), ...ending })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()
}

/** Returns the queue that does this class's cut-outs. A picture is not tried again, unless its process died. */
export const cutoutWork = (deps: ResultDeps, settings: QueueSettings, report: Report): Queue =>
  rowQueue<TaskRow, Ending>(
    deps.db,
    settings,
    {
      read: ({ data }) =>
        deps.db
          .selectFrom('cutout_task')
          .selectAll()
          .where('id', '=', String(data.taskId))
          .where('status', '=', 'RUNNING')
          .executeTakeFirst(),
      run: async (row, { signal }) => ({ status: 'SUCCESS', ...(await resultOf(deps, row, signal)) }),
      failed: (error) => ({ status: 'FAILED', error }),
      end: (tx, row, ending) => endTask({ ...deps, db: tx }, row.id, ending),
      mayRetry: () => false,
      brokenText: cutoutText.broken,
      name: (row) => `cutout ${row.id}`,
    },
    report,
  )

export const cutoutRepair = (
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  classes: readonly CutoutClass[],
  jobTable: string,
): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-cutouts',
      table: 'cutout_task',
      queue: sql`${sql.lit(cutoutQueuePrefix)} || row.class`,
      isRunning: sql`row.status = 'RUNNING'`,
      queues: classes.map(cutoutQueue),
      fail: (db, id) => endTask({ ...deps, db }, String(id), { status: 'FAILED', error: cutoutText.interrupted }),
    },
    jobTable,
  )
