import { Button, Checkbox, Radio } from '@arco-design/web-react'
import { IconDragDotVertical } from '@arco-design/web-react/icon'
import { restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type OrderDensity, orderDensities } from '../../../contract/rules/order-layout'
import { SortArea, useSortItem } from '../../ui/sort-area'
import type { ColumnChoice, ShownLayout } from './use-layout'
import './column-panel.css'

const densityNames: Readonly<Record<OrderDensity, string>> = { compact: '紧凑', large: '大图' }
const modifiers = [restrictToVerticalAxis]

function ColumnRow({
  column,
  id,
  onToggle,
}: {
  readonly column: ColumnChoice
  readonly id: number
  readonly onToggle: () => void
}) {
  const { title, shown, refusal, hint } = column
  const { ref, style, isDragging, handle } = useSortItem(id, title)
  return (
    <li ref={ref} style={style} className={`column-row${isDragging ? ' is-dragging' : ''}`}>
      <button type="button" className="data-handle" {...handle}>
        <IconDragDotVertical />
      </button>
      <Checkbox checked={shown} disabled={refusal !== null} onChange={onToggle}>
        {title}
      </Checkbox>
      {(refusal ?? hint) !== undefined && <span className="column-row-hint">{refusal ?? hint}</span>}
    </li>
  )
}

/** The height of the rows of the order list, and its columns: ticked where they are shown, and dragged to their places. */
export default function ColumnPanel({ layout, all, isChanged, toggle, move, setDensity, reset }: ShownLayout) {
  return (
    <div className="column-panel">
      <Radio.Group
        type="button"
        size="small"
        aria-label="行高"
        value={layout.density}
        onChange={setDensity}
        options={orderDensities.map((value) => ({ value, label: densityNames[value] }))}
      />
      <SortArea
        ids={all.map((_, index) => index + 1)}
        nameOf={(id) => all[id - 1]?.title ?? ''}
        offset={0}
        total={all.length}
        strategy={verticalListSortingStrategy}
        modifiers={modifiers}
        refusal={null}
        onMove={move}
      >
        <ul aria-label="显示的列和顺序">
          {all.map((column, index) => (
            <ColumnRow key={column.key} id={index + 1} column={column} onToggle={() => toggle(column.key)} />
          ))}
        </ul>
      </SortArea>
      <Button size="mini" type="text" disabled={!isChanged} onClick={reset}>
        恢复默认
      </Button>
    </div>
  )
}
