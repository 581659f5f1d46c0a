/** Types of sync tasks for those who implement one: long work of the server on behalf of an account. */
import type { Db } from '../../kernel/context'

/** A task that this process is running. */
export interface RunningTask {
  readonly id: number
  readonly accountId: number
  /** The object of the task: `shop:12`, `factory:3`. */
  readonly subject: string
  readonly params: Readonly<Record<string, unknown>>
  /** The last saved progress, also that of a process that died since; empty at first. */
  readonly progress: Readonly<Record<string, unknown>>
  /** Aborted when the server is stopping or another process took the task over: end soon. */
  readonly signal: AbortSignal
  /**
   * Saves the progress. With the handle of a transaction, progress and work are committed or rolled back together. Rejects with
   * `TaskLost` when another process has the task, which also rolls that transaction back.
   */
  save(progress: Readonly<Record<string, unknown>>, db?: Db): Promise<void>
  /** Whether the task is tried again soon if its work ends with this error. */
  willRetry(error: unknown): boolean
  /**
   * Call it where the saved progress is complete: rejects when the work shall end here and be continued later, because the process
   * is stopping or others have waited long enough.
   */
  giveWay(): void
}

/** One kind of task. */
export interface TaskKind {
  readonly kind: string
  /**
   * Does the work, in steps that another process can continue. Never keep a transaction open during a call to the outside. A
   * Failure ends the task with its message; 'unavailable', 'too-many-requests' and unexpected errors are retried first, in a task that
   * began by itself only the last.
   */
  run(task: RunningTask): Promise<void>
}

/** The rest of the work is to be continued later. */
export class TaskPaused extends Error {
  override readonly name = 'TaskPaused'
}

/** Another process has the task now. */
export class TaskLost extends Error {
  override readonly name = 'TaskLost'
}
