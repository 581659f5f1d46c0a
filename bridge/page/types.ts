import type { BlobHandle, Env, Limits, Log, Progress, ReplyKind, Welcome } from '../core/types'

export type LinkState = 'connecting' | 'ready' | 'lost'

export interface ConnectOptions {
  /** The plugin's own version, told to the host. */
  readonly pageVersion: string
  /** Protocol versions to offer; the code's own range when absent. */
  readonly proto?: readonly [number, number]
  /** Clock, timers and ids; the browser's when absent. */
  readonly env?: Env
  readonly log?: Log
  /** How long to wait for a welcome, ms; 3000 when absent. */
  readonly handshakeMs?: number
  /** The user agent names another client (Alipay, DingTalk): silence then means 当前可能不是千牛环境, not a timeout. */
  readonly foreignUserAgent?: boolean
}

export interface CallOptions<T> {
  /** Tag the reply must carry; the method's own when absent. */
  readonly kind?: ReplyKind
  /** Whether the value is what the caller expects; a false is a BAD_REPLY. */
  readonly guard?: (value: unknown) => value is T
  /** Hard limit, ms; the method's own when absent. */
  readonly timeoutMs?: number
  /** Bytes the call moves, for the time limit of uploads. */
  readonly bytes?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** The host took the request; comes again after each host it is sent to. */
  readonly onAck?: () => void
  readonly idempotencyKey?: string
  /** Changes something at the other side: never sent to a second host. The method's own when absent. */
  readonly write?: boolean
  /** Sent whatever its size: only to find out whether it arrives. */
  readonly anySize?: boolean
  /** A clean-up call that follows an act of the seller; recordings leave it out. */
  readonly housekeeping?: boolean
}

/** What a page knows about its client beyond what the host says, bytes; absent: nothing. */
export interface OwnLimits {
  /** Most of a frame to the host. */
  readonly frame?: number
  /** Most of an answer of the host. */
  readonly answer?: number
  /** Raw bytes per piece of a file. */
  readonly chunk?: number
}

/** Bytes in memory or a Blob; a Blob is read piece by piece. */
export type BlobSource =
  | Uint8Array
  | { readonly size: number; slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } }

export interface SendBlobOptions {
  readonly name: string
  readonly type: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface LinkStats {
  /** Calls not settled yet. */
  readonly pending: number
  /** Channel, abort and state listeners held. */
  readonly listeners: number
  /** Deadlines and other timers running; an idle connection keeps one, its heartbeat. */
  readonly timers: number
  /** Ids of settled calls kept so that late frames are recognised. */
  readonly tombstones: number
  /** Frames ignored, by reason. */
  readonly ignored: Readonly<Record<string, number>>
}

export interface HostConnection {
  /** Resolves when the host has welcomed this page; rejects with a BridgeError after the handshake limit. Asking again tries again. */
  ready(): Promise<Welcome>
  /** Rejects with a BridgeError, exactly once, whatever happens to the frames. */
  call<T = unknown>(method: string, params: unknown, options?: CallOptions<T>): Promise<T>
  /** Hands bytes over in checked pieces; refuses more than the host's file limit before sending anything. */
  sendBlob(source: BlobSource, options: SendBlobOptions): Promise<BlobHandle>
  state(): LinkState
  /** Tells each change of state; returns its own undo. */
  onState(listener: (state: LinkState) => void): () => void
  /** What the host allows, and this page knows to arrive; the defaults until the host has answered. */
  limits(): Limits
  /** Keeps to these as well from now on, towards every host to come; nothing known before counts any more. */
  keepTo(own: OwnLimits): void
  stats(): LinkStats
  /** Rejects what is pending with CANCELLED, says goodbye and lets go of everything. */
  dispose(): void
}
