/** Interprets the gateway's errors: wait, retry, or refuse with a message for the seller and, where it is theirs to act, the operator. */
import { noPermissionText } from '../../../../contract/errors'
import { fieldsOf } from '../../../../contract/ground/fields'
import { Failure, OperatorFailure, SessionExpired } from '../../../kernel/failure'
import { CallFailure, forSellers, refusedWith, unansweredBy, type Verdict } from '../calls'
import { textOf } from './json'

/** Body of `error_response`. */
export interface TopError {
  readonly code: number
  readonly msg: string
  readonly sub_code?: string
  readonly sub_msg?: string
}

/** Returns the error in a response; null when there is none. */
export function readTopError(body: unknown): TopError | null {
  const response = fieldsOf(body).error_response
  if (response === undefined) return null
  const error = fieldsOf(response)
  const subCode = textOf(error.sub_code)
  const subMsg = textOf(error.sub_msg)
  return {
    code: Number(textOf(error.code) ?? 0),
    msg: textOf(error.msg) ?? '',
    ...(subCode === null ? {} : { sub_code: subCode }),
    ...(subMsg === null ? {} : { sub_msg: subMsg }),
  }
}

/** The session is missing, expired, or its security authorization lapsed. */
const sessionCodes = new Set([26, 27, 53])
/** Errors of the app's own keys, signature, clock or request format, which a seller cannot fix. */
const operatorCodes = new Set([3, 5, 6, 8, 9, 13, 14, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31, 32, 33])

/** One cause that the operator alone can end. */
interface OperatorCause {
  readonly applies: (error: TopError) => boolean
  /** The text for the seller. */
  readonly seller: (error: TopError) => string
  /** The instruction for the operator. */
  readonly operator: string
}

const saidBy = ({ msg, sub_code = '', sub_msg = '' }: TopError): string => `${sub_code} ${sub_msg} ${msg}`

const operatorCauses: readonly OperatorCause[] = [
  {
    // isv.permission-ip-whitelist-limit is documented; the words are a guess about gateways that say it otherwise.
    applies: (error) => /ip-?white|white-?\s?list|白名单/i.test(saidBy(error)),
    seller: () => '淘宝没有放行本服务的服务器，请联系服务商把服务器加入应用的 IP 白名单',
    operator: '服务器的出口 IP 不在淘宝应用的 IP 白名单里，请在淘宝开放平台的安全中心加入',
  },
  {
    // Code 31 is documented. Gateways also answer 15, 40 or 41 with a sub code such as isv.invalid-timestamp.
    applies: ({ code, msg, sub_code = '', sub_msg = '' }) =>
      code === 31 || /timestamp/i.test(sub_code) || (sub_code === '' && /\btimestamp\b|时间戳/i.test(`${sub_msg} ${msg}`)),
    seller: ({ code }) =>
      `淘宝开放平台没有接受本服务的请求（错误码 ${code}：服务器的时间不准），服务器时间校准前不能读取订单，请联系服务商检查应用配置`,
    operator: '淘宝不接受请求的时间：请检查服务器的时钟（NTP）和数据库的时钟，误差不能超过 10 分钟',
  },
  {
    applies: ({ code }) => code === 11,
    seller: () => '应用没有开通淘宝的接口权限，请联系服务商开通后再试',
    operator: '淘宝应用没有调用这个接口的权限，请在淘宝开放平台申请对应的权限包',
  },
  {
    applies: ({ code }) => operatorCodes.has(code),
    seller: ({ code }) => `淘宝开放平台没有接受本服务的请求（错误码 ${code}：密钥、签名或参数不对），请联系服务商检查应用配置`,
    operator: '淘宝不接受应用的密钥、签名或请求格式，请检查 TOP_APP_KEY、TOP_APP_SECRET 和 TOP_GATEWAY',
  },
]

/** A quota lasts longer than this, ms; a rate limit of seconds is waited for. */
const quotaMs = 10 * 60_000

const chineseOf = ({ msg, sub_msg = '' }: TopError) => [sub_msg, msg].find((one) => /\p{Script=Han}/u.test(one))

/** The gateway's reason if it is in Chinese; its English texts are for developers, so the code stands for them. */
function reasonOf(error: TopError): string {
  const { code } = error
  const text = chineseOf(error)
  return text === undefined ? `淘宝没有说明原因（错误码 ${code}）` : `淘宝返回错误：${forSellers(text)}`
}

/** The verdict on a call without an answer of the gateway, or with one that says nothing. */
export const unanswered = (): Verdict => unansweredBy('淘宝')

export function verdictOf(error: TopError): Verdict {
  const { code, msg, sub_code: subCode = '', sub_msg: subMsg = '' } = error
  if (code === 7) {
    const [, seconds = '1'] = /(\d+)\s+more\s+second/i.exec(`${subMsg} ${msg}`) ?? []
    const ms = (Number(seconds) + 1) * 1000
    return ms > quotaMs ? usedUp(error, ms) : { kind: 'wait', ms }
  }
  if (sessionCodes.has(code) || /invalid-sessionkey|session-(expired|not-exist)|w2-security-authorize-invalid/.test(subCode)) {
    return refusedWith(new SessionExpired())
  }
  if (subCode.includes('subuser.has-no-permission') || subMsg.includes(noPermissionText)) {
    return refusedWith(new CallFailure('right', noPermissionText))
  }
  if (subCode === 'isp.call-limited') {
    return { kind: 'retry', failure: new Failure('too-many-requests', '淘宝接口调用过于频繁，请稍后再试') }
  }
  if (code === 10 || (code === 15 && subCode.startsWith('isp.'))) {
    return unanswered()
  }
  const cause = operatorCauses.find(({ applies }) => applies(error))
  if (cause) return refusedWith(new OperatorFailure(cause.seller(error), new Error(withWords(cause.operator, error))))
  // Whoever granted the session lacks a right: a sub-account, or a seller without the service.
  if (code === 12) return refusedWith(new CallFailure('right', reasonOf(error)))
  const failure = new CallFailure('object', reasonOf(error))
  // Without a reason that a seller can read, somebody has to look at the gateway's own words.
  return chineseOf(error) === undefined ? noted(failure, '淘宝拒绝了一次调用', error) : refusedWith(failure)
}

function usedUp(error: TopError, ms: number): Verdict {
  const hours = Math.max(1, Math.round(ms / 3_600_000))
  const seller = `淘宝接口的调用次数已用完，约 ${hours} 小时后恢复，到时会继续；等不及请联系服务商`
  return noted(new Failure('too-many-requests', seller), '淘宝应用的调用次数已用完，请在淘宝开放平台提高额度', error)
}

const withWords = (text: string, { code, msg, sub_code, sub_msg }: TopError): string =>
  `${text}（${[code, sub_code, sub_msg || msg].filter(Boolean).join(' ')}）`

const noted = (failure: Failure, note: string, error: TopError): Verdict => ({
  kind: 'refused',
  failure,
  note: withWords(note, error),
})
