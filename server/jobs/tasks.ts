/**
 * Runs the sync tasks of accounts as jobs. A task's row has what the seller sees, its progress and its end; its job says who works
 * on it. Both change in one transaction, so that a killed process loses nothing: another one continues from the last progress.
 */
import { sql } from 'kysely'
import { taskStatus } from '../../contract/constants'
import { factorySyncKind } from '../domain/erp/sync'
import { orderSyncKind } from '../domain/orders/sync'
import { type RunningTask, type TaskKind, TaskLost, TaskPaused } from '../domain/tasks/kinds'
import { leasedByJob, type TaskRow } from '../domain/tasks/tasks'
import type { Db, Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings, RunningJob } from '../kernel/jobs'
import { isOutage } from '../kernel/outage'

/** Tasks of one kind that a process runs at the same time; tasks of one account run one after another. */
const concurrency = 2
export const maxAttempts = 5
/** Time after which a task gives way to those of other accounts, ms. */
const sliceMs = 15_000
/** Delay of a task after an outage of the database or the storage, s. */
const outageSeconds = 10

export const taskText = {
  interrupted: '同步多次中断，请稍后重试；如仍出现请联系客服',
  broken: '同步出错，请稍后重试；如仍出现请联系客服',
} as const

type Needs = Pick<Deps, 'db' | 'clock' | 'jobs'>
/** Receives failures that only the operator can fix. */
type Report = (message: string, error: unknown) => void

const mayRetry = (error: unknown): boolean =>
  !(error instanceof Failure) || error.code === 'unavailable' || error.code === 'too-many-requests'

/** Returns the settings of the queue of a kind of tasks. */
const queueOf = (kind: string): QueueSettings => ({
  name: kind,
  concurrency,
  isSerialPerAccount: true,
  retries: maxAttempts - 1,
})
/** The queues of all kinds of tasks. */
export const taskQueues: readonly QueueSettings[] = [orderSyncKind, factorySyncKind].map(queueOf)

/** Returns the queue of a kind of tasks. */
export function taskQueue(deps: Needs, kind: TaskKind, report: Report): Queue {
  const { db, clock } = deps

  async function runJob(job: RunningJob): Promise<void> {
    const row = await db.selectFrom('sync_task').selectAll().where('id', '=', Number(job.data.taskId)).executeTakeFirst()
    // The account was deleted, or the task has ended.
    if (row?.status !== taskStatus.running) return
    try {
      await kind.run(runningTask(row, job))
      await endTask(row, job, { status: taskStatus.done, error: null })
    } catch (error) {
      await handleFailure(row, job, error)
    }
  }

  async function handleFailure(row: TaskRow, job: RunningJob, error: unknown): Promise<void> {
    if (error instanceof TaskLost) return
    if (error instanceof TaskPaused || job.signal.aborted) return requeue(job)
    if (!(error instanceof Failure)) report(`task ${row.id} (${row.kind} ${row.subject})`, error)
    // A long outage of the database or the storage does not count as attempts.
    if (isOutage(error)) return requeue(job, outageSeconds)
    if (mayRetry(error) && !job.isLastAttempt) throw error
    await failTask(row, job, error)
  }

  const requeue = (job: RunningJob, delaySeconds?: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (await job.hold(tx)) await job.requeue(tx, delaySeconds)
    })

  const failTask = (row: TaskRow, job: RunningJob, error: unknown): Promise<void> =>
    error instanceof Failure
      ? endTask(row, job, { status: taskStatus.failed, error: error.message })
      : endTask(row, job, { status: taskStatus.failed, error: taskText.broken }, (tx) => job.fail(tx, error))

  const endTask = (
    row: TaskRow,
    job: RunningJob,
    ending: Pick<TaskRow, 'status' | 'error'>,
    endJob = job.complete,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (!(await job.hold(tx))) return
      await tx
        .updateTable('sync_task')
        .set({ ...ending, lease_until: null, finished_at: clock.now() })
        .where('id', '=', row.id)
        .execute()
      await endJob(tx)
    })

  function runningTask(row: TaskRow, job: RunningJob): RunningTask {
    const began = performance.now()
    const saveWithin = async (handle: Db, progress: RunningTask['progress']): Promise<void> => {
      if (!(await job.hold(handle))) throw new TaskLost(`task ${row.id} is another process's`)
      await handle
        .updateTable('sync_task')
        .set({ progress: JSON.stringify(progress) })
        .where('id', '=', row.id)
        .execute()
    }
    return {
      id: row.id,
      accountId: row.account_id,
      subject: row.subject,
      params: row.params,
      progress: row.progress,
      signal: job.signal,
      save: (progress, handle) =>
        handle ? saveWithin(handle, progress) : db.transaction().execute((tx) => saveWithin(tx, progress)),
      giveWay() {
        if (job.signal.aborted || performance.now() - began > sliceMs) throw new TaskPaused(`task ${row.id} is paused`)
      },
    }
  }

  return { ...queueOf(kind.kind), run: runJob }
}

/**
 * Gives a job to each running task that has none: it came with an import of the database or from a server of the version before.
 * A task whose job failed for the last time because its process died again and again fails.
 */
export const taskRepair = (deps: Needs, kinds: readonly TaskKind[], jobTable: string): PeriodicWork => ({
  name: 'repair-tasks',
  cron: '* * * * *',
  run: () => deps.db.transaction().execute((tx) => repairTasks({ ...deps, db: tx }, kinds, jobTable)),
})

async function repairTasks({ db, clock, jobs }: Needs, kinds: readonly TaskKind[], jobTable: string): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<TaskRow & { hasFailed: boolean }>`
    select task.*, exists (select from ${sql.table(jobTable)} job
      where job.name = task.kind and job.state = 'failed' and job.data -> 'data' ->> 'taskId' = task.id::text) as "hasFailed"
    from sync_task task
    where task.status = ${taskStatus.running} and task.kind = any(${kinds.map(({ kind }) => kind)}::text[])
      and (task.lease_until is null or task.lease_until <= ${now} or task.lease_until = ${leasedByJob})
      and not exists (select from ${sql.table(jobTable)} job
        where job.name = task.kind and job.state < 'completed' and job.data -> 'data' ->> 'taskId' = task.id::text)
    for update of task skip locked`.execute(db)
  for (const row of rows) {
    const change = row.hasFailed
      ? { status: taskStatus.failed, error: taskText.interrupted, lease_until: null, finished_at: now }
      : { lease_until: leasedByJob }
    await db.updateTable('sync_task').set(change).where('id', '=', row.id).execute()
    if (!row.hasFailed) await jobs.send(db, { queue: row.kind, accountId: row.account_id, data: { taskId: row.id } })
  }
}
