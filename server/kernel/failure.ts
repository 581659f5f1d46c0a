/** A failure with a stable code; the http layer turns it into the error body of the contract. */
import type { ErrorCode, Issue } from '../../contract/errors'

export class Failure extends Error {
  override readonly name = 'Failure'
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly issues?: readonly Issue[],
  ) {
    super(message)
  }
}

/** Also the answer for rows of another account: their existence is not told. */
export const notFound = (what: string): Failure => new Failure('not-found', `${what}不存在或已被删除`)

/** A name that another item of the list bears; the code lets a program tell it from other broken rules. */
export const duplicate = (field: string, message: string): Failure =>
  new Failure('invalid', message, [{ path: `body.${field}`, code: 'duplicate', message }])

/** One broken rule of one field of the body. */
export const invalid = (field: string, message: string): Failure =>
  new Failure('invalid', message, [{ path: `body.${field}`, code: 'rule', message }])

/** The marketplace no longer takes a shop's session: the seller must authorise the shop again (domain/shops/sessions.ts notes it). */
export class SessionExpired extends Failure {
  constructor() {
    super('upstream-failed', '店铺授权已过期，请重新授权后再试')
  }
}
