import { Select } from '@arco-design/web-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { PhoneBrand, PhoneCaseMaterial, PhoneModel } from '../../../contract/types'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import { DataTable } from '../../ui/data-table'
import { RefreshError } from '../../ui/failure-view'
import { FilterChips } from '../../ui/filter-chips'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { OneLine } from '../../ui/one-line'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useTaskStore } from '../../ui/task-context'
import { toastHint } from '../../ui/toast'
import { useDialog } from '../../ui/use-dialog'
import { useLatest } from '../../ui/use-latest'
import type { ListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { batchScope, useBatchRefusal } from './batch-progress'
import { CopyDialog } from './copy-dialog'
import { PrintAreaDialog } from './print-area-dialog'
import {
  hasWireframe,
  isInState,
  nameOfRow,
  planShelf,
  type RowState,
  rowStates,
  skippedText,
  stateNames,
  type WireframeRow,
} from './rows'
import { SizeDialog } from './sizes/lazy'
import { type ShelfInput, skuShelfKind } from './sku-shelf-task'
import { checkedTask } from './standard-mark'
import { useRows } from './use-rows'
import { useWireframes } from './use-wireframes'
import { wireframeColumns } from './wireframe-columns'
import { WireframeDrawer } from './wireframe-drawer'

/** Rows on a page; the specification's default first. */
export const wireframePageSizes = [5, 10, 20, 30] as const

interface SkuTableProps {
  readonly brand: PhoneBrand
  /** All models of the brand. */
  readonly brandModels: readonly PhoneModel[]
  /** The chosen model; null for all models of the brand. */
  readonly model: PhoneModel | null
  readonly materials: readonly PhoneCaseMaterial[]
  readonly list: ListQuery<'state'>
  readonly idOf: (key: string) => number
  readonly modelSelect: ReactNode
}

const noRows: readonly WireframeRow[] = []
const stateOf = (text: string): RowState | null => rowStates.find((one) => one === text) ?? null
const dialogPrefix = 'wireframe-'

/** The table of rows of one model, or of all models of a brand. */
export function SkuTable({ brand, brandModels, model, materials, list, idOf, modelSelect }: SkuTableProps) {
  const models = useMemo(() => (model === null ? brandModels : [model]), [brandModels, model])
  const result = useRows({ brand, models, materials, idOf })
  const rows = result.data ?? noRows
  const state = stateOf(list.get('state'))
  const filteredRows = useMemo(() => (state === null ? rows : rows.filter((row) => isInState(row, state))), [rows, state])
  const selection = useSelection()
  const dialog = useDialog(screens.wireframes)
  const store = useTaskStore()
  const batchRefusal = useBatchRefusal()
  const [areaRows, setAreaRows] = useState<readonly WireframeRow[] | null>(null)
  const [sizedRows, setSizedRows] = useState<readonly WireframeRow[] | null>(null)
  const [copiedRow, setCopiedRow] = useState<WireframeRow | null>(null)
  const { pageNo, pageSize } = list
  const page = useMemo(() => filteredRows.slice((pageNo - 1) * pageSize, pageNo * pageSize), [filteredRows, pageNo, pageSize])
  const wireframes = useWireframes(page)

  const { wireframeOf } = wireframes
  const showsModel = model === null
  const check = useLatest((checked: readonly WireframeRow[]) => {
    const task = checkedTask(checked)
    if (batchRefusal !== null) toastHint(batchRefusal)
    else if (task === null) toastHint('勾选的都不是标准线框')
    else store.start(task)
  })
  const columns = useMemo(
    () =>
      wireframeColumns({
        ...{ wireframeOf, showsModel },
        open: (row) => dialog.open(`${dialogPrefix}${row.key}`),
        check: (row) => check([row]),
      }),
    [wireframeOf, showsModel, dialog.open],
  )
  const [lastEdited, setLastEdited] = useState<WireframeRow | null>(null)
  const isEdited = (row: WireframeRow) => dialog.name === `${dialogPrefix}${row.key}`
  const editedRow = rows.find(isEdited)
  if (editedRow !== undefined && editedRow !== lastEdited) setLastEdited(editedRow)
  // The form stays open when its row disappears meanwhile, so that nothing typed is lost.
  const edited = editedRow ?? (lastEdited !== null && isEdited(lastEdited) ? lastEdited : null)
  const isRowMissing = result.data !== undefined && edited === null && (dialog.name ?? '').startsWith(dialogPrefix)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, when it is found missing
  useEffect(() => {
    if (!isRowMissing) return
    toastHint('没有找到要打开的线框图，它可能已被删除')
    dialog.close()
  }, [isRowMissing])

  const startShelfTask = (enabled: boolean) => (chosen: readonly WireframeRow[]) => {
    const actionText = enabled ? '上架' : '下架'
    const plan = planShelf(chosen, enabled)
    const skipped = skippedText(plan, enabled)
    if (plan.change.length === 0) return toastHint(`没有要${actionText}的：${skipped}`)
    store.start<ShelfInput>({
      kind: skuShelfKind,
      title: `${actionText} ${plan.change.length} 项${skipped === '' ? '' : `（${skipped}）`}`,
      scope: batchScope,
      items: plan.change.map((row) => ({ key: row.key, name: nameOfRow(row), input: { key: row.key, enabled } })),
    })
  }
  const actions: readonly Action<WireframeRow>[] = [
    {
      key: 'copy',
      label: '复制到…',
      where: 'row',
      refusal: ([row]) => (row && hasWireframe(row) ? batchRefusal : '先上传线框图，再复制'),
      perform: ([row]) => row && setCopiedRow(row),
    },
    { key: 'on', label: '批量上架', where: 'bulk', refusal: () => batchRefusal, perform: startShelfTask(true) },
    { key: 'off', label: '批量下架', where: 'bulk', refusal: () => batchRefusal, perform: startShelfTask(false) },
    {
      key: 'area',
      label: '批量修改打印区域',
      where: 'bulk',
      refusal: () => batchRefusal,
      perform: (chosen) => {
        if (chosen.some(hasWireframe)) setAreaRows(chosen)
        else toastHint('请至少选择一个带线框图的机型')
      },
    },
    {
      key: 'sizes',
      label: '填毫米',
      where: 'bulk',
      refusal: () => batchRefusal,
      perform: (chosen) => {
        if (chosen.some(hasWireframe)) setSizedRows(chosen)
        else toastHint('请至少选择一个带线框图的机型')
      },
    },
    { key: 'check', label: '标为已核对', where: 'bulk', refusal: () => batchRefusal, perform: check },
  ]

  const clear = () => list.set({ state: null })
  const filters = (
    <OneLine className="filter-row" kind="filters">
      {modelSelect}
      <Select
        className="wireframes-state"
        aria-label="状态"
        value={state ?? ''}
        onChange={(value: string) => list.set({ state: value })}
        options={[{ value: '', label: '全部状态' }, ...rowStates.map((value) => ({ value, label: stateNames[value] }))]}
      />
      <FilterChips chips={state === null ? [] : [{ key: 'state', label: stateNames[state], onRemove: clear }]} onClear={clear} />
      <span className="wireframes-counts numeric" data-keep="shrink">
        {rows.filter(hasWireframe).length}/{rows.length} 有线框图，{rows.filter((row) => isInState(row, 'on')).length} 项上架
        {rows.some((row) => isInState(row, 'standard')) && (
          <>，{rows.filter((row) => isInState(row, 'standard')).length} 张标准线框待核对</>
        )}
      </span>
    </OneLine>
  )

  return (
    <>
      <ListView result={result} skeleton={<TableSkeleton label="正在加载线框图" rows={5} />}>
        {() => (
          <>
            <BulkBar selection={selection} rows={filteredRows} actions={actions}>
              {filters}
            </BulkBar>
            {wireframes.failure !== null && (
              <RefreshError error={wireframes.failure} onRetry={() => void wireframes.retry()} retrying={wireframes.isRetrying} />
            )}
            {filteredRows.length === 0 ? (
              <NoMatch
                text={`${model === null ? `「${brand.name}」` : `「${model.name}」`}的 ${rows.length} 项里，没有${state === null ? '' : `「${stateNames[state]}」`}的。`}
                onClear={clear}
              />
            ) : (
              <DataTable
                label={`${model === null ? `「${brand.name}」` : `「${model.name}」`}的线框图`}
                rows={filteredRows}
                columns={columns}
                nameOf={nameOfRow}
                actions={actions}
                maxWidth={1280}
                selection={selection}
                paging={{ query: list, pageSizes: wireframePageSizes, unit: '项' }}
              />
            )}
          </>
        )}
      </ListView>
      <WireframeDrawer row={edited} onClose={dialog.close} />
      <CopyDialog row={copiedRow} models={brandModels} materials={materials} idOf={idOf} onClose={() => setCopiedRow(null)} />
      <PrintAreaDialog rows={areaRows} onClose={() => setAreaRows(null)} />
      <SizeDialog visible={sizedRows !== null} rows={sizedRows ?? noRows} onClose={() => setSizedRows(null)} />
    </>
  )
}
