import { Button, Skeleton } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Wireframe } from '../../../contract/types'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { DialogFoot } from '../../ui/dialog-foot'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { useTaskStore } from '../../ui/task-context'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { batchScope } from './batch-progress'
import { MarginFields } from './margin-fields'
import { hasProblems, type MarginChange, marginFields, printAreaFields, readMarginChange, tooHigh, tooWide } from './print-area'
import { isEmptyChange, type PrintAreaPlan, planPrintArea, planText, sharedMargins } from './print-area-plan'
import type { WireframeRow } from './rows'
import { type ChangeInput, wireframeChangeKind } from './wireframe-change-task'
import { manyWireframesQuery } from './wireframes-of-rows'
import './batch.css'

interface PrintAreaDialogProps {
  /** The ticked rows; null while the dialog is closed. */
  readonly rows: readonly WireframeRow[] | null
  readonly onClose: () => void
}

/** Sets the margins of all ticked rows that have a wireframe, side by side; shows how many will change before it applies them. */
export function PrintAreaDialog({ rows, onClose }: PrintAreaDialogProps) {
  const shown = useValueWhileClosing(rows !== null, rows)
  return (
    <Modal
      visible={rows !== null}
      title="批量修改打印区域"
      footer={null}
      onCancel={onClose}
      style={{ width: 520, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown !== null && <WireframesLoader rows={shown} onClose={onClose} />}
    </Modal>
  )
}

function WireframesLoader({ rows, onClose }: { readonly rows: readonly WireframeRow[]; readonly onClose: () => void }) {
  const api = useApi()
  const ids = useMemo(() => [...new Set(rows.flatMap(({ sku }) => sku?.wireframeId ?? []))], [rows])
  const wireframesQuery = useQuery(manyWireframesQuery(api, ids))
  return (
    <ListView result={wireframesQuery} skeleton={<Skeleton animation text={{ rows: 4 }} />}>
      {(wireframes) => <PrintAreaFields rows={rows} wireframes={wireframes} onClose={onClose} />}
    </ListView>
  )
}

interface FieldsProps {
  readonly rows: readonly WireframeRow[]
  readonly wireframes: readonly Wireframe[]
  readonly onClose: () => void
}

function PrintAreaFields({ rows, wireframes, onClose }: FieldsProps) {
  const store = useTaskStore()
  const [{ typed: initialMargins, placeholders }] = useState(() => sharedMargins(wireframes))
  const [typed, setTyped] = useState(initialMargins)
  const { change, problems } = readMarginChange(typed, initialMargins)
  const plan = planPrintArea(rows, wireframes, change)
  const wireframesToClear = planPrintArea(rows, wireframes, null).change
  const isInvalid = hasProblems(problems)
  const isUnchanged = isEmptyChange(change)
  const startTask = (title: string, changed: PrintAreaPlan['change'], to: MarginChange | null) => {
    store.start<ChangeInput>({
      kind: wireframeChangeKind,
      title,
      scope: batchScope,
      items: changed.map(({ wireframeId, name, before }) => ({
        key: String(wireframeId),
        name,
        input: {
          wireframeId,
          change: to === null ? printAreaFields(null) : marginFields(to),
          before: printAreaFields(before),
        },
      })),
    })
    onClose()
  }
  const start = useOneAtATime(async () => {
    if (isInvalid || plan.change.length === 0) return
    startTask(`修改 ${plan.change.length} 个线框图的打印区域`, plan.change, change)
  })
  const clear = useOneAtATime(async () => {
    const count = wireframesToClear.length
    const confirmed = await confirm({
      title: `清除 ${count} 个线框图的打印区域？`,
      content: `它们现在的四个边距会被去掉，变成不设打印区域${wireframes.length > count ? `；另外 ${wireframes.length - count} 个本来就没有设` : ''}。清除完可以撤销。`,
      okText: `清除 ${count} 个打印区域`,
      danger: true,
    })
    if (confirmed) startTask(`清除 ${count} 个线框图的打印区域`, wireframesToClear, null)
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <MarginFields typed={typed} problems={problems} placeholders={placeholders} onChange={setTyped} />
      {!isInvalid && (
        <p className="wireframes-plan numeric" role="status">
          {isUnchanged ? '还没有填写要改的边距' : planText(plan)}
        </p>
      )}
      {!isInvalid && plan.tooSmall.length > 0 && (
        <div className="wireframes-warning">
          <p>
            {tooWide}；{tooHigh}。这些图片放不下：
          </p>
          <ul className="wireframes-too-small">
            {plan.tooSmall.slice(0, 20).map((name) => (
              <li key={name}>{name}</li>
            ))}
            {plan.tooSmall.length > 20 && <li>等 {plan.tooSmall.length} 个</li>}
          </ul>
        </div>
      )}
      <DialogFoot
        onCancel={onClose}
        note={
          wireframesToClear.length > 0 && (
            <Button type="text" status="danger" onClick={clear}>
              清除 {wireframesToClear.length} 个打印区域…
            </Button>
          )
        }
      >
        <Button type="primary" htmlType="submit" disabled={isInvalid || plan.change.length === 0}>
          修改 {isInvalid ? 0 : plan.change.length} 个打印区域
        </Button>
      </DialogFoot>
    </form>
  )
}
