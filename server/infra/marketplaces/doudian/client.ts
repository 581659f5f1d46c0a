/**
 * Calls of 抖店's open platform: `POST https://openapi-fxg.jinritemai.com/order/searchList?…` with the parameters as a JSON body, signed with
 * HMAC-SHA256. Documented: the signed string, the token calls and their lives, code 10000 of a success, and the sub codes 31009,
 * access-token-expired, access-token-no-existed, app-permissions-insufficient and invalid_ip. Guesses: how a wrong key, signature, shop or
 * clock is called, and that a limit (60000) ends after a second.
 */
import { createHmac } from 'node:crypto'
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { Failure, KeysRefused, OperatorFailure, SessionExpired } from '../../../kernel/failure'
import type { KeyApi, OpenedKeys, ShopKeys } from '../../../ports/marketplace'
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

export const doudianName = '抖店'
const origin = 'https://openapi-fxg.jinritemai.com'

export interface DoudianClientOptions extends Omit<CallPatience, 'marketplace'> {
  readonly gateway: Gateway
  readonly now: () => Date
}

export interface DoudianClient {
  /** Calls a method such as order.searchList and returns its `data`. Rejects as the port documents. */
  call(method: string, params: object, session: string): Promise<Fields>
  readonly keys: Pick<KeyApi, 'open' | 'renew'>
}

/** The contents of a session: the marketplace signs each call with the app's secret. */
export interface DoudianSession {
  readonly appKey: string
  readonly secret: string
  readonly token: string
  readonly shopId: string
  readonly shopName: string
}

export function sessionOf(text: string): DoudianSession {
  const { appKey, secret, token, shopId, shopName } = fieldsOf(JSON.parse(text))
  return {
    appKey: String(appKey),
    secret: String(secret),
    token: String(token),
    shopId: String(shopId),
    shopName: String(shopName),
  }
}

