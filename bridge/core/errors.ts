/** The error codes of bridge calls, their Chinese texts for the seller, and their form on the wire. */
import { isFields } from '../../contract/ground/fields'
import { hasField } from './fields'
import type { WireError } from './types'

const timedOut = '千牛数据返回超时'
const notQianniu = '当前可能不是千牛环境'
const badData = '返回数据发生错误，请联系客服'

/**
 * The text of each code. The product fixes the three sentences above; a cause that the seller can act on has a text of its own
 * and is never reported with one of the three.
 */
const texts = {
  TIMEOUT: timedOut,
  HOST_GONE: timedOut,
  CHUNK_LOST: timedOut,
  NOT_QIANNIU: notQianniu,
  UNSUPPORTED: `${notQianniu}，请把千牛升级到最新版本后再试`,
  VERSION: '插件和千牛的版本不匹配，请把两者都升级到最新版本后再打开',
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
} as const
export type BridgeErrorCode = keyof typeof texts

/** Codes for which the host's `userMessage` replaces our text, because it may quote the marketplace's own sentence. */
const codesWithHostText: ReadonlySet<string> = new Set<BridgeErrorCode>([
  'UNSUPPORTED',
  'AUTH_EXPIRED',
  'PERMISSION',
  'RATE_LIMIT',
  'TOP_BUSINESS',
  'TOO_LARGE',
  'NETWORK',
  'USER_DENIED',
  'DISK',
  'PARTIAL',
])
const retryableCodes: ReadonlySet<string> = new Set<BridgeErrorCode>([
  'TIMEOUT',
  'HOST_GONE',
  'CHUNK_LOST',
  'CORRUPT_CHUNK',
  'RATE_LIMIT',
  'NETWORK',
])

export interface ErrorFacts {
  readonly userMessage?: string
  /** English, for logs. */
  readonly message?: string
  readonly retryable?: boolean
  readonly stage?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A failed call. `message` is for logs, `userMessage` is what the seller reads. */
export class BridgeError extends Error {
  readonly userMessage: string
  readonly retryable: boolean
  readonly stage: string
  readonly detail: Readonly<Record<string, unknown>>
  constructor(
    readonly code: BridgeErrorCode,
    facts: ErrorFacts = {},
  ) {
    super(facts.message ?? code)
    this.name = 'BridgeError'
    this.userMessage = facts.userMessage !== undefined && codesWithHostText.has(code) ? facts.userMessage : texts[code]
    this.retryable = facts.retryable ?? retryableCodes.has(code)
    this.stage = facts.stage ?? ''
    this.detail = facts.detail ?? {}
  }
}

export const isBridgeErrorCode = (code: unknown): code is BridgeErrorCode => typeof code === 'string' && hasField(texts, code)

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the error of an `err` frame. An unknown or missing code becomes BAD_REPLY, so a failure never looks like a success. */
export function fromWire(wire: unknown): BridgeError {
  if (!isFields(wire) || !isBridgeErrorCode(wire.code)) {
    const code = isFields(wire) ? String(wire.code) : typeof wire
    return new BridgeError('BAD_REPLY', { message: `error frame with code ${code}`, stage: 'reply', detail: { code } })
  }
  return new BridgeError(wire.code, {
    userMessage: text(wire.userMessage),
    message: text(wire.message),
    retryable: typeof wire.retryable === 'boolean' ? wire.retryable : undefined,
    stage: text(wire.stage),
    detail: isFields(wire.detail) ? wire.detail : undefined,
  })
}

/** Returns the error as a plain object, because JSON.stringify drops an Error's message. */
export function toWire(error: BridgeError): WireError {
  const { code, userMessage, message, retryable, stage, detail } = error
  return { code, userMessage, message, retryable, stage, detail }
}
