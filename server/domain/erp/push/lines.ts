/**
 * Plans the push lines of an order's cases: each customization once, with the pieces of its item. README.md beside this file
 * draws the states of a line.
 */
import { sql } from 'kysely'
import { caseNameOf } from '../../../../contract/rules/case-names'
import { type ItemWork, isHeld, isOpenForWork, isOver } from '../../../../contract/rules/order-state'
import { piecesOf } from '../../../../contract/rules/pieces'
import { type FindingCode, itemFindings } from '../../../../contract/rules/preflight'
import type { Customization, OrderItem } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { type FoundItem, type FoundOrder, orderChanged } from './order'
import { readStoredLines, type StoredLine } from './stored-lines'

/** The pieces that one item needs of a customization. */
interface LinePart {
  readonly item: OrderItem
  readonly quantity: number
}

export interface PushLine {
  readonly customization: Customization
  /** The first item that needs it. */
  readonly item: OrderItem
  /** Every item that needs it: two items may have one design. */
  readonly parts: readonly LinePart[]
  /** The pieces of all items together. */
  readonly quantity: number
  /** Its name in messages to the seller. */
  readonly name: string
  readonly storedCase: StoredCase
  /** The stored line of this customization; null: it was never sent to a factory. */
  readonly storedLine: StoredLine | null
}

type Draft = Omit<PushLine, 'storedCase' | 'storedLine'>

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
  /** Items that are not pushed with the others of their order, and why. */
  readonly leftOut: readonly PushFinding[]
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
  const byDesign = new Map<number, Draft>()
  const undecided: FoundItem[] = []
  for (const item of order.items) {
    if (item.customizations.length === 0) {
      warnings.push(findingOfItem(item, '没有定制信息，不会推送'))
      continue
    }
    const pieces = piecesOf(item)
    if (pieces === null && !isHeld(item)) undecided.push(item)
    // Held items are checked with the lines of the whole order.
    const ofItem = isHeld(item) ? [] : itemFindings(item, pieces)
    problems.push(...ofItem.map(({ code, text }) => findingOfItem(item, text, code)))
    for (const customization of pieces === null ? [] : item.customizations) {
      const quantity = pieces?.get(customization.id) ?? 0
      if (quantity === 0) continue
      const line = { customization, item, quantity, parts: [{ item, quantity }], name: caseNameOf(customization) }
      const other = byDesign.get(customization.id)
      if (other?.parts.some((part) => part.item.originalId === item.originalId))
        problems.push(findingOfLine(line, `在商品 ${item.originalId} 中出现了两次，请人工核对`))
      else if (other)
        byDesign.set(customization.id, {
          ...other,
          quantity: other.quantity + quantity,
          parts: [...other.parts, ...line.parts],
        })
      else byDesign.set(customization.id, line)
    }
  }
  const drafts = [...byDesign.values()].map(withOpenParts)
  problems.push(...(await findLeftOut(ctx, order, drafts)))
  if (drafts.length > maxLines) {
    problems.push(findingOfOrder(`一次最多推送 ${maxLines} 个定制，这里有 ${drafts.length} 个，请分几次勾选商品推送`))
  }
  const stored = await withStoredState(ctx, drafts.slice(0, maxLines))
  const { lines, leftOut, refused } = leaveOut(order, stored)
  problems.unshift(...refused)
  if (drafts.length === 0 && problems.length === 0) problems.push(findingOfOrder(`订单 ${order.originalId} 没有可以推送的定制`))
  return { lines, problems, warnings: [...leftOut, ...warnings], leftOut, undecided }
}

const isPushed = ({ storedLine }: PushLine): boolean => storedLine?.status === 'pushed'
/** Whether a factory has it or may have it. */
const isSent = ({ storedLine }: PushLine): boolean => storedLine !== null && storedLine.status !== 'failed'

/**
 * Leaves out held and shipped items as long as another item of the order is open. Where none is open, held items are refused, and
 * shipped ones may be confirmed. An item that was held or changed after its push is reported either way.
 */
function leaveOut({ items }: FoundOrder, lines: readonly PushLine[]) {
  const linesOf = (item: OrderItem) => lines.filter(({ parts }) => parts.some((part) => part.item === item))
  const isWork = (item: OrderItem) =>
    item.customizations.length > 0 && (linesOf(item).length === 0 || linesOf(item).some((line) => !isPushed(line)))
  const hasWork = items.some((item) => isOpenForWork(item) && isWork(item))
  const said = items.flatMap((item): PushFinding | [] => {
    const sent = linesOf(item).find(isSent)?.storedLine
    const number = sent?.factory_order_id ? `（工厂订单号 ${sent.factory_order_id}）` : ''
    if (isHeld(item)) {
      const text = sent
        ? `推送${number}后平台提示：${item.hold}，请联系工厂`
        : `${hasWork ? '没有推送' : '不能推送'}：${item.hold}`
      return findingOfItem(item, text, 'held')
    }
    if (sent && item.change) return findingOfItem(item, `：${item.change.text}${number}`, 'changed')
    if (hasWork && isOver(item) && isWork(item))
      return findingOfItem(item, '没有推送：平台显示已发货；确实要再做的，请单独勾选这一件推送', 'shipped')
    return []
  })
  const staysOut = (line: PushLine) => hasWork && !isPushed(line) && !isOpenForWork(line.item)
  return {
    lines: lines.filter((line) => !staysOut(line)),
    leftOut: hasWork ? said : [],
    refused: hasWork ? [] : said,
  }
}

/** Of several items with one design, those that may be made count, if there are any. */
function withOpenParts(draft: Draft): Draft {
  const parts = draft.parts.filter(({ item }) => isOpenForWork(item))
  const [first] = parts
  return first ? { ...draft, parts, item: first.item, quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0) } : draft
}

/**
 * A factory takes a customization once, with all its pieces: the items of the order that need it must be pushed together. Returns a
 * finding for each design that another live item needs and the request leaves out.
 */
async function findLeftOut(
  { db, actor }: Ctx,
  { familyIds, items }: FoundOrder,
  drafts: readonly Draft[],
): Promise<PushFinding[]> {
  const requested = items.map(({ originalId }) => originalId)
  const { rows } = await sql<{ id: number; originalId: string; title: string } & ItemWork>`
    select distinct link.customization_id as id, item.original_id as "originalId", item.title, item.hold, item.state
    from order_item_customization link join order_item item on item.id = link.order_item_id
    where item.account_id = ${actor.accountId} and item.order_id = any(${[...familyIds]}::bigint[])
      and item.quantity > 0 and item.original_id <> all(${requested}::text[])
      and link.customization_id = any(${drafts.map(({ customization }) => customization.id)}::bigint[])
      and not exists (select from push_line line where line.account_id = item.account_id
        and line.customization_id = link.customization_id and line.status <> 'failed')`.execute(db)
  return rows.filter(isOpenForWork).flatMap(({ id, originalId, title }) => {
    const line = drafts.find(({ customization }) => customization.id === id)
    return line ? [findingOfLine(line, `也是商品「${title.trim() || originalId}」的定制，请一起勾选推送`)] : []
  })
}

async function withStoredState(ctx: Ctx, drafts: readonly Draft[]): Promise<PushLine[]> {
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
