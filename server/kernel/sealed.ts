/** Reading sealed values of the database, which this installation's key opens unless its operator has lost or mistyped it. */
import type { Sealer } from '../ports/sealer'
import { OperatorFailure } from './failure'

/**
 * Opens a sealed value of the database. Throws an OperatorFailure when no key of this process opens it: that says nothing about what is
 * sealed, so nobody may be told that it expired. `what` names the value for sellers, such as 店铺授权.
 */
export function openStored(
  sealer: Sealer,
  sealed: string,
  { owner, what }: { readonly owner: string; readonly what: string },
): string {
  const plain = sealer.open(sealed, owner)
  if (plain !== null) return plain
  const cause = `no key of this process opens the sealed value of ${owner}: check SECRET_KEY and SECRET_KEY_OLD`
  throw new OperatorFailure(`${what}暂时无法读取，请联系客服检查服务器的密钥；不需要重新授权或填写`, new Error(cause))
}
