/** Interprets the gateway's errors: wait, retry, or refuse with a message for the seller. */
import { noPermissionText } from '../../../contract/errors'
import { fieldsOf } from '../../../contract/rules/fields'
import { Failure, SessionExpired } from '../../kernel/failure'
import { textOf } from './json'

/** Body of `error_response`. */
export interface TopError {
  readonly code: number
  readonly msg: string
  readonly sub_code?: string
  readonly sub_msg?: string
}

export type Verdict =
  /** The app exceeded a rate limit, which ends after this many ms. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** A temporary failure of the marketplace; a retry may succeed. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'refused'; readonly failure: Failure }

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

const refusedWith = (failure: Failure): Verdict => ({ kind: 'refused', failure })

export function verdictOf(error: TopError): Verdict {
  const { code, msg, sub_code: subCode = '', sub_msg: subMsg = '' } = error
  const reason = subMsg || msg || '没有说明原因'
  if (code === 7) {
    const [, seconds = '1'] = /(\d+)\s+more\s+second/i.exec(`${subMsg} ${msg}`) ?? []
    return { kind: 'wait', ms: (Number(seconds) + 1) * 1000 }
  }
  if (sessionCodes.has(code) || /invalid-sessionkey|session-(expired|not-exist)|w2-security-authorize-invalid/.test(subCode)) {
    return refusedWith(new SessionExpired())
  }
  if (subCode.includes('subuser.has-no-permission') || subMsg.includes(noPermissionText)) {
    return refusedWith(new Failure('subuser.has-no-permission', noPermissionText))
  }
  if (code === 10 || (code === 15 && subCode.startsWith('isp.')) || subCode === 'isp.call-limited') return { kind: 'retry' }
  if (code === 11)
    return refusedWith(new Failure('upstream-failed', `应用没有开通淘宝的接口权限（${reason}），请联系服务商开通后再试`))
  if (operatorCodes.has(code)) {
    return refusedWith(
      new Failure('upstream-failed', `淘宝开放平台没有接受本服务的请求（错误码 ${code}：${reason}），请联系服务商检查应用配置`),
    )
  }
  return refusedWith(new Failure('upstream-failed', `淘宝返回错误：${reason}`))
}
