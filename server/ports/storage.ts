/** Where uploaded bytes live. One port, two drivers: the local disk and S3-compatible storage. */
import type { Readable } from 'node:stream'

/** What a browser needs to post a file straight to the storage: a URL and the form fields that go before the file. */
export interface UploadTicket {
  readonly uploadUrl: string
  readonly params: Readonly<Record<string, string>>
}

export interface TicketRequest {
  readonly key: string
  readonly maxBytes: number
  readonly contentType: string
  readonly expiresInSeconds: number
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredObject {
  readonly stream: Readable
  readonly size: number
}

/** `key` is always made by the server: lower-case letters, digits, `/`, `.`, `-`; never a name from outside. */
export interface Storage {
  ticket(request: TicketRequest): Promise<UploadTicket>
  put(key: string, body: Buffer | Readable, contentType: string): Promise<void>
  /** Null when there is no such object. `range` is inclusive and inside the object; `size` is always the whole object's. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** Resolves when the storage can be written and read; rejects with the cause. Used by /readyz. */
  check(): Promise<void>
}
