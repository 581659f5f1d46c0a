/**
 * 再做一个: a buyer begins another design with the layers of one that he made, for another case or another order. It has a secret and
 * a code of its own, and is changed, submitted and deleted like any other.
 */
import { sql } from 'kysely'
import type { z } from 'zod'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerDesign } from '../../../contract/types'
import type { PublicCtx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { newToken, tokenHash } from '../users/tokens'
import { openDesign } from './access'
import { countDesign } from './counted'
import { countNew, insertDesign } from './designs'
import { toBuyerDesign } from './rows'
import { linkOf, lockDesign } from './state'

type Another = z.output<typeof schemas.buyerDesignAnother>

/** Copies what the design has now, whether it was submitted or not. Rejects with 'conflict' where its link begins nothing any more. */
export async function beginAnother(
  publicCtx: PublicCtx,
  id: number,
  { preview, order, proof }: Another,
): Promise<{ secret: string; design: BuyerDesign }> {
  const { row, ctx } = await openDesign(publicCtx, id)
  await countNew(publicCtx, ctx, await linkOf(ctx, row), proof)
  const secret = newToken()
  const another = await transact(ctx, async (inner) => {
    // Locked, so that its pictures stay until they belong to both.
    const { account_id, shop_id, setting_id, ...design } = await lockDesign(inner, id)
    const { template_id, template_revision, width, height, phone_model_id, material_color_id } = design
    const inserted = await insertDesign(inner, {
      ...{ account_id, shop_id, setting_id, template_id, template_revision, width, height, phone_model_id, material_color_id },
      secret_hash: tokenHash(secret),
      base: JSON.stringify(design.base),
      layers: JSON.stringify(design.layers),
      for_order: order?.orderOriginalId ?? null,
      platform_user: order?.userId ?? null,
      is_preview: preview,
      created_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
    })
    // The photos and texts are his in both, so that every change of the copy is judged as in the first; drawings stay with theirs.
    await sql`
      insert into buyer_file (account_id, design_id, file_id, origin, drawn_from, created_at)
      select account_id, ${inserted.id}::bigint, file_id, origin, drawn_from, ${ctx.clock.now()}::timestamptz
      from buyer_file where design_id = ${id} and revision is null`.execute(inner.db)
    await countDesign(inner, inserted, 'begun')
    return inserted
  })
  return { secret, design: await toBuyerDesign(ctx, another) }
}
