/** Stores the seller's decision how many pieces are made of each design, for items whose numbers leave it open. */
import { sql } from 'kysely'
import { arePieces, type DecidedPieces } from '../../../contract/rules/pieces'
import type { OrderItem } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { readItems } from './rows'

/**
 * Stores the decision with the item; later imports of the order do not change it. Rejects with 'not-found', 'invalid' when the
 * pieces do not add up to the bought quantity, or 'conflict' when the item has other designs by now.
 */
export function decidePieces(ctx: Ctx, orderId: number, itemId: number, pieces: readonly DecidedPieces[]): Promise<OrderItem> {
  return transact(ctx, async (inner) => {
    const readItem = async () => (await readItems(inner, [orderId])).get(orderId)?.find(({ id }) => id === itemId)
    const itemName = '订单里的这个商品'
    await requireOwned(inner, 'order_item', itemId, itemName, { lock: 'update' })
    const item = await readItem()
    if (!item) throw notFound(itemName)
    const ids = new Set(item.customizations.map(({ id }) => id))
    if (pieces.length !== ids.size || pieces.some(({ customizationId }) => !ids.has(customizationId))) {
      throw new Failure('conflict', '这个商品的定制已变化，请刷新后再填写件数')
    }
    if (!arePieces(item, pieces)) throw invalid('pieces', `各个定制的件数加起来须是 ${item.quantity}`)
    // A merged order and its part show the same item, so the decision applies to both.
    await sql`
      update order_item item set decided_pieces = ${JSON.stringify(pieces)}::jsonb
      where item.account_id = ${inner.actor.accountId} and item.quantity = ${item.quantity}
        and (select array_agg(own.customization_id order by own.customization_id) from order_item_customization own
          where own.order_item_id = item.id) = ${[...ids].sort((a, b) => a - b)}::bigint[]`.execute(inner.db)
    return { ...item, decidedPieces: [...pieces] }
  })
}
