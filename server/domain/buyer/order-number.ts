/**
 * Binds a design to an order that its buyer placed already, by the order's number (先拍后定制). Whoever knows a number of the shop can
 * use it, so wrong numbers are limited, and an unknown number is answered like one of another shop.
 */
import { sql } from 'kysely'
import { phoneName } from '../../../contract/rules/case-names'
import { type Doubt, placeDesign } from '../../../contract/rules/design-place'
import type { BuyerDesign } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure, invalid, LimitReached } from '../../kernel/failure'
import { countUses, restartWindow, takeBackUse } from '../../kernel/shared-limit'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { askForOrder } from '../orders/ask-order'
import { lockShop } from '../shops/shops'
import { type DesignRow, openDesign } from './access'
import { bind, readOrderLines } from './binding'
import { toBuyerDesign } from './rows'
import { lockDesign } from './state'
import { placedDesignOf } from './submission'
import { submitDesign } from './submit'

/** Numbers of refused order numbers that block a design, an address, or a shop (whoever sent them) for an hour. */
export const maxWrongNumbers = 5
export const maxWrongNumbersPerAddress = 20
export const maxWrongNumbersPerShop = 400
const blockMs = 60 * 60 * 1000

/** Repeating the call with the same number changes nothing. Rejects with 'too-many-requests' while wrong numbers block it. */
export async function bindOrder(publicCtx: PublicCtx, id: number, orderOriginalId: string): Promise<BuyerDesign> {
  const { row, ctx } = await openDesign(publicCtx, id)
  requireSubmitted(row)
  return toBuyerDesign(ctx, await tryNumber(publicCtx, ctx, row, orderOriginalId, 'order'))
}

/**
 * Counted before the order is looked for, so that parallel guesses cannot exceed the limits; only a right number is taken back.
 * @param kind numbers of platforms are counted apart: most of them are unknown only until the order is imported.
 */
async function tryNumber(
  { address }: PublicCtx,
  ctx: Ctx,
  row: DesignRow,
  orderOriginalId: string,
  kind: 'order' | 'platform-order',
): Promise<DesignRow> {
  const limits: readonly (readonly [key: string, most: number])[] = [
    [`buyer:${kind}-address:${address}`, maxWrongNumbersPerAddress],
    [`buyer:${kind}-shop:${row.shop_id}`, maxWrongNumbersPerShop],
    [`buyer:${kind}:${row.id}`, maxWrongNumbers],
  ]
  for (const [key, most] of limits) await countTry(ctx, key, most)
  if (kind === 'order') await askUnlessKnown(ctx, row.shop_id, orderOriginalId)
  const bound = await transact(ctx, (inner) => bindToNumber(inner, row, orderOriginalId))
  for (const [key] of limits) await takeBackUse(ctx.db, key)
  return bound
}

/** An order that was placed a moment ago is not stored yet: its shop's marketplace is asked for it. */
async function askUnlessKnown(ctx: Ctx, shopId: number, orderOriginalId: string): Promise<void> {
  const known = await ctx.db
    .selectFrom('shop_order')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shopId)
    .where('original_id', '=', orderOriginalId)
    .executeTakeFirst()
  if (known === undefined && (await askForOrder(ctx, shopId, orderOriginalId)) === 'later')
    throw new Failure('conflict', '正在向平台查询这个订单，请过一分钟再提交一次；也可以把定制编号发给客服')
}

/**
 * Submits a design. One that was begun for an order of a platform is put into it, if the shop knows the order already; an import
 * does it otherwise. Whether it was bound tells whether the number is one of the shop, so it counts like a typed number.
 */
export async function submitForOrder(publicCtx: PublicCtx, id: number, revision: number): Promise<BuyerDesign> {
  const submitted = await submitDesign(publicCtx, id, revision)
  const { forOrder } = submitted
  if (forOrder === null || submitted.isBound) return submitted
  const { row, ctx } = await openDesign(publicCtx, id)
  try {
    return await toBuyerDesign(ctx, await tryNumber(publicCtx, ctx, row, forOrder, 'platform-order'))
  } catch (error) {
    // An unknown order, one with designs already, or too many wrong numbers: the design is submitted all the same. An import binds it,
    // or its order tells the seller about it (unplaced.ts).
    if (error instanceof Failure) return submitted
    throw error
  }
}

