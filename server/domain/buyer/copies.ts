/**
 * 再来一单: copies a submitted design for another item, of the same order or of another. The copy has a code and a customization of its
 * own, and nobody has its secret: the buyer goes on with the first one.
 */

import { sql } from 'kysely'
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { lockShop } from '../shops/shops'
import { newToken, tokenHash } from '../users/tokens'
import { bind, readOrderLines, requireLine, requireSubmitted } from './binding'
import { insertDesign } from './designs'
import { readRow } from './list'
import { lockDesign } from './state'

interface Copying {
  readonly orderId: number
  readonly orderItemId?: number | null | undefined
}

/**
 * Copies what was submitted last, and binds the copy. Rejects with 'conflict' where the seller has to choose the item. A repeated call
 * for an item that the first one filled returns the copy that is there.
 */
export async function copyDesign(ctx: Ctx, id: number, { orderId, orderItemId }: Copying): Promise<BuyerDesignRow> {
  const { shop_id: shopId } = await requireOwned(ctx, 'buyer_design', id, '设计')
  const order = await requireOwned(ctx, 'shop_order', orderId, '订单')
  if (order.shop_id !== shopId) throw new Failure('conflict', '这个设计是另一个店铺的，不能放进这个订单')
  const copyId = await transact(ctx, async (inner) => {
    await lockShop(inner, shopId)
    await lockLedger(inner, inner.actor.accountId)
    const design = await lockDesign(inner, id)
    requireSubmitted(design)
    if (design.under_review) throw new Failure('conflict', '这个设计还在等您审核，审核通过后再来一单')
    if (design.print_file_id === null) throw new Failure('conflict', '这个设计的图还在生成，请稍后再来一单')
    const line = requireLine(await readOrderLines(inner, orderId), design, orderItemId)
    const first = design.copy_of ?? design.id
    if (line.designs >= line.quantity) {
      const made = await inner.db
        .selectFrom('buyer_design')
        .select('id')
        .where('account_id', '=', inner.actor.accountId)
        .where('copy_of', '=', first)
        .where('order_original_id', '=', order.original_id)
        .where('item_original_id', '=', line.originalId)
        .executeTakeFirst()
      if (made) return made.id
      throw new Failure('conflict', '这个商品每件都已经有设计，请先解除绑定，或放进别的商品')
    }
    const { account_id, shop_id, setting_id, template_id, template_revision, width, height, submitted_revision } = design
    const copy = await insertDesign(inner, {
      ...{ account_id, shop_id, setting_id, template_id, template_revision, width, height, submitted_revision },
      secret_hash: tokenHash(newToken()),
      status: 'submitted',
      revision: design.revision,
      base: JSON.stringify(design.base),
      layers: JSON.stringify(design.layers),
      submission: JSON.stringify(design.submission),
      phone_model_id: design.phone_model_id,
      material_color_id: design.material_color_id,
      print_file_id: design.print_file_id,
      effect_file_id: design.effect_file_id,
      submitted_at: design.submitted_at,
      consent_at: design.consent_at,
      is_preview: design.is_preview,
      copy_of: first,
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    })
    // The pictures stay as long as one of the two needs them.
    await sql`
      insert into buyer_file (account_id, design_id, file_id, origin, created_at)
      select account_id, ${copy.id}::bigint, file_id, 'kept', ${ctx.clock.now()}::timestamptz
      from buyer_file where design_id = ${id} on conflict do nothing`.execute(inner.db)
    await bind(inner, copy, order.original_id, line.originalId)
    return copy.id
  })
  return readRow(ctx, copyId)
}
