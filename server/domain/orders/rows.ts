/** Reads orders with their children, items and customizations as the contract's types: as few statements for many as for one. */
import { type Selectable, sql } from 'kysely'
import type { MadeAs } from '../../../contract/rules/bought-choice'
import { forOrderTexts, type OrderTextColumn, orderTextColumns, orderTexts } from '../../../contract/rules/order-texts'
import type { Customization, Order, OrderItem, UnplacedCode } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { hasBegun, readUnplaced } from '../buyer/unplaced'
import { type FileAddresses, fileAddress, storedKey } from '../files/addresses'
import { designIdOf } from './attached-id'
import { isSamePicture, previewUrl } from './pay-wall'

const markColumns = [
  'tag_ids',
  'held_back',
  'held_back_by',
  'assignee',
  'approval',
  'approval_by',
  'approval_at',
  'approval_reason',
] as const
type MarkColumn = (typeof markColumns)[number]

type StoredOrder = Pick<
  Selectable<Database['shop_order']>,
  | 'id'
  | 'shop_id'
  | 'original_id'
  | 'source'
  | 'is_platform_order'
  | 'merge_split_status'
  | 'parent_id'
  | 'created_at'
  | 'push_status'
  | 'push_factory'
  | 'push_message'
  | 'pushed_at'
  | 'paid_at'
  | 'ship_until'
  | 'flag'
  | 'flag_text'
  | OrderTextColumn
  | 'design_codes'
  | MarkColumn
>

/** An order of the table, and whether a design that waits was begun for it. */
export type OrderRow = StoredOrder & { readonly has_begun: boolean }

export const orderColumns = [
  'id',
  'shop_id',
  'original_id',
  'source',
  'is_platform_order',
  'merge_split_status',
  'parent_id',
  'created_at',
  'push_status',
  'push_factory',
  'push_message',
  'pushed_at',
  'paid_at',
  'ship_until',
  'flag',
  'flag_text',
  ...orderTextColumns,
  'design_codes',
  ...markColumns,
] as const

/** Returns orders with their children, in the order of `rows`; children by their creation time. */
export async function withDetails(ctx: Ctx, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return withItems(ctx, rows, await readChildren(ctx, ids))
}

/** Returns orders, in the order of `rows`, with those of `children` that are theirs, and the items of all. */
export async function withItems(ctx: Ctx, rows: readonly OrderRow[], children: readonly OrderRow[]): Promise<Order[]> {
  const all = [...rows, ...children]
  const items = await readItems(
    ctx,
    all.map(({ id }) => id),
  )
  const unplaced = await readUnplaced(ctx, all)
  const ordered = (row: OrderRow) => toOrder(row, items.get(row.id) ?? [], unplaced.get(row.id) ?? [])
  return rows.map((row) => ({
    ...ordered(row),
    childOrders: children.filter(({ parent_id }) => parent_id === row.id).map(ordered),
  }))
}

