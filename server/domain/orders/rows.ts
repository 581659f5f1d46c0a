/** Reads orders with their children, items and customizations as the contract's types: four queries for any number. */
import { type Selectable, sql } from 'kysely'
import type { Customization, Order, OrderItem } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { type FileAddresses, fileAddress, storedKey } from '../files/addresses'
import { previewUrl } from './pay-wall'

export type OrderRow = Pick<
  Selectable<Database['shop_order']>,
  | 'id'
  | 'shop_id'
  | 'original_id'
  | 'is_platform_order'
  | 'merge_split_status'
  | 'parent_id'
  | 'created_at'
  | 'push_status'
  | 'push_factory'
  | 'push_message'
  | 'pushed_at'
  | 'buyer_message'
  | 'seller_memo'
>

export const orderColumns = [
  'id',
  'shop_id',
  'original_id',
  'is_platform_order',
  'merge_split_status',
  'parent_id',
  'created_at',
  'push_status',
  'push_factory',
  'push_message',
  'pushed_at',
  'buyer_message',
  'seller_memo',
] as const

/** Returns orders with their children, in the order of `rows`; children by their creation time. */
export async function withDetails(ctx: Ctx, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const children = await readChildren(
    ctx,
    rows.map(({ id }) => id),
  )
  const all = [...rows, ...children]
  const items = await readItems(
    ctx,
    all.map(({ id }) => id),
  )
  const withItems = (row: OrderRow) => toOrder(row, items.get(row.id) ?? [])
  return rows.map((row) => ({
    ...withItems(row),
    childOrders: children.filter(({ parent_id }) => parent_id === row.id).map(withItems),
  }))
}

