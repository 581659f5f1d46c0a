/** Binds buyers' designs to the orders that name them: by the seller, or by a code in the buyer's message or the seller's memo. */
import { sql } from 'kysely'
import { codesIn, readDesignCode } from '../../../contract/rules/design-code'
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { attachDesign } from '../orders/attach-design'
import { attachedId } from '../orders/attached-id'
import { readContent } from '../orders/content'
import { lockShop } from '../shops/shops'
import type { DesignRow } from './access'
import { placeOf } from './content'
import { countDesign } from './counted'
import { forgetDelivery, queueDelivery } from './delivery'
import { forgetDrawing, isUndrawn } from './drawing-queue'
import { readRow } from './list'
import { lockDesign, requireUnlocked } from './state'

interface Binding {
  readonly code: string
  readonly orderId: number
  readonly orderItemId?: number | null | undefined
}

/** Binds a submitted design by its code. Repeating the call changes nothing. */
export async function bindDesign(ctx: Ctx, { code, orderId, orderItemId }: Binding): Promise<BuyerDesignRow> {
  const read = readDesignCode(code)
  if (read === null) throw invalid('code', '定制编号不正确，请检查有没有输错')
  const order = await requireOwned(ctx, 'shop_order', orderId, '订单')
  const id = await transact(ctx, async (inner) => {
    await lockShop(inner, order.shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const found = await inner.db
      .selectFrom('buyer_design')
      .select('id')
      .where('account_id', '=', inner.actor.accountId)
      .where('shop_id', '=', order.shop_id)
      .where('code', '=', read)
      .executeTakeFirst()
    if (!found) throw invalid('code', '这个店铺没有这个定制编号，请检查有没有输错')
    const design = await lockDesign(inner, found.id)
    requireBindable(design, order.original_id)
    const item = orderItemId
      ? (await readItems(inner, [order.id])).find((one) => one.id === orderItemId)
      : await findItem(inner, design, order.id)
    if (!item) throw new Failure('conflict', '这个订单的每个商品都已经有定制，请选择要绑定的商品')
    await bind(inner, design, order.original_id, item.originalId)
    return design.id
  })
  return readRow(ctx, id)
}

function requireBindable(design: DesignRow, orderOriginalId: string): void {
  if (design.status !== 'submitted') throw new Failure('conflict', '买家还没有提交这个设计，请让买家提交后再绑定')
  if (design.order_original_id !== null && design.order_original_id !== orderOriginalId)
    throw new Failure('conflict', `这个设计已经绑定到订单 ${design.order_original_id}，请先在那里解除绑定`)
}

/** Returns the item of an order that a design goes into: the one that has it already, or the first one without a design. */
export async function findItem(ctx: Ctx, design: DesignRow, orderId: number): Promise<Item | undefined> {
  const items = await readItems(ctx, [orderId])
  return items.find(({ originalId }) => originalId === design.item_original_id) ?? items.find(({ hasDesign }) => !hasDesign)
}

/** Puts a submitted design into an item; the shop and the ledger must be locked. */
export async function bind(ctx: Ctx, design: DesignRow, orderOriginalId: string, itemOriginalId: string): Promise<void> {
  if (design.item_original_id !== null && design.item_original_id !== itemOriginalId) await takeAway(ctx, design)
  if (design.ordered_at === null) await countDesign(ctx, design, 'ordered')
  const bound = await ctx.db
    .updateTable('buyer_design')
    .set({
      order_original_id: orderOriginalId,
      item_original_id: itemOriginalId,
      ordered_at: design.ordered_at ?? ctx.clock.now(),
      return_order_original_id: null,
      return_item_original_id: null,
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
  await attachDesign(ctx, design.under_review ? { ...place, info: null } : place)
  await (design.under_review || isUndrawn(design) ? forgetDelivery(ctx, design.id) : queueDelivery(ctx, design))
}

/** Returns the place from which the seller sent a design back, if no other design is there now; null otherwise. */
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
  const items = order ? await readItems(ctx, [order.id]) : []
  const isFree = items.some(({ originalId, hasDesign }) => originalId === itemOriginalId && !hasDesign)
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
    await takeAway(inner, design)
    await forgetDelivery(inner, id)
    if (isSentBack) await forgetDrawing(inner, id)
    await inner.db
      .updateTable('buyer_design')
      .set({
        order_original_id: null,
        item_original_id: null,
        ...(isSentBack && { under_review: false }),
        // Taken out by the seller, it goes where the seller puts it; sent back, it returns.
        return_order_original_id: isSentBack ? (design.order_original_id ?? design.return_order_original_id) : null,
        return_item_original_id: isSentBack ? (design.item_original_id ?? design.return_item_original_id) : null,
        ...change,
      })
      .where('id', '=', id)
      .execute()
  })
}

