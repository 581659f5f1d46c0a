import { memo } from 'react'
import { hasNotice } from '../../../contract/rules/order-state'
import { SelectBox } from '../../ui/select-box'
import { columnClass, type ItemCell, type OrderColumn } from './order-columns'
import './item-row.css'
import './status-tag.css'

interface ItemRowProps extends ItemCell {
  readonly columns: readonly OrderColumn[]
  readonly ticked: boolean
  readonly isChild: boolean
  readonly onTick: (itemId: number) => void
}

/** One item of an order; each of its designs is a line of the same height in every column. */
export const ItemRow = memo(({ columns, order, item, ticked, isChild, onTick, onOpen }: ItemRowProps) => {
  const cell = { order, item, onOpen }
  return (
    <tr className={`orders-item${ticked ? ' is-selected' : ''}${isChild ? ' is-child' : ''}${hasNotice(item) ? ' is-held' : ''}`}>
      <td className="orders-tick">
        <SelectBox label={`选择「${item.title || item.originalId}」`} checked={ticked} onChange={() => onTick(item.id)} />
      </td>
      {columns.map((column, index) => (
        <td key={column.key} className={columnClass(columns, index)}>
          {column.render(cell, index)}
        </td>
      ))}
    </tr>
  )
})
