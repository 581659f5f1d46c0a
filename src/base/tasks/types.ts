/** Long work of many items: uploads, imports, batches. It survives a change of screen and a reload. */

/** What one try of one item gets. */
export interface TaskContext {
  /** Aborted when the seller cancels, the session ends or the page gives the task up. */
  readonly signal: AbortSignal
  /** How far this item is, in any unit; shown, and not kept over a reload. */
  progress(loaded: number, total: number): void
  /** What the last try of this item remembered; undefined at first. */
  readonly saved: unknown
  /**
   * Remembers how far this item is, e.g. the id of the uploaded file, so that neither a retry nor a reload does it twice.
   * The value must be cloneable.
   */
  checkpoint(value: unknown): Promise<void>
}

/** A task as a whole, as `before` and `after` of its kind see it. */
export interface WholeTask<I = unknown, R = unknown> {
  readonly id: string
  /** Aborted when the work halts: the seller paused or cancelled it, it stands still, the session ended. */
  readonly signal: AbortSignal
  /** What the task was started with besides its items. */
  readonly input: unknown
  readonly items: readonly TaskItem<I, R>[]
  /** What `checkpoint` remembered last; undefined at first. */
  readonly saved: unknown
  /** Remembers how far the task as a whole is. Rejects when it cannot be kept; the value counts in this page all the same. */
  checkpoint(value: unknown): Promise<void>
  /** Says what the task is doing besides its items; shown, and not kept. Null: nothing. */
  setStep(step: string | null): void
  /** Items that are not done after all: they wait again. */
  redo(keys: readonly string[]): Promise<void>
  /** New reasons for items that failed, which from now on are not tried again. */
  giveUpOn(reasons: ReadonlyMap<string, string>): Promise<void>
  /** Keeps an item's result before its `run` answers it, where the order in the storage matters. Rejects when it cannot be kept. */
  keepResult(key: string, result: R): Promise<void>
  /** Whether the server or the line was away; then it resolves when they are back. */
  cameBack(): Promise<boolean>
}

/** The whole task stands still until the seller resumes it. Thrown by `before`, `run` and `after`; nothing fails by it. */
export class TaskStop extends Error {
  override readonly name: string = 'TaskStop'
  constructor(
    /** For the kind's own screens. */
    readonly why: string,
    /** For the seller. */
    message: string,
    /** `answerAt`: the screen where the seller decides how it goes on, by its name; absent: to try again is all there is to do. */
    options: { readonly cause?: unknown; readonly answerAt?: string } = {},
  ) {
    super(message, { cause: options.cause })
    this.answerAt = options.answerAt
  }
  readonly answerAt: string | undefined
}

/** An item failed for a reason that another try of the same item cannot mend. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure'
}

/** How items of one kind are worked on. `S`: the services the app injects. `W`: what the items share while they are worked on. */
export interface TaskKind<I, R, S, W = void> {
  /** 'asset-upload', 'wireframe-import', 'sku-shelf' … */
  readonly kind: string
  /** Items under way at a time: 6 for uploads, 1 for one after another. */
  readonly atOnce: number
  /**
   * Runs before the first item of each stretch of work: at the beginning, and again after a pause, a stop, a reload and before a
   * retry. What must happen once, such as a charge, it remembers by `checkpoint`. A rejection makes the task stand still.
   *
   * @returns what the items share until the work halts.
   */
  before?(task: WholeTask<I, R>, services: S): Promise<W>
  /** Does one item. A rejection fails the item with the error's message as 错误原因. */
  run(input: I, context: TaskContext, services: S, shared: W): Promise<R>
  /**
   * Runs when no item is waiting or running any more, unless the task is cancelled; also after a retry, and again when a page was
   * closed in the middle of it. A rejection makes the task stand still.
   */
  after?(task: WholeTask<I, R>, services: S, shared: W): Promise<void>
  /** Lets go of what `before` returned, once the work has halted. */
  close?(shared: W): void
  /** When an attended task was taken out of the storage: removes what the kind keeps elsewhere for it. */
  removed?(task: Task<I, R>, services: S): void
  /** When nothing is waiting or running any more, e.g. to invalidate queries. After a retry it is called again. */
  ended?(task: Task<I, R>, services: S): void
}

export type ItemState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export interface TaskItem<I, R> {
  /** Unique in its task. */
  readonly key: string
  /** What the seller calls it, e.g. the file's name. */
  readonly name: string
  readonly input: I
  readonly state: ItemState
  readonly loaded: number
  readonly total: number
  readonly result?: R
  /** 错误原因, for the seller. */
  readonly error?: string
  /** It failed, and another try cannot mend that. */
  readonly isFinal?: boolean
  /** While it is tried again by itself: the number of the retry, from 1, and why the try before it failed. */
  readonly again?: { readonly retry: number; readonly reason: string } | undefined
}

export interface Task<I = unknown, R = unknown> {
  readonly id: string
  readonly kind: string
  /** What is being done: 上传 12 张图片到「夏日」. */
  readonly title: string
  /** The place it belongs to, so that a screen finds its own tasks: 'assets:17'. */
  readonly scope: string
  readonly items: readonly TaskItem<I, R>[]
  readonly state: 'running' | 'paused' | 'ended'
  /**
   * Why it is paused; absent while it runs or when the seller paused it. left: a page before this one left it unfinished, and it
   * waits for the seller; stopped: see `stop`.
   */
  readonly pause?: 'offline' | 'away' | 'session' | 'other-window' | 'left' | 'stopped'
  /** What it stands still for, until the seller resumes it. */
  readonly stop?: Pick<TaskStop, 'why' | 'message' | 'answerAt'>
  /** As NewTask has it. */
  readonly input?: unknown
  /** What its kind remembered of the task as a whole. */
  readonly saved?: unknown
  /** What it is doing besides its items, in a word of its kind. */
  readonly step?: string
  readonly isAttended?: boolean
  /** ms since 1970. */
  readonly startedAt: number
  /** Some of it would be lost if the page went now: the browser keeps nothing for this page, or its disk is full. */
  readonly isHeldByPage?: boolean
}

/** What to do; the input must be cloneable (plain data, Blobs, Files) to survive a reload. */
export interface NewItem<I> {
  readonly key: string
  readonly name: string
  readonly input: I
}

export interface NewTask<I> {
  /** Absent: a new one. */
  readonly id?: string
  readonly kind: string
  readonly title: string
  readonly scope: string
  readonly items: readonly NewItem<I>[]
  /** What the kind needs to know of the task as a whole. A task that has it is kept in one write before anything of it begins. */
  readonly input?: unknown
  /**
   * It pays or hands files over while it works, so the seller is there: what a closed page left of it goes on only when the seller
   * resumes it, and cancelling removes it, because half of it is worth nothing.
   */
  readonly isAttended?: boolean
  /** Half-made results lie in the memory of this page. */
  readonly needsPage?: boolean
}
