/**
 * Plans the push lines of an order's cases: each customization once, with the pieces of its item. README.md beside this file
 * draws the states of a line.
 */
import { sql } from 'kysely'
import { caseNameOf } from '../../../../contract/rules/case-names'
import { isHeld } from '../../../../contract/rules/order-state'
import { piecesOf } from '../../../../contract/rules/pieces'
import { type FindingCode, itemFindings } from '../../../../contract/rules/preflight'
import type { Customization, OrderItem } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { type FoundItem, type FoundOrder, orderChanged } from './order'
import { readStoredLines, type StoredLine } from './stored-lines'

export interface PushLine {
  readonly customization: Customization
  readonly item: OrderItem
  readonly quantity: number
  /** Its name in messages to the seller. */
  readonly name: string
  readonly storedCase: StoredCase
  /** The stored line of this customization; null: it was never sent to a factory. */
  readonly storedLine: StoredLine | null
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

/** A finding about an item or a case, for the seller. */
export interface PushFinding {
  readonly itemOriginalId: string | null
  readonly customizationId: number | null
  readonly message: string
  /** Code of a preflight finding; null for findings about the order or the factory. */
  readonly code: FindingCode | null
}

export interface LinePlan {
  readonly lines: readonly PushLine[]
  readonly problems: readonly PushFinding[]
  readonly warnings: readonly PushFinding[]
  /** Items for which the seller has to decide the pieces. */
  readonly undecided: readonly FoundItem[]
}

/** Maximum lines of one call: each is examined and sent separately. */
export const maxLines = 200

const itemName = ({ title, originalId }: OrderItem): string => title.trim() || `商品 ${originalId}`

export const findingOfItem = (item: OrderItem, message: string, code: FindingCode | null = null): PushFinding => ({
  itemOriginalId: item.originalId,
  customizationId: null,
  message: `「${itemName(item)}」${message}`,
  code,
})

export const findingOfLine = (
  { item, customization, name }: Pick<PushLine, 'item' | 'customization' | 'name'>,
  message: string,
  code: FindingCode | null = null,
): PushFinding => ({
  itemOriginalId: item.originalId,
  customizationId: customization.id,
  message: `「${name}」${message}`,
  code,
})

export const findingOfOrder = (message: string): PushFinding => ({
  itemOriginalId: null,
  customizationId: null,
  message,
  code: null,
})

/** Plans the lines and collects all findings that need neither the designs nor the factory. */
export async function planLines(ctx: Ctx, order: FoundOrder): Promise<LinePlan> {
  const problems: PushFinding[] = []
  const warnings: PushFinding[] = []
  const drafts: Omit<PushLine, 'storedCase' | 'storedLine'>[] = []
  const undecided: FoundItem[] = []
  const itemOf = new Map<number, OrderItem>()
  for (const item of order.items) {
    if (item.customizations.length === 0) {
      if (isHeld(item)) problems.push(findingOfItem(item, `不能推送：${item.hold}`, 'held'))
      warnings.push(findingOfItem(item, '没有定制信息，不会推送'))
      continue
    }
    const pieces = piecesOf(item)
    if (pieces === null) undecided.push(item)
    problems.push(
      ...itemFindings(item, pieces).map(({ code, text }) =>
        findingOfItem(item, code === 'held' ? `不能推送${text}` : text, code),
      ),
    )
    for (const customization of pieces === null ? [] : item.customizations) {
      const quantity = pieces?.get(customization.id) ?? 0
      if (quantity === 0) continue
      const line = { customization, item, quantity, name: caseNameOf(customization) }
      const otherItem = itemOf.get(customization.id)
      if (otherItem)
        problems.push(findingOfLine(line, `在两个商品（${otherItem.originalId}、${item.originalId}）中是同一个定制，请人工核对`))
      else drafts.push(line)
      itemOf.set(customization.id, item)
    }
  }
  if (drafts.length === 0 && problems.length === 0) problems.push(findingOfOrder(`订单 ${order.originalId} 没有可以推送的定制`))
  if (drafts.length > maxLines) {
    problems.push(findingOfOrder(`一次最多推送 ${maxLines} 个定制，这里有 ${drafts.length} 个，请分几次勾选商品推送`))
  }
  const lines = await withStoredState(ctx, drafts.slice(0, maxLines))
  return { lines, problems, warnings, undecided }
}

async function withStoredState(ctx: Ctx, drafts: readonly Omit<PushLine, 'storedCase' | 'storedLine'>[]): Promise<PushLine[]> {
  const ids = drafts.map(({ customization }) => customization.id)
  if (ids.length === 0) return []
  const { rows } = await sql<StoredCase>`
    select customization.id, customization.shop_id, customization.key, customization.sha256,
      customization.customized_image_url as url, file.id as file_id, file.storage_key
    from customization left join file on file.id = customization.customized_file_id and file.status = 'ready'
    where customization.account_id = ${ctx.actor.accountId} and customization.id = any(${ids}::bigint[])`.execute(ctx.db)
  const storedCases = new Map(rows.map((row) => [row.id, row]))
  const storedLines = await readStoredLines(ctx, ids)
  return drafts.map((draft) => {
    const row = storedCases.get(draft.customization.id)
    // An import has just deleted it.
    if (!row) throw orderChanged()
    return { ...draft, storedCase: row, storedLine: storedLines.get(row.id) ?? null }
  })
}
