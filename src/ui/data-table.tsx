import { restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type Action, actionsFor } from './action'
import type { Column } from './column'
import { DataRow, type RowParts, SortableRow } from './data-row'
import { Menu } from './menu'
import { PageFooter } from './page-footer'
import { actionsWidth, restOf } from './row-actions'
import { SortArea } from './sort-area'
import { Tick } from './tick'
import { useFocusFallback } from './use-focus-fallback'
import type { ListQuery } from './use-list-query'
import type { Selection } from './use-selection'
import { useTicks } from './use-ticks'
import { useWindow } from './use-window'
import { VisuallyHidden } from './visually-hidden'
import './list.css'

export interface DataTableProps<T extends { readonly id: number }> {
  readonly label: string
  readonly rows: readonly T[]
  /** If it is memoised or defined outside the component, unchanged rows are not rendered again. */
  readonly columns: readonly Column<T>[]
  readonly nameOf: (row: T) => string
  readonly actions?: readonly Action<T>[]
  readonly selection?: Selection
  /** Called with indexes in the WHOLE list (the table pages `rows` itself); absent: no sorting. */
  readonly onMove?: (from: number, to: number) => void
  /** Why sorting is off now (a filter is set): the handles are greyed with this reason. */
  readonly moveRefusal?: string | null
  /** Client-side paging of `rows`; page and size are in the address through useListQuery. */
  readonly paging?: {
    readonly query: ListQuery
    readonly pageSizes: readonly number[]
    /** The counted unit in the footer: 个型号. */
    readonly unit?: string
  }
  /** Maximum width for tables with few narrow columns, so that on a wide screen the actions stay near the names, px. */
  readonly maxWidth?: number
  /** Whether to show the current rows dimmed while new ones are loaded. */
  readonly refreshing?: boolean
  /**
   * Renders only the visible rows. `height` of the scrolling box, px; every row gets `rowHeight` (48). Absent, a list of more
   * than 200 rows without pages does so with default values.
   */
  readonly virtual?: { readonly height: number; readonly rowHeight?: number }
}

const modifiers = [restrictToVerticalAxis]
const defaultRowHeight = 48
/** Maximum number of rows rendered at once; with more, selecting all of them would block the page. */
const mostDrawn = 200
const longList: DataTableProps<never>['virtual'] = { height: 640 }

/** Returns the indexes to render, in order: the window and the rows that must stay, such as the dragged one. */
function drawn(from: number, to: number, kept: readonly number[]): readonly number[] {
  const indexes = new Set(kept.filter((index) => index >= 0))
  for (let index = from; index < to; index++) indexes.add(index)
  return [...indexes].sort((a, b) => a - b)
}

