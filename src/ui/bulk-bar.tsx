import { Button } from '@arco-design/web-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Action, actionsFor } from './action'
import { ActionButton } from './action-button'
import type { Selection } from './use-selection'
import { useToldHeight } from './use-told-height'
import './list.css'

interface BulkBarProps<T> {
  readonly selection: Selection
  /** Rows known now: all of them, or the page that is shown (rows ticked on pages shown before are remembered). */
  readonly rows: readonly T[]
  readonly actions: readonly Action<T>[]
  /** Length of the whole list where `rows` is only a page of it. */
  readonly total?: number
  /** Reads the whole list for 选择全部 where `rows` is only a page of it. */
  readonly readAll?: () => Promise<readonly T[]>
  /** The filter row, shown while nothing is ticked. */
  readonly children?: ReactNode
}

/** While something is ticked: in sight however far the list is scrolled, how many, 选择全部, 清空 and what can be done to them, in the place of the filter row. */
export function BulkBar<T extends { readonly id: number }>({
  selection,
  rows,
  actions,
  total,
  readAll,
  children,
}: BulkBarProps<T>) {
  const seen = useRef<ReadonlyMap<number, T>>(new Map())
  const [reading, setReading] = useState(false)
  const bar = useToldHeight()
  const known = new Map(total === undefined ? [] : seen.current)
  for (const row of rows) known.set(row.id, row)
  seen.current = known
  const chosen = [...selection.ids].flatMap((id) => known.get(id) ?? [])
  if (chosen.length === 0) return children
  const all = total ?? rows.length

  const chooseAll = async () => {
    if (total === undefined || !readAll) return selection.set(rows.map((row) => row.id))
    setReading(true)
    try {
      const everything = await readAll()
      seen.current = new Map(everything.map((row) => [row.id, row]))
      selection.set(everything.map((row) => row.id))
    } finally {
      setReading(false)
    }
  }
  return (
    <section ref={bar} className="bulk-bar" aria-label="批量操作">
      <span className="numeric" role="status">
        已选 {chosen.length} 项
      </span>
      {chosen.length < all && (total === undefined || readAll) && (
        <Button type="text" size="small" loading={reading} onClick={() => void chooseAll()}>
          选择全部 {all} 条
        </Button>
      )}
      <Button type="text" size="small" onClick={selection.clear}>
        清空
      </Button>
      <span className="bulk-acts">
        {actionsFor(actions, 'bulk').map((action) => (
          <ActionButton key={action.key} action={action} rows={chosen} type="secondary" />
        ))}
      </span>
    </section>
  )
}
