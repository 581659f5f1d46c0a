/**
 * Builds the address of Taobao's authorization page, and exchanges its code for a session.
 * https://open.taobao.com/doc.htm?docId=102635&docType=1
 */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { MarketplaceGrant } from '../../../ports/marketplace'
import { parseJson } from '../../net/foreign-json'
import { textOf } from './json'

export interface OauthAccess {
  readonly appKey: string
  readonly appSecret: string
  readonly fetch: typeof fetch
  readonly now: () => Date
}

const authorizePage = 'https://oauth.taobao.com/authorize'
const tokenUrl = 'https://oauth.taobao.com/token'
const limitMs = 15_000

export function authorizationUrl({ appKey }: Pick<OauthAccess, 'appKey'>, returnUrl: string, state: string): string {
  const query = new URLSearchParams({ response_type: 'code', client_id: appKey, redirect_uri: returnUrl, state, view: 'web' })
  return `${authorizePage}?${query}`
}

/** Rejects with 'invalid' when the code is refused, and with 'upstream-failed' when there is no usable response. */
export async function exchangeCode(
  { appKey, appSecret, fetch, now }: OauthAccess,
  code: string,
  returnUrl: string,
): Promise<MarketplaceGrant> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: appKey,
    client_secret: appSecret,
    redirect_uri: returnUrl,
  })
  const text = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(limitMs) })
    .then((reply) => reply.text())
    .catch(() => '')
  return readGrant(text, now(), [appSecret, code])
}

/** Reads the token endpoint's answer. What it says may not contain `secrets`. Rejects as `exchangeCode` does. */
export function readGrant(text: string, now: Date, secrets: readonly string[] = []): MarketplaceGrant {
  const fields = answerIn(text)
  if (fields === null) throw new Failure('upstream-failed', '淘宝暂时没有响应，请重新授权')
  const session = textOf(fields.access_token)
  const [nick = '', own] = decoded(textOf(fields.taobao_user_nick) ?? '').split(':')
  if (session === null || nick === '') {
    const said = textOf(fields.error_description) ?? textOf(fields.error) ?? ''
    const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), said).slice(0, 100)
    throw new Failure('invalid', `淘宝没有同意授权，请重新授权${shown === '' ? '' : `（${shown}）`}`)
  }
  const expiresAt = endOf(fields, now)
  if (expiresAt !== null && expiresAt <= now) throw new Failure('invalid', '淘宝给出的授权已经过期，请重新授权')
  // A sub-account is named `owner:name`; its number stands for a name that is missing.
  const named = decoded(textOf(fields.sub_taobao_user_nick) ?? '') || (own === undefined ? '' : `${nick}:${own}`)
  return { session, nick, expiresAt, subAccount: named || textOf(fields.sub_taobao_user_id) }
}

function answerIn(text: string): Fields | null {
  try {
    const answer = parseJson(text)
    return isFields(answer) ? answer : null
  } catch {
    return null
  }
}

const numberIn = (value: unknown): number | null => {
  const number = Number(textOf(value) ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}
/** Below it a time is in seconds: as ms it lies in the year 1973, as seconds in the year 5138. */
const firstMs = 100_000_000_000

/** The end of a session: after `expires_in` seconds, or at `expire_time`, in ms as documented; null where neither is said. */
function endOf({ expires_in, expire_time }: Fields, now: Date): Date | null {
  const seconds = numberIn(expires_in)
  const at = numberIn(expire_time)
  if (seconds !== null && (seconds > 0 || at === null)) return new Date(now.getTime() + seconds * 1000)
  return at === null ? null : new Date(at < firstMs ? at * 1000 : at)
}

/** The nick is percent-encoded inside the JSON. */
function decoded(nick: string): string {
  try {
    return decodeURIComponent(nick)
  } catch {
    return nick
  }
}
