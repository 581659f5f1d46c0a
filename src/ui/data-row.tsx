import { Button } from '@arco-design/web-react'
import { IconDragDotVertical, IconMore } from '@arco-design/web-react/icon'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Action } from './action'
import { ActionButton } from './action-button'
import type { Column } from './column'
import { buttonActions, menuActions } from './row-actions'
import { SelectBox } from './select-box'
import { type HandleProps, useSortItem } from './sort-area'

export interface RowParts<T> {
  readonly row: T
  /** Index in the whole list, from 0. */
  readonly index: number
  readonly name: string
  readonly columns: readonly Column<T>[]
  readonly actions: readonly Action<T>[]
  /** null: the table has no selection. */
  readonly selected: boolean | null
  readonly onSelect: (id: number) => void
  readonly onMenu: (row: T, anchor: HTMLElement) => void
  readonly menuOpen: boolean
  /** px; null: as high as its content. */
  readonly height: number | null
}

type CellsProps<T> = RowParts<T> & { readonly handle?: HandleProps }

/** The cells of a row; rendered again only when something of this row changes, not while another row is dragged past. */
const Cells = memo(
  <T extends { readonly id: number }>({
    row,
    index,
    name,
    columns,
    actions,
    selected,
    onSelect,
    onMenu,
    menuOpen,
    handle,
  }: CellsProps<T>) => {
    const moreActions = menuActions(actions)
    return (
      <>
        {handle && (
          <td className="data-handle-cell">
            <button type="button" className="data-handle" {...handle}>
              <IconDragDotVertical />
            </button>
          </td>
        )}
        {selected !== null && (
          <td className="data-select-cell">
            <SelectBox label={`选择「${name}」`} checked={selected} onChange={() => onSelect(row.id)} />
          </td>
        )}
        {columns.map((column) => (
          <td key={column.key} style={{ textAlign: column.align }}>
            {column.render(row, index)}
          </td>
        ))}
        {actions.length > 0 && (
          <td className="data-actions-cell">
            <span className="data-actions">
              {buttonActions(actions).map((action) => (
                <ActionButton key={action.key} action={action} rows={[row]} label={name} />
              ))}
              {moreActions.length > 0 && (
                <Button
                  size="small"
                  type="text"
                  icon={<IconMore />}
                  aria-label={`「${name}」的更多操作`}
                  aria-haspopup="menu"
                  aria-expanded={menuOpen}
                  onClick={(event) => {
                    if (event.currentTarget instanceof HTMLElement) onMenu(row, event.currentTarget)
                  }}
                />
              )}
            </span>
          </td>
        )}
      </>
    )
  },
) as <T extends { readonly id: number }>(props: CellsProps<T>) => ReactNode

const rowStyle = (height: number | null): CSSProperties => (height === null ? {} : { height })

export const DataRow = memo(<T extends { readonly id: number }>(parts: RowParts<T>) => (
  <tr
    data-id={parts.row.id}
    aria-rowindex={parts.index + 2}
    className={parts.selected ? 'is-selected' : ''}
    style={rowStyle(parts.height)}
  >
    <Cells {...parts} />
  </tr>
)) as <T extends { readonly id: number }>(parts: RowParts<T>) => ReactNode

export const SortableRow = memo(<T extends { readonly id: number }>(parts: RowParts<T>) => {
  const { ref, style, isDragging, handle } = useSortItem(parts.row.id, parts.name)
  const state = `${isDragging ? 'is-dragging' : ''}${parts.selected ? ' is-selected' : ''}`
  return (
    <tr
      ref={ref}
      data-id={parts.row.id}
      aria-rowindex={parts.index + 2}
      className={state}
      style={{ ...rowStyle(parts.height), ...style }}
    >
      <Cells {...parts} handle={handle} />
    </tr>
  )
}) as <T extends { readonly id: number }>(parts: RowParts<T>) => ReactNode
