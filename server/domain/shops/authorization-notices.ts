/** Tells sellers that a shop's authorization ended, or will within days: what a shop sells stops coming in without any other sign. */
import { type Selectable, sql } from 'kysely'
import { beijingIso } from '../../../contract/rules/beijing-time'
import { hasKeys, shopLabel } from '../../../contract/rules/shop-types'
import type { Deps } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { notify, resolve } from '../notifications/notifications'

type Needs = Pick<Deps, 'db' | 'clock'>
type ShopRow = Pick<Selectable<Database['shop']>, 'id' | 'account_id' | 'name' | 'type' | 'session_expires_at'>

const day = 24 * 60 * 60_000
/** The seller is warned this long before the end. */
const warnedBeforeMs = 3 * day
/** Shops that one round tells of; the next round tells of the rest. */
const atOnce = 1000

const kinds = ['authorization-ending', 'authorization-ended'] as const
const subjectOf = ({ id }: Pick<ShopRow, 'id'>): string => `shop:${id}`
const within = <D extends Needs>(deps: D, { account_id: accountId }: Pick<ShopRow, 'account_id'>) => ({
  ...deps,
  actor: { accountId },
})

/** Tells of an authorization that ended. */
export async function tellEnded(deps: Needs, shop: ShopRow): Promise<void> {
  const ctx = within(deps, shop)
  await resolve(ctx, 'authorization-ending', subjectOf(shop))
  await notify(ctx, {
    kind: 'authorization-ended',
    subject: subjectOf(shop),
    words: hasKeys(shop.type)
      ? `${shopLabel(shop)}的连接已失效，订单不再同步。请在店铺设置里打开它的连接，检查密钥。`
      : `${shopLabel(shop)}的授权已失效，订单和商品不再同步。请在店铺设置里重新授权。`,
    target: 'shops',
  })
}

/** Ends what was told of a shop's authorization, because it is valid again. */
export const tellValid = (deps: Needs, shop: Pick<ShopRow, 'id' | 'account_id'>): Promise<void> =>
  resolve(within(deps, shop), kinds, subjectOf(shop))

/** Tells of the authorizations that ended by the clock or will within three days, where it is known when, of each once. */
export async function tellExpiries({ db, clock }: Needs): Promise<void> {
  const now = clock.now()
  const ended = sql<boolean>`shop.session_expires_at <= ${now}`
  const shops = await db
    .selectFrom('shop')
    .select(['id', 'account_id', 'name', 'type', 'session_expires_at', ended.as('has_ended')])
    .where('session_sealed', 'is not', null)
    .where('session_expires_at', '<=', new Date(now.getTime() + warnedBeforeMs))
    .where(
      sql<boolean>`not exists (select from notification made where made.account_id = shop.account_id and made.resolved_at is null
        and made.subject = 'shop:' || shop.id and made.kind = case when ${ended} then ${kinds[1]} else ${kinds[0]} end)`,
    )
    .orderBy('session_expires_at')
    .limit(atOnce)
    .execute()
  for (const shop of shops) {
    await transact({ db, clock }, async (inner) => {
      if (shop.has_ended) return tellEnded(inner, shop)
      const until = beijingIso(shop.session_expires_at?.getTime() ?? 0)
        .slice(0, 16)
        .replace('T', ' ')
      await notify(within(inner, shop), {
        kind: 'authorization-ending',
        subject: subjectOf(shop),
        words: hasKeys(shop.type)
          ? `${shopLabel(shop)}的连接将在 ${until} 到期，到期后订单不再同步。请在店铺设置里打开它的连接，填写新的授权码。`
          : `${shopLabel(shop)}的授权将在 ${until} 到期，到期后订单和商品不再同步。请在店铺设置里重新授权。`,
        target: 'shops',
      })
    })
  }
}
