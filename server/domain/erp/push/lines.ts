/**
 * Plans the push lines of an order's cases: each customization once, with the pieces of its item. README.md beside this file
 * draws the states of a line.
 */
import { sql } from 'kysely'
import { caseNameOf } from '../../../../contract/rules/case-names'
import { isHeld, type PushLineState } from '../../../../contract/rules/order-state'
import { piecesOf } from '../../../../contract/rules/pieces'
import { type FindingCode, itemFindings } from '../../../../contract/rules/preflight'
import type { Customization, OrderItem } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { changedOrder, type FoundItem, type FoundOrder } from './order'

export interface Line {
  readonly customization: Customization
  readonly item: OrderItem
  readonly quantity: number
  /** Its name in messages to the seller. */
  readonly name: string
  readonly stored: StoredCase
  /** The stored line of this customization; null: it was never sent to a factory. */
  readonly sent: LineState | null
}

export interface StoredCase {
  readonly id: number
  readonly shop_id: number
  readonly key: string
  readonly sha256: string | null
  /** The stored address of its customized image. */
  readonly url: string | null
  readonly file_id: number | null
  readonly storage_key: string | null
}

export interface LineState {
  readonly customization_id: number
  readonly status: PushLineState['status']
  readonly factory_id: number
  readonly factory_name: string
  readonly factory_order_id: string | null
  readonly quantity: number
  readonly order_id: number
  readonly order_original_id: string
  readonly lease_until: Date | null
}

/** A finding about an item or a case, for the seller. */
export interface Note {
  readonly itemOriginalId: string | null
  readonly customizationId: number | null
  readonly message: string
  /** Code of a preflight finding; null for findings about the order or the factory. */
  readonly code: FindingCode | null
}

export interface Planned {
  readonly lines: readonly Line[]
  readonly problems: readonly Note[]
  readonly warnings: readonly Note[]
  /** Items for which the seller has to decide the pieces. */
  readonly undecided: readonly FoundItem[]
}

/** Maximum lines of one call: each is examined and sent separately. */
export const maxLines = 200

const itemName = ({ title, originalId }: OrderItem): string => title.trim() || `商品 ${originalId}`

export const ofItem = (item: OrderItem, message: string, code: FindingCode | null = null): Note => ({
  itemOriginalId: item.originalId,
  customizationId: null,
  message: `「${itemName(item)}」${message}`,
  code,
})

export const ofLine = (
  { item, customization, name }: Pick<Line, 'item' | 'customization' | 'name'>,
  message: string,
  code: FindingCode | null = null,
): Note => ({
  itemOriginalId: item.originalId,
  customizationId: customization.id,
  message: `「${name}」${message}`,
  code,
})

export const ofOrder = (message: string): Note => ({ itemOriginalId: null, customizationId: null, message, code: null })

/** Plans the lines and collects all findings that need neither the designs nor the factory. */
export async function planLines(ctx: Ctx, order: FoundOrder): Promise<Planned> {
  const problems: Note[] = []
  const warnings: Note[] = []
  const drafts: Omit<Line, 'stored' | 'sent'>[] = []
  const undecided: FoundItem[] = []
  const seen = new Map<number, OrderItem>()
  for (const item of order.items) {
    if (item.customizations.length === 0) {
      if (isHeld(item)) problems.push(ofItem(item, `不能推送：${item.hold}`, 'held'))
      warnings.push(ofItem(item, '没有定制信息，不会推送'))
      continue
    }
    const pieces = piecesOf(item)
    if (pieces === null) undecided.push(item)
    problems.push(
      ...itemFindings(item, pieces).map(({ code, text }) => ofItem(item, code === 'held' ? `不能推送${text}` : text, code)),
    )
    for (const customization of pieces === null ? [] : item.customizations) {
      const quantity = pieces?.get(customization.id) ?? 0
      if (quantity === 0) continue
      const line = { customization, item, quantity, name: caseNameOf(customization) }
      const other = seen.get(customization.id)
      if (other) problems.push(ofLine(line, `在两个商品（${other.originalId}、${item.originalId}）中是同一个定制，请人工核对`))
      else drafts.push(line)
      seen.set(customization.id, item)
    }
  }
  if (drafts.length === 0 && problems.length === 0) problems.push(ofOrder(`订单 ${order.originalId} 没有可以推送的定制`))
  if (drafts.length > maxLines) {
    problems.push(ofOrder(`一次最多推送 ${maxLines} 个定制，这里有 ${drafts.length} 个，请分几次勾选商品推送`))
  }
  const lines = await withStored(ctx, drafts.slice(0, maxLines))
  return { lines, problems, warnings, undecided }
}

async function withStored(ctx: Ctx, drafts: readonly Omit<Line, 'stored' | 'sent'>[]): Promise<Line[]> {
  const ids = drafts.map(({ customization }) => customization.id)
  if (ids.length === 0) return []
  const { rows } = await sql<StoredCase>`
    select made.id, made.shop_id, made.key, made.sha256, made.customized_image_url as url, file.id as file_id, file.storage_key
    from customization made left join file on file.id = made.customized_file_id and file.status = 'ready'
    where made.account_id = ${ctx.actor.accountId} and made.id = any(${ids}::bigint[])`.execute(ctx.db)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const sent = await readSent(ctx, ids)
  return drafts.map((draft) => {
    const row = stored.get(draft.customization.id)
    // An import has just deleted it.
    if (!row) throw changedOrder()
    return { ...draft, stored: row, sent: sent.get(row.id) ?? null }
  })
}

export async function readSent({ db, actor }: Ctx, customizationIds: readonly number[]): Promise<Map<number, LineState>> {
  const { rows } = await sql<LineState>`
    select line.customization_id, line.status, line.factory_id, factory.name as factory_name, line.factory_order_id, line.quantity,
      line.order_id, shop_order.original_id as order_original_id, line.lease_until
    from push_line line join factory on factory.id = line.factory_id join shop_order on shop_order.id = line.order_id
    where line.account_id = ${actor.accountId} and line.customization_id = any(${[...customizationIds]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.customization_id, row]))
}
