/**
 * Builds the address of Taobao's authorization page, and exchanges its code for a session.
 * https://open.taobao.com/doc.htm?docId=102635&docType=1
 */
import { Failure } from '../../kernel/failure'
import type { MarketplaceGrant } from '../../ports/marketplace'

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

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

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
  const answer: unknown = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(limitMs) })
    .then((reply) => reply.json())
    .catch(() => null)
  if (typeof answer !== 'object' || answer === null) throw new Failure('upstream-failed', '淘宝暂时没有响应，请重新授权')
  const fields = answer as Readonly<Record<string, unknown>>
  const session = textOf(fields.access_token)
  const nick = textOf(fields.taobao_user_nick)
  if (session === '' || nick === '') {
    const said = (textOf(fields.error_description) || textOf(fields.error)).replaceAll(appSecret, '***').replaceAll(code, '***')
    throw new Failure('invalid', `淘宝没有同意授权，请重新授权${said === '' ? '' : `（${said.slice(0, 100)}）`}`)
  }
  const seconds = Number(textOf(fields.expires_in))
  const expiresAt = seconds > 0 ? new Date(now().getTime() + seconds * 1000) : null
  return { session, nick: decoded(nick), expiresAt }
}

/** The nick is percent-encoded inside the JSON. */
function decoded(nick: string): string {
  try {
    return decodeURIComponent(nick)
  } catch {
    return nick
  }
}
