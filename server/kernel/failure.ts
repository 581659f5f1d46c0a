/** A failure with a stable code; the http layer turns it into the error body of the contract. */
import type { ErrorCode, Issue } from '../../contract/errors'
import type { ShopKeyField } from '../../contract/rules/shop-keys'

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

/** The caller made too many calls and may repeat this one, unchanged, after the given time. */
export class LimitReached extends Failure {
  constructor(
    readonly retryAfterSeconds: number,
    message = `操作太频繁，请 ${retryAfterSeconds} 秒后再试`,
  ) {
    super('too-many-requests', message)
  }
}

/** A failure that only the operator can end: `message` says so to the seller, and `cause` is logged for the operator. */
export class OperatorFailure extends Failure {
  constructor(
    message: string,
    override readonly cause: Error,
  ) {
    super('operator-needed', message)
  }
}

/** Also used for rows of another account, so that their existence is not revealed. */
export const notFound = (what: string): Failure => new Failure('not-found', `${what}不存在或已被删除`)

/** The name is used by another item of the list; the code lets a program distinguish this from other broken rules. */
export const duplicate = (field: string, message: string): Failure =>
  new Failure('invalid', message, [{ path: `body.${field}`, code: 'duplicate', message }])

/** A broken rule of one field of the body. */
export const invalid = (field: string, message: string): Failure =>
  new Failure('invalid', message, [{ path: `body.${field}`, code: 'rule', message }])

/**
 * Runs work that checks one part of the request's body. If it throws a Failure, the field paths of its issues get the prefix `part`,
 * such as `items.3`; an empty `part` changes nothing.
 */
export async function refusedAt<T>(part: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (part === '' || !(error instanceof Failure) || !error.issues) throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^body\./, `body.${part}.`) }))
    throw new Failure(error.code, error.message, issues)
  }
}

/**
 * The marketplace no longer accepts a shop's session: the seller must authorize the shop again (domain/shops/sessions.ts records
 * it).
 */
export class SessionExpired extends Failure {
  constructor(message = '店铺授权已过期，请重新授权后再试') {
    super('upstream-failed', message)
  }
}

/** The marketplace refuses the keys with which a seller connected a shop: one of them has to be entered again. */
export class KeysRefused extends SessionExpired {
  constructor(
    readonly field: ShopKeyField,
    message: string,
  ) {
    super(message)
  }
}
