/**
 * The words of `qnb/1`, the message protocol between the plugin's page and the client that hosts it. One flat JSON object per
 * frame; nothing here needs a browser, so that the same file serves a mini-program's logic layer.
 */

/** Magic and major version carried by every frame. */
export const protocolMajor = 1
/** Versions this code speaks, lowest and highest. */
export const protocolRange: readonly [number, number] = [1, 1]

/** One end of a message channel. `send` may throw when the other end is not there; `listen` returns its own undo. */
export interface Channel {
  send(frame: unknown): void
  listen(listener: (raw: unknown) => void): () => void
  /** Frames the channel itself refused (wrong origin or source), for statistics. */
  rejected?(): number
}

export type TimerHandle = unknown

/** What both halves need from the world. The host half has no globals, so everything comes through here. */
export interface Env {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  set(task: () => void, ms: number): TimerHandle
  clear(handle: TimerHandle): void
  /** A new unguessable id, 16 or more characters. */
  newId(): string
  /** False while the page is hidden: no pings then, browsers slow its timers down. Absent means always visible. */
  visible?(): boolean
}

export type Log = (event: string, detail: Readonly<Record<string, unknown>>) => void

/** Bytes. `frame` counts after the client's re-escaping, `chunk` is raw bytes per piece, `file` is one whole blob. */
export interface Limits {
  readonly frame: number
  readonly chunk: number
  readonly file: number
}

export const defaultLimits: Limits = { frame: 900 * 1024, chunk: 192 * 1024, file: 20 * 1024 * 1024 }

/** What a reply must be tagged with; another tag is a BAD_REPLY. */
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

/** Every method of the wire and the tag of its reply. */
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

/** Why a call failed. `userMessage` is the Chinese sentence for the seller, the rest is for code and for support. */
export interface WireError {
  readonly code: string
  readonly userMessage?: string
  readonly message?: string
  readonly retryable?: boolean
  readonly stage?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Who answers: `shell` is the version of the hosting mini-program, `client` that of the desktop client, empty when unknown. */
export interface Welcome {
  readonly hid: string
  readonly proto: readonly [number, number]
  readonly shell: string
  readonly client: string
  readonly caps: readonly string[]
  readonly limits: Limits
  /** Who is signed in to the client, where the shell tells; never a token. */
  readonly user?: string
}

/** A file's bytes that the host holds for this page; valid for ten minutes or until freed. */
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
  readonly qnb: typeof protocolMajor
  /** Page instance, new per load. */
  readonly sid: string
  /** Host instance, once known. */
  readonly hid?: string
  /** Nonce of the welcome, both ways on every later frame: the slot has no origin to check. */
  readonly n?: string
  /** Counts up per sender; gaps and repeats are only counted. */
  readonly seq: number
  /** The sender's monotonic clock, ms; for logs only. */
  readonly ts: number
}

export type FrameBody =
  /**
   * `h` counts this page's hellos; a welcome says which one it answers, so that a late one is known. `frame`: the most bytes of an
   * answer this page is known to get; a later hello may say another.
   */
  | {
      readonly k: 'hello'
      readonly proto: readonly [number, number]
      readonly page: string
      readonly h?: number
      readonly frame?: number
    }
  | (Welcome & { readonly k: 'welcome'; readonly n: string; readonly h?: number })
  /** `dl` is milliseconds left, never a wall clock; absent means no limit. `ik` = same key, same effect. */
  | {
      readonly k: 'req'
      readonly id: string
      readonly m: string
      readonly p: unknown
      readonly kind: string
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
  /** `of` pieces in all; `crc` covers index, count and bytes; `d` is base64. (`n` is taken by the nonce.) */
  | {
      readonly k: 'chunk'
      readonly id: string
      readonly i: number
      readonly of: number
      readonly crc: number
      readonly d: string
    }
  /** `bad` asks for the piece again: its bytes did not match its CRC. */
  | { readonly k: 'chunkack'; readonly id: string; readonly i: number; readonly bad?: true }
  /** `ids` are calls still waited for: the host answers again those it has answered already. */
  | { readonly k: 'ping'; readonly ids?: readonly string[] }
  | { readonly k: 'pong' }
  /** The sender is leaving, or (from a host) does not know the session it was spoken to in. */
  | { readonly k: 'bye'; readonly why: string }

export type FrameKind = FrameBody['k']
export type Frame = FrameBase & FrameBody
export type FrameOf<K extends FrameKind> = FrameBase & Extract<FrameBody, { readonly k: K }>
