/** Long work that the server does on behalf of an account, as those who do it see it. */
import type { Db } from '../../kernel/context'

/** A task that this process works on. */
export interface RunningTask {
  readonly id: number
  readonly accountId: number
  /** What it is about: `shop:12`, `factory:3`. */
  readonly subject: string
  readonly params: Readonly<Record<string, unknown>>
  /** What was noted last, also by a process that died since; at first empty. */
  readonly progress: Readonly<Record<string, unknown>>
  /** The server is stopping, or another process took the task over: give up soon. */
  readonly signal: AbortSignal
  /**
   * Notes how far it is. Given the handle of a transaction, the note and the work stand or fall together. Rejects with `TaskLost` when
   * another process has the task, which also rolls that transaction back.
   */
  save(progress: Readonly<Record<string, unknown>>, db?: Db): Promise<void>
}

/** One kind of task. */
export interface TaskKind {
  readonly kind: string
  /**
   * Does the work, in steps that another process can go on from. Never hold a transaction over a call to the outside. A Failure ends
   * the task with its words; 'unavailable' and 'too-many-requests' are tried again later first, and so is every defect.
   */
  run(task: RunningTask): Promise<void>
}

/** Another process has the task now. */
export class TaskLost extends Error {
  override readonly name = 'TaskLost'
}
