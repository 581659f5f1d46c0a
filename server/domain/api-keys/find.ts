/** Finds the API key that a program signs in with. It is read anew for each call, so that a revocation ends it at once everywhere. */
import { beijingIso } from '../../../contract/rules/beijing-time'
import { type KeyRights, keyAreas } from '../../../contract/rules/key-rights'
import type { Actor, ActorKey, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { tokenHash } from '../users/tokens'

/** The last use is written at most this often, so that not every call writes. */
const noteEveryMs = 60_000

export interface FoundKey {
  readonly actor: Actor & { readonly key: ActorKey }
  readonly rights: KeyRights
  /** Addresses and networks from which it may be used; none: all. */
  readonly addresses: readonly string[]
  /** Notes the use of the key, once it was accepted. */
  noteUse(address: string): Promise<void>
}

/** Returns the name under which what a key does is recorded. */
export const keyActorName = (name: string): string => `接口密钥「${name}」`

/**
 * Returns the key of a secret; null when there is none. Rejects with 'key-revoked' or 'key-expired' for one that ended, and with
 * 'key-revoked' while the main account is disabled.
 */
export async function findKey({ db, clock }: Pick<Deps, 'db' | 'clock'>, secret: string): Promise<FoundKey | null> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .innerJoin('app_user', (join) => join.onRef('app_user.account_id', '=', 'account.id').on('app_user.is_main', '=', true))
    .select([
      'api_key.id',
      'api_key.account_id',
      'api_key.name',
      'api_key.rights',
      'api_key.ceilings',
      'api_key.addresses',
      'api_key.shop_ids',
    ])
    .select(['expires_at', 'revoked_at', 'last_used_at', 'last_used_from'])
    .select(['account.name as accountName', 'app_user.id as userId', 'app_user.enabled'])
    .where('key_hash', '=', tokenHash(secret))
    .executeTakeFirst()
  if (!row) return null
  const { id, name, rights, ceilings, addresses } = row
  const now = clock.now()
  if (row.revoked_at) throw new Failure('key-revoked', `接口密钥「${name}」已作废，请在 账号 › 接口密钥 里新建`)
  if (row.expires_at <= now) {
    const day = beijingIso(row.expires_at.getTime()).slice(0, 10)
    throw new Failure('key-expired', `接口密钥「${name}」已在 ${day} 到期，请在 账号 › 接口密钥 里新建`)
  }
  if (!row.enabled) throw new Failure('key-revoked', `主账号已停用，接口密钥「${name}」不能使用；请联系客服`)
  return {
    rights,
    addresses,
    actor: {
      accountId: row.account_id,
      userId: row.userId,
      username: keyActorName(name),
      mainUsername: row.accountName,
      shopIds: row.shop_ids ?? undefined,
      // A permission to change an area; what may be read is decided by the rights alone.
      permissions: keyAreas.filter((area) => rights[area] === 'write'),
      key: { id, name, ceilings },
    },
    async noteUse(address) {
      const isFresh = row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < noteEveryMs
      if (isFresh && row.last_used_from === address) return
      await db.updateTable('api_key').set({ last_used_at: now, last_used_from: address }).where('id', '=', id).execute()
    },
  }
}
