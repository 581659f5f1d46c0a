/** The orders that a name list becomes. Pure. */
import { manualOrderLimits, nameListLimits } from '../../../../contract/rules/limits'
import { orderTexts } from '../../../../contract/rules/order-texts'
import type { ManualOrderCreate, NameRow } from '../../../../contract/types'
import { type ListRow, quantityOf, titleOf } from './name-rows'

/** One order for the list, one for each recipient, or an order for the prints alone. */
export type ListMode = 'one' | 'recipients' | 'prints'

/** A row that is made: its line, and what is drawn. */
export interface MadeRow {
  readonly row: ListRow
  readonly drawn: NameRow
}
export interface PlannedOrder {
  readonly body: ManualOrderCreate
  /** The rows of its lines, in their order. */
  readonly rows: readonly MadeRow[]
}

interface Plan {
  readonly shopId: number
  readonly name: string
  readonly mode: ListMode
}

function split<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size))
  return parts
}

/** Returns the orders, each with at most as many lines as an order by hand may have. */
export function planOrders(rows: readonly MadeRow[], { shopId, name, mode }: Plan): readonly PlannedOrder[] {
  const groups = new Map<string, MadeRow[]>()
  for (const one of rows.slice(0, nameListLimits.rows)) {
    const recipient = mode === 'recipients' ? one.row.recipient : ''
    groups.set(recipient, [...(groups.get(recipient) ?? []), one])
  }
  return [...groups].flatMap(([recipient, group]) => {
    const parts = split(group, manualOrderLimits.lines)
    return parts.map((part, at): PlannedOrder => {
      const memo = [
        `名单：${name}${parts.length > 1 ? `（第 ${at + 1} 单，共 ${parts.length} 单）` : ''}`,
        mode === 'prints' ? '只要打印文件' : '',
        recipient === '' ? '' : `收件人：${recipient}`,
      ]
      return {
        rows: part,
        body: {
          shopId,
          originalId: null,
          sellerMemo: memo
            .filter((line) => line !== '')
            .join('\n')
            .slice(0, orderTexts.sellerMemo.longest),
          lines: part.map(({ row, drawn }) => ({
            title: titleOf(row),
            phoneModelId: drawn.phoneModelId,
            materialColorId: drawn.materialColorId,
            quantity: quantityOf(row) ?? 1,
            design: { kind: 'later' as const },
          })),
        },
      }
    })
  })
}
