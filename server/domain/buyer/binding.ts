/** Binds buyers' designs to items of orders, takes them out, and replaces them by a new submission. */
import { sql } from 'kysely'
import { phoneName } from '../../../contract/rules/case-names'
import { codesIn } from '../../../contract/rules/design-code'
import { isOpenLine, placeDesign } from '../../../contract/rules/design-place'
import { unplacedText } from '../../../contract/rules/unplaced-code'
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { attachDesign } from '../orders/attach-design'
import { attachedId } from '../orders/attached-id'
import { lockShop } from '../shops/shops'
import type { DesignRow } from './access'
import { placeOf } from './content'
import { isCorrected } from './correction'
import { countDesign } from './counted'
import { forgetDelivery, queueDelivery } from './delivery'
import { forgetDrawing, isUndrawn } from './drawing-queue'
import { readRow } from './list'
import { type OrderLine, readLines } from './order-lines'
import { lockDesign, requireUnlocked } from './state'
import { placedDesignOf } from './submission'

interface Binding {
  readonly code: string
  readonly orderId: number
  readonly orderItemId?: number | null | undefined
}

/**
 * Binds a submitted design by its code. Without an item it goes where the rule is certain (design-place.ts). A design that is
 * elsewhere stays there: it is never moved without a word. Repeating the call changes nothing.
 */
