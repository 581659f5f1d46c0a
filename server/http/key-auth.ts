/** Lets programs in with an API key: only for the calls that contract/key-calls.ts opens, with the right that it names there. */
import type { CallRule } from '../../contract/call-rules'
import { callRule } from '../../contract/key-calls'
import { covers, keyMark } from '../../contract/rules/key-rights'
import { areaNames, moneyNames } from '../../contract/rules/key-texts'
import { type FoundKey, findKey } from '../domain/api-keys/find'
import { parseNetworks } from '../infra/net/address'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { CallLimits } from './call-limits'
import { callerIp } from './caller'
import type { AppContext, HttpSettings } from './environment'

/** Whether a bearer token is an API key. */
export const isKey = (token: string): boolean => token.startsWith(keyMark)

const rightText = { read: '查看', write: '修改' } as const

/** Throws unless the key may make the call. */
function requireRight({ actor, rights }: FoundKey, rule: CallRule): void {
  if ('closed' in rule) throw new Failure('not-for-keys', `接口密钥不能使用「${rule.title}」：${rule.closed}`)
  const { key } = actor
  if (rule.money !== undefined && key.ceilings[rule.money] === undefined)
    throw new Failure('key-lacks-right', `接口密钥「${key.name}」没有勾选「${moneyNames[rule.money]}」`)
  if (!covers(rights, rule.areas, rule.right)) {
    const names = rule.areas.map((area) => areaNames[area]).join('、')
    throw new Failure('key-lacks-right', `接口密钥「${key.name}」没有${rightText[rule.right]}「${names}」的权限`)
  }
}

interface KeyCallNeeds {
  readonly deps: Pick<Deps, 'db' | 'clock'>
  readonly settings: Pick<HttpSettings, 'isTrustedProxy'> & { readonly callLimits?: CallLimits | undefined }
  /** The call's name in the contract. */
  readonly name: string
}

/**
 * Returns who calls with a key. Rejects with 'unauthenticated' for an unknown one, 'key-revoked', 'key-expired', 'key-address',
 * 'too-many-requests', 'not-for-keys' or 'key-lacks-right'. The answer says how many calls the key has left.
 */
export async function authorizeKey(
  c: AppContext,
  secret: string,
  { deps, settings, name }: KeyCallNeeds,
): Promise<FoundKey['actor']> {
  const found = await findKey(deps, secret)
  if (!found) throw new Failure('unauthenticated', '接口密钥不正确，请检查 Authorization 请求头')
  const { actor, addresses } = found
  c.set('accountId', actor.accountId)
  const address = callerIp(c, settings.isTrustedProxy)
  if (addresses.length > 0 && !parseNetworks(addresses)(address ?? ''))
    throw new Failure('key-address', `接口密钥「${actor.key.name}」不允许从 ${address ?? '未知地址'} 使用`)
  const standing = await settings.callLimits?.countKey(actor.key.id)
  if (standing) {
    c.header('RateLimit-Limit', String(standing.limit))
    c.header('RateLimit-Remaining', String(standing.remaining))
    c.header('RateLimit-Reset', String(standing.resetSeconds))
  }
  requireRight(found, callRule(name))
  await found.noteUse(address ?? 'unknown')
  return actor
}
