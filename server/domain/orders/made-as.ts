/**
 * Remembers what an item was when it was paid for or pushed, if its buyer changes it afterwards: the marketplace keeps the number of
 * an item whose choice is changed, and a factory is not informed of it.
 */
import { sql } from 'kysely'
import { type BoughtChoice, changeSince, type MadeAs, type MadeStage } from '../../../contract/rules/bought-choice'
import { caseNameOf } from '../../../contract/rules/case-names'
import type { OrderItem } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { refreshAlarmsOfOrders } from '../alarms/refresh'
import { readContent } from './content'
import { readItems } from './rows'

type Choice = Omit<BoughtChoice, 'cases' | 'merchantSku'> & { readonly merchantSku?: string | null }

/** An item as it is stored before an import writes it again. */
interface StoredItem {
  readonly id: number
  readonly order_id: number
  readonly original_id: string
  readonly choice: Omit<BoughtChoice, 'cases'>
  readonly content: string | null
  /** The choice for which it is made, if it has changed before; null if it has not. */
  readonly made_as: MadeAs | null
}

/** `stage`: how far its designs are; null: nothing is paid for or pushed. */
export type StagedItem = StoredItem & { readonly stage: MadeStage | null }

const storedColumns = sql`item.id, item.order_id, item.original_id, item.content, item.made_as, json_build_object(
  'productOriginalId', item.product_original_id, 'skuOriginalId', item.sku_original_id,
  'propertiesName', item.properties_name, 'merchantSku', item.merchant_sku, 'quantity', item.quantity) as choice`

/** Returns the items of these orders, in the order of their places. */
export async function readStoredItems({ db }: Ctx, orderIds: readonly number[]): Promise<readonly StagedItem[]> {
  const { rows } = await sql<StagedItem>`
    select ${storedColumns},
      (select case when bool_or(sent.customization_id is not null) then 'pushed'
          when bool_or(paid.customization_id is not null) then 'paid' end
        from order_item_customization link
        left join push_line sent on sent.account_id = link.account_id and sent.customization_id = link.customization_id
          and sent.status in ('claimed', 'pushed')
        left join usage_line paid on paid.account_id = link.account_id and paid.customization_id = link.customization_id
        where link.order_item_id = item.id) as stage
    from order_item item where item.order_id = any(${[...orderIds]}::bigint[])
    order by item.order_id, item.place`.execute(db)
  return rows
}

/** Returns what an item that is imported again is made as; null if it is not made yet, or is as it was made. */
export function madeAs(
  stored: StagedItem,
  item: Choice & { readonly originalId: string; readonly content: string | null },
): MadeAs | null {
  const stage = stored.made_as?.stage ?? stored.stage
  if (stage === null) return null
  const was = stored.made_as ?? { ...stored.choice, cases: casesOf(stored.content, stored.original_id) }
  return changeSince(stage, was, { ...choiceOf(item), cases: casesOf(item.content, item.originalId) })
}

/**
 * Ends the notice of a change after the seller has settled it: the item counts as made the way it is bought now. Rejects with
 * 'not-found', or 'conflict' when the buyer has changed it again since.
 *
 * @param text of the change that the seller has read.
 */
export function settleChange(ctx: Ctx, orderId: number, itemId: number, text: string): Promise<OrderItem> {
  return transact(ctx, async (inner) => {
    const itemName = '订单里的这个商品'
    await requireOwned(inner, 'order_item', itemId, itemName, { lock: 'update' })
    const item = (await readItems(inner, [orderId])).get(orderId)?.find(({ id }) => id === itemId)
    if (!item) throw notFound(itemName)
    if (item.change !== null && item.change.text !== text) throw new Failure('conflict', '买家又改了这个商品，请刷新后再确认')
    // A merged order and its parts show the same item, so all of them are settled.
    await sql`
      update order_item item set made_as = null from shop_order place, shop_order shown
      where item.account_id = ${inner.actor.accountId} and item.original_id = ${item.originalId}
        and item.made_as ->> 'text' = ${text} and place.id = item.order_id and shown.id = ${orderId}
        and coalesce(place.parent_id, place.id) = coalesce(shown.parent_id, shown.id)`.execute(inner.db)
    await refreshAlarmsOfOrders({ ...inner, accountId: inner.actor.accountId }, [orderId])
    return { ...item, change: null }
  })
}

/**
 * Records that a design of an item was pushed as `item`, whose change the seller has confirmed: the item counts as made like that,
 * unless another design of it is at a factory as it was before.
 */
export async function markPushed(ctx: Ctx, item: OrderItem, customizationId: number): Promise<void> {
  if (item.change === null) return
  const { db, actor } = ctx
  const { rows } = await sql<StoredItem & { isElsewhere: boolean }>`
    select ${storedColumns}, exists (select from order_item_customization own
        join push_line sent on sent.account_id = own.account_id and sent.customization_id = own.customization_id
          and sent.status in ('claimed', 'pushed')
        where own.order_item_id = item.id and own.customization_id <> ${customizationId}) as "isElsewhere"
    from order_item item where item.id = ${item.id} and item.account_id = ${actor.accountId} for update`.execute(db)
  const [stored] = rows
  if (!stored || stored.isElsewhere) return
  const made = changeSince('pushed', choiceOf(item), { ...stored.choice, cases: {} })
  await db
    .updateTable('order_item')
    .set({ made_as: made && JSON.stringify(made) })
    .where('id', '=', item.id)
    .where('account_id', '=', actor.accountId)
    .execute()
}

const choiceOf = (item: Choice): BoughtChoice => ({
  productOriginalId: item.productOriginalId,
  skuOriginalId: item.skuOriginalId,
  propertiesName: item.propertiesName,
  merchantSku: item.merchantSku ?? null,
  quantity: item.quantity,
  cases: {},
})

/** The names of the cases that a buyer designed, by the keys of the designs. */
function casesOf(content: string | null, originalId: string): Record<string, string> {
  const named = readContent(content, originalId).map((made) => [
    made.key,
    caseNameOf({ ...made, phoneCaseMaterialName: made.materialName, phoneCaseMaterialColorName: made.materialColorName }),
  ])
  return Object.fromEntries(named)
}
