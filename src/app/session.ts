/** Signing in, signing out and the end of a session by the server. */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Platform } from '../../adapters/platform'
import { embeddedPageAt } from '../../contract/embedding'
import { meKey, meQuery } from '../api/queries/session'
import type { Api } from '../api/services'
import { failureText } from '../base/failure-texts'
import { appPath, screens } from '../base/paths'
import { removeAllDrafts } from '../ui/form-drafts'
import { confirmLeave, discardUnsaved } from '../ui/leave-guard'
import { currentHref, goTo } from './location'
import { session } from './session-store'
import { clearToken, saveToken } from './token-store'

/** Redirects to the first screen that the user may read. */
export const homePath = appPath

export interface SessionDeps {
  readonly api: Api
  readonly platform: Platform
  readonly queries: QueryClient
}

/** Accepts only addresses inside the shell and embedded pages: any other address in a link could send the seller elsewhere. */
export function safeReturn(from: string | null): string | null {
  if (from !== null && embeddedPageAt(from) !== null) return from
  return from !== null && /^\/app(\/[^\\]*|\?.*)?$/.test(from) && !from.includes('//') ? from : null
}

export const loginHref = (from: string | null): string => screens.login(from === null ? {} : { from })

/**
 * Called when the server no longer accepts the token. The open screens stay behind the login layer, so that no input is lost; the
 * same seller gets them back after signing in. An embedded page shows its own sign-in.
 */
export function endSession(platform: Platform): void {
  if (session.token === null) return
  const path = currentHref().split('?')[0] ?? ''
  const isEmbedded = embeddedPageAt(path) !== null
  const returnHref = isEmbedded ? path : safeReturn(currentHref())
  session.token = null
  session.account = null
  session.notice = failureText.sessionExpired
  session.suspendedAt = session.username === null ? null : returnHref
  // A token that cannot be removed is refused by the server anyway.
  void clearToken(platform.storage).catch(() => undefined)
  if (!isEmbedded) goTo(loginHref(returnHref), { replace: true })
}

/**
 * Removes what another account may have read. A query that a screen already shows is reset and read again: removing it would leave
 * the screen waiting for an answer that no longer reaches it.
 */
function removeAnswers(queries: QueryClient): void {
  const isAccountData = ({ queryKey }: Query) => queryKey[0] !== meKey[0]
  queries.removeQueries({ type: 'inactive', predicate: isAccountData })
  void queries.resetQueries({ type: 'active', predicate: isAccountData })
}

/** Adopts the token of a successful login; rejects when the server does not return its owner. */
export async function startSession({ api, platform, queries }: SessionDeps, token: string, from: string | null): Promise<void> {
  const previous = session.username
  session.account = null
  session.token = token
  await saveToken(platform.storage, token)
  try {
    const me = await queries.fetchQuery({ ...meQuery(api), staleTime: 0 })
    const suspendedAt = me.username === previous ? session.suspendedAt : null
    if (suspendedAt === null) {
      discardUnsaved()
      removeAnswers(queries)
    }
    session.username = me.username
    session.account = me.username
    session.notice = null
    goTo(suspendedAt ?? safeReturn(from) ?? homePath, { replace: true })
    session.suspendedAt = null
    void queries.invalidateQueries()
  } catch (error) {
    session.token = null
    await clearToken(platform.storage)
    throw error
  }
}

/** Signs out here even when the server cannot be reached; its token then expires. */
export async function signOut({ api, platform, queries }: SessionDeps): Promise<void> {
  if (!(await confirmLeave())) return
  discardUnsaved()
  removeAllDrafts()
  // The server is unreachable or the session has ended; the seller is signed out here nevertheless.
  await api.users.logout({}, { quiet: true }).catch(() => undefined)
  session.token = null
  session.account = null
  session.username = null
  session.suspendedAt = null
  session.notice = null
  // In the same tick as the token: a screen without a token would redirect to the login as after an expiry.
  goTo(screens.login.path, { replace: true })
  queries.clear()
  await clearToken(platform.storage)
}
