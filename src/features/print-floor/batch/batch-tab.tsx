import { Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { batchStateNames } from '../../../../contract/rules/print-batch'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatchRow } from '../../../../contract/types'
import { printBatchesQuery } from '../../../api/queries/print-floor'
import { useApi } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { printBatchOf, screens } from '../../../base/paths'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty'
import { PrintPicture } from '../../../ui/empty-pictures'
import { LinkButton } from '../../../ui/link-button'
import { ListView } from '../../../ui/list-view'
import { PageFooter } from '../../../ui/page-footer'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useListQuery } from '../../../ui/use-list-query'
import { batchTones } from '../piece-texts'
import { Tag } from '../tag'

const pageSizes = [50, 100] as const
const nameOf = ({ number }: PrintBatchRow) => batchText(number)

const stateText = ({ state, done, sheetCount }: PrintBatchRow): string =>
  state === 'making' ? `${batchStateNames[state]} ${done}/${sheetCount}` : batchStateNames[state]

const columns: readonly Column<PrintBatchRow>[] = [
  {
    key: 'number',
    title: '批次',
    width: 112,
    render: ({ id, number }) => (
      <Link href={printBatchOf(id)()} className="numeric">
        {batchText(number)}
      </Link>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 168,
    render: (batch) => (
      <>
        <Tag tone={batchTones[batch.state]}>{stateText(batch)}</Tag>
        {batch.error !== null && <Tag tone="bad">没有生成</Tag>}
      </>
    ),
  },
  {
    key: 'machine',
    title: '打印机与治具',
    render: ({ printerName, jigName, profileName }) => (
      <>
        {printerName} · {jigName ?? '自由排版'}
        <p className="floor-line">{profileName}</p>
      </>
    ),
  },
  {
    key: 'pieces',
    title: '件数',
    width: 72,
    align: 'right',
    render: ({ pieceCount }) => <span className="numeric">{pieceCount}</span>,
  },
  {
    key: 'sheets',
    title: '版数',
    width: 72,
    align: 'right',
    render: ({ sheetCount }) => <span className="numeric">{sheetCount}</span>,
  },
  {
    key: 'failed',
    title: '打坏',
    width: 72,
    align: 'right',
    render: ({ failedCount }) => <span className={`numeric${failedCount > 0 ? ' is-failed' : ''}`}>{failedCount || '—'}</span>,
  },
  {
    key: 'createdAt',
    title: '排版时间',
    width: 168,
    foldable: 'first',
    render: ({ createdAt, createdBy }) => (
      <>
        <span className="numeric">{beijingMinute(createdAt)}</span>
        <p className="floor-line">{createdBy}</p>
      </>
    ),
  },
]

/** 批次: the newest first. */
export function BatchTab() {
  const api = useApi()
  const list = useListQuery(screens.printBatches, pageSizes)
  const given = list.get('open')
  const open = given === 'true' || given === 'false' ? given : ''
  const batches = useQuery(printBatchesQuery(api, open, list.pageNo, list.pageSize))
  const rows = useMemo(() => batches.data?.items ?? [], [batches.data])
  return (
    <>
      <div className="filter-row floor-filters">
        <Radio.Group
          type="button"
          name="batch-open"
          aria-label="批次的状态"
          value={open}
          options={[
            { value: '', label: '全部' },
            { value: 'true', label: '没有打印完' },
            { value: 'false', label: '已打印' },
          ]}
          onChange={(next: string) => list.set({ open: next })}
        />
      </div>
      <ListView result={batches} skeleton={<TableSkeleton label="正在加载批次" rows={6} />}>
        {({ totalItems }) =>
          totalItems === 0 ? (
            <EmptyState
              picture={<PrintPicture />}
              title={open === '' ? '还没有批次' : '没有这样的批次'}
              text="在待打印里勾选要一起打的件，或按规则排版，一个批次就是一次上机。"
              action={<LinkButton href={screens.waitingPieces()}>去排版</LinkButton>}
            />
          ) : (
            <>
              <DataTable label="批次" rows={rows} columns={columns} nameOf={nameOf} refreshing={batches.isPlaceholderData} />
              <PageFooter
                query={list}
                pageSizes={pageSizes}
                total={totalItems}
                unit="个批次"
                isTotalCurrent={!batches.isPlaceholderData}
              />
            </>
          )
        }
      </ListView>
    </>
  )
}
