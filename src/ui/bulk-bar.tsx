import { Button } from '@arco-design/web-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Action, actionsFor } from './action'
import { ActionButton } from './action-button'
import { OneLine } from './one-line'
import { usePublishedHeight } from './use-published-height'
import type { Selection } from './use-selection'
import './list.css'

interface BulkBarProps<T> {
  readonly selection: Selection
  /** The known rows: all of them, or the current page (selected rows of other pages are remembered). */
  readonly rows: readonly T[]
  readonly actions: readonly Action<T>[]
  /** Length of the whole list where `rows` is only a page of it. */
  readonly total?: number
  /** Reads the whole list for 选择全部 when `rows` is only a page of it. */
  readonly readAll?: () => Promise<readonly T[]>
  /** The filter row, shown while nothing is selected. */
  readonly children?: ReactNode
}

/**
 * Replaces the filter row while rows are selected: their number, 选择全部, 清空 and the bulk actions. It stays visible while the list
 * scrolls.
 */
export function BulkBar<T extends { readonly id: number }>({
  selection,
  rows,
  actions,
  total,
  readAll,
  children,
}: BulkBarProps<T>) {
  const knownRows = useRef<ReadonlyMap<number, T>>(new Map())
  const [reading, setReading] = useState(false)
  const bar = usePublishedHeight()
  const rowsById = new Map(total === undefined ? [] : knownRows.current)
  for (const row of rows) rowsById.set(row.id, row)
  knownRows.current = rowsById
  const selectedRows = [...selection.ids].flatMap((id) => rowsById.get(id) ?? [])
  if (selectedRows.length === 0) return children
  const allCount = total ?? rows.length

  const selectAll = async () => {
    if (total === undefined || !readAll) return selection.set(rows.map((row) => row.id))
    setReading(true)
    try {
      const allRows = await readAll()
      knownRows.current = new Map(allRows.map((row) => [row.id, row]))
      selection.set(allRows.map((row) => row.id))
    } finally {
      setReading(false)
    }
  }
  return (
    <section ref={bar} className="bulk-bar" aria-label="批量操作">
      <span className="numeric" role="status">
        已选 {selectedRows.length} 项
      </span>
      {selectedRows.length < allCount && (total === undefined || readAll) && (
        <Button type="text" size="small" loading={reading} onClick={() => void selectAll()}>
          选择全部 {allCount} 条
        </Button>
      )}
      <Button type="text" size="small" onClick={selection.clear}>
        清空
      </Button>
      <OneLine className="bulk-actions">
        {actionsFor(actions, 'bulk').map((action) => (
          <ActionButton key={action.key} action={action} rows={selectedRows} type="secondary" />
        ))}
      </OneLine>
    </section>
  )
}
