/** The seller's decision about a submission whose content is doubtful: allowed, it goes into the order that waits for it. */
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { lockShop } from '../shops/shops'
import { placeInOrder } from './binding'
import { readRow } from './list'
import { allowLayers } from './moderation'
import { lockDesign } from './state'
import { submittedLayers } from './submission'

/** @param seen the submitted revision that the seller looked at. Repeating the call changes nothing. */
export async function allowDesign(ctx: Ctx, id: number, seen: number): Promise<BuyerDesignRow> {
  const { shop_id } = await requireOwned(ctx, 'buyer_design', id, '设计')
  await transact(ctx, async (inner) => {
    await lockShop(inner, shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const design = await lockDesign(inner, id)
    if (design.status !== 'submitted') throw new Failure('conflict', '这个设计已经退回，买家重新提交后再审核')
    if (design.submitted_revision !== seen) throw new Failure('conflict', '买家刚刚重新提交了这个设计，请看过新的设计再决定')
    if (!design.under_review) return
    await allowLayers(inner, id, submittedLayers(design))
    const allowed = await inner.db
      .updateTable('buyer_design')
      .set({ under_review: false })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (allowed.order_original_id !== null) await placeInOrder(inner, allowed)
  })
  return readRow(ctx, id)
}
