/**
 * Runs the sync tasks of accounts, oldest first. Their progress is in the table, so that a killed process loses nothing: its
 * lease expires and another process continues from the last checkpoint.
 */
import { sql } from 'kysely'
import { taskStatus } from '../../contract/constants'
import { type RunningTask, type TaskKind, TaskLost } from '../domain/tasks/kinds'
import type { TaskRow } from '../domain/tasks/tasks'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { isOutage } from '../kernel/outage'

/** Lease of a running task, ms: a process that does not renew it counts as dead. */
export const leaseMs = 60_000
const heartbeatMs = 20_000
/** Polling interval: a task may become due without a signal, because its process died or another process created it. */
const pollMs = 2_000
/** Number of tasks that one process runs at the same time; tasks of one account run one after another. */
const defaultConcurrency = 2
export const maxAttempts = 5

export const taskText = {
  interrupted: '同步多次中断，请稍后重试；如仍出现请联系客服',
  broken: '同步出错，请稍后重试；如仍出现请联系客服',
} as const

export interface TaskRunnerOptions {
  readonly kinds: readonly TaskKind[]
  /** Receives failures that only the operator can fix. */
  readonly report: (message: string, error: unknown) => void
  readonly concurrency?: number
  /** Returns 0 to 1; spreads the delays before retries. */
  readonly random?: () => number
  /** The database belongs to this process alone, so every task marked as running was left by a dead process. */
  readonly isDatabaseOwner?: boolean
}

export interface TaskRunner {
  /** Resolves when no task is due and none is running in this process. */
  idle(): Promise<void>
  /** Aborts running tasks; they are continued by the next process. */
  stop(): Promise<void>
}

type Needs = Pick<Deps, 'db' | 'clock' | 'tasks'>

/** Delay before the nth retry, ms: doubling from 5 s, randomized in the upper half so that retries do not coincide. */
const backoffMs = (attempts: number, random: number): number => 5_000 * 2 ** (attempts - 1) * (0.5 + random / 2)

const mayRetry = (error: unknown): boolean =>
  !(error instanceof Failure) || error.code === 'unavailable' || error.code === 'too-many-requests'

export function startTaskRunner(deps: Needs, options: TaskRunnerOptions): TaskRunner {
  const { db, clock } = deps
  const { kinds, report, concurrency = defaultConcurrency, random = Math.random, isDatabaseOwner = false } = options
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const stopping = new AbortController()
  const loops = new Set<Promise<void>>()
  let startRequests = 0

  function startLoop(): void {
    startRequests += 1
    if (stopping.signal.aborted || loops.size >= concurrency) return
    const loop = runDueTasks()
      .catch((error: unknown) => report('tasks', error))
      .finally(() => loops.delete(loop))
    loops.add(loop)
  }

  async function runDueTasks(): Promise<void> {
    for (let handled = -1; handled !== startRequests; ) {
      handled = startRequests
      for (let task = await claimTask(); task; task = await claimTask()) {
        // Several tasks may be due: another loop takes the next one.
        startLoop()
        await runClaimed(task)
      }
    }
  }

  async function claimTask(): Promise<TaskRow | undefined> {
    if (stopping.signal.aborted) return undefined
    const now = clock.now()
    const { rows } = await sql<TaskRow>`
      update sync_task set attempts = attempts + 1, lease_until = ${new Date(now.getTime() + leaseMs)}
      where id = (
        select id from sync_task
        where status = ${taskStatus.running} and run_at <= ${now} and (lease_until is null or lease_until <= ${now})
          and kind = any(${[...byName.keys()]}::text[])
        order by run_at, id limit 1 for update skip locked
      )
      returning *`.execute(db)
    return rows[0]
  }

  async function runClaimed(row: TaskRow): Promise<void> {
    if (row.attempts > maxAttempts) return end(row, { status: taskStatus.failed, error: taskText.interrupted })
    const leaseLost = new AbortController()
    const heartbeat = setInterval(
      () => void renewLease(row, leaseLost).catch((error: unknown) => report(`task ${row.id}`, error)),
      heartbeatMs,
    )
    heartbeat.unref()
    try {
      await byName.get(row.kind)?.run(runningTask(row, leaseLost))
      await end(row, { status: taskStatus.done, error: null })
    } catch (error) {
      if (error instanceof TaskLost || leaseLost.signal.aborted) return
      if (stopping.signal.aborted) return release(row, { attempts: row.attempts - 1 })
      await handleFailure(row, error)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function handleFailure(row: TaskRow, error: unknown): Promise<void> {
    if (!(error instanceof Failure)) report(`task ${row.id} (${row.kind} ${row.subject})`, error)
    const run_at = new Date(clock.now().getTime() + backoffMs(row.attempts, random()))
    // A long outage of the database does not count as attempts.
    if (isOutage(error)) return release(row, { run_at, attempts: row.attempts - 1 })
    if (mayRetry(error) && row.attempts < maxAttempts) return release(row, { run_at })
    await end(row, { status: taskStatus.failed, error: error instanceof Failure ? error.message : taskText.broken })
  }

  /** Matches the row only while this process still holds the task. */
  const claimedRow = (row: TaskRow, handle = db) =>
    handle
      .updateTable('sync_task')
      .where('id', '=', row.id)
      .where('status', '=', taskStatus.running)
      .where('attempts', '=', row.attempts)
      .where('lease_until', 'is not', null)

  async function renewLease(row: TaskRow, leaseLost: AbortController): Promise<void> {
    const { numUpdatedRows } = await claimedRow(row)
      .set({ lease_until: new Date(clock.now().getTime() + leaseMs) })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) leaseLost.abort(new TaskLost(`task ${row.id} is another process's`))
  }

  function runningTask(row: TaskRow, leaseLost: AbortController): RunningTask {
    return {
      id: row.id,
      accountId: row.account_id,
      subject: row.subject,
      params: row.params,
      progress: row.progress,
      signal: AbortSignal.any([stopping.signal, leaseLost.signal]),
      async save(progress, handle = db) {
        const { numUpdatedRows } = await claimedRow(row, handle)
          .set({ progress: JSON.stringify(progress) })
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new TaskLost(`task ${row.id} is another process's`)
      },
    }
  }

  async function end(row: TaskRow, ending: { status: 2 | 3; error: string | null }): Promise<void> {
    await claimedRow(row)
      .set({ ...ending, lease_until: null, finished_at: clock.now() })
      .execute()
  }

  const release = async (row: TaskRow, change: { attempts?: number; run_at?: Date }): Promise<void> => {
    await claimedRow(row)
      .set({ ...change, lease_until: null })
      .execute()
  }

  const poll = setInterval(startLoop, pollMs)
  poll.unref()
  const unsubscribe = deps.tasks.subscribe(startLoop)
  const started = (isDatabaseOwner ? releaseAll(deps) : Promise.resolve()).then(startLoop, (error: unknown) =>
    report('tasks', error),
  )
  return {
    async idle() {
      await started
      while (loops.size > 0) await Promise.all(loops)
    },
    async stop() {
      clearInterval(poll)
      unsubscribe()
      stopping.abort()
      await started
      await Promise.all(loops)
    },
  }
}

async function releaseAll({ db }: Needs): Promise<void> {
  await db.updateTable('sync_task').set({ lease_until: null }).where('status', '=', taskStatus.running).execute()
}
