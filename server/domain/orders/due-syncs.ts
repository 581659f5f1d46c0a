/** When a shop's next sync begins by itself, as expressions over the rows `shop` and `sync` (its `order_sync`, where it has one). */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Deps } from '../../kernel/context'
import { marketplaceTypes } from '../shops/marketplaces'

/** A shop whose syncs fail is tried again after two, four, eight … times as long, up to this long. */
const longestMs = 6 * 60 * 60_000
/** The wait of each shop is longer by a part of its own, up to this one, so that shops that were authorized together part company. */
export const jitter = 0.1

/** A shop is due when its last sync, or its being added, lies `everyMs` and its own jitter back; after failures, later. */
export const dueAt = (everyMs: number): RawBuilder<Date> => sql`greatest(shop.bound_at, sync.done_at, sync.failed_at)
  + interval '1 millisecond' * (1 + shop.id * 37 % 100 / 100.0 * ${jitter}::float8)
  * least(${everyMs}::float8 * power(2, least(coalesce(sync.failures, 0), 20)), ${Math.max(longestMs, everyMs)}::float8)`

/** Whether a shop is one of this server's marketplaces and its authorization is valid. */
export const maySync = ({ marketplaces, clock }: Pick<Deps, 'marketplaces' | 'clock'>): RawBuilder<boolean> => sql`(
  shop.type = any(${marketplaceTypes(marketplaces)}::text[]) and shop.session_sealed is not null and shop.session_failed_at is null
  and (shop.session_expires_at is null or shop.session_expires_at > ${clock.now()}))`

/** Returns how many shops that once could be read are not, until the seller grants or connects them anew. */
export async function countStoppedShops(ctx: Ctx): Promise<number> {
  const { stopped } = await ctx.db
    .selectFrom('shop')
    .select(({ fn }) => fn.countAll<number>().as('stopped'))
    .where('account_id', '=', ctx.actor.accountId)
    .where('seller_nick', 'is not', null)
    .where(sql<boolean>`type = any(${marketplaceTypes(ctx.marketplaces)}::text[])`)
    .where(sql<boolean>`not ${maySync(ctx)}`)
    .executeTakeFirstOrThrow()
  return stopped
}
