/** Error texts of platform calls, and helpers that build PlatformErrors. */
import { BridgeError, type BridgeErrorCode, isBridgeErrorCode } from '../bridge/core/errors'
import { bytesText } from '../contract/rules/sizes'
import { PlatformError, type PlatformErrorCode } from './platform'

/** Texts of the codes that the bridge does not have. All others use the bridge's texts, so that both show the same. */
const ownTexts: Readonly<Record<Exclude<PlatformErrorCode, BridgeErrorCode>, string>> = {
  UPLOAD_FAILED: '上传失败',
  FIXTURE_MISSING: '录制数据里没有这次调用',
  FIXTURE_EXHAUSTED: '录制数据里这次调用已经用完',
}

/** Returns the seller's text for an error code; used if the error has no text of its own. */
export const platformErrorText = (code: PlatformErrorCode): string =>
  isBridgeErrorCode(code) ? new BridgeError(code).userMessage : ownTexts[code]

type Facts = ConstructorParameters<typeof PlatformError>[2]

/** Returns a PlatformError with the text of its code. */
export const platformError = (code: PlatformErrorCode, facts?: Facts): PlatformError =>
  new PlatformError(code, platformErrorText(code), facts)

/** Returns the error of a call that its caller cancelled. */
export const cancelled = (stage?: string): PlatformError => platformError('CANCELLED', stage === undefined ? {} : { stage })

/** Returns the text for a file above the limit; `size` is rounded up and `limit` down, so that they never look equal. */
export const tooLargeText = (name: string, size: number, limit: number): string =>
  `${name === '' ? '这个文件' : `「${name}」`}有 ${bytesText(size, 'up')}，超过 ${bytesText(limit, 'down')} 的上限，请压缩后再试`

/** Returns the error of a file above the limit; its text names both sizes, so that the seller knows how far to shrink it. */
export const tooLarge = (name: string, size: number, limit: number): PlatformError =>
  new PlatformError('TOO_LARGE', tooLargeText(name, size, limit), {
    stage: 'check',
    detail: { size, limit },
  })

/** Returns the text of a failed upload: 上传失败, the status if there is one, and the message of the server or the network. */
export const uploadFailedText = (status: number | undefined, message: string): string =>
  `上传失败: ${[status === undefined || status === 0 ? '' : String(status), message.trim()].filter(Boolean).join(' ')}`