export async function bindDesign(ctx: Ctx, { code, orderId, orderItemId }: Binding): Promise<BuyerDesignRow> {
  const codes = codesIn(code)
  if (codes.length === 0) throw invalid('code', '定制编号不正确，请检查有没有输错')
  const order = await requireOwned(ctx, 'shop_order', orderId, '订单')
  const id = await transact(ctx, async (inner) => {
    await lockShop(inner, order.shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const designs = await inner.db
      .selectFrom('buyer_design')
      .select(['id', 'code'])
      .where('account_id', '=', inner.actor.accountId)
      .where('shop_id', '=', order.shop_id)
      .where('code', 'in', codes)
      .execute()
    const found = codes.flatMap((one) => designs.filter((design) => design.code === one))[0]
    if (!found) throw invalid('code', '这个店铺没有这个定制编号，请检查有没有输错')
    const design = await lockDesign(inner, found.id)
    requireSubmitted(design)
    if (design.order_original_id !== null && design.order_original_id !== order.original_id)
      throw new Failure(
        'conflict',
        `这个设计已经绑定到订单 ${design.order_original_id}，再做一份请点“再来一单”，要换到这里请先在那里解除绑定`,
      )
    const lines = await readOrderLines(inner, orderId)
    const present = lines.find(({ originalId }) => originalId === design.item_original_id)
    if (present && (orderItemId == null || present.id === orderItemId)) return design.id
    if (present)
      throw new Failure(
        'conflict',
        `这个设计已经在这个订单的「${present.title}」里，再做一份请点“再来一单”，要换到别的商品请先解除绑定`,
      )
    const line = requireLine(lines, design, orderItemId)
    await bind(inner, design, order.original_id, line.originalId)
    return design.id
  })
  return readRow(ctx, id)
}

export function requireSubmitted({ status }: DesignRow): void {
  if (status !== 'submitted') throw new Failure('conflict', '买家还没有提交这个设计，请让买家提交后再绑定')
}

/** Returns the items of an order, or of its parts if it has none of its own. */
export const readOrderLines = async (ctx: Ctx, orderId: number): Promise<readonly OrderLine[]> =>
  (await readLines(ctx, [orderId])).get(orderId) ?? []

/** Returns the chosen item, or the one that the rule chooses. Rejects with 'conflict' where the seller has to choose. */
export function requireLine(lines: readonly OrderLine[], design: DesignRow, orderItemId: number | null | undefined): OrderLine {
  const names = placedDesignOf(design)
  const placement = orderItemId == null ? placeDesign(lines, names) : { lineId: orderItemId, doubt: null }
  const line = lines.find(({ id }) => id === placement.lineId)
  if (line) return line
  if (placement.doubt === null) throw new Failure('conflict', '订单里没有这个商品了，请刷新订单')
  const facts = { phone: phoneName(names.phoneBrandName, names.phoneModelName), bought: placement.bought ?? '' }
  throw new Failure('conflict', `没有绑定：${unplacedText(placement.doubt, facts)}。请选择要放进的商品`)
}

/** Puts a submitted design into an item; the shop and the ledger must be locked. */
export async function bind(ctx: Ctx, design: DesignRow, orderOriginalId: string, itemOriginalId: string): Promise<void> {
  if (design.ordered_at === null) await countDesign(ctx, design, 'ordered')
  const bound = await ctx.db
    .updateTable('buyer_design')
    .set({
      order_original_id: orderOriginalId,
      item_original_id: itemOriginalId,
      ordered_at: design.ordered_at ?? ctx.clock.now(),
      return_order_original_id: null,
      return_item_original_id: null,
      released_from: sql<string[]>`array_remove(released_from, ${orderOriginalId})`,
    })
    .where('id', '=', design.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await placeInOrder(ctx, bound)
}

/**
 * Puts a bound design into its order as it was submitted: until it is drawn, without pictures, so that nothing of it can be charged,
 * pushed or handed to its platform; while the seller has to look at it, the order has nothing of it. The shop and the ledger must be
 * locked.
 */
export async function placeInOrder(ctx: Ctx, design: DesignRow): Promise<void> {
  const place = await placeOf(ctx, design)
  const keepsCorrection = design.under_review && (await isCorrected(ctx, design))
  if (!keepsCorrection) await attachDesign(ctx, design.under_review ? { ...place, info: null } : place)
  await (design.under_review || isUndrawn(design) ? forgetDelivery(ctx, design.id) : queueDelivery(ctx, design))
}

/** Returns the place from which the seller sent a design back, if it may still go there; null otherwise. */
export async function findReturn(
  ctx: Ctx,
  { shop_id, return_order_original_id: orderOriginalId, return_item_original_id: itemOriginalId }: DesignRow,
): Promise<{ readonly orderOriginalId: string; readonly itemOriginalId: string } | null> {
  if (orderOriginalId === null || itemOriginalId === null) return null
  const order = await ctx.db
    .selectFrom('shop_order')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shop_id)
    .where('original_id', '=', orderOriginalId)
    .executeTakeFirst()
  const lines = order ? await readOrderLines(ctx, order.id) : []
  const isFree = lines.some((line) => line.originalId === itemOriginalId && isOpenLine(line))
  return isFree ? { orderOriginalId, itemOriginalId } : null
}

async function takeAway(ctx: Ctx, design: DesignRow): Promise<void> {
  await requireUnlocked(ctx, design)
  if (design.item_original_id === null) return
  await attachDesign(ctx, {
    shopId: design.shop_id,
    itemOriginalId: design.item_original_id,
    id: attachedId(design.id),
    info: null,
  })
}

/** Takes a design out of its order; one that was charged or pushed stays. */
export async function unbindDesign(ctx: Ctx, id: number): Promise<BuyerDesignRow> {
  await release(ctx, id, {})
  return readRow(ctx, id)
}

/** Sends a design back to its buyer with a reason, and takes it out of its order. */
export async function rejectDesign(ctx: Ctx, id: number, reason: string): Promise<BuyerDesignRow> {
  await release(ctx, id, { status: 'rejected', reject_reason: reason })
  return readRow(ctx, id)
}

async function release(
  ctx: Ctx,
  id: number,
  change: { readonly status?: 'rejected'; readonly reject_reason?: string },
): Promise<void> {
  const { shop_id } = await requireOwned(ctx, 'buyer_design', id, '设计')
  await transact(ctx, async (inner) => {
    await lockShop(inner, shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const design = await lockDesign(inner, id)
    const isSentBack = change.status === 'rejected'
    if (isSentBack && design.status !== 'submitted') throw new Failure('conflict', '买家还没有提交这个设计，不需要退回')
    const keepsCorrection = isSentBack && design.under_review && (await isCorrected(inner, design))
    if (!keepsCorrection) await takeAway(inner, design)
    await forgetDelivery(inner, id)
    if (isSentBack) await forgetDrawing(inner, id)
    await inner.db
      .updateTable('buyer_design')
      .set({
        ...(!keepsCorrection && { order_original_id: null, item_original_id: null }),
        ...(isSentBack && { under_review: false }),
        // Taken out by the seller, it goes where the seller puts it and never back by itself; sent back, it returns.
        ...(!isSentBack &&
          design.order_original_id !== null && {
            released_from: sql<
              string[]
            >`array_append(array_remove(released_from, ${design.order_original_id}), ${design.order_original_id})`,
          }),
        return_order_original_id:
          isSentBack && !keepsCorrection ? (design.order_original_id ?? design.return_order_original_id) : null,
        return_item_original_id:
          isSentBack && !keepsCorrection ? (design.item_original_id ?? design.return_item_original_id) : null,
        ...change,
      })
      .where('id', '=', id)
      .execute()
  })
}
