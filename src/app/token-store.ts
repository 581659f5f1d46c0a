/**
 * Stores the bearer token across pages: in the cookie `_token_`, or in the platform's storage where cookies are not available.
 */
import type { PlatformStorage } from '../../adapters/platform'
import { readCookies, writeCookie } from '../../adapters/storage/cookies'
import { tokenCookie } from '../../contract/constants'

const cookieSeconds = 30 * 24 * 3600

export function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=')
    if (at === -1 || part.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(at + 1).trim()) || null
    } catch {
      // The value was not written by us, because it is not percent-encoded text.
      return null
    }
  }
  return null
}

/** In a foreign frame only SameSite=None cookies are sent, which need https. */
export function cookieAttributes(protocol: string, framed: boolean): string {
  if (protocol !== 'https:') return 'Path=/; SameSite=Lax'
  return framed ? 'Path=/; Secure; SameSite=None' : 'Path=/; Secure; SameSite=Lax'
}

function writeToken(value: string, seconds: number): boolean {
  const attributes = cookieAttributes(location.protocol, window.parent !== window)
  writeCookie(`${tokenCookie}=${encodeURIComponent(value)}; Max-Age=${seconds}; ${attributes}`)
  return readCookie(readCookies(), tokenCookie) === (value || null)
}

/** Whether the address or the cookie has a token; a client without cookies may have one in its own storage, nevertheless. */
export const hasStoredToken = (): boolean =>
  readCookie(readCookies(), tokenCookie) !== null || extractToken(location.href).token !== null

/** Removes `token` from an address, because the address may be copied, logged and shared. */
export function extractToken(href: string): { readonly token: string | null; readonly href: string } {
  const url = new URL(href)
  let token = url.searchParams.get('token')
  url.searchParams.delete('token')
  const at = url.hash.indexOf('?')
  if (at !== -1) {
    const query = new URLSearchParams(url.hash.slice(at + 1))
    token ??= query.get('token')
    query.delete('token')
    const rest = query.toString()
    url.hash = url.hash.slice(0, at) + (rest === '' ? '' : `?${rest}`)
  }
  return { token: token === '' ? null : token, href: token === null ? href : url.href }
}

export async function saveToken(storage: PlatformStorage, token: string): Promise<void> {
  if (!writeToken(token, cookieSeconds)) await storage.set(tokenCookie, token)
}

export async function clearToken(storage: PlatformStorage): Promise<void> {
  writeToken('', 0)
  await storage.remove(tokenCookie)
}

const deviceKey = 'device'

/** Returns the value that identifies this device to the server at the next login; undefined where nothing can be stored. */
export const loadDevice = (storage: PlatformStorage): Promise<string | undefined> =>
  storage.get(deviceKey).then(
    (device) => device ?? undefined,
    () => undefined,
  )

/** Stores it. If that fails, the next login counts as one from an unknown device, which is no reason to refuse this one. */
export const storeDevice = (storage: PlatformStorage, device: string): Promise<void> =>
  storage.set(deviceKey, device).catch(() => undefined)

interface TokenChoice {
  /** Returns the owner of a token; null when the server refuses it. Rejects when the server does not respond. */
  readonly nameOf: (token: string) => Promise<string | null>
  /** Asks whether the seller wants to change to the other account. */
  readonly confirmChange: (current: string, offered: string) => Promise<boolean>
}

/** Anybody can create a link with a token, so it never changes the signed-in seller without asking. */
async function chooseToken(current: string, offered: string, { nameOf, confirmChange }: TokenChoice): Promise<string> {
  const currentOwner = await nameOf(current)
  if (currentOwner === null) return offered
  const offeredOwner = await nameOf(offered)
  if (offeredOwner === null) return current
  return offeredOwner === currentOwner || (await confirmChange(currentOwner, offeredOwner)) ? offered : current
}

/**
 * Returns the token to start with: from the address (stored from then on), the cookie, or the platform's storage. Rejects when
 * the server does not return the owners; the address then stays unchanged for another attempt.
 */
export async function loadToken(storage: PlatformStorage, choice: TokenChoice): Promise<string | null> {
  const { token: offered, href } = extractToken(location.href)
  const storedCookie = readCookie(readCookies(), tokenCookie) ?? (await storage.get(tokenCookie))
  if (offered === null) return storedCookie
  const token = storedCookie === null || storedCookie === offered ? offered : await chooseToken(storedCookie, offered, choice)
  history.replaceState(history.state, '', href)
  if (token !== storedCookie) await saveToken(storage, token)
  return token
}
