import { BridgeError, type BridgeErrorCode, isBridgeErrorCode } from '../bridge/core/errors'
import { bytesText } from '../contract/rules/sizes'
import { PlatformError, type PlatformErrorCode } from './platform'

/** Failures that no bridge knows; the others have the bridge's own texts, so that both sides say the same. */
const ownTexts: Readonly<Record<Exclude<PlatformErrorCode, BridgeErrorCode>, string>> = {
  UPLOAD_FAILED: '上传失败',
  FIXTURE_MISSING: '录制数据里没有这次调用',
  FIXTURE_EXHAUSTED: '录制数据里这次调用已经用完',
}

/** What the seller reads for a failed platform call when the failure brought no sentence of its own. */
export const platformErrorText = (code: PlatformErrorCode): string =>
  isBridgeErrorCode(code) ? new BridgeError(code).userMessage : ownTexts[code]

type Facts = ConstructorParameters<typeof PlatformError>[2]

/** A PlatformError with the code's own text. */
export const platformError = (code: PlatformErrorCode, facts?: Facts): PlatformError =>
  new PlatformError(code, platformErrorText(code), facts)

/** The error of a call the caller gave up. */
export const cancelled = (stage?: string): PlatformError => platformError('CANCELLED', stage === undefined ? {} : { stage })

export const tooLargeText = (name: string, size: number, limit: number): string =>
  `${name === '' ? '这个文件' : `「${name}」`}有 ${bytesText(size, 'up')}，超过 ${bytesText(limit, 'down')} 的上限，请压缩后再试`

/** Refused before sending: says the file's size and the limit, so that the seller knows how far to shrink it. */
export const tooLarge = (name: string, size: number, limit: number): PlatformError =>
  new PlatformError('TOO_LARGE', tooLargeText(name, size, limit), {
    stage: 'check',
    detail: { size, limit },
  })

/** 上传失败: the status when there is one, then what the server or the network said. */
export const uploadFailedText = (status: number | undefined, said: string): string =>
  `上传失败: ${[status === undefined || status === 0 ? '' : String(status), said.trim()].filter(Boolean).join(' ')}`

/** What a server's answer says: the message of our own error body, else the text itself, shortened for a table cell. */
export function saidBy(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string') {
      return parsed.message
    }
  } catch {
    // Not JSON: S3 answers XML, proxies answer HTML; the text is all there is.
  }
  const text = body.replace(/\s+/g, ' ').trim()
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** The text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