function readChildren({ db, actor }: Ctx, parentIds: readonly number[]): Promise<OrderRow[]> {
  return db
    .selectFrom('shop_order')
    .select(orderColumns)
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`parent_id = any(${[...parentIds]}::bigint[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns items by order, in their positions. */
export async function readItems(ctx: Ctx, orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderItem[]>> {
  const { db, actor } = ctx
  const rows = await db
    .selectFrom('order_item')
    .select([
      'id',
      'order_id',
      'original_id as originalId',
      'product_original_id as productOriginalId',
      'sku_original_id as skuOriginalId',
      'title',
      'image_url as imageUrl',
      'properties_name as propertiesName',
      'quantity',
      'hold',
      'merchant_sku as merchantSku',
      'decided_pieces as decidedPieces',
    ])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
    .orderBy('order_id')
    .orderBy('place')
    .execute()
  const customizations = await readCustomizations(
    ctx,
    rows.map(({ id }) => id),
  )
  const byOrder = new Map<number, OrderItem[]>()
  for (const { order_id, ...item } of rows) {
    const items = byOrder.get(order_id) ?? []
    items.push({ ...item, imageUrl: shownUrl(ctx, item.imageUrl), customizations: customizations.get(item.id) ?? [] })
    byOrder.set(order_id, items)
  }
  return byOrder
}

interface CustomizationRow {
  readonly item_id: number
  readonly id: number
  readonly phone_brand_id: number | null
  readonly phone_model_id: number | null
  readonly material_id: number | null
  readonly material_color_id: number | null
  readonly phone_brand_name: string
  readonly phone_model_name: string
  readonly material_name: string
  readonly material_color_name: string
  readonly customized_image_url: string | null
  readonly preview_image_url: string | null
  readonly width_mm: number | null
  readonly height_mm: number | null
  readonly paid: boolean
  readonly case_by_hand: boolean
  readonly model_known: boolean
  readonly color_known: boolean
  /** True when the effect image is the customized image. */
  readonly same_picture: boolean | null
  readonly width: number | null
  readonly height: number | null
  readonly content_type: string | null
  readonly has_design: boolean
  readonly version: number
  readonly design_lock: Customization['designLock']
  readonly remake_of: number | null
}

/** Returns customizations by item, in their positions. */
async function readCustomizations(ctx: Ctx, itemIds: readonly number[]): Promise<ReadonlyMap<number, Customization[]>> {
  const { rows } = await sql<CustomizationRow>`
    select link.order_item_id as item_id, customization.id, phone_brand_id, phone_model_id, material_id, material_color_id,
      phone_brand_name, phone_model_name, material_name, material_color_name, customized_image_url, preview_image_url,
      width_mm, height_mm, line.customization_id is not null as paid, file.width, file.height, file.content_type, case_by_hand, version, remake_of,
      case when exists (select from push_line sent where sent.account_id = customization.account_id
          and sent.customization_id = customization.id and sent.status <> 'failed') then 'pushed'
        when line.customization_id is not null then 'charged' end as design_lock,
      jsonb_typeof(snapshot -> 'layers') = 'array' and jsonb_array_length(snapshot -> 'layers') > 0 as has_design,
      exists (select from phone_model model where model.id = customization.phone_model_id) as model_known,
      exists (select from material_color color where color.id = customization.material_color_id) as color_known,
      preview_image_url = customized_image_url or preview.id = file.id or preview.sha256 = file.sha256 as same_picture
    from order_item_customization link
    join customization on customization.id = link.customization_id
    left join usage_line line on line.account_id = customization.account_id and line.customization_id = customization.id
    left join file on file.id = customization.customized_file_id
    left join file preview on preview.id = customization.preview_file_id
    where link.order_item_id = any(${[...itemIds]}::bigint[]) and customization.account_id = ${ctx.actor.accountId}
    order by link.order_item_id, link.place`.execute(ctx.db)
  const byItem = new Map<number, Customization[]>()
  for (const row of rows) {
    const customizations = byItem.get(row.item_id) ?? []
    customizations.push(toCustomization(ctx, row))
    byItem.set(row.item_id, customizations)
  }
  return byItem
}

/** Converts a stored address (see `storedUrl`) to one that a client can open. */
export function shownUrl(ctx: FileAddresses, url: string | null): string | null {
  if (!url?.startsWith('/')) return url
  const key = storedKey(url)
  return key === undefined ? ctx.publicUrl + url : fileAddress(ctx, key)
}

/** Address of a stored picture by its key. */
export const pictureUrl = (ctx: FileAddresses, key: string | null): string | null => (key === null ? null : fileAddress(ctx, key))

/** Returns the customized image that this account may see now: the image itself when it is paid for, otherwise its preview. */
function customizedUrl(ctx: Ctx, { id, customized_image_url: url, paid }: CustomizationRow): string | null {
  return url === null || paid ? shownUrl(ctx, url) : previewUrl(ctx, { id, url })
}

const toCustomization = (ctx: Ctx, row: CustomizationRow): Customization => ({
  id: row.id,
  phoneBrandId: row.phone_brand_id,
  phoneModelId: row.phone_model_id,
  phoneCaseMaterialId: row.material_id,
  phoneCaseMaterialColorId: row.material_color_id,
  phoneBrandName: row.phone_brand_name,
  phoneModelName: row.phone_model_name,
  phoneCaseMaterialName: row.material_name,
  phoneCaseMaterialColorName: row.material_color_name,
  customizedImageUrl: customizedUrl(ctx, row),
  // Effect images are free, except one that is the customized image itself.
  previewImageUrl: row.same_picture ? customizedUrl(ctx, row) : shownUrl(ctx, row.preview_image_url),
  creditDeducted: row.paid,
  caseByHand: row.case_by_hand,
  modelKnown: row.model_known,
  colorKnown: row.color_known,
  customizedImage: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
  customizedImageType: row.content_type,
  hasDesign: row.has_design,
  version: row.version,
  designLock: row.design_lock,
  remakeOf: row.remake_of,
  widthMm: row.width_mm,
  heightMm: row.height_mm,
})

const toOrder = (row: OrderRow, orderItems: OrderItem[]): Omit<Order, 'childOrders'> => ({
  id: row.id,
  originalId: row.original_id,
  shopId: row.shop_id,
  isPlatformOrder: row.is_platform_order,
  mergeSplitStatus: row.merge_split_status,
  createdAt: row.created_at.getTime(),
  buyerMessage: row.buyer_message,
  sellerMemo: row.seller_memo,
  orderItems,
  push: {
    status: row.push_status,
    factoryName: row.push_factory,
    message: row.push_message,
    at: row.pushed_at?.getTime() ?? null,
  },
})
