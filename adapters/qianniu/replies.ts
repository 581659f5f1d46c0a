/** Type guards for the client's replies. */
import type { FileRef } from '../../bridge/core/types'
import { isFields } from '../../contract/ground/fields'

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A file of the marketplace's cloud. */
export interface CloudFile {
  /** The cloud's own id; the admin API's `fileId` is another one. */
  readonly cloudFileId: string
  readonly fileName: string
  readonly url: string
}

export const isCloudFile = (value: unknown): value is CloudFile =>
  isFields(value) && isFilled(value.cloudFileId) && isFilled(value.fileName) && isFilled(value.url)

export const isFileRef = (value: unknown): value is FileRef =>
  isFields(value) && isFilled(value.fileId) && isFilled(value.fileName) && isFilled(value.url)

export const cloudFileOf = ({ fileId, fileName, url }: FileRef): CloudFile => ({ cloudFileId: fileId, fileName, url })

export const isTrue = (value: unknown): value is true => value === true

export const isSaved = (value: unknown): value is { readonly saved: boolean } =>
  isFields(value) && typeof value.saved === 'boolean'

export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** A response of the admin API that was forwarded by the client. */
export interface RelayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const isRelayedResponse = (value: unknown): value is RelayedResponse =>
  isFields(value) &&
  typeof value.status === 'number' &&
  typeof value.body === 'string' &&
  isFields(value.headers) &&
  Object.values(value.headers).every((header) => typeof header === 'string')