/** A list as a table with selection, drag sorting, row actions and pages; see README.md in this folder. */
export function DataTable<T extends { readonly id: number }>({
  label,
  rows,
  columns,
  nameOf,
  actions,
  selection,
  onMove,
  moveRefusal = null,
  paging,
  refreshing = false,
  virtual: wished,
  maxWidth,
}: DataTableProps<T>) {
  const virtual = wished ?? (paging === undefined && rows.length > mostDrawn ? longList : undefined)
  const box = useRef<HTMLDivElement>(null)
  const pageNo = paging?.query.pageNo ?? 1
  const pageSize = paging?.query.pageSize ?? rows.length
  const offset = paging ? (pageNo - 1) * pageSize : 0
  const paged = paging !== undefined
  const shown = useMemo(() => (paged ? rows.slice(offset, offset + pageSize) : rows), [rows, paged, offset, pageSize])
  const ids = useMemo(() => shown.map((row) => row.id), [shown])
  const byId = useMemo(() => new Map(shown.map((row) => [row.id, row])), [shown])
  const rowHeight = virtual ? (virtual.rowHeight ?? defaultRowHeight) : null
  const { from, to } = useWindow(box, shown.length, rowHeight)
  const [inHand, setInHand] = useState<number | null>(null)
  const { focused, focusProps } = useFocusFallback(box, ids)
  const { toggle, rangeProps } = useTicks(ids, selection)
  const [menu, setMenu] = useState<{ readonly row: T; readonly anchor: HTMLElement } | null>(null)
  const openMenu = useCallback((row: T, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const rowActions = useMemo(() => actionsFor(actions ?? [], 'row'), [actions])

  const sortable = onMove !== undefined
  const ticked = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  const allTicked = ids.length > 0 && ticked === ids.length
  const width = (sortable ? 1 : 0) + (selection ? 1 : 0) + columns.length + (rowActions.length > 0 ? 1 : 0)
  const Row = sortable ? SortableRow : DataRow
  const indexes =
    rowHeight === null ? shown.map((_, index) => index) : drawn(from, to, [focused, inHand === null ? -1 : ids.indexOf(inHand)])

  const body: ReactNode[] = []
  let next = 0
  const spacer = (upTo: number) => {
    if (rowHeight === null || upTo <= next) return
    body.push(
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row does not take the focus
      <tr key={`gap-${next}`} aria-hidden="true" className="data-gap">
        <td colSpan={width} style={{ height: (upTo - next) * rowHeight }} />
      </tr>,
    )
  }
  for (const index of indexes) {
    const row = shown[index]
    if (row === undefined) continue
    spacer(index)
    next = index + 1
    const parts: RowParts<T> = {
      row,
      index: offset + index,
      name: nameOf(row),
      columns,
      actions: rowActions,
      ticked: selection ? selection.ids.has(row.id) : null,
      onTick: toggle,
      onMenu: openMenu,
      menuOpen: menu?.row.id === row.id,
      height: rowHeight,
    }
    body.push(<Row key={row.id} {...parts} />)
  }
  spacer(shown.length)

  const table = (
    <div
      ref={box}
      className={`data-table${virtual ? ' is-virtual' : ''}${refreshing ? ' is-stale' : ''}`}
      style={{ ...(virtual && { maxHeight: virtual.height }), ...(maxWidth !== undefined && { maxWidth }) }}
      {...rangeProps}
      {...focusProps}
    >
      <table aria-label={label} aria-rowcount={rows.length + 1} aria-busy={refreshing}>
        <colgroup>
          {sortable && <col style={{ width: 40 }} />}
          {selection && <col style={{ width: 40 }} />}
          {columns.map((column) => (
            <col key={column.key} className={column.foldable ? 'is-foldable' : ''} style={{ width: column.width }} />
          ))}
          {rowActions.length > 0 && <col style={{ width: actionsWidth(rowActions) }} />}
        </colgroup>
        <thead>
          <tr>
            {sortable && (
              <th scope="col" className="data-handle-cell">
                <VisuallyHidden>排序</VisuallyHidden>
              </th>
            )}
            {selection && (
              <th scope="col" className="data-tick-cell">
                <Tick
                  label={paging ? '选择本页全部' : '选择全部'}
                  checked={allTicked}
                  indeterminate={ticked > 0 && !allTicked}
                  disabled={ids.length === 0}
                  onChange={() => (allTicked ? selection.remove(ids) : selection.add(ids))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.foldable ? 'is-foldable' : ''}
                style={{ textAlign: column.align }}
              >
                {column.title}
              </th>
            ))}
            {rowActions.length > 0 && (
              <th scope="col" className="data-acts-cell">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  )

  return (
    <>
      {sortable ? (
        <SortArea
          ids={ids}
          nameOf={(id) => {
            const row = byId.get(id)
            return row === undefined ? '' : nameOf(row)
          }}
          offset={offset}
          total={rows.length}
          strategy={verticalListSortingStrategy}
          modifiers={modifiers}
          refusal={moveRefusal}
          onMove={onMove}
          onDragging={setInHand}
        >
          {table}
        </SortArea>
      ) : (
        table
      )}
      {menu !== null && (
        <Menu
          anchor={menu.anchor}
          label={`「${nameOf(menu.row)}」的更多操作`}
          items={restOf(rowActions).map((action) => ({
            key: action.key,
            label: action.label,
            icon: action.icon,
            danger: action.danger ?? false,
            refusal: action.refusal?.([menu.row]) ?? null,
            run: () => void action.perform([menu.row]),
          }))}
          onClose={() => setMenu(null)}
        />
      )}
      {paging && <PageFooter {...paging} total={rows.length} />}
    </>
  )
}