/** Writes parameters as they are signed and sent: keys sorted at every depth, without spaces. */
export function paramJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(paramJson).join(',')}]`
  if (!isFields(value)) return JSON.stringify(value)
  const entries = Object.keys(value)
    .sort()
    .filter((name) => value[name] !== undefined)
  return `{${entries.map((name) => `${JSON.stringify(name)}:${paramJson(value[name])}`).join(',')}}`
}

export interface SignedCall {
  readonly appKey: string
  readonly method: string
  /** The parameters as they are sent. */
  readonly params: string
  /** Seconds since 1970. */
  readonly timestamp: string
}

/** Signs a call, lower case hexadecimal; the token is not signed. */
export function signature({ appKey, method, params, timestamp }: SignedCall, secret: string): string {
  const text = `${secret}app_key${appKey}method${method}param_json${params}timestamp${timestamp}v2${secret}`
  return createHmac('sha256', secret).update(text).digest('hex')
}

const isExpired = /access-token-(expired|no-existed)|business-failed:31009/
const isAddress = /invalid[_-]ip|ip-?white|白名单/i
const isWithoutRight = /permissions?-insufficient|no-permission|没有权限/i
const isClock = /timestamp/i
/** Words for refused keys, by what the refusal names. */
const keyRefusals = [
  [/sign/i, 'secret', 'App Secret 不正确，请到抖店开放平台复制'],
  [/app[-_ ]?key|app-(not|no)-?exist|app_id/i, 'appKey', 'App Key 不正确，请到抖店开放平台复制'],
  [/shop|店铺/i, 'extra', '店铺ID 不正确，或这个店铺没有授权给应用：自研应用只能连接创建它的店铺'],
] as const

function addressRefusal(said: string): Failure {
  const address = addressIn(said)
  const shown = address === null ? '本站服务器的地址（抖店没有说明，请向服务商要）' : ` ${address} `
  return new Failure(
    'upstream-failed',
    `抖店没有放行本站服务器的地址：请在抖店开放平台的应用里把${shown}加入 IP 白名单，几分钟后再试`,
  )
}

function readAnswer(answer: Answer | null, isTokenCall: boolean): Attempt<Fields> {
  const body = answer?.body
  if (!isFields(body)) return unansweredBy(doudianName)
  const code = textOf(body.code) ?? ''
  const subCode = textOf(body.sub_code) ?? ''
  const said = textOf(body.sub_msg) ?? textOf(body.msg) ?? textOf(body.message) ?? ''
  const all = `${subCode} ${said} ${textOf(body.msg) ?? ''}`
  if (code === '10000') {
    return answer?.status === 200 && isFields(body.data) ? { kind: 'answered', content: body.data } : unansweredBy(doudianName)
  }
  if (code === '' || code === '20000' || subCode.startsWith('isp.')) return unansweredBy(doudianName)
  if (/quota|次数已用完|日调用/i.test(all))
    return refusedWith(new Failure('too-many-requests', '抖店今天的调用次数已用完，明天会继续'))
  if (code === '60000') return { kind: 'wait', ms: 1000 }
  if (isAddress.test(all)) return refusedWith(addressRefusal(all))
  if (isWithoutRight.test(all)) {
    return refusedWith(new CallFailure('right', '抖店没有给这个应用读取订单的权限，请在抖店开放平台给应用开通订单权限包'))
  }
  if (isExpired.test(subCode)) return refusedWith(new SessionExpired('抖店的连接已失效，请在店铺设置里检查密钥'))
  if (isClock.test(subCode)) {
    return refusedWith(
      new OperatorFailure('抖店没有接受本服务的请求（服务器的时间不准），请联系服务商', new Error(`the clock is wrong: ${all}`)),
    )
  }
  const refusal = isTokenCall || /sign|app/i.test(subCode) ? keyRefusals.find(([what]) => what.test(all)) : undefined
  if (refusal) return refusedWith(new KeysRefused(refusal[1], refusal[2]))
  const reason = /\p{Script=Han}/u.test(said) ? `抖店返回错误：${forSellers(said)}` : `抖店没有说明原因（代码 ${code}）`
  return refusedWith(isTokenCall ? new SessionExpired(reason) : new CallFailure('object', reason))
}

export function createDoudianClient({ gateway, now, ...patience }: DoudianClientOptions): DoudianClient {
  const waits = { ...patience, marketplace: doudianName }
  function send(
    method: string,
    given: object,
    { appKey, secret }: Pick<ShopKeys, 'appKey' | 'secret'>,
    token: string | null,
  ): Promise<Fields> {
    return untilAnswered(waits, method, [secret, token ?? ''], async () => {
      const params = paramJson(given)
      const timestamp = String(Math.floor(now().getTime() / 1000))
      const query = new URLSearchParams({
        ...{ app_key: appKey, method, timestamp, v: '2', sign_method: 'hmac-sha256' },
        sign: signature({ appKey, method, params, timestamp }, secret),
        ...(token !== null && { access_token: token }),
      })
      const init = { headers: { 'content-type': 'application/json;charset=UTF-8' }, body: params }
      return readAnswer(await sendOnce(gateway, `${origin}/${method.replace('.', '/')}?${query}`, init), token === null)
    })
  }
  function opened({ appKey, secret, extra }: ShopKeys, data: Fields): OpenedKeys {
    const [token, refresh] = [textOf(data.access_token), textOf(data.refresh_token)]
    if (token === null) throw new Failure('upstream-failed', '抖店没有给出连接，请稍后再试')
    const shopId = textOf(data.shop_id) ?? extra ?? ''
    const session: DoudianSession = { appKey, secret, token, shopId, shopName: textOf(data.shop_name) ?? shopId }
    const seconds = countOf(data.expires_in) ?? 0
    return { session: JSON.stringify(session), refresh, expiresAt: new Date(now().getTime() + 1000 * seconds), endsAt: null }
  }
  const open = async (keys: ShopKeys): Promise<OpenedKeys> =>
    opened(keys, await send('token.create', { code: '', grant_type: 'authorization_self', shop_id: keys.extra }, keys, null))
  return {
    keys: {
      open,
      async renew(keys, refresh) {
        if (refresh === null) return open(keys)
        try {
          return opened(keys, await send('token.refresh', { grant_type: 'refresh_token', refresh_token: refresh }, keys, null))
        } catch (error) {
          // It is accepted once, for 14 days; the keys of a shop's own app open a new session at any time.
          if (error instanceof SessionExpired && !(error instanceof KeysRefused && error.field === 'secret')) return open(keys)
          throw error
        }
      },
    },
    call(method, params, session) {
      const of = sessionOf(session)
      return send(method, params, of, of.token)
    },
  }
}