function readChildren({ db, actor }: Ctx, parentIds: readonly number[]): Promise<OrderRow[]> {
  return db
    .selectFrom('shop_order')
    .select(orderColumns)
    .select(hasBegun('shop_order').as('has_begun'))
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`parent_id = any(${[...parentIds]}::bigint[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns items by order, in their positions, with their customizations in theirs. */
export async function readItems(ctx: Ctx, orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderItem[]>> {
  const byOrder = new Map<number, OrderItem[]>()
  let item: (Omit<OrderItem, 'customizations'> & { customizations: Customization[] }) | undefined
  for (const row of await readItemRows(ctx, orderIds)) {
    if (item?.id !== row.item_id) {
      item = toItem(ctx, row)
      const items = byOrder.get(row.order_id) ?? []
      items.push(item)
      byOrder.set(row.order_id, items)
    }
    if (isMade(row)) item.customizations.push(toCustomization(ctx, row))
  }
  return byOrder
}

interface ItemRow {
  readonly order_id: number
  readonly item_id: number
  readonly item_original_id: string
  readonly product_original_id: string | null
  readonly sku_original_id: string | null
  readonly title: string
  readonly image_url: string | null
  readonly properties_name: string
  readonly quantity: number
  readonly state: OrderItem['state']
  readonly hold: OrderItem['hold']
  readonly platform_state: string | null
  readonly made_as: MadeAs | null
  readonly merchant_sku: string | null
  readonly decided_pieces: OrderItem['decidedPieces']
}

/** The two pictures of a customization, as they are stored. */
export interface CustomizationPictures {
  readonly id: number
  readonly customized_image_url: string | null
  readonly preview_image_url: string | null
  /** True when the effect image is the customized image, see `isSamePicture`. */
  readonly same_picture: boolean | null
  readonly paid: boolean
}

interface CustomizationRow extends CustomizationPictures {
  readonly phone_brand_id: number | null
  readonly phone_model_id: number | null
  readonly material_id: number | null
  readonly material_color_id: number | null
  readonly phone_brand_name: string
  readonly phone_model_name: string
  readonly material_name: string
  readonly material_color_name: string
  readonly drawing: 'waiting' | 'failed' | null
  readonly width_mm: number | null
  readonly height_mm: number | null
  readonly case_by_hand: boolean
  readonly model_known: boolean
  readonly color_known: boolean
  readonly width: number | null
  readonly height: number | null
  readonly content_type: string | null
  readonly has_design: boolean
  readonly version: number
  readonly design_lock: Customization['designLock']
  readonly remake_of: number | null
}

/** A row of an item and one of its customizations, or of an item without any: then all of the customization is null. */
type Row = ItemRow & (CustomizationRow | { readonly id: null })

const isMade = (row: Row): row is ItemRow & CustomizationRow => row.id !== null

/**
 * Reads items and customizations in one statement: a round trip takes as long as the rows of either. What is looked up by an id is a
 * subquery of one value: each further join makes planning slower, and for an EXISTS PostgreSQL may read a table of all accounts.
 */
async function readItemRows({ db, actor }: Ctx, orderIds: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select item.order_id, item.id as item_id, item.original_id as item_original_id, item.product_original_id, item.sku_original_id,
      item.title, item.image_url, item.properties_name, item.quantity, item.state, item.hold, item.platform_state, item.made_as, item.merchant_sku, item.decided_pieces,
      made.id, made.phone_brand_id, made.phone_model_id, made.material_id, made.material_color_id,
      made.phone_brand_name, made.phone_model_name, made.material_name, made.material_color_name,
      made.customized_image_url, made.preview_image_url, made.width_mm, made.height_mm, made.case_by_hand, made.version, made.remake_of,
      case when made.customized_image_url is null then (
        select case when drawing.status in ('waiting', 'drawing') then 'waiting' else 'failed' end
        from buyer_design design left join buyer_drawing drawing on drawing.design_id = design.id
        where design.account_id = made.account_id and design.id = ${designIdOf(sql.ref('made'))}
          and design.status = 'submitted' and design.print_file_id is null) end as drawing,
      line.customization_id is not null as paid, file.width, file.height, file.content_type,
      case when (select bool_or(sent.status <> 'failed') from push_line sent where sent.account_id = made.account_id
          and sent.customization_id = made.id) then 'pushed'
        when line.customization_id is not null then 'charged' end as design_lock,
      jsonb_typeof(made.snapshot -> 'layers') = 'array' and jsonb_array_length(made.snapshot -> 'layers') > 0 as has_design,
      (select true from phone_model model where model.id = made.phone_model_id) is not null as model_known,
      (select true from material_color color where color.id = made.material_color_id) is not null as color_known,
      ${isSamePicture(sql`file.sha256`)} as same_picture
    from order_item item
    left join order_item_customization link on link.order_item_id = item.id
    left join customization made on made.id = link.customization_id and made.account_id = item.account_id
    left join usage_line line on line.account_id = made.account_id and line.customization_id = made.id
    left join file on file.id = made.customized_file_id
    where item.account_id = ${actor.accountId} and item.order_id = any(${[...orderIds]}::bigint[])
    order by item.order_id, item.place, item.id, link.place`.execute(db)
  return rows
}

