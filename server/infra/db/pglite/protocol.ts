/** Messages between the server's thread and the database's thread. */
import type { SqlErrorFields } from '../connection'
import type { Parameter } from '../values'
import type { Answer } from './answers'

export interface WorkerInput {
  readonly dataDir: string
  /** A directory that the build made and migrated, of which a new one is a copy if it is there; null: a new one is empty. */
  readonly prepared: string | null
}

export type Request =
  | {
      readonly id: number
      readonly kind: 'run'
      readonly sql: string
      readonly parameters: readonly Parameter[]
      readonly begin: string | undefined
    }
  | { readonly id: number; readonly kind: 'close' }

/** `range`: a value does not fit JavaScript. `engine`: the database thread is unusable after this. */
export type Failed = SqlErrorFields & { readonly kind: 'sql' | 'range' | 'engine' }

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly name: string; readonly message: string; readonly stack: string | undefined }
  | { readonly kind: 'done'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Failed }
