import type { Diagnosis } from './diagnosis/types'

/**
 * The one interface between the product and the place it runs in. Nothing outside `adapters/` asks which platform it is
 * on; it asks for a capability.
 */

/** What a platform may or may not be able to do. */
export const capabilities = [
  'cloud.upload',
  'cloud.delete',
  'cloud.storeConfig',
  'marketplace.call',
  'file.save',
  'storage',
  'http',
  'link.open',
  'chat.open',
] as const
export type Capability = (typeof capabilities)[number]

/** Where the plugin runs and what it may send there. */
export interface HostInfo {
  /** `qianniu`, `browser`, `mock`, or the name of an added door. Not for deciding what to do: that is what capabilities are for. */
  readonly environment: string
  /** Version of the client or browser, as text; empty when unknown. */
  readonly version: string
  readonly capabilities: ReadonlySet<Capability>
  /** Largest file the platform's own upload takes, bytes. */
  readonly maxFileBytes: number
  /** Largest file `saveFile` takes, bytes; absent: as large as the seller's disk. */
  readonly maxSaveBytes?: number
}

export interface Progress {
  readonly stage: string
  readonly loaded: number
  readonly total?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly onProgress?: (progress: Progress) => void
  /** Same key, same effect: a repeated write answers what the first one answered. */
  readonly idempotencyKey?: string
}

export interface SaveOptions extends CallOptions {
  /** Among the browser's downloads, without asking where, wherever pages can do so. */
  readonly toDownloads?: boolean
}

/** A file the seller picked, dropped or pasted. */
export interface LocalFile {
  readonly name: string
  readonly blob: Blob
}

/** An uploaded file as the admin API knows it. `fileId` is what forms keep. */
export interface UploadedFile {
  readonly fileId: number
  readonly url: string
  readonly contentType: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

export interface HttpRequest {
  readonly method: string
  /** Path from the API's root, such as /api/phone_brands, query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; absent for calls without a body. */
  readonly body?: string
}

export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface StoreConfigQuery {
  readonly cloudPath: string
  readonly fileType: 'image' | 'video' | 'audio' | 'font' | 'file'
}

/** Small text values that outlive the page where the platform allows it. */
export interface PlatformStorage {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/** A recording of the calls to the client, for people who test; see docs/qa.md. */
export interface Recording {
  readonly name: string
  /** Why nothing is recorded here; null while it is. */
  readonly refusal: string | null
  /** Calls recorded so far. */
  calls(): number
  onChange(listener: () => void): () => void
  /** Saves what was recorded as a file, after looking through it for secrets once more; rejects with what it found. */
  save(): Promise<{ readonly saved: boolean }>
}

export type ConnectionState = 'connecting' | 'ready' | 'lost'

export interface Platform {
  /** Resolves when calls can be made; rejects with a PlatformError. */
  ready(): Promise<HostInfo>
  can(capability: Capability): boolean
  /** Uploads to wherever this platform keeps files and registers the result with the admin API. `kind` is a contract file kind. */
  uploadFile(file: LocalFile, kind: number, options?: CallOptions): Promise<UploadedFile>
  /** Deletes files of the marketplace's cloud by their cloud ids. */
  deleteCloudFile(cloudIds: readonly string[], options?: CallOptions): Promise<void>
  /** Calls a marketplace API by its name, such as taobao.items.onsale.get. */
  callMarketplace(api: string, data: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  storeConfig(query: StoreConfigQuery, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  /** Saves to the seller's disk; `saved` is false when the seller cancelled the dialog. */
  saveFile(file: LocalFile, options?: SaveOptions): Promise<{ readonly saved: boolean }>
  /**
   * Asks for a folder of the seller's disk to write many or large files into; only within a click. Null when the seller closed
   * the dialog. Absent where pages are given no folders.
   */
  readonly pickFolder?: () => Promise<FileSystemDirectoryHandle | null>
  readonly storage: PlatformStorage
  /** Present where the page has no network of its own and the admin API travels another way. */
  readonly http?: (request: HttpRequest, options?: CallOptions) => Promise<HttpReply>
  openLink(url: string): Promise<void>
  /** Opens a chat with a marketplace nick. */
  openChat(nick: string): Promise<void>
  onState(listener: (state: ConnectionState) => void): () => void
  /** What a self-test asks; present where there is a client to ask. */
  readonly diagnosis?: Diagnosis
  /** Present where a recording was asked for, also where it is refused. */
  readonly recording?: Recording
  dispose(): void
}

/** Why a platform call failed; each code has one text the seller sees (see `platformErrorText`). */
export const platformErrorCodes = [
  'TIMEOUT',
  'HOST_GONE',
  'CHUNK_LOST',
  'NOT_QIANNIU',
  'UNSUPPORTED',
  'VERSION',
  'BAD_REPLY',
  'PROTOCOL',
  'UNKNOWN_METHOD',
  'CORRUPT_CHUNK',
  'AUTH_EXPIRED',
  'PERMISSION',
  'RATE_LIMIT',
  'TOP_BUSINESS',
  'TOO_LARGE',
  'NETWORK',
  'CANCELLED',
  'USER_DENIED',
  'DISK',
  'PARTIAL',
  'UPLOAD_FAILED',
  'FIXTURE_MISSING',
  'FIXTURE_EXHAUSTED',
] as const
export type PlatformErrorCode = (typeof platformErrorCodes)[number]

/** A failed platform call. `message` is the Chinese sentence for the seller; `detail` is for logs and support. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  constructor(
    readonly code: PlatformErrorCode,
    message: string,
    readonly options: {
      readonly retryable?: boolean
      readonly stage?: string
      readonly detail?: Readonly<Record<string, unknown>>
      readonly cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
  }
  get retryable(): boolean {
    return this.options.retryable ?? false
  }
}
