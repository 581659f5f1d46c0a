/** A shop's marketplace session: stored sealed, opened for one call, marked when the marketplace no longer accepts it. */

import type { Selectable } from 'kysely'
import { maxShopNameLength } from '../../../contract/constants'
import type { ShopType } from '../../../contract/rules/shop-types'
import type { Deps } from '../../kernel/context'
import { SessionExpired } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { openStored } from '../../kernel/sealed'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { Marketplace, MarketplaceGrant } from '../../ports/marketplace'
import { storable } from '../orders/content'
import { tellEnded, tellValid } from './authorization-notices'
import { assertConnected, marketplaceOf, onlyMarketplaceType } from './marketplaces'
import { keyedSession, renewing, shopSealOwner } from './renewal'
import { toShop } from './shops'

export interface AuthorizedShop {
  readonly shopId: number
  readonly nick: string
  /** false: the shop existed, and its session was renewed. */
  readonly created: boolean
}

/**
 * Asks the marketplace for the seller of `session`, and creates or renews that seller's shop in the account. Rejects like the
 * port when the session is not valid.
 *
 * @param type of the shop; it may be left out where this server has one marketplace.
 */
export async function authorizeShop(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'marketplaces'>,
  accountId: number,
  session: string,
  type: ShopType = onlyMarketplaceType(deps),
): Promise<AuthorizedShop> {
  const { nick } = await marketplaceOf(deps, type).seller(session)
  return putSession(deps, { accountId, type }, { nick, session })
}

/** Creates or renews the shop of this seller with a session that is known to be valid. */
export async function putSession(
  { db, clock, sealer }: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  { accountId, type }: { readonly accountId: number; readonly type: ShopType },
  {
    nick: given,
    session,
    expiresAt = null,
    subAccount = null,
  }: Pick<MarketplaceGrant, 'nick' | 'session'> & Partial<MarketplaceGrant>,
): Promise<AuthorizedShop> {
  const granted = {
    session_sealed: sealer.seal(session, shopSealOwner(accountId)),
    session_expires_at: expiresAt,
    session_failed_at: null,
    session_sub_account: subAccount,
  }
  const nick = storable(given)
  const name = [...nick].slice(0, maxShopNameLength).join('')
  const made = await db
    .insertInto('shop')
    .values({ account_id: accountId, type, name, bound_at: clock.now(), seller_nick: nick, ...granted })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'type', 'seller_nick']).where('seller_nick', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) return { shopId: made.id, nick, created: true }
  const renewed = await db
    .updateTable('shop')
    .set(granted)
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('seller_nick', '=', nick)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellValid({ db, clock }, { id: renewed.id, account_id: accountId })
  // Failures of the last session do not count against the new one.
  await db.updateTable('order_sync').set({ failures: 0 }).where('shop_id', '=', renewed.id).execute()
  return { shopId: renewed.id, nick, created: false }
}

/**
 * Runs `work` with the session of a shop and the marketplace that granted it. Rejects with an OperatorFailure when the session cannot
 * be opened here, or this server has no app on the marketplace. When the marketplace no longer accepts the session, the shop is marked
 * (its list shows 授权已过期) and `work`'s SessionExpired is rethrown; a successful call removes the mark. Never call it inside a
 * transaction: the embedded database would be blocked until the marketplace responds.
 */
export async function withSession<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'marketplaces'>,
  { accountId, shopId }: { readonly accountId: number; readonly shopId: number },
  work: (session: string, marketplace: Marketplace) => Promise<T>,
): Promise<T> {
  const { db, clock } = deps
  if (db.isTransaction) throw new Error('withSession: no call of the marketplace inside a transaction')
  let row = await requireOwned({ db, actor: { accountId } }, 'shop', shopId, '店铺')
  assertConnected(toShop(deps, row), '同步')
  const marketplace = marketplaceOf(deps, row.type)
  // Marks the row only if it still has this session: a session renewed meanwhile is not affected.
  const setFailedAt = (at: Date | null): Promise<void> => {
    const { session_sealed: sealed } = row
    return transact({ db, clock }, async (inner) => {
      const sameSession = inner.db
        .updateTable('shop')
        .set({ session_failed_at: at })
        .where('id', '=', shopId)
        .where('account_id', '=', accountId)
      const { numUpdatedRows } = await (sealed === null
        ? sameSession.where('session_sealed', 'is', null)
        : sameSession.where('session_sealed', '=', sealed)
      ).executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) await (at === null ? tellValid(inner, row) : tellEnded(inner, row))
    })
  }
  try {
    const { session, port } = await openSession(deps, row, marketplace)
    const result = await work(session, port)
    if (row.session_failed_at !== null) await setFailedAt(null)
    return result
  } catch (error) {
    if (error instanceof SessionExpired) {
      // The session that failed may be a later one than the first.
      if (marketplace.keys) row = await requireOwned({ db, actor: { accountId } }, 'shop', shopId, '店铺')
      await setFailedAt(clock.now())
    }
    throw error
  }
}

type ShopRow = Pick<Selectable<Database['shop']>, 'id' | 'account_id' | 'session_sealed' | 'session_expires_at'>

/** Returns the session of a shop, and the marketplace: one that goes on with the next session where keys open it. */
async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  { id: shopId, account_id: accountId, session_sealed: sealed, session_expires_at: expiresAt }: ShopRow,
  marketplace: Marketplace,
): Promise<{ session: string; port: Marketplace }> {
  const isExpired = expiresAt !== null && expiresAt <= deps.clock.now()
  if (sealed === null || isExpired) throw new SessionExpired()
  const { keys } = marketplace
  if (!keys) {
    return { session: openStored(deps.sealer, sealed, { owner: shopSealOwner(accountId), what: '店铺授权' }), port: marketplace }
  }
  const next = (refused?: string) => keyedSession(deps, { accountId, shopId }, keys, refused === undefined ? {} : { refused })
  const session = await next()
  return { session, port: renewing(marketplace, session, next) }
}
