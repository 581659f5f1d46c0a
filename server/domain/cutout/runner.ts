/** Runs the tasks of a cutout host, oldest first. Their state is in the table, so that a killed process loses nothing. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { isOutage } from '../../kernel/outage'
import type { CutoutComposer, CutoutPictures, CutoutProvider } from '../../ports/cutout'
import { finalKey, newFileSecret } from '../files/names'
import { leaseMs, maxAttempts, reuseMs } from './limits'
import type { TaskRow } from './tasks'

export interface RunnerDeps extends Pick<Deps, 'db' | 'storage' | 'clock'> {
  readonly provider: CutoutProvider
  readonly composer: CutoutComposer
  readonly pictures: CutoutPictures
  /** Reports failures that only the operator can fix. */
  report(message: string, error: unknown): void
}

export interface CutoutRunner {
  /** Looks for work now. */
  checkNow(): void
  /** Resolves when no task is running in this process. */
  idle(): Promise<void>
  /** Aborts running tasks; the next process starts them again. */
  stop(): Promise<void>
}

export const cutoutText = {
  gone: '图片已被删除，请重新上传',
  interrupted: '抠图服务中断，请重试；如仍出现请换一张图片',
  broken: '抠图出错，请重试；如仍出现请换一张图片',
  tooLarge: '抠图结果过大，请缩小图片后重试',
} as const

/** Polling interval: a task may become free without a signal, because its process died or another process created it. */
const pollMs = 5_000
/** Delay of a task after an outage of the database or the storage. */
const outageMs = 10_000

export function startRunner(deps: RunnerDeps): CutoutRunner {
  const { db, clock, provider } = deps
  const abort = new AbortController()
  const loops = new Set<Promise<void>>()
  let startRequests = 0

  function startLoop(): void {
    startRequests += 1
    if (abort.signal.aborted || loops.size >= provider.concurrency) return
    const loop = runFreeTasks()
      .catch((error: unknown) => deps.report('cutout', error))
      .finally(() => loops.delete(loop))
    loops.add(loop)
  }

  async function runFreeTasks(): Promise<void> {
    for (let handled = -1; handled !== startRequests; ) {
      handled = startRequests
      for (let task = await claimTask(); task; task = await claimTask()) {
        // Several tasks may be waiting: another loop takes the next one.
        startLoop()
        await runClaimed(task)
      }
    }
  }

  /** Claims the oldest free task. */
  async function claimTask(): Promise<TaskRow | undefined> {
    if (abort.signal.aborted) return undefined
    const now = clock.now()
    const { rows } = await sql<TaskRow>`
      update cutout_task set attempts = attempts + 1, lease_until = ${new Date(now.getTime() + leaseMs)}
      where id = (
        select id from cutout_task
        where status = 'RUNNING' and (lease_until is null or lease_until <= ${now})
        order by created_at, id limit 1 for update skip locked
      )
      returning *`.execute(db)
    return rows[0]
  }

  async function runClaimed(task: TaskRow): Promise<void> {
    if (task.attempts > maxAttempts) return failTask(task, cutoutText.interrupted)
    try {
      await endTask(task, { status: 'SUCCESS', ...(await resultOf(deps, task, abort.signal)) })
    } catch (error) {
      if (abort.signal.aborted) return releaseTask(task)
      if (isOutage(error)) return delayTask(task, error)
      if (!(error instanceof Failure)) deps.report(`cutout ${task.id}`, error)
      await failTask(task, error instanceof Failure ? error.message : cutoutText.broken)
    }
  }

  const failTask = (task: TaskRow, error: string): Promise<void> => endTask(task, { status: 'FAILED', error })

  /** Ends a task, only if this process still holds it. */
  async function endTask(task: TaskRow, ending: Partial<TaskRow>): Promise<void> {
    await db
      .updateTable('cutout_task')
      .set({ lease_until: null, ...ending })
      .where('id', '=', task.id)
      .where('status', '=', 'RUNNING')
      .where('attempts', '=', task.attempts)
      .execute()
  }

  /**
   * Delays a task during an outage of the database or the storage; that does not count as an attempt, because the picture is not
   * the cause.
   */
  async function delayTask(task: TaskRow, error: unknown): Promise<void> {
    deps.report(`cutout ${task.id}`, error)
    await endTask(task, { attempts: task.attempts - 1, lease_until: new Date(clock.now().getTime() + outageMs) })
  }

  const releaseTask = (task: TaskRow): Promise<void> => endTask(task, { attempts: task.attempts - 1 })

  const poll = setInterval(startLoop, pollMs)
  poll.unref()
  startLoop()
  return {
    checkNow: startLoop,
    async idle() {
      while (loops.size > 0) await Promise.all(loops)
    },
    async stop() {
      clearInterval(poll)
      abort.abort()
      await Promise.all(loops)
      await provider.close()
    },
  }
}

interface Result {
  readonly sha256: string
  readonly model: string
  readonly result_key: string
}

async function resultOf(deps: RunnerDeps, task: TaskRow, signal: AbortSignal): Promise<Result> {
  const bytes = await deps.pictures.read(task.source_key)
  if (!bytes) throw new Failure('invalid', cutoutText.gone)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const known = await knownResult(deps, task, sha256)
  if (known) return known
  const alpha = await deps.provider.cut({ bytes, type: task.type }, signal)
  const png = await deps.composer.compose(bytes, alpha, signal)
  if (png.length > fileSizeLimit[fileKind.templateLayer]) throw new Failure('too-large', cutoutText.tooLarge)
  const key = finalKey(newFileSecret(), createHash('sha256').update(png).digest('hex'), 'png')
  // The picture is stored before any row names it: a crash in between leaves only unreferenced bytes.
  await deps.storage.put(key, png, 'image/png')
  return { sha256, model: alpha.model, result_key: key }
}

/**
 * Returns this account's earlier result for the same picture. Results of other accounts are never used, so that nobody learns
 * what others have.
 */
async function knownResult({ db, storage, clock, provider }: RunnerDeps, task: TaskRow, sha256: string): Promise<Result | null> {
  const model = provider.model(task.type)
  const row = await db
    .selectFrom('cutout_task')
    .select('result_key')
    .where('status', '=', 'SUCCESS')
    .where('account_id', '=', task.account_id)
    .where('sha256', '=', sha256)
    .where('type', '=', task.type)
    .where('model', '=', model)
    .where('created_at', '>', new Date(clock.now().getTime() - reuseMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.result_key === null || (await storage.size(row.result_key)) === null) return null
  return { sha256, model, result_key: row.result_key }
}

/**
 * Releases all running tasks, for a server that has the database to itself, where they can only be left over. Call before the
 * runner starts.
 */
export async function releaseTasks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.updateTable('cutout_task').set({ lease_until: null }).where('status', '=', 'RUNNING').execute()
}
