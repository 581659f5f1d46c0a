/** The rows of the printed list of orders: one for each design that is to be made, in the sequence of the orders. Pure. */
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { isOver } from '../../../../contract/rules/order-state'
import { orderTextNames, orderTexts } from '../../../../contract/rules/order-texts'
import { piecesOf, undecidedText } from '../../../../contract/rules/pieces'
import type { Order } from '../../../../contract/types'
import type { PickedItem } from '../../../downloads/picked-item'
import { itemsTickedWith } from '../order-facts'
import { picksOf } from '../use-picks'

export interface PrintRow {
  readonly key: string
  /** Number of its order. */
  readonly number: string
  readonly shopId: number
  /** Whether it is the first row of its order. */
  readonly isFirst: boolean
  readonly picture: string | null
  readonly phone: string
  readonly material: string
  /** null until the seller has decided it. */
  readonly pieces: number | null
  /** 退款中, or another reason not to make it now; null without one. */
  readonly warning: string | null
  /** The texts of buyer and seller, on the order's first row. */
  readonly notes: readonly string[]
}

/** Returns the items of these orders as if each order had been ticked. */
export function itemsOfOrders(orders: readonly Order[]): readonly PickedItem[] {
  const known = picksOf(orders)
  return orders.flatMap((order) => itemsTickedWith(order).flatMap(({ id }) => known.get(id) ?? []))
}

type Facts = Omit<PrintRow, 'number' | 'shopId' | 'isFirst' | 'notes'>

function rowsOfItem({ item }: PickedItem): readonly Facts[] {
  const state = { warning: item.hold ?? (isOver(item) ? (item.platformState ?? '已结束') : null) }
  if (item.customizations.length === 0) {
    const words = { phone: item.title || '没有标题的商品', material: item.propertiesName }
    return [{ key: String(item.id), picture: item.imageUrl, ...words, pieces: item.quantity, ...state }]
  }
  const pieces = piecesOf(item)
  return item.customizations
    .filter(({ id }) => pieces === null || (pieces.get(id) ?? 0) > 0)
    .map((one) => ({
      key: `${item.id}-${one.id}`,
      picture: one.customizedImageUrl ?? one.previewImageUrl,
      phone: phoneNameOf(one),
      material: materialNameOf(one),
      pieces: pieces?.get(one.id) ?? null,
      ...state,
    }))
}

/** @param items in the sequence in which they are to be printed; those of one order are put together. */
export function printRows(items: readonly PickedItem[]): readonly PrintRow[] {
  const byOrder = new Map<number, PickedItem[]>()
  for (const one of items) byOrder.set(one.order.id, [...(byOrder.get(one.order.id) ?? []), one])
  return [...byOrder.values()].flatMap((of) => {
    const rows = of.flatMap(rowsOfItem)
    const [first] = of
    if (first === undefined) return []
    const { order, family } = first
    const stored = family.find(({ id }) => id === order.id)
    const notes = orderTextNames.flatMap((name) => (stored?.[name] ? [`${orderTexts[name].name}：${stored[name]}`] : []))
    const head = { number: order.originalId, shopId: order.shopId }
    return rows.map((row, index) => ({ ...row, ...head, isFirst: index === 0, notes: index === 0 ? notes : [] }))
  })
}

/** A label of one piece. */
export interface PieceLabel extends Pick<PrintRow, 'key' | 'number' | 'shopId' | 'picture' | 'phone' | 'material'> {
  /** 2/3, or 件数待定. */
  readonly piece: string
}

export interface PieceLabels {
  readonly labels: readonly PieceLabel[]
  /** Rows that are not to be made now, which get none. */
  readonly left: number
}

/** Most labels of one print. */
export const maxLabels = 2000

/** One label for each piece that is to be made; a design whose pieces are not decided gets one that says so. */
export function labelsOf(rows: readonly PrintRow[]): PieceLabels {
  const made = rows.filter(({ warning }) => warning === null)
  const labels = made.flatMap(({ pieces, ...row }) =>
    pieces === null
      ? [{ ...row, piece: undecidedText }]
      : Array.from({ length: Math.min(pieces, maxLabels) }, (_, at) => ({
          ...row,
          key: `${row.key}-${at}`,
          piece: `${at + 1}/${pieces}`,
        })),
  )
  return { labels: labels.slice(0, maxLabels), left: rows.length - made.length }
}
