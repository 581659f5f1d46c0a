import { memo } from 'react'
import type { OrderDensity } from '../../../contract/rules/order-layout'
import { hasNotice } from '../../../contract/rules/order-state'
import { SelectBox } from '../../ui/select-box'
import type { ItemCell, LoneOrder } from './order-cells'
import { columnClass, detailCell, type OrderColumn } from './order-columns'
import './item-row.css'
import './status-tag.css'

interface ItemRowProps extends Omit<ItemCell, 'lone'> {
  readonly columns: readonly OrderColumn[]
  readonly density: OrderDensity
  /** The shop of an order that has no line above its only item; null for any other item. */
  readonly loneShop: LoneOrder['shop'] | null
  readonly isNew: boolean
  readonly ticked: boolean
  readonly isChild: boolean
  readonly onTick: (itemId: number) => void
}

/** One item of an order; each of its designs is a line of the same height in every column. */
export const ItemRow = memo((props: ItemRowProps) => {
  const { columns, density, order, item, loneShop, isNew, ticked, isChild, onTick, onOpen } = props
  const cell: ItemCell = { order, item, lone: loneShop === null ? null : { shop: loneShop, isNew }, onOpen }
  const isLarge = density === 'large'
  return (
    <tr className={`orders-item${ticked ? ' is-selected' : ''}${isChild ? ' is-child' : ''}${hasNotice(item) ? ' is-held' : ''}`}>
      <td className="orders-tick">
        <SelectBox label={`选择「${item.title || item.originalId}」`} checked={ticked} onChange={() => onTick(item.id)} />
      </td>
      {columns.map((column, index) => (
        <td key={column.key} className={columnClass(columns, index, density)}>
          {(isLarge ? column.large : column.compact)?.render(cell)}
        </td>
      ))}
      {!isLarge && <td className="orders-cell-detail">{detailCell(cell)}</td>}
    </tr>
  )
})
