/** Reads the pieces of the print floor, with their orders as they are now. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { type ItemState, itemStateRules } from '../../../contract/rules/item-state'
import { readPieceCode } from '../../../contract/rules/piece-code'
import type { PieceState } from '../../../contract/rules/print-batch'
import type { PrintPiece } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { isSamePicture } from '../orders/pay-wall'
import { type CustomizationPictures, customizedUrl, effectUrl } from '../orders/rows'

export interface PieceRow extends CustomizationPictures {
  readonly id: number
  readonly code: string
  readonly state: PieceState
  readonly failures: number
  readonly failure: string | null
  readonly shop_id: number
  readonly order_id: number
  readonly order_number: string
  readonly customization_id: number
  readonly number: number
  readonly count: number
  readonly phone_model_id: number | null
  readonly material_id: number | null
  readonly material_color_id: number | null
  readonly phone_brand_name: string
  readonly phone_model_name: string
  readonly material_name: string
  readonly material_color_name: string
  readonly width_mm: number | null
  readonly height_mm: number | null
  readonly url: string
  readonly batch_id: number | null
  readonly batch_number: number | null
  readonly created_at: Date
  readonly printed_at: Date | null
  readonly packed_at: Date | null
  readonly shipped_at: Date | null
  /** Of the item that shows the design now; null: no order shows it any more. */
  readonly item_state: ItemState | null
  readonly item_hold: string | null
  readonly held_back: string | null
}

/**
 * Pieces with their orders. Of several items that show one design the one that may be made counts. The image is that of the design now, as
 * the order list shows it, and never more than the account has paid for.
 */
const selected = sql`
  select piece.id, piece.code, piece.state, piece.failures, piece.failure, piece.shop_id, piece.order_id,
    shop_order.original_id as order_number, piece.customization_id, piece.number, piece.count, piece.phone_model_id,
    piece.material_id, piece.material_color_id, piece.phone_brand_name, piece.phone_model_name, piece.material_name,
    piece.material_color_name, piece.width_mm, piece.height_mm, piece.url, piece.batch_id, batch.number as batch_number,
    piece.created_at, piece.printed_at, piece.packed_at, piece.shipped_at,
    item.state as item_state, item.hold as item_hold, shop_order.held_back,
    exists (select from usage_line line where line.account_id = piece.account_id
      and line.customization_id = piece.customization_id) as paid,
    made.preview_image_url, made.customized_image_url,
    ${isSamePicture(sql`(select sha256 from file print where print.id = made.customized_file_id)`)} as same_picture
  from print_piece piece
  join shop_order on shop_order.id = piece.order_id
  join customization made on made.id = piece.customization_id
  left join print_batch batch on batch.id = piece.batch_id
  left join lateral (
    select item.state, item.hold from order_item_customization link join order_item item on item.id = link.order_item_id
    where link.customization_id = piece.customization_id order by item.hold is not null, item.id limit 1) item on true`

/** Returns the rows of the account's pieces that meet a condition on `piece` and the tables that `selected` joins. */
export async function readPieces(
  { db, actor }: Ctx,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql`order by piece.id`,
): Promise<PieceRow[]> {
  const { rows } = await sql<PieceRow>`${selected} where piece.account_id = ${actor.accountId} and ${where} ${rest}`.execute(db)
  return rows
}

/** Returns why a piece must not be printed now; null when nothing prevents it. */
export function holdOf({ held_back, item_state, item_hold }: PieceRow): string | null {
  if (held_back !== null) return `订单已搁置：${held_back}`
  if (item_state === null) return '订单里已经没有这个定制，请核对后再打印'
  return item_hold ?? itemStateRules[item_state].hold
}

/** Whether the order's design is another picture than the one that was ordered. */
export const isReplaced = ({ url, customized_image_url }: PieceRow): boolean => url !== customized_image_url

function imageOf(ctx: Ctx, row: PieceRow): string | null {
  const pictures = { ...row, id: row.customization_id }
  return effectUrl(ctx, pictures) ?? customizedUrl(ctx, pictures)
}

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

export const pieceOf = (ctx: Ctx, row: PieceRow): PrintPiece => ({
  id: row.id,
  code: row.code,
  state: row.state,
  hold: holdOf(row),
  failures: row.failures,
  failure: row.failure,
  shopId: row.shop_id,
  orderId: row.order_id,
  orderNumber: row.order_number,
  customizationId: row.customization_id,
  number: row.number,
  count: row.count,
  phoneModelId: row.phone_model_id,
  materialId: row.material_id,
  materialColorId: row.material_color_id,
  phoneBrandName: row.phone_brand_name,
  phoneModelName: row.phone_model_name,
  phoneCaseMaterialName: row.material_name,
  phoneCaseMaterialColorName: row.material_color_name,
  widthMm: row.width_mm,
  heightMm: row.height_mm,
  imageUrl: imageOf(ctx, row),
  isReplaced: isReplaced(row),
  batchId: row.batch_id,
  batchNumber: row.batch_number,
  createdAt: row.created_at.getTime(),
  printedAt: timeOf(row.printed_at),
  packedAt: timeOf(row.packed_at),
  shippedAt: timeOf(row.shipped_at),
})

type Calls = AppContract['printPieces']

/** Escapes the signs that LIKE interprets. */
const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Failed ones first, then the oldest: the order in which batches gather them. What is done comes the newest first. */
export async function listPieces(ctx: Ctx, query: Parsed<Calls['list']>['query']): Promise<Reply<Calls['list']>> {
  const { pageNo, pageSize, state, phoneModelIds, materialIds, materialColorIds, text } = query
  const isOneOf = (column: string, ids: readonly number[] | undefined) =>
    ids === undefined ? sql`true` : sql`${sql.ref(`piece.${column}`)} = any(${[...ids]}::bigint[])`
  const code = text === undefined ? null : readPieceCode(text)
  const named =
    text === undefined || text === ''
      ? sql`true`
      : code === null
        ? sql`(piece.code ilike ${likeText(text)} or piece.order_id in (select id from shop_order
            where account_id = ${ctx.actor.accountId} and original_id ilike ${likeText(text)}))`
        : sql`piece.code = ${code}`
  const where = sql`${state === undefined ? sql`true` : sql`piece.state = ${state}`}
    and ${isOneOf('phone_model_id', phoneModelIds)} and ${isOneOf('material_id', materialIds)}
    and ${isOneOf('material_color_id', materialColorIds)} and ${named}`
  const isOpen = state === 'waiting' || state === 'planned'
  const order = isOpen
    ? sql`order by piece.failures > 0 desc, piece.created_at, piece.id`
    : sql`order by greatest(piece.created_at, piece.printed_at, piece.packed_at, piece.shipped_at) desc, piece.id desc`
  const rows = await readPieces(ctx, where, sql`${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`)
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::int as total from print_piece piece where piece.account_id = ${ctx.actor.accountId} and ${where}`.execute(
    ctx.db,
  )
  return { items: rows.map((row) => pieceOf(ctx, row)), totalItems: totals[0]?.total ?? 0 }
}