/** Counts a try under `key`. Rejects with 'too-many-requests' beyond `most` tries; the last allowed try starts the hour of the block. */
async function countTry({ db }: Ctx, key: string, most: number): Promise<void> {
  const { used, endsInMs } = await countUses(db, key, 1, blockMs)
  if (used > most) {
    const minutes = Math.max(1, Math.ceil(endsInMs / 60_000))
    throw new LimitReached(60 * minutes, `订单号输错太多次，请 ${minutes} 分钟后再试，或把定制编号发给客服`)
  }
  if (used === most) await restartWindow(db, key, blockMs)
}

function requireSubmitted({ status, reject_reason }: DesignRow): void {
  if (status === 'submitted') return
  throw new Failure(
    'conflict',
    status === 'rejected'
      ? `卖家退回了这个设计${reject_reason ? `（${reject_reason}）` : ''}，请修改后重新提交，再填写订单号`
      : '请先提交设计，再填写订单号',
  )
}

async function bindToNumber(ctx: Ctx, { id, shop_id }: DesignRow, orderOriginalId: string): Promise<DesignRow> {
  await lockShop(ctx, shop_id)
  await lockLedger(ctx, ctx.actor.accountId)
  const design = await lockDesign(ctx, id)
  requireSubmitted(design)
  const order = await ctx.db
    .selectFrom('shop_order')
    .select(['id', 'original_id'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shop_id)
    .where('original_id', '=', orderOriginalId)
    .executeTakeFirst()
  if (!order) throw invalid('orderOriginalId', '没有找到这个订单，请核对订单号；刚下单的，请过几分钟再试，或把定制编号发给客服')
  if (design.order_original_id !== null && design.order_original_id !== order.original_id)
    throw new Failure('conflict', '这个设计已经用于另一个订单，如需更换请联系客服')
  const lines = await readOrderLines(ctx, order.id)
  if (lines.some(({ originalId }) => originalId === design.item_original_id)) return design
  const names = placedDesignOf(design)
  const { lineId, doubt } = placeDesign(lines, names)
  const line = lines.find((one) => one.id === lineId)
  if (line) await bind(ctx, design, order.original_id, line.originalId)
  else if (doubt !== null) throw new Failure('conflict', await refusalText(ctx, order.id, doubt, names))
  return lockDesign(ctx, id)
}

/** Says to the buyer why the order does not take the design. The bought choice is not named: anybody may know a number. */
async function refusalText(
  ctx: Ctx,
  orderId: number,
  doubt: Doubt,
  { phoneBrandName, phoneModelName }: ReturnType<typeof placedDesignOf>,
): Promise<string> {
  const phone = phoneName(phoneBrandName, phoneModelName)
  const inProduction = '这个订单已开始制作，不能再放入设计；如需修改请联系客服'
  const texts: Readonly<Record<Doubt, string>> = {
    full: '这个订单的每件商品都已经有设计，如需更换请联系客服',
    sent: inProduction,
    noLine: '这个订单里没有可以放设计的商品，请核对订单号；如有疑问请联系客服',
    held: `这个订单里 ${phone} 的商品已退款、关闭、发货或还没有付款，不能放入设计；如有疑问请联系客服`,
    otherPhone: `这个订单里没有买 ${phone}，请核对订单号，或换成买的机型重新提交；如有疑问请联系客服`,
    several: '这个订单里有几个商品都可以放这个设计，请把定制编号发给客服',
  }
  return doubt === 'full' && (await isInProduction(ctx, orderId)) ? inProduction : texts[doubt]
}

/** Whether a case of the order was charged or pushed. */
async function isInProduction({ db, actor }: Ctx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ isFixed: boolean }>`
    select exists (select from order_item item
      join order_item_customization link on link.order_item_id = item.id
      where item.account_id = ${actor.accountId} and item.order_id = ${orderId} and (
        exists (select from usage_line line where line.account_id = item.account_id and line.customization_id = link.customization_id)
        or exists (select from push_line line where line.account_id = item.account_id
          and line.customization_id = link.customization_id and line.status <> 'failed'))) as "isFixed"`.execute(db)
  return rows[0]?.isFixed === true
}
