import { IconUndo } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type TrashKind, trashDays } from '../../../contract/constants'
import type { TrashEntry } from '../../../contract/types'
import { trashQuery, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { beijingMinute } from '../../base/beijing-time'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { showMessage } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { BinPicture } from '../../ui/empty-pictures'
import { FailureText } from '../../ui/failure-view'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useListQuery } from '../../ui/use-list-query'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import './trash.css'

const pageSizes = [50, 100] as const

const kindName: Readonly<Record<TrashKind, string>> = {
  brand: '品牌',
  model: '型号',
  material: '材质',
  color: '颜色',
  assetCollection: '素材分组',
  asset: '素材',
  templateCollection: '模板分组',
  template: '模板',
  font: '字体',
  component: '组件',
  fontColor: '文字颜色',
}

const nameOf = ({ kind, id, name, count }: TrashEntry): string => {
  const own = name || `${kindName[kind]} ${id}`
  return count > 1 ? `${own} 等 ${count} 个` : own
}

const columns: readonly Column<TrashEntry>[] = [
  { key: 'kind', title: '类型', width: 96, render: ({ kind }) => kindName[kind] },
  { key: 'name', title: '名称', render: (entry) => <span className="trash-name">{nameOf(entry)}</span> },
  {
    key: 'deletedAt',
    title: '删除时间',
    width: 152,
    render: ({ deletedAt }) => <span className="numeric">{beijingMinute(deletedAt)}</span>,
  },
  { key: 'deletedBy', title: '删除人', width: 128, foldable: true, render: ({ deletedBy }) => deletedBy },
  {
    key: 'until',
    title: '可恢复到',
    width: 152,
    foldable: true,
    render: ({ until }) => <span className="numeric">{beijingMinute(until)}</span>,
  },
]

/** 回收站: lists the deletions of the last days; each can be undone. */
export default function TrashScreen() {
  const api = useApi()
  const list = useListQuery(screens.trash, pageSizes)
  const result = useQuery(trashQuery(api, { pageNo: list.pageNo, pageSize: list.pageSize }))
  const restore = useRestore()
  const { may } = usePermissions()
  // Ids of different kinds may be equal, so a row is identified by its index.
  const rows = useMemo(
    () => (result.data?.items ?? []).map((entry, index) => ({ ...entry, itemId: entry.id, id: index + 1 })),
    [result.data],
  )
  type Row = (typeof rows)[number]
  const restoreOne = useOneAtATime(async ({ kind, itemId }: Row) => {
    await restore(kind, [itemId]).then(toastSuccess, (error: unknown) =>
      showMessage('没有恢复成功', <FailureText error={error} />),
    )
  })
  const actions: readonly Action<Row>[] = [
    { key: 'restore', label: '恢复', icon: <IconUndo />, where: 'row', perform: ([row]) => row && restoreOne(row) },
  ]
  const mayRestore = may(['catalogue', 'assets', 'templates', 'fonts'])
  return (
    <Page title="回收站">
      <p className="trash-hint">
        删除的品牌、型号、材质、颜色、素材、模板和字体在这里保留 {trashDays} 天，恢复后回到原来的位置，一起删除的内容也会恢复。
      </p>
      <ListView result={result} skeleton={<TableSkeleton label="正在加载回收站" />}>
        {({ totalItems }) =>
          totalItems === 0 ? (
            <EmptyState picture={<BinPicture />} title="回收站是空的" text={`最近 ${trashDays} 天没有删除过内容。`} />
          ) : (
            <>
              <DataTable
                label="回收站"
                rows={rows}
                columns={columns}
                nameOf={nameOf}
                refreshing={result.isPlaceholderData}
                {...(mayRestore && { actions })}
              />
              <PageFooter
                query={list}
                pageSizes={pageSizes}
                total={totalItems}
                unit="次删除"
                isTotalCurrent={!result.isPlaceholderData}
              />
            </>
          )
        }
      </ListView>
    </Page>
  )
}
