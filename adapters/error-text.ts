import { PlatformError, type PlatformErrorCode } from './platform'

const timedOut = '千牛数据返回超时'
const notQianniu = '当前可能不是千牛环境'
const badData = '返回数据发生错误，请联系客服'

const texts: Readonly<Record<PlatformErrorCode, string>> = {
  TIMEOUT: timedOut,
  HOST_GONE: timedOut,
  CHUNK_LOST: timedOut,
  NOT_QIANNIU: notQianniu,
  UNSUPPORTED: `${notQianniu}，请把千牛升级到最新版本后再试`,
  VERSION: `${notQianniu}，请升级插件和千牛后再试`,
  BAD_REPLY: badData,
  PROTOCOL: badData,
  UNKNOWN_METHOD: badData,
  CORRUPT_CHUNK: badData,
  AUTH_EXPIRED: '千牛授权已过期，请重新授权后再试',
  PERMISSION: '没有调用权限，请检查应用的权限包和子帐号授权',
  RATE_LIMIT: '调用太频繁，请稍等片刻再试',
  TOP_BUSINESS: '平台没有接受这次操作',
  TOO_LARGE: '文件太大，请压缩后再试',
  NETWORK: '客户端网络错误，请稍后重试',
  CANCELLED: '取消操作',
  USER_DENIED: '您拒绝了授权，请在弹窗里同意后再试',
  DISK: '文件没有保存成功，请检查磁盘空间和文件夹的写入权限',
  PARTIAL: '图片已传到图片空间，但没有登记成功，请重新上传',
  UPLOAD_FAILED: '上传失败',
  FIXTURE_MISSING: '录制数据里没有这次调用',
  FIXTURE_EXHAUSTED: '录制数据里这次调用已经用完',
}

/** What the seller reads for a failed platform call when the failure brought no sentence of its own. */
export const platformErrorText = (code: PlatformErrorCode): string => texts[code]

type Facts = ConstructorParameters<typeof PlatformError>[2]

/** A PlatformError with the code's own text. */
export const platformError = (code: PlatformErrorCode, facts?: Facts): PlatformError =>
  new PlatformError(code, texts[code], facts)

/** The error of a call the caller gave up. */
export const cancelled = (stage?: string): PlatformError => platformError('CANCELLED', stage === undefined ? {} : { stage })

/** 1.5 MB, 3 MB, 20 KB: sizes as sellers read them. */
export function sizeText(bytes: number): string {
  const mb = bytes / 1_048_576
  if (mb >= 1) return `${Number(mb.toFixed(1))} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** Refused before sending: says the file's size and the limit, so that the seller knows how far to shrink it. */
export const tooLarge = (name: string, size: number, limit: number): PlatformError =>
  new PlatformError('TOO_LARGE', `「${name}」有 ${sizeText(size)}，超过 ${sizeText(limit)} 的上限，请压缩后再试`, {
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
