/** Runs the sync tasks of accounts as jobs; a task continues from its last progress when its process was killed. */
import { type Selectable, sql } from 'kysely'
import { taskStatus } from '../../contract/constants'
import { factorySyncKind } from '../domain/erp/sync'
import { orderSyncKind } from '../domain/orders/sync-kind'
import { type RunningTask, type TaskKind, TaskLost, TaskPaused } from '../domain/tasks/kinds'
import type { TaskRow } from '../domain/tasks/tasks'
import type { Db, Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings, RunningJob } from '../kernel/jobs'
import type { Database } from '../kernel/tables'
import { type Report, rowQueue, rowRepair } from './rows'

/**
 * How many tasks of a kind a process runs at the same time. Syncs of orders wait for marketplaces most of their time, and a shop whose
 * marketplace does not answer occupies one for minutes: there are several, of which an account has half.
 */
const parallel: Readonly<Record<string, Pick<QueueSettings, 'concurrency' | 'isSerialPerAccount' | 'perAccount'>>> = {
  [orderSyncKind]: { concurrency: 8, isSerialPerAccount: false, perAccount: 4 },
}
const inTurn = { concurrency: 2, isSerialPerAccount: true }
export const maxAttempts = 5
/** Time after which a task gives way to those of other accounts, ms. */
const sliceMs = 15_000

export const taskText = {
  interrupted: '同步多次中断，请稍后重试；如仍出现请联系客服',
  broken: '同步出错，请稍后重试；如仍出现请联系客服',
} as const

type Needs = Pick<Deps, 'db' | 'clock' | 'jobs'>
type Ending = Pick<Selectable<Database['sync_task']>, 'status' | 'error'>

/** Returns the settings of the queue of a kind of tasks. */
const queueOf = (kind: string): QueueSettings => ({
  name: kind,
  ...(parallel[kind] ?? inTurn),
  actsOutside: true,
  retries: maxAttempts - 1,
})
/** The queues of all kinds of tasks. */
export const taskQueues: readonly QueueSettings[] = [orderSyncKind, factorySyncKind].map(queueOf)

/** A task that began by itself is not tried again at once after a failure that has words: the next one begins by itself, too. */
const mayRetry = (error: unknown, { params }: Pick<TaskRow, 'params'>): boolean =>
  !(error instanceof Failure) ||
  (params.automatic !== true && (error.code === 'unavailable' || error.code === 'too-many-requests'))

const endTask = async (db: Db, now: Date, id: number, ending: Ending): Promise<void> => {
  await db
    .updateTable('sync_task')
    .set({ ...ending, finished_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns the queue of a kind of tasks. */
export const taskQueue = ({ db, clock }: Needs, kind: TaskKind, report: Report): Queue =>
  rowQueue<TaskRow, Ending>(
    db,
    queueOf(kind.kind),
    {
      async read(job) {
        const row = await db.selectFrom('sync_task').selectAll().where('id', '=', Number(job.data.taskId)).executeTakeFirst()
        return row?.status === taskStatus.running ? row : undefined
      },
      async run(row, job) {
        await kind.run(runningTask(db, row, job))
        return { status: taskStatus.done, error: null }
      },
      failed: (error) => ({ status: taskStatus.failed, error }),
      end: (tx, row, ending) => endTask(tx, clock.now(), row.id, ending),
      mayRetry,
      brokenText: taskText.broken,
      name: (row) => `task ${row.id} (${row.kind} ${row.subject})`,
    },
    report,
  )

function runningTask(db: Db, row: TaskRow, job: RunningJob): RunningTask {
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
    willRetry: (error) => !job.isLastAttempt && mayRetry(error, row),
    giveWay() {
      if (job.signal.aborted || performance.now() - began > sliceMs) throw new TaskPaused(`task ${row.id} is paused`)
    },
  }
}

export const taskRepair = (deps: Needs, kinds: readonly TaskKind[], jobTable: string): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-tasks',
      table: 'sync_task',
      queue: sql`row.kind`,
      isRunning: sql`row.status = ${taskStatus.running}`,
      queues: kinds.map(({ kind }) => kind),
      fail: (db, id) => endTask(db, deps.clock.now(), Number(id), { status: taskStatus.failed, error: taskText.interrupted }),
    },
    jobTable,
  )
