import { type Access, neededFor } from '../../contract/core'
import { noPermissionText } from '../../contract/errors'
import { holdsAny } from '../../contract/permissions'
import { findSession, type Session } from '../domain/users/sessions'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { AppContext } from './environment'

/** Returns the token of the Authorization header; null without one. */
export const bearerToken = (c: AppContext): string | null =>
  /^Bearer ([\w-]{20,200})$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

/**
 * Authenticates a call by the Authorization header alone: cookies are never read, so no other site can make a browser act for its
 * user. Rejects with 'unauthenticated', or 'subuser.has-no-permission' when the user lacks a permission of the endpoint.
 */
export async function authorize(
  c: AppContext,
  deps: Pick<Deps, 'db' | 'clock'>,
  access: Exclude<Access, 'public'>,
): Promise<Session> {
  const token = bearerToken(c)
  const session = token === null ? null : await findSession(deps, token)
  if (!session) throw new Failure('unauthenticated', '登录过期，请重新登录！')
  const needed = neededFor(access)
  if (needed !== null && !holdsAny(session.actor.permissions, needed)) {
    throw new Failure('subuser.has-no-permission', noPermissionText)
  }
  return session
}
