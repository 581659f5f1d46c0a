/** 填毫米: one table of many wireframes with what is proposed for their size, edited like a sheet and applied at once. */
import { Button, Checkbox } from '@arco-design/web-react'
import { useMemo, useRef, useState } from 'react'
import { phoneName } from '../../../../contract/rules/case-names'
import { DataTable } from '../../../ui/data-table'
import { DialogFoot } from '../../../ui/dialog-foot'
import { ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useTaskStore } from '../../../ui/task-context'
import { toastHint } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { batchScope } from '../batch-progress'
import { mmText } from '../physical-size'
import type { WireframeRow } from '../rows'
import { type ChangeInput, wireframeChangeKind } from '../wireframe-change-task'
import { fieldOf, sizeColumns } from './size-columns'
import { originNames, type Proposal } from './size-proposals'
import { planSizes, type SizePlan, type SizeRow, type SizeSource, type TypedSize } from './size-rows'
import { useSizeDrafts } from './use-size-drafts'
import { useFactorySizes, useHoles, useSizeSources } from './use-size-sources'
import '../batch.css'
import './sizes.css'

interface SizeDialogProps {
  readonly visible: boolean
  /** The ticked rows, or all wireframes of the catalogue. */
  readonly rows: readonly WireframeRow[] | 'all'
  readonly onClose: () => void
}

export default function SizeDialog({ visible, rows, onClose }: SizeDialogProps) {
  const shown = useValueWhileClosing(visible, rows)
  return (
    <Modal
      visible={visible}
      title="填毫米"
      className="sizes-dialog"
      footer={null}
      onCancel={onClose}
      style={{ width: 1040, maxWidth: 'calc(100vw - 32px)' }}
    >
      <SizeLoader rows={shown} onClose={onClose} />
    </Modal>
  )
}

type LoaderProps = Omit<SizeDialogProps, 'visible'>

function SizeLoader({ rows, onClose }: LoaderProps) {
  const sources = useSizeSources(rows)
  return (
    <ListView result={sources} skeleton={<TableSkeleton label="正在读取线框图" rows={6} />}>
      {(found) =>
        found.length === 0 ? (
          <>
            <p className="wireframes-hint">还没有线框图，先上传或导入，再填它们的毫米尺寸。</p>
            <DialogFoot onClose={onClose} />
          </>
        ) : (
          <SizeTable sources={found} onClose={onClose} />
        )
      }
    </ListView>
  )
}

const rowHeight = 56
/** px: as much of the window as the rest of the dialog leaves, for at least four rows. */
const tableHeight = () => Math.max(4 * rowHeight, Math.min(440, innerHeight - 400))

const views = {
  all: { label: '全部', has: () => true },
  missing: { label: '没有毫米', has: ({ wireframe }: SizeSource) => wireframe.widthMm === null || wireframe.heightMm === null },
  unknown: { label: '没有建议', has: ({ origin }: SizeRow) => origin === null },
  stretched: { label: '与图片比例不一致', has: ({ stretch }: SizeRow) => stretch !== null },
} as const
type View = keyof typeof views
const viewKeys = Object.keys(views) as View[]

