import { Button, Switch } from '@arco-design/web-react'
import { IconCheckCircle, IconDelete, IconEdit, IconMinusCircle } from '@arco-design/web-react/icon'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useApi } from '../../api/services'
import type { Task } from '../../base/tasks/types'
import type { Action } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { PageActions } from '../../ui/page'
import { SearchField } from '../../ui/search-field'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { TaskReport } from '../../ui/task-report'
import { toastHint } from '../../ui/toast'
import { useListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { useSort } from '../../ui/use-sort'
import type { FontChange } from './font-change-task'
import { type LibraryItem, type LibraryKind, libraryCalls, libraryKey, libraryTexts } from './library'
import { changeScope, useLibrary } from './use-library'
import './fonts.css'
import { screens } from '../../base/paths'
import { useTextMatch } from '../../ui/use-text-match'

const pageSizes = [20, 50, 100] as const
const isDeletion = ({ items }: Task) => (items[0]?.input as FontChange | undefined)?.act === 'delete'

interface LibraryTableProps<T extends LibraryItem> {
  readonly kind: LibraryKind
  readonly result: UseQueryResult<readonly T[]>
  readonly nameOf: (item: T) => string
  /** Columns that show the item, placed before 启用. */
  readonly columns: readonly Column<T>[]
  /** The edit action, 重命名 or 修改. */
  readonly edit: { readonly label: string; readonly open: (item: T) => void }
  /** The button that adds an item. */
  readonly addButton: ReactNode
  readonly empty: { readonly picture: ReactNode; readonly title: string; readonly text: string }
}

/** A table of fonts or colours: sorting, ticks, switches, and actions on one or many. */
export function LibraryTable<T extends LibraryItem>({
  kind,
  result,
  nameOf,
  columns: itemColumns,
  edit,
  addButton,
  empty,
}: LibraryTableProps<T>) {
  const api = useApi()
  const queries = useQueryClient()
  const list = useListQuery(screens.fonts, pageSizes)
  const selection = useSelection()
  const library = useLibrary<T>(kind, nameOf)
  const texts = libraryTexts[kind]
  const sort = useSort<T>({
    items: result.data,
    send: (move) => libraryCalls(api, kind).order(move, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: libraryKey(kind), exact: true }, { throwOnError: true }),
  })
  const { items } = sort
  const query = list.get('q').trim()
  const match = useTextMatch(query)
  const found = useMemo(
    () => (query === '' ? items : items.filter((item) => match(nameOf(item), query))),
    [items, query, nameOf, match],
  )

  const { setEnabled } = library
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks do not change; other rows would be rendered again
  const columns = useMemo(
    (): Column<T>[] => [
      ...itemColumns,
      {
        key: 'enabled',
        title: '启用',
        width: 80,
        render: (item) => (
          <span className="fonts-switch">
            <Switch
              size="small"
              checked={item.enabled}
              aria-label={`启用「${nameOf(item)}」`}
              onChange={(enabled) => setEnabled(item, enabled)}
            />
          </span>
        ),
      },
    ],
    [itemColumns, nameOf],
  )

  const refusal = () => library.busy
  const batchActions: readonly Action<T>[] = [
    {
      key: 'enable-many',
      label: '批量启用',
      icon: <IconCheckCircle />,
      where: 'bulk',
      refusal,
      perform: (rows) => library.setManyEnabled(rows, true),
    },
    {
      key: 'disable-many',
      label: '批量停用',
      icon: <IconMinusCircle />,
      where: 'bulk',
      refusal,
      perform: (rows) => library.setManyEnabled(rows, false),
    },
    {
      key: 'delete-many',
      label: '批量删除',
      icon: <IconDelete />,
      danger: true,
      where: 'bulk',
      refusal,
      perform: (rows) => library.remove(rows),
    },
  ]
  const actions: readonly Action<T>[] = [
    { key: 'edit', label: edit.label, icon: <IconEdit />, where: 'row', perform: ([item]) => item && edit.open(item) },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      where: 'row',
      perform: (rows) => library.remove(rows),
    },
    ...batchActions,
  ]

  return (
    <>
      <TaskReport
        scope={changeScope(kind)}
        success={(task) => (isDeletion(task) ? '删除成功' : `操作成功：${task.title}`)}
        undo={(task) => (isDeletion(task) ? () => library.restore(task.items.map(({ key }) => Number(key))) : null)}
      />
      <ListView result={result} skeleton={<TableSkeleton label={`正在加载${texts.noun}`} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState {...empty} action={addButton} />
          ) : (
            <>
              <PageActions>{addButton}</PageActions>
              <SortFailure sort={sort} />
              <BulkBar selection={selection} rows={found} actions={actions}>
                <div className="filter-row">
                  <SearchField
                    value={list.get('q')}
                    onChange={(q) => list.set({ q }, { replace: true })}
                    label={`搜索${texts.noun}`}
                  />
                  <span className="filter-end">
                    {batchActions.map(({ key, label, icon }) => (
                      <Button key={key} icon={icon} onClick={() => toastHint(texts.chooseOne)}>
                        {label}
                      </Button>
                    ))}
                  </span>
                </div>
              </BulkBar>
              {found.length === 0 ? (
                <NoMatch
                  text={`${items.length} ${texts.counted}里，没有包含「${list.get('q')}」的。`}
                  onClear={() => list.set({ q: null })}
                />
              ) : (
                <DataTable
                  label={texts.noun}
                  rows={found}
                  columns={columns}
                  nameOf={nameOf}
                  actions={actions}
                  selection={selection}
                  onMove={sort.move}
                  moveRefusal={query === '' ? null : '清空搜索后才能排序'}
                  paging={{ query: list, pageSizes, unit: texts.counted }}
                />
              )}
            </>
          )
        }
      </ListView>
    </>
  )
}
