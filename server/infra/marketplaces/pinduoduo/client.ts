/**
 * Calls of 拼多多's open platform: `POST https://gw-api.pinduoduo.com/api/router` with a form, signed with MD5. Documented: the signed
 * string, the clock's slack of 10 minutes, the wrapper of an answer, and the codes below. Guesses: how a wrong client id, secret or code is
 * called, and that a limit ends after a second.
 */
import { createHash } from 'node:crypto'
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { Failure, KeysRefused, OperatorFailure, SessionExpired } from '../../../kernel/failure'
import type { KeyApi } from '../../../ports/marketplace'
import {
  type Answer,
  type Attempt,
  addressIn,
  CallFailure,
  type CallPatience,
  forSellers,
  type Gateway,
  refusedWith,
  sendOnce,
  unansweredBy,
  untilAnswered,
} from '../calls'
import { countOf, textOf } from '../values'

export const pinduoduoName = '拼多多'
const gatewayUrl = 'https://gw-api.pinduoduo.com/api/router'

export interface PinduoduoClientOptions extends Omit<CallPatience, 'marketplace'> {
  readonly gateway: Gateway
  readonly now: () => Date
}

type Params = Readonly<Record<string, string>>

export interface PinduoduoClient {
  /** Calls a method such as pdd.order.list.get and returns the content of its wrapper. Rejects as the port documents. */
  call(type: string, params: Params, session: string): Promise<Fields>
  readonly keys: Pick<KeyApi, 'open' | 'renew'>
}

interface Session {
  readonly appKey: string
  readonly secret: string
  readonly token: string
  readonly sellerId: string
  readonly nick: string
}

export function sessionOf(text: string): Session {
  const { appKey, secret, token, sellerId, nick } = fieldsOf(JSON.parse(text))
  return { appKey: String(appKey), secret: String(secret), token: String(token), sellerId: String(sellerId), nick: String(nick) }
}

/** Signs a call's parameters without `sign`, upper case hexadecimal. */
export function signature(params: Params, secret: string): string {
  const text = Object.keys(params)
    .sort()
    .map((name) => `${name}${params[name]}`)
    .join('')
  return createHash('md5').update(`${secret}${text}${secret}`, 'utf8').digest('hex').toUpperCase()
}

export const endedText = '拼多多的连接到期了：请在店铺设置里点“连接”，重新取一个授权码'

const retryCodes = new Set(['50000', '50001', '52102', '52103', '70033'])
const limitCodes = new Set(['52101', '70031'])
const rightCodes = new Set(['20000', '20001', '20031', '20032', '70036'])

function addressRefusal(said: string): Failure {
  const address = addressIn(said)
  const shown = address === null ? '本站服务器的地址（拼多多没有说明，请向服务商要）' : ` ${address} `
  return new Failure(
    'upstream-failed',
    `拼多多没有放行本站服务器的地址：请在拼多多开放平台的应用里把${shown}加入 IP 白名单，几分钟后再试`,
  )
}

const keyRefusals = [
  [/sign|签名/i, 'secret', 'Client Secret 不正确，请到拼多多开放平台复制'],
  [/client[_ ]?id/i, 'appKey', 'Client ID 不正确，请到拼多多开放平台复制'],
] as const

function readAnswer(answer: Answer | null, isTokenCall: boolean): Attempt<Fields> {
  const body = answer?.body
  if (!isFields(body)) return unansweredBy(pinduoduoName)
  const error = body.error_response
  if (error === undefined) {
    const [wrapper] = Object.entries(body).flatMap(([name, value]) =>
      name.endsWith('_response') && isFields(value) ? [value] : [],
    )
    return answer?.status === 200 && wrapper ? { kind: 'answered', content: wrapper } : unansweredBy(pinduoduoName)
  }
  const { error_code, error_msg, sub_msg, sub_code } = fieldsOf(error)
  const code = textOf(error_code) ?? ''
  const all = [sub_code, sub_msg, error_msg].map(textOf).filter(Boolean).join(' ')
  if (code === '10019') return refusedWith(new SessionExpired(endedText))
  if (code === '20005') return refusedWith(addressRefusal(all))
  if (/次数已用完|quota/i.test(all))
    return refusedWith(new Failure('too-many-requests', '拼多多今天的调用次数已用完，明天会继续'))
  if (limitCodes.has(code)) return { kind: 'wait', ms: 1000 }
  if (retryCodes.has(code)) return unansweredBy(pinduoduoName)
  if (/timestamp/i.test(all)) {
    return refusedWith(
      new OperatorFailure(
        '拼多多没有接受本服务的请求（服务器的时间不准），请联系服务商',
        new Error(`the clock is wrong: ${all}`),
      ),
    )
  }
  const refusal = keyRefusals.find(([what]) => what.test(all))
  if (refusal) return refusedWith(new KeysRefused(refusal[1], refusal[2]))
  if (isTokenCall)
    return refusedWith(new KeysRefused('extra', '授权码不对、用过了或已过期（10 分钟内有效，只能用一次），请重新取一个'))
  if (rightCodes.has(code)) {
    return refusedWith(
      new CallFailure(
        'right',
        '拼多多没有给这个应用读取订单的权限，请在拼多多开放平台给应用开通订单权限，或用主账号重新取授权码',
      ),
    )
  }
  const said = textOf(sub_msg) ?? textOf(error_msg) ?? ''
  const reason = /\p{Script=Han}/u.test(said) ? `拼多多返回错误：${forSellers(said)}` : `拼多多没有说明原因（代码 ${code}）`
  return refusedWith(new CallFailure('object', reason))
}

export function createPinduoduoClient({ gateway, now, ...patience }: PinduoduoClientOptions): PinduoduoClient {
  const waits = { ...patience, marketplace: pinduoduoName }
  const send = (
    type: string,
    given: Params,
    { appKey, secret }: Pick<Session, 'appKey' | 'secret'>,
    token: string | null,
  ): Promise<Fields> =>
    untilAnswered(waits, type, [secret, token ?? ''], async () => {
      const params: Record<string, string> = {
        ...given,
        ...{ type, client_id: appKey, timestamp: String(Math.floor(now().getTime() / 1000)), data_type: 'JSON' },
        ...(token !== null && { access_token: token }),
      }
      params.sign = signature(params, secret)
      const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
      return readAnswer(
        await sendOnce(gateway, gatewayUrl, { headers, body: new URLSearchParams(params).toString() }),
        token === null,
      )
    })
  return {
    keys: {
      async open({ appKey, secret, extra }) {
        const data = await send('pdd.pop.auth.token.create', { code: extra ?? '' }, { appKey, secret }, null)
        const token = textOf(data.access_token)
        if (token === null) throw new Failure('upstream-failed', '拼多多没有给出连接，请稍后再试')
        const sellerId = textOf(data.owner_id) ?? appKey
        const session: Session = { appKey, secret, token, sellerId, nick: textOf(data.owner_name) ?? sellerId }
        const endsAt = new Date(now().getTime() + 1000 * (countOf(data.expires_in) ?? 0))
        return { session: JSON.stringify(session), refresh: null, expiresAt: null, endsAt }
      },
      // Refreshing does not prolong a token's life, documented: the seller takes another code.
      renew: async () => {
        throw new SessionExpired(endedText)
      },
    },
    call(type, params, session) {
      const of = sessionOf(session)
      return send(type, params, of, of.token)
    },
  }
}
