/** The API keys of an account: made by the main account, shown once, ended by their date or at once. Only their hash is stored. */
import { type Selectable, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import { keyLimits, keyMark, shownKeyLength } from '../../../contract/rules/key-rights'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { newToken, tokenHash } from '../users/tokens'
import { endWarnings } from './expiries'

type Calls = AppContract['apiKeys']
type ApiKey = Reply<Calls['revoke']>
type KeyRow = Selectable<Database['api_key']>

const dayMs = 24 * 60 * 60 * 1000
/** Keys that ended stay in the list this long, so that the log and its readers find their names. */
export const endedKeyLifeMs = 90 * dayMs

const view = (row: KeyRow, usedToday: ApiKey['usedToday'] = {}): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  rights: row.rights,
  ceilings: row.ceilings,
  shopIds: row.shop_ids,
  addresses: row.addresses,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  lastUsedFrom: row.last_used_from,
  revokedAt: row.revoked_at?.getTime() ?? null,
  usedToday,
})

/** Returns the keys of the account, the newest first, with what each used today of its ceilings. */
export async function listKeys({ db, actor, clock }: Ctx): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .orderBy('id', 'desc')
    .execute()
  const uses = await db
    .selectFrom('api_key_use')
    .select(['key_id', 'kind', 'used'])
    .where('account_id', '=', actor.accountId)
    .where('day', '=', beijingDayNumber(clock.now().getTime()))
    .execute()
  return rows.map((row) => {
    const own = uses.filter((use) => use.key_id === row.id)
    return view(row, Object.fromEntries(own.map(({ kind, used }) => [kind, used])))
  })
}

/**
 * Makes a key and returns it with its secret. Rejects with 'subuser.has-no-permission' for anybody but the main account, with 'invalid'
 * for an end that is over or more than a year away, for a key without any right, and for shops that are not the caller's.
 */
export async function createKey(ctx: Ctx, body: Parsed<Calls['create']>['body']): Promise<Reply<Calls['create']>> {
  const { actor, clock } = ctx
  if (actor.mainUsername !== undefined) throw new Failure('subuser.has-no-permission', '只有主账号可以新建接口密钥')
  const now = clock.now().getTime()
  if (body.expiresAt <= now) throw invalid('expiresAt', '到期时间须在现在之后')
  if (body.expiresAt > now + keyLimits.lifeDays * dayMs) throw invalid('expiresAt', '接口密钥最长有效一年')
  if (Object.keys(body.rights).length === 0) throw invalid('rights', '至少选择一项权限')
  const secret = `${keyMark}${newToken()}`
  return transact(ctx, async (inner) => {
    // Keys of one account are made one after another, so that their number is right.
    await inner.db.selectFrom('account').select('id').where('id', '=', actor.accountId).forNoKeyUpdate().execute()
    await requireRoom(inner)
    await requireOwnShops(inner, body.shopIds)
    const row = await inner.db
      .insertInto('api_key')
      .values({
        account_id: actor.accountId,
        name: body.name,
        prefix: secret.slice(0, shownKeyLength),
        key_hash: tokenHash(secret),
        rights: JSON.stringify(body.rights),
        ceilings: JSON.stringify(body.ceilings),
        shop_ids: body.shopIds === null ? null : JSON.stringify(body.shopIds),
        addresses: body.addresses,
        created_by: actor.username,
        created_at: clock.now(),
        expires_at: new Date(body.expiresAt),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...view(row), secret }
  })
}

async function requireRoom({ db, actor, clock }: Ctx): Promise<void> {
  const { live } = await db
    .selectFrom('api_key')
    .select((row) => row.fn.countAll<number>().as('live'))
    .where('account_id', '=', actor.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirstOrThrow()
  if (live >= keyLimits.perAccount) throw invalid('name', `最多同时使用 ${keyLimits.perAccount} 个接口密钥，请先作废不用的`)
}

async function requireOwnShops({ db, actor }: Ctx, shopIds: readonly number[] | null): Promise<void> {
  if (shopIds === null) return
  const rows = await db.selectFrom('shop').select('id').where('account_id', '=', actor.accountId).execute()
  const own = new Set(rows.map(({ id }) => id))
  if (!shopIds.every((id) => own.has(id))) throw invalid('shopIds', '店铺不存在或已被删除')
}

/** Ends a key: every process reads it before each call, so the next one is refused. */
export async function revokeKey(ctx: Ctx, id: number): Promise<ApiKey> {
  return transact(ctx, async (inner) => {
    const row = await inner.db
      .updateTable('api_key')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${inner.clock.now()}::timestamptz)` })
      .where('id', '=', id)
      .where('account_id', '=', inner.actor.accountId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('接口密钥')
    await endWarnings(inner, id)
    return view(row)
  })
}

/** Deletes keys that ended long ago, and uses of days whose ceilings are over. */
export async function sweepKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const before = new Date(now - endedKeyLifeMs)
  await db
    .deleteFrom('api_key')
    .where((where) => where.or([where('revoked_at', '<', before), where('expires_at', '<', before)]))
    .execute()
  await db
    .deleteFrom('api_key_use')
    .where('day', '<', beijingDayNumber(now) - 1)
    .execute()
}
