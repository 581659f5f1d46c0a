/** Converts errors of the bridge to errors of the platform. */
import { noPermissionText } from '../../contract/errors'
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import { platformErrorText, tooLargeText } from '../error-text'
import { PlatformError, type PlatformErrorCode, platformErrorCodes } from '../platform'

const isCode = (value: unknown): value is PlatformErrorCode => platformErrorCodes.some((code) => code === value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Codes whose text is fixed by the product; a text of the client is ignored. */
const fixedTexts: ReadonlySet<PlatformErrorCode> = new Set<PlatformErrorCode>([
  'TIMEOUT',
  'HOST_GONE',
  'CHUNK_LOST',
  'NOT_QIANNIU',
  'BAD_REPLY',
  'PROTOCOL',
  'UNKNOWN_METHOD',
  'CORRUPT_CHUNK',
  'CANCELLED',
])

/** Returns the product's own text of a code; for TOO_LARGE it names the file's size and the limit, if they are known. */
const ownText = (code: PlatformErrorCode, { name, size, limit }: Fields): string =>
  code === 'TOO_LARGE' && typeof size === 'number' && typeof limit === 'number'
    ? tooLargeText(textOf(name), size, limit)
    : platformErrorText(code)

/** Returns the PlatformError for anything that the bridge throws. An error without a known code becomes BAD_REPLY. */
export function fromBridge(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  const { code, userMessage, message, retryable, stage, detail } = fieldsOf(error)
  const known = isCode(code) ? code : 'BAD_REPLY'
  // For a sub-account without rights, keep the marketplace's own sentence: the product shows a guide for exactly that.
  const subMessage = textOf(fieldsOf(detail).subMsg)
  const clientText = known === 'PERMISSION' && subMessage.includes(noPermissionText) ? subMessage : textOf(userMessage)
  const isOwn = fixedTexts.has(known) || clientText === '' || clientText === platformErrorText(known)
  return new PlatformError(known, isOwn ? ownText(known, fieldsOf(detail)) : clientText, {
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...(typeof stage === 'string' ? { stage } : {}),
    detail: { ...fieldsOf(detail), originalMessage: textOf(message), ...(isCode(code) ? {} : { code }) },
    cause: error,
  })
}

/** Awaits a bridge call; rejects with a PlatformError. */
export const viaBridge = <T>(call: Promise<T>): Promise<T> => call.catch((error: unknown) => Promise.reject(fromBridge(error)))
