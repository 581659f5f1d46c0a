/**
 * Sessions of shops that are connected with keys: opened anew before they end, by one server at a time, because what renews a session
 * may be accepted only once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Updateable } from 'kysely'
import type { Db, Deps } from '../../kernel/context'
import { Failure, SessionExpired } from '../../kernel/failure'
import { openStored } from '../../kernel/sealed'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { KeyApi, Marketplace, OpenedKeys, ShopKeys } from '../../ports/marketplace'
import { tellValid } from './authorization-notices'

export type KeyDeps = Pick<Deps, 'db' | 'clock' | 'sealer'>
export interface ShopOf {
  readonly accountId: number
  readonly shopId: number
}

/** Sealed into the texts: rows copied to another account cannot be opened there. */
export const keysSealOwner = (accountId: number): string => `shop-keys:${accountId}`
export const shopSealOwner = (accountId: number): string => `shop-session:${accountId}`

/** A session is renewed this long before its end, ms. */
const marginMs = 5 * 60_000
/** A renewal takes no longer: its calls stop before, also with their waits and retries. */
const leaseMs = 180_000
const pollMs = 500

const selectApp = ({ db }: KeyDeps, { accountId, shopId }: ShopOf) =>
  db
    .selectFrom('shop_app')
    .innerJoin('shop', (join) =>
      join.onRef('shop.id', '=', 'shop_app.shop_id').onRef('shop.account_id', '=', 'shop_app.account_id'),
    )
    .selectAll('shop_app')
    .select('shop.session_sealed')
    .where('shop_app.shop_id', '=', shopId)
    .where('shop_app.account_id', '=', accountId)
    .executeTakeFirst()

type AppRow = NonNullable<Awaited<ReturnType<typeof selectApp>>>

const opened = ({ sealer }: KeyDeps, { accountId }: ShopOf, sealed: string): string =>
  openStored(sealer, sealed, { owner: keysSealOwner(accountId), what: '店铺密钥' })

/** Returns the keys of a shop as they are stored. */
export function storedKeys(
  deps: KeyDeps,
  shop: ShopOf,
  row: Pick<AppRow, 'app_key' | 'secret_sealed' | 'extra_sealed'>,
): ShopKeys {
  return {
    appKey: row.app_key,
    secret: opened(deps, shop, row.secret_sealed),
    extra: row.extra_sealed === null ? null : opened(deps, shop, row.extra_sealed),
  }
}

/** Returns what is stored with a shop and with its keys of what they opened. */
export function sealedOf({ sealer }: KeyDeps, { accountId }: ShopOf, { session, refresh, expiresAt, endsAt }: OpenedKeys) {
  return {
    shop: {
      session_sealed: sealer.seal(session, shopSealOwner(accountId)),
      session_expires_at: endsAt,
      session_failed_at: null,
      session_sub_account: null,
    },
    app: {
      refresh_sealed: refresh === null ? null : sealer.seal(refresh, keysSealOwner(accountId)),
      token_expires_at: expiresAt,
      renewing_until: null,
      failed_at: null,
      problem: null,
    },
  }
}

