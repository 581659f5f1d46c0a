/** Values of the platform's calls, shared with the self-test. */

export interface Progress {
  readonly stage: string
  readonly loaded: number
  readonly total?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly onProgress?: (progress: Progress) => void
  /** Calls with the same key have one effect: a repeated write gets the result of the first. */
  readonly idempotencyKey?: string
}

/** A file that the seller picked, dropped or pasted, or that the plugin made. */
export interface LocalFile {
  readonly name: string
  readonly blob: Blob
}

/** Stores small texts, beyond the life of the page if the platform allows it. */
export interface PlatformStorage {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}
