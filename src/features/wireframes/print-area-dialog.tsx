import { Button, Skeleton } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Wireframe } from '../../../contract/types'
import { useApi } from '../../api/services'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { useTaskStore } from '../../ui/task-context'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { batchScope } from './batch-progress'
import { MarginFields } from './margin-fields'
import { hasProblems, readPrintArea, tooHigh, tooWide, typedFrom } from './print-area'
import { commonArea, planPrintArea, planText } from './print-area-plan'
import type { WireframeRow } from './rows'
import { type PrintAreaInput, printAreaKind } from './wireframe-print-area-task'
import { manyWireframesQuery } from './wireframes-of-rows'
import './batch.css'

interface PrintAreaDialogProps {
  /** What was ticked; null while closed. */
  readonly rows: readonly WireframeRow[] | null
  readonly onClose: () => void
}

/** The same print area for all ticked rows that have a wireframe; what will change is counted before it does. */
export function PrintAreaDialog({ rows, onClose }: PrintAreaDialogProps) {
  // The rows stay while the dialog fades out.
  const [shown, setShown] = useState(rows)
  if (rows !== null && rows !== shown) setShown(rows)
  return (
    <Modal
      visible={rows !== null}
      title="批量修改打印区域"
      footer={null}
      onCancel={onClose}
      style={{ width: 520, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown !== null && <Frames rows={shown} onClose={onClose} />}
    </Modal>
  )
}

function Frames({ rows, onClose }: { readonly rows: readonly WireframeRow[]; readonly onClose: () => void }) {
  const api = useApi()
  const ids = useMemo(() => [...new Set(rows.flatMap(({ sku }) => sku?.wireframeId ?? []))], [rows])
  const frames = useQuery(manyWireframesQuery(api, ids))
  return (
    <ListView result={frames} skeleton={<Skeleton animation text={{ rows: 4 }} />}>
      {(wireframes) => <Fields rows={rows} wireframes={wireframes} onClose={onClose} />}
    </ListView>
  )
}

interface FieldsProps {
  readonly rows: readonly WireframeRow[]
  readonly wireframes: readonly Wireframe[]
  readonly onClose: () => void
}

function Fields({ rows, wireframes, onClose }: FieldsProps) {
  const store = useTaskStore()
  const [typed, setTyped] = useState(() => typedFrom(commonArea(wireframes) ?? null))
  const { area, problems } = readPrintArea(typed, null)
  const plan = planPrintArea(rows, wireframes, area)
  const isWrong = hasProblems(problems)
  const empty = plan.change.length === 0
  const start = useOneAtATime(async () => {
    if (isWrong || empty) return
    store.start<PrintAreaInput>({
      kind: printAreaKind,
      title: `修改 ${plan.change.length} 个线框图的打印区域`,
      scope: batchScope,
      items: plan.change.map(({ wireframeId, name }) => ({ key: String(wireframeId), name, input: { wireframeId, area } })),
    })
    onClose()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <MarginFields typed={typed} problems={problems} onChange={setTyped} />
      {!isWrong && (
        <p className="wireframes-plan numeric" role="status">
          {planText(plan)}
          {area === null && !empty && '：清除它们的打印区域'}
        </p>
      )}
      {!isWrong && plan.tooSmall.length > 0 && (
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
      <footer className="wireframes-dialog-foot">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" disabled={isWrong || empty}>
          修改 {isWrong ? 0 : plan.change.length} 个打印区域
        </Button>
      </footer>
    </form>
  )
}
