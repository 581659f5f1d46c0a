import type { BlobHandle, Env, Limits, Log } from '../core/types'
import type { Ledger } from './ledger'

/** A cancel flag without AbortController, which the client's logic layer may lack. */
export interface CancelSignal {
  readonly aborted: boolean
  /** Runs the listener once, at once when already aborted; returns its own undo. */
  onAbort(listener: () => void): () => void
}

export interface HeldBlob extends BlobHandle {
  readonly bytes: Uint8Array
}

/** What a handler may use beside its parameters. */
export interface CallContext {
  readonly callId: string
  readonly signal: CancelSignal
  readonly idempotencyKey: string | undefined
  /** Reports progress and keeps the call alive; `stage: 'user-dialog'` every few seconds while a dialog is open. */
  progress(stage: string, loaded: number, total?: number): void
  /** The bytes behind a handle from `sendBlob`; throws HOST_GONE when they are not held (any more). */
  blob(handle: unknown): HeldBlob
  /**
   * Registers how to take an effect back. Steps run newest first when the result reaches nobody: the call was cancelled, its
   * page left or it failed after the effect. `what` names the effect in the log when taking it back fails (an orphan).
   */
  undo(what: string, step: () => void | Promise<void>): void
}

/** Returns the reply's value, or throws: a BridgeError, anything of WireError's shape, or the client's own error. */
export type Handler = (params: unknown, context: CallContext) => unknown

export interface HostOptions {
  /** The allow-list: a method that is not a key here is an UNKNOWN_METHOD. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** Version of the shell and of the client, told to the page. */
  readonly shell: string
  readonly client: string
  readonly env: Env
  readonly proto?: readonly [number, number]
  readonly limits?: Partial<Limits>
  /** Tags of replies to methods the protocol does not name. */
  readonly kinds?: Readonly<Record<string, string>>
  /** Methods the handlers know but this client cannot do; they are left out of the capabilities and answer UNSUPPORTED. */
  readonly unsupported?: readonly string[]
  /** Why, in the seller's words, where the client's version is not the reason. */
  readonly unsupportedWords?: Readonly<Record<string, string>>
  readonly user?: string
  /** Shared by the hosts that follow one another in a client, so that each can take back what the one before it did. */
  readonly ledger?: Ledger
  readonly log?: Log
}

export interface HostStats {
  /** Handlers running. */
  readonly running: number
  readonly timers: number
  readonly listeners: number
  /** Whole and half-received blobs held. */
  readonly blobs: number
  readonly ignored: Readonly<Record<string, number>>
}

export interface Host {
  readonly id: string
  stats(): HostStats
  /** Aborts what runs, takes its effects back, tells the page and lets go of everything. */
  dispose(): void
}
