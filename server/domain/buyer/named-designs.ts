/** Binds designs by themselves to the orders that name them: at an import, and when a design is submitted after its order came. */
import { sql } from 'kysely'
import { placeDesigns } from '../../../contract/rules/design-place'
import type { Ctx } from '../../kernel/context'
import { lockLedger } from '../credits/ledger'
import { type NamingTexts, namedCodes } from '../orders/named-codes'
import type { DesignRow } from './access'
import { bind, findReturn } from './binding'
import { type OrderLine, readLines } from './order-lines'
import { lockDesign } from './state'
import { placedDesignOf } from './submission'

/** A stored order, and the texts with which it came. */
export interface NamingOrder extends NamingTexts {
  readonly id: number
  /** Words in the texts with which it came that may be codes; the text of an item is not kept beside the designs that it holds. */
  readonly codes: readonly string[]
}

/** Largest number of orders naming a design that are tried. */
const maxOrders = 20

interface Found {
  readonly id: number
  readonly code: string
  readonly forOrder: string | null
}

/**
 * Binds the designs that these orders name, and those that were begun for them, wherever the rule is certain (design-place.ts). Codes
 * of other shops, of drafts, of designs that an order has, and of those that the seller took out of it are left alone. The shop must
 * be locked.
 */
export async function bindByOrders(ctx: Ctx, shopId: number, orders: readonly NamingOrder[]): Promise<void> {
  const codes = orders.flatMap((order) => order.codes)
  const numbers = orders.map(({ originalId }) => originalId)
  const { rows: found } = await sql<Found>`
    select id, code, for_order as "forOrder" from buyer_design where account_id = ${ctx.actor.accountId} and shop_id = ${shopId}
      and status = 'submitted' and order_original_id is null
      and (code = any(${codes}::text[]) or for_order = any(${numbers}::text[]))
    order by id`.execute(ctx.db)
  if (found.length === 0) return
  await lockLedger(ctx, ctx.actor.accountId)
  for (const order of orders) {
    const itemOf = new Map(namedCodes(order).map(({ code, item }) => [code, item]))
    const ofCode = order.codes.flatMap((code) =>
      found.filter((one) => one.code === code).map(({ id }) => ({ id, item: itemOf.get(code) ?? null })),
    )
    const wanted = [...new Map(ofCode.reverse().map((one) => [one.id, one])).values()].reverse()
    const begun = found.filter(({ id, forOrder }) => forOrder === order.originalId && !wanted.some((one) => one.id === id))
    if (wanted.length > 0 || begun.length > 0) await bindNamed(ctx, order, wanted, begun)
  }
}

interface Wanted {
  readonly id: number
  /** The item whose text names the design. */
  readonly item: string | null
}

/** `begun` are designs that nothing but the platform's address names for the order, which anybody can open. */
async function bindNamed(
  ctx: Ctx,
  order: NamingOrder,
  wanted: readonly Wanted[],
  begun: readonly { readonly id: number }[],
): Promise<void> {
  const readFree = async (id: number): Promise<DesignRow | null> => {
    const row = await lockDesign(ctx, id)
    const isFree = row.status === 'submitted' && row.order_original_id === null
    // A design whose case nobody knows any more is the seller's to place.
    return isFree && !row.released_from.includes(order.originalId) && placedDesignOf(row).phoneModelName !== '' ? row : null
  }
  const designs: (Wanted & { readonly row: DesignRow })[] = []
  for (const { id, item } of wanted) {
    const row = await readFree(id)
    if (row) designs.push({ id, item, row })
  }
  const rivals: { readonly row: DesignRow }[] = []
  for (const { id } of begun) {
    const row = await readFree(id)
    if (row) rivals.push({ row })
  }
  const place = async (lines: readonly OrderLine[], group: typeof rivals, isAllOrNone = false): Promise<void> => {
    const placements = placeDesigns(
      lines,
      group.map(({ row }) => placedDesignOf(row)),
    )
    if (isAllOrNone && placements.some(({ lineId }) => lineId === null)) return
    for (const [at, { lineId }] of placements.entries()) {
      const [row, line] = [group[at]?.row, lines.find(({ id }) => id === lineId)]
      if (row && line) await bind(ctx, row, order.originalId, line.originalId)
    }
  }
  const readOwn = async () => (await readLines(ctx, [order.id])).get(order.id) ?? []
  for (const design of designs.filter(({ item }) => item !== null)) {
    await place(
      (await readOwn()).filter(({ originalId }) => originalId === design.item),
      [design],
    )
  }
  const others = designs.filter(({ item }) => item === null)
  if (others.length > 0) await place(await readOwn(), others)
  // Which of several is the buyer's own nobody can tell: where there is no room for all, the seller is asked (unplaced.ts).
  if (rivals.length > 0) await place(await readOwn(), rivals, true)
}

/**
 * Binds a design that was just submitted: to the place from which it was sent back, or to the oldest order whose texts name its code,
 * wherever the rule is certain. To be called in the transaction of the submission, with the shop and the ledger locked; a design that
 * is bound already stays.
 */
export async function bindWaiting(ctx: Ctx, designId: number): Promise<void> {
  const design = await lockDesign(ctx, designId)
  if (design.order_original_id !== null) return
  const returnTo = await findReturn(ctx, design)
  if (returnTo) return bind(ctx, design, returnTo.orderOriginalId, returnTo.itemOriginalId)
  const { shop_id: shopId, code } = design
  const { rows } = await sql<NamingOrder>`
    select shop_order.id, shop_order.original_id as "originalId", buyer_message as "buyerMessage", seller_memo as "sellerMemo",
      design_codes as codes,
      (select coalesce(json_agg(json_build_object('originalId', item.original_id, 'content', item.content) order by item.place), '[]')
        from order_item item where item.order_id = shop_order.id) as "orderItems"
    from shop_order where account_id = ${ctx.actor.accountId} and shop_id = ${shopId}
      and design_codes <> '{}' and design_codes @> ${[code]}::text[]
    order by created_at, id limit ${maxOrders}`.execute(ctx.db)
  if (rows.length > 0) await bindByOrders(ctx, shopId, rows)
}
