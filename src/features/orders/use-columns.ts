import { useMemo, useState } from 'react'
import { columnChoices, storeColumnChoices } from './local-memory'
import { type ColumnChoices, isShown, type OrderColumn, orderColumns } from './order-columns'

export interface ShownColumns {
  /** The columns to show: the same array until the seller changes one, so that unchanged rows are not drawn again. */
  readonly columns: readonly OrderColumn[]
  readonly all: readonly {
    readonly key: string
    readonly title: string
    readonly shown: boolean
    readonly refusal: string | null
    readonly hint: string | undefined
  }[]
  toggle(key: string): void
}

const noChoices: ColumnChoices = {}

/** The columns of the order list as this user has chosen them in this browser. */
export function useColumns(username: string | undefined): ShownColumns {
  const [changed, setChanged] = useState<ColumnChoices | null>(null)
  const stored = useMemo(() => (username === undefined ? noChoices : columnChoices(username)), [username])
  const choices = changed ?? stored
  const columns = useMemo(() => orderColumns.filter((column) => isShown(column, choices)), [choices])
  return {
    columns,
    all: orderColumns.map((column) => ({
      key: column.key,
      title: column.title,
      shown: isShown(column, choices),
      refusal: column.isEssential ? '始终显示' : null,
      hint: column.foldable ? '窗口够宽时' : undefined,
    })),
    toggle(key) {
      const next = { ...choices, [key]: !columns.some((column) => column.key === key) }
      setChanged(next)
      if (username !== undefined) storeColumnChoices(username, next)
    },
  }
}
