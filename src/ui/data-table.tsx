import { restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type Action, actionsFor } from './action'
import type { Column } from './column'
import { DataRow, type RowParts, SortableRow } from './data-row'
import { HintMark } from './hint-mark'
import { Menu } from './menu'
import { PageFooter } from './page-footer'
import { actionsWidth, menuActions } from './row-actions'
import { SelectBox } from './select-box'
import { SortArea } from './sort-area'
import { useFocusFallback } from './use-focus-fallback'
import type { ListQuery } from './use-list-query'
import { useRowSelection } from './use-row-selection'
import type { Selection } from './use-selection'
import { useTableFit } from './use-table-fit'
import { useVisibleRows } from './use-visible-rows'
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
/** Width of the cells for dragging and ticking, px. */
const boxWidth = 40
const defaultRowHeight = 48
/** Maximum number of rows rendered at once; with more, selecting all of them would block the page. */
const maxRendered = 200
const longListVirtual: DataTableProps<never>['virtual'] = { height: 640 }

/** Returns the indexes to render, in order: the window and the rows that must stay, such as the dragged one. */
function renderedIndexes(from: number, to: number, alwaysRendered: readonly number[]): readonly number[] {
  const indexes = new Set(alwaysRendered.filter((index) => index >= 0))
  for (let index = from; index < to; index++) indexes.add(index)
  return [...indexes].sort((a, b) => a - b)
}

/** A list as a table with selection, drag sorting, row actions and pages; see README.md in this folder. */
export function DataTable<T extends { readonly id: number }>({
  label,
  rows,
  columns: allColumns,
  nameOf,
  actions,
  selection,
  onMove,
  moveRefusal = null,
  paging,
  refreshing = false,
  virtual: virtualOption,
  maxWidth,
}: DataTableProps<T>) {
  const virtual = virtualOption ?? (paging === undefined && rows.length > maxRendered ? longListVirtual : undefined)
  const container = useRef<HTMLDivElement>(null)
  const pageNo = paging?.query.pageNo ?? 1
  const pageSize = paging?.query.pageSize ?? rows.length
  const offset = paging ? (pageNo - 1) * pageSize : 0
  const isPaged = paging !== undefined
  const pageRows = useMemo(() => (isPaged ? rows.slice(offset, offset + pageSize) : rows), [rows, isPaged, offset, pageSize])
  const ids = useMemo(() => pageRows.map((row) => row.id), [pageRows])
  const byId = useMemo(() => new Map(pageRows.map((row) => [row.id, row])), [pageRows])
  const rowHeight = virtual ? (virtual.rowHeight ?? defaultRowHeight) : null
  const { from, to } = useVisibleRows(container, pageRows.length, rowHeight)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const { focused, focusProps } = useFocusFallback(container, ids)
  const { toggle, rangeProps } = useRowSelection(ids, selection)
  const [menu, setMenu] = useState<{ readonly row: T; readonly anchor: HTMLElement } | null>(null)
  const openMenu = useCallback((row: T, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const rowActions = useMemo(() => actionsFor(actions ?? [], 'row'), [actions])

  const sortable = onMove !== undefined
  const selectedCount = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  const allSelected = ids.length > 0 && selectedCount === ids.length
  const besides = (sortable ? boxWidth : 0) + (selection ? boxWidth : 0) + (rowActions.length > 0 ? actionsWidth(rowActions) : 0)
  const { columns, least } = useTableFit(container, allColumns, besides)
  const Row = sortable ? SortableRow : DataRow
  const indexes =
    rowHeight === null
      ? pageRows.map((_, index) => index)
      : renderedIndexes(from, to, [focused, draggedId === null ? -1 : ids.indexOf(draggedId)])

  const body: ReactNode[] = []
  let nextIndex = 0
  const spacer = (endIndex: number) => {
    if (rowHeight === null || endIndex <= nextIndex) return
    body.push(
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row does not take the focus
      <tr key={`gap-${nextIndex}`} aria-hidden="true" className="data-gap">
        <td style={{ height: (endIndex - nextIndex) * rowHeight }} />
      </tr>,
    )
  }
  for (const index of indexes) {
    const row = pageRows[index]
    if (row === undefined) continue
    spacer(index)
    nextIndex = index + 1
    const parts: RowParts<T> = {
      row,
      index: offset + index,
      name: nameOf(row),
      columns,
      actions: rowActions,
      selected: selection ? selection.ids.has(row.id) : null,
      onSelect: toggle,
      onMenu: openMenu,
      menuOpen: menu?.row.id === row.id,
      height: rowHeight,
    }
    body.push(<Row key={row.id} {...parts} />)
  }
  spacer(pageRows.length)

  const table = (
    <div
      ref={container}
      className={`data-table${virtual ? ' is-virtual' : ''}${refreshing ? ' is-stale' : ''}${least === null ? '' : ' is-scrolling'}`}
      style={{ ...(virtual && { maxHeight: virtual.height }), ...(maxWidth !== undefined && { maxWidth }) }}
      {...rangeProps}
      {...focusProps}
    >
      <table
        style={least === null ? undefined : { minWidth: least }}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={refreshing}
      >
        <colgroup>
          {sortable && <col style={{ width: boxWidth }} />}
          {selection && <col style={{ width: boxWidth }} />}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
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
              <th scope="col" className="data-select-cell">
                <SelectBox
                  label={paging ? '选择本页全部' : '选择全部'}
                  checked={allSelected}
                  indeterminate={selectedCount > 0 && !allSelected}
                  disabled={ids.length === 0}
                  onChange={() => (allSelected ? selection.remove(ids) : selection.add(ids))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" style={{ textAlign: column.align }}>
                {column.title}
                {column.hint !== undefined && <HintMark label={column.title} text={column.hint} />}
              </th>
            ))}
            {rowActions.length > 0 && (
              <th scope="col" className="data-actions-cell">
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
          onDragging={setDraggedId}
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
          items={menuActions(rowActions).map((action) => ({
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
