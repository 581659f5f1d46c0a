/** Writes the items of imported orders, and links their customizations. An item keeps its row as long as its order has it. */
import { type Selectable, sql } from 'kysely'
import type { ItemState } from '../../../contract/rules/item-state'
import { assignedFrom, columnList, rowsAs } from '../../kernel/columns'
import type { Ctx } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { readContent } from './content'
import { deleteUnlinked, writeCustomizations } from './customizations'
import { linkRemakes } from './design/remake'
import { madeAs, readStoredItems, type StagedItem } from './made-as'
import { decidePhoneFits, readPhoneFits } from './phone-fits'

export interface ItemWrite {
  readonly originalId: string
  readonly productOriginalId: string | null
  readonly skuOriginalId: string | null
  readonly title: string
  readonly imageUrl: string | null
  readonly propertiesName: string
  readonly quantity: number
  /** Unchanged from the source; unreadable content is stored but ignored. */
  readonly content: string | null
  /** State and hold agree, as `itemStateOf` returns them. */
  readonly state: ItemState
  readonly hold: string | null
  readonly merchantSku?: string | null
  /** The marketplace's own words for the state; they belong to it, and go when another source says it without words. */
  readonly platformState?: string | null
}

export interface OrderWithItems {
  readonly orderId: number
  readonly items: readonly ItemWrite[]
}

/** Columns of an item that follow its order; `order_id` and `original_id` never change. */
const itemColumns = [
  'place',
  'product_original_id',
  'sku_original_id',
  'title',
  'image_url',
  'properties_name',
  'quantity',
  'state',
  'hold',
  'platform_state',
  'content',
  'merchant_sku',
  'made_as',
] as const

type ItemRow = Pick<Selectable<Database['order_item']>, 'order_id' | 'original_id' | (typeof itemColumns)[number]> & {
  readonly id: number | null
}

/** Assigns rows to each order's items by platform id; items with the same id take existing rows in order. */
function assignRows(orders: readonly OrderWithItems[], existing: readonly StagedItem[]) {
  const free = new Map<string, StagedItem[]>()
  for (const stored of existing) {
    const name = `${stored.order_id}/${stored.original_id}`
    free.set(name, [...(free.get(name) ?? []), stored])
  }
  const rows = orders.flatMap(({ orderId, items }) =>
    items.map((item, index): ItemRow => {
      const stored = free.get(`${orderId}/${item.originalId}`)?.shift()
      return {
        id: stored?.id ?? null,
        made_as: stored ? madeAs(stored, item) : null,
        order_id: orderId,
        place: index,
        original_id: item.originalId,
        product_original_id: item.productOriginalId,
        sku_original_id: item.skuOriginalId,
        title: item.title,
        image_url: item.imageUrl,
        properties_name: item.propertiesName,
        quantity: item.quantity,
        state: item.state,
        hold: item.hold,
        platform_state: item.platformState ?? null,
        content: item.content,
        merchant_sku: item.merchantSku ?? null,
      }
    }),
  )
  return { rows, removed: [...free.values()].flat().map(({ id }) => id) }
}

/** Replaces the items of these orders, and links their customizations. The shop must be locked. */
export async function writeItems(ctx: Ctx, shopId: number, orders: readonly OrderWithItems[]): Promise<void> {
  if (orders.length === 0) return
  const { db } = ctx
  const orderIds = orders.map(({ orderId }) => orderId)
  const existing = await readStoredItems(ctx, orderIds)
  const unlinkedIds = await unlinkCustomizations(
    ctx,
    existing.map(({ id }) => id),
  )
  const { rows, removed } = assignRows(orders, existing)
  if (removed.length > 0) await db.deleteFrom('order_item').where('id', 'in', removed).execute()
  await updateItems(
    ctx,
    rows.filter((row) => row.id !== null),
  )
  const idOf = await insertItems(
    ctx,
    rows.filter((row) => row.id === null),
  )
  const itemDesigns = rows.map((row) => ({
    itemId: row.id ?? idOf(row),
    propertiesName: row.properties_name,
    customizations: readContent(row.content, row.original_id),
  }))
  const rowOf = await writeCustomizations(
    ctx,
    shopId,
    itemDesigns.flatMap(({ customizations }) => customizations),
  )
  await linkCustomizations(
    ctx,
    itemDesigns.flatMap(({ itemId, propertiesName, customizations }) =>
      [...new Set(customizations.map(rowOf))].map((customization, place) => ({
        item: itemId,
        propertiesName,
        customization,
        place,
      })),
    ),
  )
  await linkRemakes(
    ctx,
    itemDesigns.map(({ itemId }) => itemId),
  )
  await deleteUnlinked(ctx, unlinkedIds)
  // Designs of these that other orders show, too, may have another phone now; remakes are linked without it.
  await decidePhoneFits(ctx)
}

async function unlinkCustomizations({ db }: Ctx, itemIds: readonly number[]): Promise<number[]> {
  if (itemIds.length === 0) return []
  const rows = await db
    .deleteFrom('order_item_customization')
    .where('order_item_id', 'in', itemIds)
    .returning('customization_id')
    .execute()
  return [...new Set(rows.map((row) => row.customization_id))]
}

async function updateItems({ db }: Ctx, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update order_item item set ${assignedFrom('row', itemColumns)}
    from ${rowsAs('order_item', rows)} as row
    where item.id = row.id`.execute(db)
}

async function insertItems({ db, actor }: Ctx, rows: readonly ItemRow[]): Promise<(row: ItemRow) => number> {
  if (rows.length === 0) return () => throwUnwritten()
  const columns = columnList(['order_id', 'original_id', ...itemColumns])
  const { rows: inserted } = await sql<{ id: number; order_id: number; place: number }>`
    insert into order_item (account_id, ${columns})
    select ${actor.accountId}::bigint, ${columns} from ${rowsAs('order_item', rows)} as row
    returning id, order_id, place`.execute(db)
  const ids = new Map(inserted.map((row) => [`${row.order_id}/${row.place}`, row.id]))
  return (row) => ids.get(`${row.order_id}/${row.place}`) ?? throwUnwritten()
}

function throwUnwritten(): never {
  throw new Error('an order item was not written')
}

async function linkCustomizations(
  ctx: Ctx,
  links: readonly { item: number; propertiesName: string; customization: number; place: number }[],
): Promise<void> {
  if (links.length === 0) return
  const isOtherPhone = await readPhoneFits(
    ctx,
    links.map(({ customization }) => customization),
  )
  const rows = links.map(({ propertiesName, ...link }) => ({ ...link, other: isOtherPhone(link.customization, propertiesName) }))
  await sql`
    insert into order_item_customization (account_id, order_item_id, customization_id, place, other_phone)
    select ${ctx.actor.accountId}::bigint, row.item, row.customization, row.place, row.other
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (item bigint, customization bigint, place integer, other boolean)`.execute(ctx.db)
}