interface Item {
  readonly id: number
  readonly orderId: number
  readonly originalId: string
  readonly hasDesign: boolean
}

async function readItems({ db, actor }: Ctx, orderIds: readonly number[]): Promise<readonly Item[]> {
  const { rows } = await sql<Item>`
    select item.id, item.order_id as "orderId", item.original_id as "originalId",
      exists (select from order_item_customization link where link.order_item_id = item.id)
        -- Kept for a design that waits for the seller's review.
        or exists (select from buyer_design design where design.shop_id = shop_order.shop_id and design.under_review
          and design.order_original_id = shop_order.original_id and design.item_original_id = item.original_id) as "hasDesign"
    from order_item item join shop_order on shop_order.id = item.order_id
    where item.account_id = ${actor.accountId} and item.order_id = any(${[...orderIds]}::bigint[])
    order by item.order_id, item.place`.execute(db)
  return rows
}

/** An order with the texts in which buyers, sellers and platforms write codes. */
export interface OrderTexts {
  readonly id: number
  readonly originalId: string
  readonly buyerMessage?: string | null
  readonly sellerMemo?: string | null
  readonly orderItems: readonly { readonly originalId: string; readonly content: string | null }[]
}

interface NamedCode {
  readonly order: OrderTexts
  readonly code: string
  /** The item whose text names the code; null for a text of the whole order. */
  readonly item: string | null
}

/** Taobao keeps what a buyer wrote into a customized product with the item (order field `customization`). */
function namedCodes(order: OrderTexts): NamedCode[] {
  const ofItems = order.orderItems.flatMap(({ originalId: item, content }) =>
    content === null || readContent(content, item).length > 0 ? [] : codesIn(content).map((code) => ({ order, code, item })),
  )
  const ofOrder = codesIn(`${order.buyerMessage ?? ''}\n${order.sellerMemo ?? ''}`).map((code) => ({ order, code, item: null }))
  return [...ofItems, ...ofOrder]
}

/**
 * Binds the designs that these orders name, and those that were begun for them, to their items without a design, in order. Codes of
 * other shops, of drafts and of designs that another order has are left alone. The shop must be locked.
 */
export async function bindByOrders(ctx: Ctx, shopId: number, orders: readonly OrderTexts[]): Promise<void> {
  const named = orders.flatMap(namedCodes)
  const numbers = orders.map(({ originalId }) => originalId)
  const { rows: found } = await sql<{ id: number; code: string; forOrder: string | null }>`
    select id, code, for_order as "forOrder" from buyer_design where account_id = ${ctx.actor.accountId} and shop_id = ${shopId}
      and status = 'submitted' and order_original_id is null
      and (code = any(${named.map(({ code }) => code)}::text[]) or for_order = any(${numbers}::text[]))
    order by id`.execute(ctx.db)
  if (found.length === 0) return
  await lockLedger(ctx, ctx.actor.accountId)
  for (const { order, code, item } of named) await bindFree(ctx, found.find((one) => one.code === code)?.id, order, item)
  for (const order of orders) {
    const begun = found.filter(({ forOrder }) => forOrder === order.originalId)
    // Anybody can begin a design for a number: of several, the seller chooses.
    if (begun.length === 1) await bindFree(ctx, begun[0]?.id, order, null)
  }
}

async function bindFree(ctx: Ctx, id: number | undefined, order: OrderTexts, named: string | null): Promise<void> {
  if (id === undefined) return
  const design = await lockDesign(ctx, id)
  if (design.status !== 'submitted' || design.order_original_id !== null) return
  const items = await readItems(ctx, [order.id])
  const item = items.find(({ originalId, hasDesign }) => !hasDesign && (named === null || originalId === named))
  if (item) await bind(ctx, design, order.originalId, item.originalId)
}
