/**
 * A seller's correction of a bound design. Another submission of its buyer does not replace it unasked: it waits in the seller's queue,
 * and the order keeps the correction until he allows the new design, or for good when he sends it back.
 */
import { sql } from 'kysely'
import { putRows } from '../../kernel/columns'
import type { Ctx } from '../../kernel/context'
import { customizationKey } from '../orders/attached-id'
import type { DesignRow } from './access'

/** Names the question in the checks of a design. */
export const correctionSubject = 'correction'
const reason = '您在订单里改过这个设计，买家又提交了新的：通过就改用买家的新设计，退回就保留您改的'

/** Whether the order shows the design as the seller corrected or restored it. */
export async function isCorrected({ db, actor }: Ctx, { id, shop_id, order_original_id }: DesignRow): Promise<boolean> {
  if (order_original_id === null) return false
  const { rows } = await sql`
    select from customization one join customization_version kept
      on kept.customization_id = one.id and kept.version = one.version and kept.origin in ('correction', 'restored')
    where one.account_id = ${actor.accountId} and one.shop_id = ${shop_id} and one.key = ${customizationKey(id)}`.execute(db)
  return rows.length > 0
}

/** Notes for the seller's queue what he has to decide. */
export async function askAboutCorrection({ db, actor, clock }: Ctx, designId: number): Promise<void> {
  const design = { account_id: actor.accountId, design_id: designId }
  const check = { ...design, subject: correctionSubject, verdict: 'review', reason, checked_at: clock.now() }
  await putRows(db, 'buyer_check', [check], { key: ['design_id', 'subject'] })
}
