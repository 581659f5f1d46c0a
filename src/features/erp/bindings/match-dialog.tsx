import { Alert, Button } from '@arco-design/web-react'
import { useCallback, useState } from 'react'
import type { Factory, FactoryPhoneModel } from '../../../../contract/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { FailureText } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { ProgressBar } from '../../../ui/progress-bar'
import { TabBar } from '../../../ui/tab-bar'
import { toastSuccess } from '../../../ui/toast'
import { useSelection } from '../../../ui/use-selection'
import type { MatchPlan } from '../matching/match-plan'
import { BoundTable, FoundTable, MissingList, UnsureTable } from './match-tables'
import { fullName, type ModelRow } from './model-rows'
import { type BindMatched, useBindMatched } from './use-bind-matched'
import { useMatching } from './use-matching'

interface MatchDialogProps {
  readonly factory: Factory
  readonly factoryModels: readonly FactoryPhoneModel[]
  /** All models of the account. */
  readonly allModels: readonly ModelRow[]
  /** The ticked models; null while the dialog is closed. */
  readonly rows: readonly ModelRow[] | null
  readonly onClose: () => void
  /** Called when something was bound. */
  readonly onBound: () => void
}

/** 自动匹配: shows what the matcher found, and binds it only once a person has confirmed it. */
export function MatchDialog({ rows, ...props }: MatchDialogProps) {
  // Keep the result while the dialog fades out.
  const [shown, setShown] = useState(rows)
  const [openCount, setRound] = useState(0)
  if (rows !== null && rows !== shown) {
    setShown(rows)
    setRound(openCount + 1)
  }
  return shown === null ? null : <OpenDialog key={openCount} {...props} rows={shown} visible={rows !== null} />
}

type OpenProps = Omit<MatchDialogProps, 'rows'> & { readonly rows: readonly ModelRow[]; readonly visible: boolean }

function OpenDialog({ factory, factoryModels, allModels, rows, visible, onClose, onBound }: OpenProps) {
  const { matching, rematch } = useMatching(rows, allModels, factoryModels)
  return (
    <Modal
      visible={visible}
      title={`自动匹配「${factory.name}」的型号`}
      footer={null}
      onCancel={onClose}
      className="erp-match-dialog"
      style={{ width: 1040, maxWidth: 'calc(100vw - 32px)' }}
    >
      {matching.phase === 'running' && (
        <div className="erp-match-wait">
          <p role="status">
            正在对照 <span className="numeric">{rows.length}</span> 个机型和工厂的{' '}
            <span className="numeric">{factoryModels.length}</span> 个型号
          </p>
          <ProgressBar percent={matching.total === 0 ? 0 : Math.floor((100 * matching.done) / matching.total)} label="匹配进度" />
          <DialogFoot onCancel={onClose} />
        </div>
      )}
      {matching.phase === 'failed' && (
        <Alert
          type="error"
          className="form-alert"
          content={<FailureText error={matching.error} />}
          action={
            <Button size="mini" onClick={rematch}>
              重新匹配
            </Button>
          }
        />
      )}
      {matching.phase === 'ready' && (
        <Review
          factory={factory}
          factoryModels={factoryModels}
          rows={rows}
          plan={matching.plan}
          onClose={onClose}
          onBound={onBound}
        />
      )}
    </Modal>
  )
}

interface ReviewProps {
  readonly factory: Factory
  readonly factoryModels: readonly FactoryPhoneModel[]
  readonly rows: readonly ModelRow[]
  readonly plan: MatchPlan
  readonly onClose: () => void
  readonly onBound: () => void
}

type ReviewTab = 'found' | 'unsure' | 'missing' | 'kept'

