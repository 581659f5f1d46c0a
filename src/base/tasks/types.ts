/** Types of tasks: long work on many items, such as uploads, imports and batches. It survives a change of screen and a reload. */
import type { Outage } from '../outage'

/** The context of one attempt of one item. */
export interface ItemContext {
  /** Aborted when the seller cancels, the session ends or the page stops the task. */
  readonly signal: AbortSignal
  /** Sets the progress of this item, in any unit; it is shown, and lost on a reload. */
  progress(loaded: number, total: number): void
  /** The checkpoint of the last attempt of this item; undefined at first. */
  readonly saved: unknown
  /**
   * Stores the progress of this item, e.g. the id of the uploaded file, so that neither a retry nor a reload repeats the step.
   * The value must be cloneable.
   */
  checkpoint(value: unknown): Promise<void>
}

/** A task as a whole, as `before` and `after` of its kind see it. */
export interface WholeTaskContext<I = unknown, R = unknown> {
  readonly id: string
  /** Aborted when the work halts: the seller paused or cancelled it, it was stopped, or the session ended. */
  readonly signal: AbortSignal
  /** The input of the task besides its items. */
  readonly input: unknown
  readonly items: readonly TaskItem<I, R>[]
  /** The last value passed to `checkpoint`; undefined at first. */
  readonly saved: unknown
  /**
   * Stores the progress of the task as a whole. Rejects when it cannot be stored; the value is valid in this page nevertheless.
   */
  checkpoint(value: unknown): Promise<void>
  /** Sets the step that is shown besides the items; it is not stored. Null: none. */
  setStep(step: string | null): void
  /** Resets items that turn out not to be done to waiting. */
  redo(keys: readonly string[]): Promise<void>
  /** Sets new reasons for failed items and excludes them from retries. */
  giveUpOn(reasons: ReadonlyMap<string, string>): Promise<void>
  /**
   * Stores an item's result before its `run` resolves, where the sequence in the storage matters. Rejects when it cannot be
   * stored.
   */
  storeResult(key: string, result: R): Promise<void>
  /** Resolves with whether the server or the network was away, as soon as they are available again. */
  waitUntilBack(): Promise<boolean>
}

/** Stops the whole task until the seller resumes it. Thrown by `before`, `run` and `after`; no item fails by it. */
export class TaskStop extends Error {
  override readonly name: string = 'TaskStop'
  constructor(
    /** Identifies the reason for the kind's own screens. */
    readonly why: string,
    /** The message for the seller. */
    message: string,
    /** `resolveAt`: name of the screen where the seller decides how to continue; absent: the only option is to try again. */
    options: { readonly cause?: unknown; readonly resolveAt?: string } = {},
  ) {
    super(message, { cause: options.cause })
    this.resolveAt = options.resolveAt
  }
  readonly resolveAt: string | undefined
}

/** An item failed for a reason that a retry with the same input cannot fix. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure'
}

/**
 * How items of one kind are processed. `S`: the services that the app injects. `W`: the value that the items share while they
 * run.
 */
export interface TaskKind<I, R, S, W = void> {
  /** 'asset-upload', 'wireframe-import', 'sku-shelf' … */
  readonly kind: string
  /** Number of items running at a time: 6 for uploads, 1 for one after another. */
  readonly concurrency: number
  /**
   * Runs before the first item of each run phase: at the beginning, after a pause, a stop or a reload, and before a retry.
   * Steps that must happen once, such as a charge, are recorded by `checkpoint`. A rejection stops the task.
   *
   * @returns the value that the items share until the work halts.
   */
  before?(task: WholeTaskContext<I, R>, services: S): Promise<W>
  /** Processes one item. A rejection fails the item with the error's message as 错误原因. */
  run(input: I, context: ItemContext, services: S, shared: W): Promise<R>
  /**
   * Runs when no item is waiting or running any more, unless the task is cancelled; also after a retry, and again if a page was
   * closed during it. A rejection stops the task.
   */
  after?(task: WholeTaskContext<I, R>, services: S, shared: W): Promise<void>
  /** Releases the value that `before` returned, once the work has halted. */
  onHalted?(shared: W): void
  /** Called when an attended task was removed from the storage: removes the kind's data stored elsewhere. */
  onRemoved?(task: Task<I, R>, services: S): void
  /** Called when no item is waiting or running any more, e.g. to invalidate queries; again after a retry. */
  onEnded?(task: Task<I, R>, services: S): void
}

/** One registry holds kinds with different inputs and results; only each kind knows its own types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTaskKind<S> = TaskKind<any, any, S, any>

/** Why no task of this window may run now. */
export type BlockReason = Outage | 'session' | null

export type ItemState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export interface TaskItem<I, R> {
  /** Unique in its task. */
  readonly key: string
  /** Name shown to the seller, e.g. the file's name. */
  readonly name: string
  readonly input: I
  readonly state: ItemState
  readonly loaded: number
  readonly total: number
  readonly result?: R
  /** 错误原因, for the seller. */
  readonly error?: string
  /** Whether it failed so that a retry cannot help. */
  readonly isFinal?: boolean
  /** Set while it is retried automatically: the number of the retry, from 1, and why the previous attempt failed. */
  readonly autoRetry?: { readonly retry: number; readonly reason: string } | undefined
}

export interface Task<I = unknown, R = unknown> {
  readonly id: string
  readonly kind: string
  /** Description of the work: 上传 12 张图片到「夏日」. */
  readonly title: string
  /** Identifies the place it belongs to, so that a screen finds its own tasks: 'assets:17'. */
  readonly scope: string
  readonly items: readonly TaskItem<I, R>[]
  readonly state: 'running' | 'paused' | 'ended'
  /**
   * Why it is paused; absent while it runs or when the seller paused it. left: an earlier page left it unfinished, and it waits
   * for the seller; stopped: see `stop`.
   */
  readonly pause?: 'offline' | 'away' | 'session' | 'other-window' | 'left' | 'stopped'
  /** Why it is stopped, until the seller resumes it. */
  readonly stop?: Pick<TaskStop, 'why' | 'message' | 'resolveAt'>
  /** See NewTask. */
  readonly input?: unknown
  /** The checkpoint of the task as a whole. */
  readonly saved?: unknown
  /** The current step besides the items, as its kind names it. */
  readonly step?: string
  readonly isAttended?: boolean
  /** ms since 1970. */
  readonly startedAt: number
  /** Some of it would be lost if the page were closed now: the browser stores nothing for this page, or its storage is full. */
  readonly isLostWithPage?: boolean
}

/** An item to process; the input must be cloneable (plain data, Blobs, Files) to survive a reload. */
export interface NewItem<I> {
  readonly key: string
  readonly name: string
  readonly input: I
}

export interface NewTask<I> {
  /** Absent: a new id. */
  readonly id?: string
  readonly kind: string
  readonly title: string
  readonly scope: string
  readonly items: readonly NewItem<I>[]
  /** Input of the task as a whole. A task that has one is stored in one write before any of its work begins. */
  readonly input?: unknown
  /**
   * It pays or hands files over while it works, so the seller is present: unfinished work of a closed page continues only when
   * the seller resumes it, and cancelling removes the task, because half of it is useless.
   */
  readonly isAttended?: boolean
  /** Unfinished results are in the memory of this page. */
  readonly needsPage?: boolean
}