function SizeTable({ sources, onClose }: { readonly sources: readonly SizeSource[]; readonly onClose: () => void }) {
  const store = useTaskStore()
  const factorySizes = useFactorySizes()
  const holes = useHoles(sources)
  const context = useMemo(() => ({ factorySizes, holes }), [factorySizes, holes])
  const { rows, tickedRows, selection, edit, settle, paste } = useSizeDrafts(sources, context)
  const [view, setView] = useState<View>(() => (sources.some(views.missing.has) ? 'missing' : 'all'))
  const [height] = useState(tableHeight)
  const [takesHoles, setTakesHoles] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => rows.filter(views[view].has), [rows, view])
  const plan = planSizes(tickedRows, takesHoles)
  const stretched = rows.filter(({ isChanged, stretch }) => isChanged && stretch !== null)
  const pendingCount = rows.filter(({ isPending }) => isPending).length
  const holeCount = rows.filter(({ hole }) => hole !== null).length

  const editing = {
    type: useLatest((row: SizeRow, typed: TypedSize) => edit([{ row, typed }])),
    settle: useLatest((row: SizeRow, side: keyof TypedSize) => {
      const current = rows.find(({ id }) => id === row.id)
      if (current) settle({ row: current, side })
    }),
    paste: useLatest((row: SizeRow, side: keyof TypedSize, text: string) => {
      const left = paste(text, shown.slice(shown.findIndex(({ id }) => id === row.id)), side)
      if (left > 0) toastHint(`下面没有更多行，${left} 行没有填进去`)
    }),
    move: useLatest((row: SizeRow, side: keyof TypedSize, by: number) => {
      const next = shown[shown.findIndex(({ id }) => id === row.id) + by]
      if (next) document.getElementById(fieldOf(next.id, side))?.focus()
    }),
  }
  const { type, settle: settleField, paste: pasteInto, move } = editing
  const columns = useMemo(
    () => sizeColumns({ type, settle: settleField, paste: pasteInto, move }),
    [type, settleField, pasteInto, move],
  )

  const isReady = plan.changes.length > 0 && plan.invalid.length === 0 && pendingCount === 0
  const apply = useOneAtATime(async () => {
    if (!isReady) return
    store.start<ChangeInput>({
      kind: wireframeChangeKind,
      title: `填写 ${plan.changes.length} 张线框图的毫米尺寸`,
      scope: batchScope,
      items: plan.changes.map(({ row, input }) => ({ key: String(row.id), name: row.name, input })),
    })
    onClose()
  })
  return (
    // The keys of the whole table; each field and button is reached by its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={table}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply()
      }}
    >
      <p className="wireframes-hint">
        毫米是整张图片印出来的大小。从 Excel 复制一列或“宽、高”两列，粘贴到任意一格，就从那一行往下填；也可以写成 71.5×150.2 或
        7.15 cm。
      </p>
      <div className="sizes-tools">
        {viewKeys.map((key) => {
          const count = rows.filter(views[key].has).length
          return (
            <Button
              key={key}
              size="small"
              aria-pressed={view === key}
              disabled={count === 0 && view !== key}
              onClick={() => setView(key)}
            >
              {views[key].label} {count}
            </Button>
          )
        })}
        <TakeAll origin="factory" rows={shown} onTake={edit} />
        <TakeAll origin="library" rows={shown} onTake={edit} />
        {stretched.length > 0 && (
          <Button
            size="small"
            type="text"
            onClick={() =>
              edit(
                stretched.map((row) => ({
                  row,
                  typed: { ...row.typed, height: mmText(row.stretch?.fittingHeightMm ?? null) },
                })),
              )
            }
          >
            {stretched.length} 张按图片比例改高
          </Button>
        )}
      </div>
      <DataTable
        label="线框图的毫米尺寸"
        rows={shown}
        columns={columns}
        nameOf={({ name }) => name}
        selection={selection}
        virtual={{ height, rowHeight }}
      />
      {holeCount > 0 && (
        <Checkbox checked={takesHoles} onChange={setTakesHoles}>
          {holeCount} 张没有打印区域，同时用前景图透明的部分
        </Checkbox>
      )}
      <Stretched rows={stretched} onShow={() => setView('stretched')} />
      <DialogFoot onCancel={onClose} note={<PlanText plan={plan} ticked={tickedRows.length} pending={pendingCount} />}>
        <Button type="primary" disabled={!isReady} onClick={apply}>
          填写 {plan.changes.length} 张
        </Button>
      </DialogFoot>
    </div>
  )
}

interface TakeAllProps {
  readonly origin: Proposal['origin']
  readonly rows: readonly SizeRow[]
  readonly onTake: (changes: readonly { readonly row: SizeRow; readonly typed: TypedSize }[]) => void
}

/** Takes the proposals of one origin into all shown rows that have one and show something else. */
function TakeAll({ origin, rows, onTake }: TakeAllProps) {
  const taken = rows.flatMap((row) => {
    const proposal = row.proposals.find((one) => one.origin === origin)
    if (!proposal || row.origin === origin) return []
    const typed = { width: mmText(proposal.widthMm), height: mmText(proposal.heightMm) }
    return typed.width === row.typed.width && typed.height === row.typed.height ? [] : [{ row, typed }]
  })
  if (taken.length === 0) return null
  return (
    <Button size="small" type="text" onClick={() => onTake(taken)}>
      {taken.length} 张改用{originNames[origin]}
    </Button>
  )
}

const namedModels = 6

/** Names the models whose millimetres have other proportions than their picture. */
function Stretched({ rows, onShow }: { readonly rows: readonly SizeRow[]; readonly onShow: () => void }) {
  const names = [
    ...new Set(rows.map(({ row: { brand, model }, stretch }) => `${phoneName(brand.name, model.name)}（${stretch?.text}）`)),
  ]
  if (rows.length === 0) return null
  return (
    <p className="wireframes-warning sizes-stretched">
      这 {rows.length} 张的毫米与图片的比例不一致，印出来会变形：{names.slice(0, namedModels).join('、')}
      {names.length > namedModels && ` 等 ${names.length} 种`}。建议里相差太多的没有勾选。
      <Button size="mini" type="text" onClick={onShow}>
        只看这些
      </Button>
    </p>
  )
}

interface PlanTextProps {
  readonly plan: SizePlan
  readonly ticked: number
  readonly pending: number
}

function PlanText({ plan, ticked, pending }: PlanTextProps) {
  const parts = [
    ticked === 0 ? '请勾选要填的线框图' : `勾选 ${ticked} 张，将填 ${plan.changes.length} 张`,
    ...(plan.same > 0 ? [`${plan.same} 张没有变化`] : []),
    ...(plan.invalid.length > 0 ? [`${plan.invalid.length} 张填写有误，改好或取消勾选`] : []),
    ...(pending > 0 ? [`还有 ${pending} 张在看前景图`] : []),
  ]
  return (
    <span className="numeric" role="status">
      {parts.join('，')}
    </span>
  )
}
