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

/** How items of one kind are worked on. `S`: the services the app injects. */
export interface TaskKind<I, R, S> {
  /** 'asset-upload', 'wireframe-import', 'sku-shelf' … */
  readonly kind: string
  /** Items under way at a time: 6 for uploads, 1 for one after another. */
  readonly atOnce: number
  /** Does one item. A rejection fails the item with the error's message as 错误原因. */
  run(input: I, context: TaskContext, services: S): Promise<R>
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
  /** Why it is paused; absent while it runs or when the seller paused it. */
  readonly pause?: 'offline' | 'away' | 'session' | 'other-window'
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
  readonly kind: string
  readonly title: string
  readonly scope: string
  readonly items: readonly NewItem<I>[]
}