function Review({ factory, factoryModels, rows, plan, onClose, onBound }: ReviewProps) {
  const boundRows = rows.filter(({ state }) => state !== 'none')
  const [requestedTab, setRequestedTab] = useState<ReviewTab | null>(null)
  const [manualCodes, setManualCodes] = useState<ReadonlyMap<number, string>>(new Map())
  const addManualCode = useCallback((id: number, code: string) => setManualCodes((old) => new Map([...old, [id, code]])), [])
  const selection = useSelection()
  const [prepared, setPrepared] = useState(false)
  if (!prepared) {
    setPrepared(true)
    selection.set(plan.found.filter(({ isTie }) => !isTie).map(({ id }) => id))
  }
  const matched = useBindMatched(factory.id, ({ bound, kept: skipped }) => {
    onBound()
    if (bound.size > 0) toastSuccess('绑定成功')
    if (skipped.length > 0) return
    if (plan.unsure.length > 0) setRequestedTab('unsure')
    else onClose()
  })
  const skippedIds = new Set(matched.result.kept.map(({ phoneModelId }) => phoneModelId))
  const found = plan.found.filter(({ id }) => !matched.result.bound.has(id) && !skippedIds.has(id))
  const chosen = found.filter(({ id }) => selection.ids.has(id))
  const counts: Readonly<Record<ReviewTab, number>> = {
    found: found.length,
    unsure: plan.unsure.length,
    missing: plan.missing.length,
    kept: boundRows.length,
  }
  const labels: Readonly<Record<ReviewTab, string>> = {
    found: '可以绑定',
    unsure: '需要人工核对',
    missing: '工厂没有',
    kept: '已绑定，不改动',
  }
  const tabs = (Object.keys(labels) as ReviewTab[]).filter((part) => part === 'found' || counts[part] > 0)
  const activeTab = requestedTab ?? tabs.find((one) => counts[one] > 0) ?? 'found'
  return (
    <>
      <Outcome matched={matched} rows={rows} />
      <TabBar
        inner
        label="匹配结果"
        tabs={tabs.map((key) => ({ key, label: `${labels[key]} (${counts[key]})` }))}
        active={activeTab}
        onChange={(key) => setRequestedTab(key as ReviewTab)}
      >
        {activeTab === 'found' && <FoundTable found={found} factoryModels={factoryModels} selection={selection} />}
        {activeTab === 'unsure' && (
          <UnsureTable
            unsure={plan.unsure}
            factoryModels={factoryModels}
            factoryId={factory.id}
            manualCodes={manualCodes}
            onBound={addManualCode}
          />
        )}
        {activeTab === 'missing' && <MissingList missing={plan.missing} />}
        {activeTab === 'kept' && <BoundTable rows={boundRows} />}
      </TabBar>
      <DialogFoot
        note="绑定之后，每一个都可以再手动更换；手动绑定的不会被自动匹配改动。"
        busy={matched.busy}
        {...(found.length > 0 ? { onCancel: onClose } : { onClose })}
      >
        {found.length > 0 && (
          <Button type="primary" loading={matched.busy} disabled={chosen.length === 0} onClick={() => matched.bind(chosen)}>
            绑定 {chosen.length} 个机型
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

/** The outcome of binding: models that were bound meanwhile and left alone, and why the rest failed. */
function Outcome({ matched: { result, error }, rows }: { readonly matched: BindMatched; readonly rows: readonly ModelRow[] }) {
  const nameOf = new Map(rows.map((row) => [row.id, fullName(row)]))
  const names = result.kept.map(({ phoneModelId }) => nameOf.get(phoneModelId) ?? '').filter(Boolean)
  return (
    <>
      {result.bound.size > 0 && error === null && (
        <Alert type="success" className="form-alert" content={`已绑定 ${result.bound.size} 个机型。`} />
      )}
      {result.kept.length > 0 && (
        <Alert
          type="warning"
          className="form-alert"
          content={`${result.kept.length} 个机型在这期间已经被绑定，保持不变：${names.slice(0, 3).join('、')}${names.length > 3 ? ' 等' : ''}。`}
        />
      )}
      {error !== null && (
        <Alert
          type="error"
          className="form-alert"
          content={
            <>
              {result.bound.size > 0 ? `已绑定 ${result.bound.size} 个机型，其余没有绑定：` : '没有绑定：'}
              <FailureText error={error} />
            </>
          }
        />
      )}
    </>
  )
}
