/**
 * Jobs whose state somebody polls in a row: a sync task, a cut-out, the drawing of a design. The row has what is seen, its progress
 * and its end; the job says who works on it. Both change in one transaction, so that a killed process loses nothing and one that lost
 * its job writes nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { retrying } from '../../contract/ground/retry'
import { TaskLost, TaskPaused } from '../domain/tasks/kinds'
import type { Db, Deps } from '../kernel/context'
import { Failure, OperatorFailure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings, RunningJob } from '../kernel/jobs'
import { isOutage } from '../kernel/outage'

/** Receives failures that only the operator can fix. */
export type Report = (message: string, error: unknown) => void

/** Delay of a job after an outage of the database or the storage, s. */
const outageSeconds = 10
/** Waits before the further attempts to write the end of a job, ms. */
const finishWaits = [0, 500, 2000]

/** The functions by which the jobs of a queue work on their rows. */
export interface RowWork<Row, Ending> {
  /** Returns the job's row, or undefined when it has ended or was deleted. */
  read(job: RunningJob): Promise<Row | undefined>
  /** Does the work and returns its successful end. */
  run(row: Row, job: RunningJob): Promise<Ending>
  /** Returns the end of work that failed with this text for the person who waits. */
  failed(text: string): Ending
  /** Writes the end in the transaction `db`. */
  end(db: Db, row: Row, ending: Ending): Promise<void>
  /** Returns whether the work may succeed when it is tried again at once. */
  mayRetry(error: unknown, row: Row): boolean
  /** The text for the person who waits, after an error that only the operator can fix. */
  readonly brokenText: string
  /** Names the row in reports. */
  name(row: Row): string
}

/** Returns the queue that does this work. */
export function rowQueue<Row, Ending>(db: Db, settings: QueueSettings, work: RowWork<Row, Ending>, report: Report): Queue {
  async function run(job: RunningJob): Promise<void> {
    const row = await work.read(job)
    if (!row) return job.nameOutcome('lost')
    try {
      const ending = await work.run(row, job)
      await finish(job, (tx) => work.end(tx, row, ending), job.complete)
    } catch (error) {
      await handleFailure(row, job, error)
    }
  }

  async function handleFailure(row: Row, job: RunningJob, error: unknown): Promise<void> {
    if (error instanceof TaskLost) return job.nameOutcome('lost')
    const requeue = (delaySeconds?: number) => {
      job.nameOutcome('requeued')
      return finish(
        job,
        async () => undefined,
        (tx) => job.requeue(tx, delaySeconds),
      )
    }
    if (error instanceof TaskPaused || job.signal.aborted) return requeue()
    if (error instanceof OperatorFailure) report(work.name(row), error.cause)
    else if (!(error instanceof Failure)) report(work.name(row), error)
    // A long outage of the database or the storage does not count as attempts.
    if (isOutage(error)) return requeue(outageSeconds)
    if (work.mayRetry(error, row) && !job.isLastAttempt) {
      job.nameOutcome('retried')
      throw error
    }
    const isExplained = error instanceof Failure
    job.nameOutcome(isExplained ? 'failed' : 'dead')
    await finish(
      job,
      (tx) => work.end(tx, row, work.failed(isExplained ? error.message : work.brokenText)),
      isExplained ? job.complete : (tx) => job.bury(tx, error),
    )
  }

  /**
   * Tries again after an outage: right after one, the pool may hand out another connection that was cut, and a job whose end is not
   * written waits until its lease ends. An attempt that was committed without an answer is not repeated: the job is not held then.
   */
  const finish = (job: RunningJob, write: (tx: Db) => Promise<void>, endJob: (tx: Db) => Promise<void>): Promise<void> =>
    retrying(
      () =>
        db.transaction().execute(async (tx) => {
          if (!(await job.hold(tx))) return
          await write(tx)
          await endJob(tx)
        }),
      { waits: finishWaits, mayRetry: isOutage, signal: job.signal },
    )

  return { ...settings, run }
}

/** Rows whose jobs are repaired; `row` is the alias of the table. */
export interface RepairedRows {
  readonly name: string
  readonly table: 'sync_task' | 'cutout_task' | 'buyer_drawing' | 'listing_run' | 'print_batch' | 'factory_print'
  /** Name of the queue of a row. */
  readonly queue: RawBuilder<string>
  readonly isRunning: RawBuilder<boolean>
  /** Queues that are repaired. */
  readonly queues: readonly string[]
  /** Ends a row whose process died at every attempt. */
  fail(db: Db, id: number | string): Promise<void>
}

/**
 * Gives a job to each running row that has none, because it came with an import of the database, which takes no jobs along. A row
 * whose job failed for the last time because its process died again and again fails.
 */
export const rowRepair = (deps: Pick<Deps, 'db' | 'jobs'>, rows: RepairedRows, jobTable: string): PeriodicWork => ({
  name: rows.name,
  cron: '* * * * *',
  run: () => deps.db.transaction().execute((tx) => repairRows({ ...deps, db: tx }, rows, jobTable)),
})

async function repairRows({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, rows: RepairedRows, jobTable: string) {
  const jobOf = sql`select from ${sql.table(jobTable)} job
    where job.name = ${rows.queue} and job.data -> 'data' ->> 'taskId' = row.id::text`
  const { rows: orphans } = await sql<{ id: number | string; account_id: number; queue: string; hasFailed: boolean }>`
    select row.id, row.account_id, ${rows.queue} as queue, exists (${jobOf} and job.state = 'failed') as "hasFailed"
    from ${sql.table(rows.table)} row
    where ${rows.isRunning} and ${rows.queue} = any(${rows.queues}::text[]) and not exists (${jobOf} and job.state < 'completed')
    for update of row skip locked`.execute(db)
  for (const { id, account_id: accountId, queue, hasFailed } of orphans) {
    if (hasFailed) await rows.fail(db, id)
    else await jobs.send(db, { queue, accountId, data: { taskId: id } })
  }
}
