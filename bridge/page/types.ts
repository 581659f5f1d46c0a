/** The public types of the page half. */
import type { BlobHandle, Env, Limits, Log, Progress, ReplyKind, Welcome } from '../core/types'

export type LinkState = 'connecting' | 'ready' | 'lost'

export interface ConnectOptions {
  /** The plugin's own version, sent to the host. */
  readonly pageVersion: string
  /** Protocol versions to offer; `protocolRange` if absent. */
  readonly proto?: readonly [number, number]
  /** Clock, timers and ids; the browser's if absent. */
  readonly env?: Env
  readonly log?: Log
  /** How long to wait for a welcome, ms; 3000 if absent. */
  readonly handshakeMs?: number
  /** The user agent names another client (Alipay, DingTalk): no welcome then means 当前可能不是千牛环境, not a timeout. */
  readonly foreignUserAgent?: boolean
}

export interface CallOptions<T> {
  /** The tag that the reply must carry; the method's own if absent. */
  readonly kind?: ReplyKind
  /** Checks the reply's value; false or an exception makes the call reject with BAD_REPLY. */
  readonly guard?: (value: unknown) => value is T
  /** Limit of the whole call, ms; the method's own if absent. */
  readonly timeoutMs?: number
  /** Size of the file that the call transfers, bytes; it extends the time limit of uploads. */
  readonly bytes?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Called with each ack of the host: a repeated request or another host may acknowledge again. */
  readonly onAck?: () => void
  readonly idempotencyKey?: string
  /** Whether the call changes something; such a call is never sent to a second host. `writesByDefault(method)` if absent. */
  readonly write?: boolean
  /** Skips the check of the request's size; only the self-test does so, to find out which sizes arrive. */
  readonly anySize?: boolean
  /** Marks a clean-up call that follows an action of the seller; recordings leave it out. */
  readonly housekeeping?: boolean
}

/** Limits in bytes that the page knows from a self-test, beyond those of the host; absent fields set no limit. */
export interface OwnLimits {
  /** The largest frame that reaches the host. */
  readonly frame?: number
  /** The largest reply that reaches this page. */
  readonly answer?: number
  /** Bytes per piece of a file, before base64. */
  readonly chunk?: number
}

/** The bytes to send: in memory, or a Blob, which is read piece by piece. */
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
  /** Unsettled calls, and `ready()` promises that wait. */
  readonly pending: number
  /** Registered channel, abort and state listeners. */
  readonly listeners: number
  /** Running deadlines; an idle connection has one, its heartbeat. */
  readonly timers: number
  /** Remembered ids of settled calls; late frames are recognised by them. */
  readonly tombstones: number
  /** Ignored frames, counted by reason. */
  readonly ignored: Readonly<Record<string, number>>
}

export interface HostConnection {
  /** Resolves with the host's welcome; rejects with a BridgeError after the handshake limit. A further call starts again. */
  ready(): Promise<Welcome>
  /** Sends a request and resolves with the reply's value. Settles exactly once; always rejects with a BridgeError. */
  call<T = unknown>(method: string, params: unknown, options?: CallOptions<T>): Promise<T>
  /** Sends a file in checked pieces and resolves with its handle. Rejects with TOO_LARGE above the host's limit, unsent. */
  sendBlob(source: BlobSource, options: SendBlobOptions): Promise<BlobHandle>
  state(): LinkState
  /** Calls `listener` with each change of state; returns a function that removes it. */
  onState(listener: (state: LinkState) => void): () => void
  /** Returns the smaller of the host's limits and those of `setLimits`; the defaults stand in until the host has answered. */
  limits(): Limits
  /** Replaces the page's own limits, for this and all later hosts. */
  setLimits(own: OwnLimits): void
  stats(): LinkStats
  /** Rejects pending calls with CANCELLED, sends bye and removes all listeners and timers. */
  dispose(): void
}
