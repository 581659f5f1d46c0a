/**
 * Calls of WeChat shops (微信小店): `POST https://api.weixin.qq.com/channels/ec/…?access_token=` with a JSON body and no signature, and
 * `POST /cgi-bin/stable_token` for the token. The codes are those of the public list of return codes; lines marked as guesses stand in
 * no document that we know.
 */
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { Failure, KeysRefused, SessionExpired } from '../../../kernel/failure'
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

export const wechatName = '微信小店'
const origin = 'https://api.weixin.qq.com'

export interface WechatClientOptions extends Omit<CallPatience, 'marketplace'> {
  readonly gateway: Gateway
  readonly now: () => Date
}

export interface WechatClient {
  /** Calls a path such as /channels/ec/order/get. Rejects as the port documents, with a CallFailure for what may concern one object. */
  call(path: string, body: object | null, session: string): Promise<Fields>
  readonly keys: Pick<KeyApi, 'open' | 'renew'>
}

/** The codes of a token that is wrong or has ended. */
const tokenCodes = new Set([40001, 40014, 42001])
/** Busy, and the number of calls per minute; the second one says nothing of its end: a minute is a guess. */
const busyCode = -1
const perMinuteCodes = new Set([45011, 45047])
const usedUpCode = 45009
/** The address of the server is not in the list of the app. */
const addressCodes = new Set([40164, 61004, 89503, 89504])
/** The app may not call this. */
const rightCodes = new Set([48001, 48004, 50001, 50002])

/** The refusal of a server that is not in the app's list, with the address that the marketplace saw, where it says so. */
function addressRefusal(said: string): Failure {
  const address = addressIn(said)
  const shown = address === null ? '（微信没有说明地址，请向服务商要本站服务器的出口 IP）' : ` ${address}`
  return new Failure('upstream-failed', `微信没有放行本站服务器的地址：请在微信小店后台把${shown} 加入 IP 白名单，几分钟后再试`)
}

/** Words for codes of the keys themselves. */
const keyRefusals: Readonly<Record<number, readonly [field: 'appKey' | 'secret', words: string]>> = {
  40013: ['appKey', 'AppID 不正确，请到微信小店后台复制'],
  41002: ['appKey', '没有填写 AppID'],
  40125: ['secret', 'AppSecret 不正确，请到微信小店后台重新生成并填写'],
  40001: ['secret', 'AppSecret 不正确，或者已经重新生成过，请填写最新的'],
  41004: ['secret', '没有填写 AppSecret'],
  40243: ['secret', 'AppSecret 已被冻结，请到微信小店后台解冻后再试'],
  50007: ['appKey', '这个 AppID 已被微信冻结，请到微信小店后台查看'],
}

function readAnswer(answer: Answer | null, isTokenCall: boolean): Attempt<Fields> {
  if (answer === null) return unansweredBy(wechatName)
  const { status, body } = answer
  // That a strange address is refused by the status alone was seen; the body names it in other cases.
  if (status === 403) return refusedWith(addressRefusal(JSON.stringify(body ?? '')))
  if (!isFields(body)) return unansweredBy(wechatName)
  const code = Number(textOf(body.errcode) ?? 0)
  const said = textOf(body.errmsg) ?? ''
  if (code === 0) return status === 200 ? { kind: 'answered', content: body } : unansweredBy(wechatName)
  if (code === busyCode) return unansweredBy(wechatName)
  if (addressCodes.has(code)) return refusedWith(addressRefusal(said))
  const refusal = isTokenCall ? keyRefusals[code] : undefined
  if (refusal) return refusedWith(new KeysRefused(...refusal))
  if (tokenCodes.has(code)) return refusedWith(new SessionExpired('微信小店的连接已失效，请在店铺设置里检查密钥'))
  if (perMinuteCodes.has(code)) return { kind: 'wait', ms: 60_000 }
  if (code === usedUpCode) {
    return refusedWith(new Failure('too-many-requests', '微信小店今天的调用次数已用完，明天会继续'))
  }
  if (rightCodes.has(code)) {
    return refusedWith(
      new CallFailure('right', `微信小店没有给这个应用读取订单的权限（代码 ${code}），请在后台的自研应用里开通订单权限`),
    )
  }
  return refusedWith(new CallFailure('object', reasonOf(code, said)))
}

/** The reason in Chinese; English texts are for developers, so the code stands for them. */
const reasonOf = (code: number, said: string): string =>
  /\p{Script=Han}/u.test(said)
    ? `微信小店返回错误：${forSellers(said.replace(/\s*rid:.*$/, ''))}`
    : `微信小店没有说明原因（代码 ${code}）`

interface Session {
  readonly token: string
  readonly appId: string
}

const readSession = (session: string): Session => {
  const { token, appId } = fieldsOf(JSON.parse(session))
  return { token: String(token), appId: String(appId) }
}

/** Returns the AppID to which a session belongs: WeChat names the shop by it. */
export const appIdOf = (session: string): string => readSession(session).appId

const jsonBody = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A gateway that limits calls per minute ends its limit within one. */
const maxWaitMs = 150_000

export function createWechatClient({ gateway, now, ...patience }: WechatClientOptions): WechatClient {
  const waits = { maxWaitMs, ...patience, marketplace: wechatName }
  async function token({ appKey, secret }: ShopKeys, isForced: boolean): Promise<OpenedKeys> {
    const body = { grant_type: 'client_credential', appid: appKey, secret, force_refresh: isForced }
    const path = '/cgi-bin/stable_token'
    const reply = await untilAnswered(waits, path, [secret], async () => {
      const read = readAnswer(await sendOnce(gateway, origin + path, jsonBody(body)), true)
      return read.kind === 'answered' && textOf(read.content.access_token) === null ? unansweredBy(wechatName) : read
    })
    const seconds = countOf(reply.expires_in) ?? 0
    return {
      session: JSON.stringify({ token: textOf(reply.access_token), appId: appKey } satisfies { [K in keyof Session]: unknown }),
      refresh: null,
      expiresAt: new Date(now().getTime() + 1000 * seconds),
      endsAt: null,
    }
  }
  return {
    keys: {
      open: (keys) => token(keys, false),
      // The same token comes again until it ends, unless a new one is forced, at most 20 times a day.
      renew: (keys, _, isRefused) => token(keys, isRefused),
    },
    call(path, body, session) {
      const { token: secret } = readSession(session)
      const url = `${origin}${path}?${new URLSearchParams({ access_token: secret })}`
      const init = body === null ? { method: 'GET' } : jsonBody(body)
      return untilAnswered(waits, path, [secret], async () => readAnswer(await sendOnce(gateway, url, init), false))
    },
  }
}
