/** The session a seller granted: kept sealed, opened for one call, marked when the marketplace no longer takes it. */
import { maxShopNameLength } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { invalid, SessionExpired } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'

/** Bound into the sealed text: a row copied to another account opens nothing there. */
const owner = (accountId: number): string => `shop-session:${accountId}`

export interface AuthorizedShop {
  readonly shopId: number
  readonly nick: string
  /** false: the shop was there, and its session was renewed. */
  readonly created: boolean
}

/**
 * Asks the marketplace who granted `session`, and makes or renews that seller's shop in the account. Rejects as the port does when
 * the session is not good.
 */
export async function authorizeShop(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer' | 'marketplace'>,
  accountId: number,
  session: string,
): Promise<AuthorizedShop> {
  const { nick } = await deps.marketplace.seller(session)
  return putSession(deps, accountId, { nick, session })
}

/** The shop of this seller with a session that is known to be good. */
export async function putSession(
  { db, clock, sealer }: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  accountId: number,
  { nick, session, expiresAt = null }: { readonly nick: string; readonly session: string; readonly expiresAt?: Date | null },
): Promise<AuthorizedShop> {
  const granted = {
    session_sealed: sealer.seal(session, owner(accountId)),
    session_expires_at: expiresAt,
    session_failed_at: null,
  }
  const name = [...nick].slice(0, maxShopNameLength).join('')
  const made = await db
    .insertInto('shop')
    .values({ account_id: accountId, type: 'TAOBAO', name, bound_at: clock.now(), seller_nick: nick, ...granted })
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
    .where('type', '=', 'TAOBAO')
    .where('seller_nick', '=', nick)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { shopId: renewed.id, nick, created: false }
}

/**
 * Runs `work` with the session of a shop. When the marketplace says that the session is no longer good, the shop is marked (its list
 * shows 授权已过期) and `work`'s SessionExpired goes on to the caller; a call that goes well takes the mark away. Never inside a
 * transaction: the embedded database would stand still until the marketplace has answered.
 */
export async function withSession<T>(
  { db, sealer, clock }: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  { accountId, shopId }: { readonly accountId: number; readonly shopId: number },
  work: (session: string) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) throw new Error('withSession: no call of the marketplace inside a transaction')
  const row = await requireOwned({ db, actor: { accountId } }, 'shop', shopId, '店铺')
  if (row.type !== 'TAOBAO') throw invalid('shopId', '只有通过授权添加的淘宝店铺可以同步')
  const sealed = row.session_sealed
  // Under the row it was read from: a session renewed meanwhile is another one, and keeps its own mark.
  const mark = async (at: Date | null): Promise<void> => {
    const same = db
      .updateTable('shop')
      .set({ session_failed_at: at })
      .where('id', '=', shopId)
      .where('account_id', '=', accountId)
    await (sealed === null ? same.where('session_sealed', 'is', null) : same.where('session_sealed', '=', sealed)).execute()
  }
  const isOver = row.session_expires_at !== null && row.session_expires_at <= clock.now()
  const session = sealed === null || isOver ? null : sealer.open(sealed, owner(accountId))
  try {
    if (session === null) throw new SessionExpired()
    const result = await work(session)
    if (row.session_failed_at !== null) await mark(null)
    return result
  } catch (error) {
    if (error instanceof SessionExpired) await mark(clock.now())
    throw error
  }
}