const toItem = (ctx: Ctx, row: ItemRow): Omit<OrderItem, 'customizations'> & { customizations: Customization[] } => ({
  id: row.item_id,
  originalId: row.item_original_id,
  productOriginalId: row.product_original_id,
  skuOriginalId: row.sku_original_id,
  title: row.title,
  imageUrl: shownUrl(ctx, row.image_url),
  propertiesName: row.properties_name,
  quantity: row.quantity,
  state: row.state,
  hold: row.hold,
  ...(row.platform_state !== null && { platformState: row.platform_state }),
  change: row.made_as && { stage: row.made_as.stage, text: row.made_as.text },
  merchantSku: row.merchant_sku,
  decidedPieces: row.decided_pieces,
  customizations: [],
})

/** Converts a stored address (see `storedUrl`) to one that a client can open. */
export function shownUrl(ctx: FileAddresses, url: string | null): string | null {
  if (!url?.startsWith('/')) return url
  const key = storedKey(url)
  return key === undefined ? ctx.publicUrl + url : fileAddress(ctx, key)
}

/** Address of a stored picture by its key. */
export const pictureUrl = (ctx: FileAddresses, key: string | null): string | null => (key === null ? null : fileAddress(ctx, key))

/** Returns the customized image that this account may see now: the image itself when it is paid for, otherwise its preview. */
export function customizedUrl(ctx: Ctx, { id, customized_image_url: url, paid }: CustomizationPictures): string | null {
  return url === null || paid ? shownUrl(ctx, url) : previewUrl(ctx, { id, url })
}

/** Returns the effect image that this account may see now. Effect images are free, except one that is the customized image itself. */
export const effectUrl = (ctx: Ctx, row: CustomizationPictures): string | null =>
  row.same_picture ? customizedUrl(ctx, row) : shownUrl(ctx, row.preview_image_url)

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
  ...(row.drawing && { drawing: row.drawing }),
  previewImageUrl: effectUrl(ctx, row),
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

const toOrder = (row: OrderRow, orderItems: OrderItem[], unplacedCodes: UnplacedCode[]): Omit<Order, 'childOrders'> => ({
  id: row.id,
  originalId: row.original_id,
  source: row.source,
  shopId: row.shop_id,
  isPlatformOrder: row.is_platform_order,
  mergeSplitStatus: row.merge_split_status,
  createdAt: row.created_at.getTime(),
  paidAt: row.paid_at?.getTime() ?? null,
  shipUntil: row.ship_until?.getTime() ?? null,
  flag: row.flag,
  flagText: row.flag_text,
  ...forOrderTexts((name) => row[orderTexts[name].column]),
  orderItems,
  push: {
    status: row.push_status,
    factoryName: row.push_factory,
    message: row.push_message,
    at: row.pushed_at?.getTime() ?? null,
  },
  unplacedCodes,
  ...marksOf(row),
})

/** Returns the marks of an order, if it has any. */
function marksOf(row: OrderRow): Pick<Order, 'marks'> {
  const marks = {
    tagIds: row.tag_ids,
    heldBack: row.held_back,
    heldBackBy: row.held_back_by,
    assignee: row.assignee,
    approval: row.approval,
    approvalBy: row.approval_by,
    approvalAt: row.approval_at?.getTime() ?? null,
    approvalReason: row.approval_reason,
  }
  const isMarked = marks.tagIds.length > 0 || [marks.heldBack, marks.assignee, marks.approval].some((mark) => mark !== null)
  return isMarked ? { marks } : {}
}
