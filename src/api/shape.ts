/** Answers that are JSON but not what was asked for (another program's, a proxy's) must fail as such, not break a screen. */
import { isFields } from '../../contract/rules/fields'
import { UnexpectedReplyError } from '../base/errors'
import { failureText } from '../base/failure-texts'

const refuse = (route: string): never => {
  const [method = '', url = ''] = route.split(' ')
  throw new UnexpectedReplyError(failureText.unexpected, { method, url }, { status: 200 })
}

/** Passes on a list of records; throws an UnexpectedReplyError that names the route otherwise. */
export function listReply<T extends readonly unknown[]>(route: string, reply: T): T {
  return Array.isArray(reply) && reply.every(isFields) ? reply : refuse(route)
}

/** Passes on one page of records with its total; throws an UnexpectedReplyError that names the route otherwise. */
export function pageReply<T extends { readonly items: readonly unknown[]; readonly totalItems: number }>(
  route: string,
  reply: T,
): T {
  const isPage = Array.isArray(reply.items) && reply.items.every(isFields) && Number.isSafeInteger(reply.totalItems)
  return isPage ? reply : refuse(route)
}
