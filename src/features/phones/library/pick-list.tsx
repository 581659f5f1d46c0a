import { Checkbox } from '@arco-design/web-react'
import type { ReactNode } from 'react'

export interface PickRow {
  readonly key: string
  readonly name: string
  /** A second line: millimetres, month, stock. */
  readonly detail: string
  /** 已有, 已绑定. */
  readonly tag: string | null
}

interface PickListProps {
  readonly label: string
  /** Label of the checkbox that ticks all rows: 全选「苹果」. */
  readonly allLabel: string
  readonly rows: readonly PickRow[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** The search. */
  readonly head: ReactNode
  readonly emptyText: string
}

/** Rows that are drawn; 全选 ticks the others, too. */
const maxDrawn = 240

/** A list of phones to tick, with one checkbox for all of them. */
export function PickList({ label, allLabel, rows, chosen, onChange, head, emptyText }: PickListProps) {
  const count = rows.filter(({ key }) => chosen.has(key)).length
  const isAll = rows.length > 0 && count === rows.length
  const change = (keys: readonly string[], isChecked: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isChecked) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  return (
    <fieldset className="library-list" aria-label={label}>
      <div className="library-list-head">
        <Checkbox
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          disabled={rows.length === 0}
          onChange={() =>
            change(
              rows.map(({ key }) => key),
              !isAll,
            )
          }
        >
          {allLabel}
        </Checkbox>
        {head}
      </div>
      <div className="library-rows">
        {rows.slice(0, maxDrawn).map(({ key, name, detail, tag }) => (
          <Checkbox
            key={key}
            className="library-row"
            checked={chosen.has(key)}
            onChange={(isChecked) => change([key], isChecked)}
          >
            <span className="library-name" title={name}>
              {name}
              {tag !== null && <em className="library-tag">{tag}</em>}
            </span>
            <span className="library-detail numeric">{detail}</span>
          </Checkbox>
        ))}
        {rows.length === 0 && <p className="library-none">{emptyText}</p>}
        {rows.length > maxDrawn && (
          <p className="library-none numeric">还有 {rows.length - maxDrawn} 个没有显示，输入名称缩小范围；全选包括它们</p>
        )}
      </div>
    </fieldset>
  )
}
