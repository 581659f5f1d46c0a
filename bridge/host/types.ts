/** The public types of the host half. */
import type { BlobHandle, Env, Limits, Log } from '../core/types'
import type { Ledger } from './ledger'

/** A cancel flag that needs no AbortController, which the client's logic layer may lack. */
export interface CancelSignal {
  readonly aborted: boolean
  /** Calls the listener once, at once if already aborted; returns a function that removes it. */
  onAbort(listener: () => void): () => void
}

export interface ReceivedBlob extends BlobHandle {
  readonly bytes: Uint8Array
}

/** The second argument of a handler. */
export interface CallContext {
  readonly callId: string
  readonly signal: CancelSignal
  readonly idempotencyKey: string | undefined
  /** Reports progress, which restarts the call's idle limit. Send `user-dialog` every few seconds while a dialog is open. */
  progress(stage: string, loaded: number, total?: number): void
  /** Returns the file of a handle from `sendBlob`; throws HOST_GONE if the host does not hold it any more. */
  blob(handle: unknown): ReceivedBlob
  /**
   * Registers a step that undoes an effect. Steps run newest first if the result reaches no page: the call was cancelled, its
   * page left, or the call failed after the effect. `description` names the effect in the log, also if undoing it fails (an orphan).
   */
  undo(description: string, run: () => void | Promise<void>): void
}

/** Returns the reply's value or a promise of it. May throw a BridgeError, a WireError or the client's own error. */
export type Handler = (params: unknown, context: CallContext) => unknown

export interface HostOptions {
  /** The allow-list: any other method that is not built in fails with UNKNOWN_METHOD. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** Versions of the shell and of the client, sent to the page. */
  readonly shell: string
  readonly client: string
  readonly env: Env
  readonly proto?: readonly [number, number]
  readonly limits?: Partial<Limits>
  /** Tags of the replies of methods that the protocol does not define. */
  readonly kinds?: Readonly<Record<string, string>>
  /** Methods that have a handler but that this client cannot do: they are not announced, and fail with UNSUPPORTED. */
  readonly unsupported?: readonly string[]
  /** The seller's text for methods in `unsupported`; without one the error advises upgrading Qianniu. */
  readonly unsupportedTexts?: Readonly<Record<string, string>>
  readonly user?: string
  /** Shared by successive hosts of one client, so that each can undo the effects of the one before it. */
  readonly ledger?: Ledger
  readonly log?: Log
}

export interface HostStats {
  /** Handlers running. */
  readonly running: number
  readonly timers: number
  readonly listeners: number
  /** Files held, complete and incomplete. */
  readonly blobs: number
  readonly ignored: Readonly<Record<string, number>>
}

export interface Host {
  readonly id: string
  stats(): HostStats
  /** Sends bye to the page, aborts running handlers, whose effects are undone, and releases files, listeners and timers. */
  dispose(): void
}
