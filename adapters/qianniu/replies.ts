/** Type guards for the client's replies. */

type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A file in the marketplace's picture space. */
export interface CloudFile {
  readonly fileId: string
  readonly fileName: string
  readonly url: string
}

export const isCloudFile = (value: unknown): value is CloudFile =>
  isRecord(value) && isFilled(value.fileId) && isFilled(value.fileName) && isFilled(value.url)

export const isTrue = (value: unknown): value is true => value === true

export const isSaved = (value: unknown): value is { readonly saved: boolean } =>
  isRecord(value) && typeof value.saved === 'boolean'

export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** A response of the admin API that was forwarded by the client. */
export interface CarriedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const isCarriedReply = (value: unknown): value is CarriedReply =>
  isRecord(value) &&
  typeof value.status === 'number' &&
  typeof value.body === 'string' &&
  isRecord(value.headers) &&
  Object.values(value.headers).every((header) => typeof header === 'string')
