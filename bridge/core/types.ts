/**
 * Types and constants of the message protocol between the plugin's page and its host. A frame is one flat JSON object.
 * Nothing in `core/` needs a browser, because it also runs in a mini-program's logic layer.
 */

/** The value of `qnb` in a frame that carries its whole address: each of a session of version 1, and every hello, welcome and bye. */
export const longForm = 1
/** The value of `qnb` in all other frames of a session of version 2: the nonce is their whole address, and their ids are numbers. */
export const shortForm = 2
/** Lowest and highest protocol version that this code supports. */
export const protocolRange: readonly [number, number] = [1, 2]

/** One end of a message channel. `send` may throw if the other end is missing; `listen` returns a function that stops it. */
export interface Channel {
  send(frame: unknown): void
  listen(listener: (raw: unknown) => void): () => void
  /** Number of messages that the channel refused (wrong origin or source), for statistics. */
  rejected?(): number
  /**
   * Called when a message was not answered in time. Returns true if the channel stops using its present way and the next hello will
   * offer the host another one; false, or absent, if there is no other.
   */
  doubt?(): boolean
  /** Sets what is called when the browser says that the way in use has closed. */
  onClosed?(listener: () => void): void
}

export type TimerHandle = unknown

/** Clock, timers and ids for both halves. They use no globals, because a mini-program's logic layer lacks some. */
export interface Env {
  /** Returns the time of a monotonic clock, ms. */
  now(): number
  set(task: () => void, ms: number): TimerHandle
  clear(handle: TimerHandle): void
  /** Returns a new unguessable id of 16 or more characters. */
  newId(): string
  /** Returns false while the page is hidden; it then sends no pings, since browsers slow its timers. Absent: always visible. */
  visible?(): boolean
}

export type Log = (event: string, detail: Readonly<Record<string, unknown>>) => void

/** Limits in bytes: `frame` of a message after the client's escaping, `chunk` of a piece before base64, `file` of a file. */
export interface Limits {
  readonly frame: number
  readonly chunk: number
  readonly file: number
}

export const defaultLimits: Limits = { frame: 900 * 1024, chunk: 192 * 1024, file: 20 * 1024 * 1024 }

/** The tag of a reply. A reply with another tag than its method's is a BAD_REPLY. */
export type ReplyKind =
  | 'file.ref'
  | 'bool'
  | 'top.json'
  | 'store.config'
  | 'disk.saved'
  | 'text'
  | 'http.reply'
  | 'blob.ref'
  | (string & {})

/** A file of the marketplace's cloud on the wire: the value of a reply of kind `file.ref`. */
export interface FileRef {
  /** The cloud's own id; the admin API's `fileId` is another one. */
  readonly fileId: string
  readonly fileName: string
  readonly url: string
}

/** All methods of the protocol, each with the tag of its reply. */
export const methodKinds = {
  'cloud.upload': 'file.ref',
  'cloud.delete': 'bool',
  'cloud.storeConfig': 'store.config',
  'cloud.file.save': 'file.ref',
  'top.invoke': 'top.json',
  'disk.save': 'disk.saved',
  'storage.get': 'text',
  'storage.set': 'bool',
  'storage.remove': 'bool',
  http: 'http.reply',
  'link.open': 'bool',
  'chat.open': 'bool',
  'blob.write': 'blob.ref',
  'blob.free': 'bool',
  'diagnose.echo': 'diagnose.echo',
  'diagnose.facts': 'diagnose.facts',
  'diagnose.file': 'diagnose.file',
  'diagnose.upload': 'diagnose.upload',
} as const
export type Method = keyof typeof methodKinds

/** Why a call failed. `userMessage` is the Chinese sentence for the seller; the other fields are for code and support. */
export interface WireError {
  readonly code: string
  readonly userMessage?: string
  readonly message?: string
  readonly retryable?: boolean
  readonly stage?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The host's self-description: `shell` is the mini-program's version, `client` the desktop client's, empty if unknown. */
export interface Welcome {
  readonly hid: string
  readonly proto: readonly [number, number]
  readonly shell: string
  readonly client: string
  readonly caps: readonly string[]
  readonly limits: Limits
  /** Nick of the user signed in to the client, if the shell sends it; never a token. */
  readonly user?: string
}

/** Identifies a file that the host holds in memory for this page, for ten minutes or until `blob.free`. */
export interface BlobHandle {
  readonly blob: string
  readonly name: string
  readonly type: string
  readonly size: number
}

export interface Progress {
  readonly stage: string
  readonly loaded: number
  readonly total?: number
}

interface FrameBase {
  readonly qnb: typeof longForm | typeof shortForm
  /** Id of the page instance, new with each load. */
  readonly sid: string
  /** Id of the host instance, once known. */
  readonly hid?: string
  /** Nonce of the welcome, in every later frame of both sides: the client's message slot gives no origin to check. */
  readonly n?: string
  /** The sender's count of frames, from 1; for logs only, and only in the long form, like `ts`. */
  readonly seq?: number
  /** Time of the sender's monotonic clock, ms. */
  readonly ts?: number
}

export type FrameBody =
  /**
   * `h` counts this page's hellos; a welcome repeats it, so that the page recognises a late one. `frame` is the largest reply, in
   * bytes, that is known to reach this page; a later hello may change it.
   */
  | {
      readonly k: 'hello'
      readonly proto: readonly [number, number]
      readonly page: string
      readonly h?: number
      readonly frame?: number
    }
  | (Welcome & { readonly k: 'welcome'; readonly n: string; readonly h?: number })
  /**
   * `dl` is the time left in ms, never a wall clock time; absent means no limit. `ik`: requests with one key have one effect. Hosts
   * of version 2 are not told the expected `kind`, which the page alone checks.
   */
  | {
      readonly k: 'req'
      readonly id: string
      readonly m: string
      readonly p: unknown
      readonly kind?: string
      readonly dl?: number
      readonly ik?: string
    }
  | { readonly k: 'ack'; readonly id: string }
  | {
      readonly k: 'prog'
      readonly id: string
      readonly i: number
      readonly stage: string
      readonly loaded: number
      readonly total?: number
    }
  | { readonly k: 'res'; readonly id: string; readonly kind: string; readonly v: unknown }
  | { readonly k: 'err'; readonly id: string; readonly e: WireError }
  | { readonly k: 'cancel'; readonly id: string }
  /** `of` is the number of pieces (`n` is the nonce); `crc` covers index, count and bytes; `d` is base64. */
  | {
      readonly k: 'chunk'
      readonly id: string
      readonly i: number
      readonly of: number
      readonly crc: number
      readonly d: string
    }
  /** `bad` requests the piece again, because its bytes did not match its CRC. */
  | { readonly k: 'chunkack'; readonly id: string; readonly i: number; readonly bad?: true }
  /** `ids` are calls whose replies the page still waits for; the host sends again the replies that it has sent before. */
  | { readonly k: 'ping'; readonly ids?: readonly string[] }
  | { readonly k: 'pong' }
  /** The sender is leaving or, from a host, has just started or does not know the session of the frame it received. */
  | { readonly k: 'bye'; readonly why: string }

export type FrameKind = FrameBody['k']
export type Frame = FrameBase & FrameBody
export type FrameOf<K extends FrameKind> = FrameBase & Extract<FrameBody, { readonly k: K }>
