import { Button, Spin } from '@arco-design/web-react'
import { IconLayout, IconRefresh } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { maxIdsPerCall } from '../../../../contract/constants'
import { batchLimits } from '../../../../contract/rules/print-batch'
import type { PrintPiece } from '../../../../contract/types'
import { jigsQuery, pieceListQuery, printersQuery, printFloorQuery, waitingPiecesQuery } from '../../../api/queries/print-floor'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import type { Action } from '../../../ui/action'
import { BulkBar } from '../../../ui/bulk-bar'
import { DataTable } from '../../../ui/data-table'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { NoMatch } from '../../../ui/no-match'
import { PageActions } from '../../../ui/page'
import { PageFooter } from '../../../ui/page-footer'
import { SearchField } from '../../../ui/search-field'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useDialog } from '../../../ui/use-dialog'
import { useListQuery } from '../../../ui/use-list-query'
import { useSelection } from '../../../ui/use-selection'
import { Choice } from '../choice'
import { useCases } from '../use-cases'
import { FirstSteps } from './first-steps'
import { pieceColumns } from './piece-columns'

const PlanDialog = lazyDialog('排版', () => import('./plan-dialog'))

const pageSizes = [50, 100, 200] as const
const nameOf = ({ code }: PrintPiece) => code

const idsIn = (text: string): number[] => text.split(',').flatMap((part) => (/^[1-9]\d{0,14}$/.test(part) ? [Number(part)] : []))

/** 待打印: the pieces that wait for a batch, failed ones first, then the oldest. */
export function WaitingTab() {
  const api = useApi()
  const mayChange = usePermissions().may(['factory'])
  const list = useListQuery(screens.waitingPieces, pageSizes)
  const dialog = useDialog(screens.waitingPieces)
  const selection = useSelection()
  const [planned, setPlanned] = useState<readonly number[]>([])
  const cases = useCases()
  const filters = {
    phoneModelIds: idsIn(list.get('model')).slice(0, maxIdsPerCall),
    materialIds: idsIn(list.get('material')),
    materialColorIds: idsIn(list.get('color')),
    text: list.get('q'),
  }
  const isFiltered =
    filters.text !== '' || [filters.phoneModelIds, filters.materialIds, filters.materialColorIds].some(({ length }) => length > 0)
  const pieces = useQuery(waitingPiecesQuery(api, filters, list.pageNo, list.pageSize))
  const counts = useQuery(printFloorQuery(api))
  const printers = useQuery(printersQuery(api))
  const jigs = useQuery(jigsQuery(api))
  const columns = useMemo(() => pieceColumns(), [])
  const clear = () => list.set({ q: null, model: null, material: null, color: null })
  const plan = (pieceIds: readonly number[]) => {
    setPlanned(pieceIds)
    dialog.open('plan')
  }
  const actions: readonly Action<PrintPiece>[] = mayChange
    ? [
        {
          ...{ key: 'plan', label: '排版', icon: <IconLayout />, where: 'bulk' },
          refusal: (rows) => (rows.length > batchLimits.pieces ? `一个批次最多 ${batchLimits.pieces} 件` : null),
          perform: (rows) => plan(rows.map(({ id }) => id)),
        },
      ]
    : []
  const readAll = async (): Promise<readonly PrintPiece[]> => {
    const found: PrintPiece[] = []
    for (let pageNo = 1; ; pageNo += 1) {
      const query = pieceListQuery(filters, { pageNo, pageSize: 200 }, 'waiting')
      const page = await api.printPieces.list({ query }, { quiet: true })
      found.push(...page.items)
      if (page.items.length === 0 || found.length >= Math.min(page.totalItems, batchLimits.pieces)) {
        return found.slice(0, batchLimits.pieces)
      }
    }
  }
  const isReady = (printers.data?.length ?? 0) > 0
  const waiting = counts.data?.states.waiting ?? 0
  return (
    <>
      <PageActions>
        <Button
          icon={<IconRefresh />}
          aria-label="刷新"
          title="刷新"
          loading={pieces.isFetching && !pieces.isPending}
          onClick={() => void Promise.all([pieces.refetch(), counts.refetch()])}
        />
        {mayChange && isReady && waiting > 0 && (
          <Button type="primary" icon={<IconLayout />} onClick={() => plan([])}>
            排版
          </Button>
        )}
      </PageActions>
      <ListView result={pieces} skeleton={<TableSkeleton label="正在加载待打印的件" rows={6} />}>
        {({ items, totalItems }) =>
          totalItems === 0 && !isFiltered ? (
            counts.data === undefined ? (
              <Spin />
            ) : (
              <FirstSteps counts={counts.data} hasPrinter={isReady} hasJig={(jigs.data?.length ?? 0) > 0} mayChange={mayChange} />
            )
          ) : (
            <>
              <BulkBar selection={selection} rows={items} actions={actions} total={totalItems} readAll={readAll}>
                <div className="filter-row floor-filters">
                  <SearchField value={filters.text} onChange={(q) => list.set({ q })} label="搜索订单号或件码" />
                  <Choice
                    label="型号"
                    placeholder="全部型号"
                    items={cases.models}
                    chosen={filters.phoneModelIds}
                    onChange={(ids) => list.set({ model: ids.join(',') })}
                  />
                  <Choice
                    label="材质"
                    placeholder="全部材质"
                    items={cases.materials}
                    chosen={filters.materialIds}
                    onChange={(ids) => list.set({ material: ids.join(',') })}
                  />
                  <Choice
                    label="颜色"
                    placeholder="全部颜色"
                    items={cases.colors}
                    chosen={filters.materialColorIds}
                    onChange={(ids) => list.set({ color: ids.join(',') })}
                  />
                  {isFiltered && (
                    <Button type="text" onClick={clear}>
                      清空筛选
                    </Button>
                  )}
                </div>
              </BulkBar>
              {totalItems === 0 ? (
                <NoMatch text="没有待打印的件符合这些条件。" onClear={clear} />
              ) : (
                <>
                  <DataTable
                    label="待打印的件"
                    rows={items}
                    columns={columns}
                    nameOf={nameOf}
                    {...(mayChange && { selection })}
                    refreshing={pieces.isPlaceholderData}
                  />
                  <PageFooter
                    query={list}
                    pageSizes={pageSizes}
                    total={totalItems}
                    unit="件"
                    isTotalCurrent={!pieces.isPlaceholderData}
                  />
                </>
              )}
            </>
          )
        }
      </ListView>
      <PlanDialog
        // The form takes its values as it opens: an only printer and an only jig are chosen.
        visible={dialog.name === 'plan' && printers.isSuccess && jigs.isSuccess}
        pieceIds={planned}
        printers={printers.data ?? []}
        jigs={jigs.data ?? []}
        cases={cases}
        onPlanned={selection.clear}
        onClose={dialog.close}
      />
    </>
  )
}
