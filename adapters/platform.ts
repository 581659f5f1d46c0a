import type { Diagnosis } from './diagnosis/types'
import type { CallOptions, LocalFile, PlatformStorage } from './values'

export type { CallOptions, LocalFile, PlatformStorage, Progress } from './values'

/**
 * The one interface between the product and its environment. Code outside `adapters/` must not ask which platform it runs on;
 * it asks for a capability.
 */

/** Functions that only some platforms have. */
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

/** Describes the platform and its limits. */
export interface HostInfo {
  /** `qianniu`, `browser`, `mock` or the name of an added adapter, for display only: decide by capabilities instead. */
  readonly environment: string
  /** Version of the client or browser; empty if unknown. */
  readonly version: string
  readonly capabilities: ReadonlySet<Capability>
  /** Largest file that the platform's own upload accepts, bytes. */
  readonly maxFileBytes: number
  /** Largest file that `saveFile` accepts, bytes; if absent, only the seller's disk limits it. */
  readonly maxSaveBytes?: number
}

export interface SaveOptions extends CallOptions {
  /** Saves to the browser's downloads without asking for a place, if the platform can. */
  readonly toDownloads?: boolean
}

/** The result of saving a file. */
export interface SaveResult {
  /** False if the seller closed the dialog, or must click first. */
  readonly saved: boolean
  /** It was handed to the browser's downloads, which do not tell whether they kept it. Absent: it is on the disk. */
  readonly unseen?: true
  /** Nothing was done: without a click of the seller the browser would ask, or refuse without a word. */
  readonly needsClick?: true
}

/** An uploaded file in the admin API. Forms store its `fileId`. */
export interface UploadedFile {
  readonly fileId: number
  readonly url: string
  readonly contentType: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** Notes for the seller about the file, such as which parts of it became pixels. */
  readonly notes?: readonly string[]
}

export interface HttpRequest {
  readonly method: string
  /** Path with query, such as /api/phone_brands?pageNo=1. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; absent for requests without a body. */
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

/** A recording of the calls to the client, for testers; see docs/qa.md. */
export interface Recording {
  readonly name: string
  /** The reason why nothing is recorded, for the tester; null while recording. */
  readonly refusal: string | null
  /** Returns the number of recorded calls. */
  calls(): number
  onChange(listener: () => void): () => void
  /** Saves the recording as a file. It is searched for secrets again before; if any are found, the promise rejects. */
  save(): Promise<{ readonly saved: boolean }>
}

export type ConnectionState = 'connecting' | 'ready' | 'lost'

export interface Platform {
  /** Resolves when the platform can be used; rejects with a PlatformError. */
  ready(): Promise<HostInfo>
  can(capability: Capability): boolean
  /** Uploads a file and registers it with the admin API. `kind` is a `fileKind` of the contract. */
  uploadFile(file: LocalFile, kind: number, options?: CallOptions): Promise<UploadedFile>
  /** Deletes files of the marketplace's picture space by their cloud ids. */
  deleteCloudFile(cloudFileIds: readonly string[], options?: CallOptions): Promise<void>
  /** Calls a marketplace API by its name, such as taobao.items.onsale.get. */
  callMarketplace(api: string, data: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  storeConfig(query: StoreConfigQuery, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  saveFile(file: LocalFile, options?: SaveOptions): Promise<SaveResult>
  /**
   * Lets the seller choose a folder for many or large files; it must be called within a click. Resolves with null if the seller
   * closed the dialog. Absent if the page cannot access folders.
   */
  readonly pickFolder?: () => Promise<FileSystemDirectoryHandle | null>
  readonly storage: PlatformStorage
  /** Sends a request to the admin API. Present only if the page has no network of its own. */
  readonly http?: (request: HttpRequest, options?: CallOptions) => Promise<HttpReply>
  openLink(url: string): Promise<void>
  /** Opens a chat with a marketplace nick. */
  openChat(nick: string): Promise<void>
  /** Calls the listener with the present state and each change; returns a function that removes it. */
  onState(listener: (state: ConnectionState) => void): () => void
  /** The self-test's functions; present only if there is a client. */
  readonly diagnosis?: Diagnosis
  /** Present if a recording was requested, even if it was refused. */
  readonly recording?: Recording
  dispose(): void
}

/** Why a platform call failed. `platformErrorText` returns the seller's text of a code. */
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

/** The error of a platform call. `message` is the Chinese text for the seller; `options.detail` is for logs and support. */
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