/** Takes the lease of a shop's renewal unless another server has it, or renewed meanwhile; null then. */
async function takeLease({ db }: KeyDeps, shop: ShopOf, row: AppRow): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update shop_app set renewing_until = date_trunc('milliseconds', clock_timestamp()) + ${leaseMs}::int * interval '1 millisecond'
    where shop_id = ${shop.shopId} and account_id = ${shop.accountId}
      and (renewing_until is null or renewing_until < clock_timestamp())
      and secret_sealed = ${row.secret_sealed} and refresh_sealed is not distinct from ${row.refresh_sealed}::text
      and token_expires_at is not distinct from ${row.token_expires_at}::timestamptz
    returning renewing_until as until`.execute(db)
  return rows[0]?.until ?? null
}

/** Changes the row of the keys if this server still has the lease. */
const whileLeased = (db: Db, { accountId, shopId }: ShopOf, lease: Date, change: Updateable<Database['shop_app']>) =>
  db
    .updateTable('shop_app')
    .set({ renewing_until: null, ...change })
    .where('shop_id', '=', shopId)
    .where('account_id', '=', accountId)
    .where('renewing_until', '=', lease)
    .returning('shop_id')
    .executeTakeFirst()

interface Renewal {
  readonly row: AppRow
  readonly lease: Date
  /** Whether the marketplace refused the present session. */
  readonly isRefused: boolean
}

async function renew(deps: KeyDeps, shop: ShopOf, { row, lease, isRefused }: Renewal, keys: KeyApi): Promise<void> {
  let next: OpenedKeys
  try {
    const refresh = row.refresh_sealed === null ? null : opened(deps, shop, row.refresh_sealed)
    next = await keys.renew(storedKeys(deps, shop, row), refresh, isRefused)
  } catch (error) {
    const told = error instanceof SessionExpired ? { failed_at: deps.clock.now(), problem: error.message } : {}
    await whileLeased(deps.db, shop, lease, told)
    throw error
  }
  const sealed = sealedOf(deps, shop, next)
  await transact(deps, async ({ db }) => {
    // Other keys were entered meanwhile, or none are left: their session stays.
    if (!(await whileLeased(db, shop, lease, sealed.app))) return
    await db.updateTable('shop').set(sealed.shop).where('id', '=', shop.shopId).where('account_id', '=', shop.accountId).execute()
    await tellValid({ db, clock: deps.clock }, { id: shop.shopId, account_id: shop.accountId })
  })
}

export interface RenewalOptions {
  /** The session that the marketplace has refused, if it did. */
  readonly refused?: string
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * Returns the session of a shop that is connected with keys: the stored one, or, where that ends soon or was refused, the next one, which
 * this server or another one opens. Rejects with SessionExpired when the seller has to do something.
 */
export async function keyedSession(
  deps: KeyDeps,
  shop: ShopOf,
  keys: KeyApi,
  { refused, pause = sleep }: RenewalOptions = {},
): Promise<string> {
  let hasRenewed = false
  for (let waitedMs = 0; ; ) {
    const row = await selectApp(deps, shop)
    if (!row) throw new SessionExpired()
    const { session_sealed: sealed, token_expires_at: endsAt } = row
    const session =
      sealed === null ? null : openStored(deps.sealer, sealed, { owner: shopSealOwner(shop.accountId), what: '店铺授权' })
    const lasts = endsAt === null || endsAt.getTime() > deps.clock.now().getTime() + marginMs
    if (session !== null && session !== refused && (lasts || hasRenewed)) return session
    if (hasRenewed) throw new SessionExpired()
    const lease = await takeLease(deps, shop, row)
    if (lease !== null) {
      await renew(deps, shop, { row, lease, isRefused: session === refused }, keys)
      hasRenewed = true
      continue
    }
    if (waitedMs > leaseMs) throw new Failure('upstream-failed', '店铺的连接正在更新，请稍后再试')
    await pause(pollMs)
    waitedMs += pollMs
  }
}

/**
 * Returns the marketplace with calls that go on with the next session when the marketplace no longer accepts the one they were made with.
 * The session that a call is given is not looked at.
 *
 * @param next returns the session after the refused one, or rejects.
 */
export function renewing(marketplace: Marketplace, first: string, next: (refused: string) => Promise<string>): Marketplace {
  let session = first
  const renewed = async (error: unknown): Promise<void> => {
    if (!(error instanceof SessionExpired)) throw error
    session = await next(session)
  }
  const calling = async <T>(call: (session: string) => Promise<T>): Promise<T> => {
    try {
      return await call(session)
    } catch (error) {
      await renewed(error)
      return call(session)
    }
  }
  const { products } = marketplace
  return {
    ...marketplace,
    checkOrders: (_, now) => calling((current) => marketplace.checkOrders(current, now)),
    seller: () => calling((current) => marketplace.seller(current)),
    ...(products && { products: (_, ids) => calling((current) => products(current, ids)) }),
    order: (_, originalId) => calling((current) => marketplace.order(current, originalId)),
    async *orders(_, range, skip = new Set()) {
      // Orders that were read before the session ended are not read again.
      const read = new Set(skip)
      let readAtRenewal: number | null = null
      for (;;) {
        try {
          for await (const page of marketplace.orders(session, range, read)) {
            for (const { originalId } of page) read.add(originalId)
            yield page
          }
          return
        } catch (error) {
          if (read.size === readAtRenewal) throw error
          await renewed(error)
          readAtRenewal = read.size
        }
      }
    },
  }
}
