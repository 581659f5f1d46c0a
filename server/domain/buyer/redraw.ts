/** Requests about the drawing of a submission: its progress, and repeating one that failed. */
import type { BuyerDesignRow, BuyerDrawing } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { customizationKey } from '../orders/attached-id'
import { restoreLostPrint } from '../orders/design/change'
import { type DesignRow, openDesign } from './access'
import { drawingQueue, isUndrawn, queueDrawing, readDrawing } from './drawing-queue'
import { readRow } from './list'
import { lockDesign } from './state'

export async function getDrawing(publicCtx: PublicCtx, id: number): Promise<{ drawing: BuyerDrawing | null }> {
  const { row, ctx } = await openDesign(publicCtx, id)
  return { drawing: isUndrawn(row) ? await readDrawing(ctx, id) : null }
}

/**
 * Queues the drawing of a submission again if it failed, and returns whether it had.
 *
 * @param count counts the attempt in the transaction, or rejects.
 */
export const redraw = (
  ctx: Ctx,
  { id }: Pick<DesignRow, 'id'>,
  count: (inner: Ctx) => Promise<void> = async () => undefined,
): Promise<boolean> =>
  transact(ctx, async (inner) => {
    const design = await lockDesign(inner, id)
    if (!isUndrawn(design)) return false
    const drawing = await readDrawing(inner, id)
    if (drawing?.status !== 'failed') return false
    await count(inner)
    await queueDrawing(inner, design)
    return true
  })

/**
 * Queues the drawing of a design again, because the seller asked for it. What the order has of it is charged or pushed: it keeps its print
 * file, and one that is lost is drawn of what was frozen there.
 */
export async function repeatDrawing(ctx: Ctx, id: number): Promise<BuyerDesignRow> {
  const { status, shop_id } = await requireOwned(ctx, 'buyer_design', id, '设计')
  if (status !== 'submitted') throw new Failure('conflict', '买家还没有提交这个设计，没有可以生成的打印文件')
  const ordered = await ctx.db
    .selectFrom('customization')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shop_id)
    .where('key', '=', customizationKey(id))
    .executeTakeFirst()
  if (ordered) await restoreLostPrint(ctx, ordered.id)
  if (await redraw(ctx, { id })) ctx.jobs.wake(drawingQueue)
  return readRow(ctx, id)
}
