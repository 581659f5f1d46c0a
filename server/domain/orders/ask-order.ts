/**
 * Asks a shop's marketplace for one order that is not stored yet, because a buyer who has just placed it names it. Whoever has a link can
 * name any number: a shop is asked so often in an hour, and for one number once in a minute.
 */
import { delay } from '../../../contract/ground/delay'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { countUses } from '../../kernel/shared-limit'
import { transact } from '../../kernel/transact'
import { withSession } from '../shops/sessions'
import { maySync } from './due-syncs'
import { importOrders } from './import'
import { storedAs } from './sync-page'
import { removeUnread } from './unread'

const minute = 60_000
/** Numbers that buyers of a shop may have asked for in an hour; ours. */
export const maxAskedPerShop = 120
/** A person waits so long for an answer, ms; what the marketplace says later comes in all the same. */
const longestWaitMs = 4000
/** The shape of a marketplace's order numbers; anything else is not asked for. */
const isNumber = (text: string): boolean => /^[A-Za-z]{0,3}\d[\d-]{7,30}$/.test(text)

/** `came`: the order is stored now; `later`: the marketplace has not answered yet; `unknown`: it was not asked, or has no such order of this shop. */
export type Asked = 'came' | 'later' | 'unknown'

/** @param wait resolves when the buyer has waited long enough. */
export async function askForOrder(
  ctx: Ctx,
  shopId: number,
  originalId: string,
  wait: () => Promise<void> = () => delay(longestWaitMs),
): Promise<Asked> {
  if (!isNumber(originalId)) return 'unknown'
  const shop = await ctx.db
    .selectFrom('shop')
    .select(maySync(ctx).as('may_sync'))
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', '=', shopId)
    .executeTakeFirst()
  if (!shop?.may_sync) return 'unknown'
  if ((await countUses(ctx.db, `buyer:ask:${shopId}:${originalId}`, 1, minute)).used > 1) return 'unknown'
  if ((await countUses(ctx.db, `buyer:ask-shop:${shopId}`, 1, 60 * minute)).used > maxAskedPerShop) return 'unknown'
  const answer = fetchOrder(ctx, shopId, originalId).catch((error: unknown): Asked => {
    // The marketplace's refusals are the seller's matter; a sync says them to him. The buyer is answered as for an unknown number.
    if (error instanceof Failure) return 'unknown'
    throw error
  })
  return Promise.race([answer, wait().then((): Asked => 'later')])
}

async function fetchOrder(ctx: Ctx, shopId: number, originalId: string): Promise<Asked> {
  const { accountId } = ctx.actor
  const entry = await withSession(ctx, { accountId, shopId }, (session, marketplace) => marketplace.order(session, originalId))
  const order = storedAs(entry)
  // A marketplace that answers with another order than the one asked for has not answered.
  if (order?.originalId !== originalId) return 'unknown'
  await transact(ctx, async (inner) => {
    await importOrders(inner, shopId, [order], { source: 'sync' })
    await removeUnread(inner, shopId, [originalId])
  })
  return 'came'
}
