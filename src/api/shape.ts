/**
 * Rejects responses that are JSON but not what was requested (another program's, a proxy's), so that they do not break a screen.
 */
import { isFields } from '../../contract/rules/fields'
import { UnexpectedReplyError } from '../base/errors'
import { failureText } from '../base/failure-texts'

const throwUnexpected = (route: string): never => {
  const [method = '', url = ''] = route.split(' ')
  throw new UnexpectedReplyError(failureText.unexpected, { method, url }, { status: 200 })
}

/** Returns a list of records unchanged; throws an UnexpectedReplyError that names the route for anything else. */
export function listReply<T extends readonly unknown[]>(route: string, reply: T): T {
  return Array.isArray(reply) && reply.every(isFields) ? reply : throwUnexpected(route)
}

/**
 * Returns one page of records with its total unchanged; throws an UnexpectedReplyError that names the route for anything else.
 */
export function pageReply<T extends { readonly items: readonly unknown[]; readonly totalItems: number }>(
  route: string,
  reply: T,
): T {
  const isPage = Array.isArray(reply.items) && reply.items.every(isFields) && Number.isSafeInteger(reply.totalItems)
  return isPage ? reply : throwUnexpected(route)
}
