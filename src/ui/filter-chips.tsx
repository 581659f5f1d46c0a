import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import './list.css'

export interface FilterChip {
  readonly key: string
  /** 搜索：小米 */
  readonly label: string
  readonly onRemove: () => void
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[]
  readonly onClear: () => void
}

/** The active filters, each removable, and 清空筛选; nothing without filters. */
export function FilterChips({ chips, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="已选的筛选条件">
      {chips.map(({ key, label, onRemove }) => (
        <li key={key} className="filter-chip">
          {label}
          <button type="button" aria-label={`去掉「${label}」`} onClick={onRemove}>
            <IconClose />
          </button>
        </li>
      ))}
      <li>
        <Button type="text" size="small" onClick={onClear}>
          清空筛选
        </Button>
      </li>
    </ul>
  )
}
