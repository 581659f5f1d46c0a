import { Alert, Button, Progress } from '@arco-design/web-react'
import { useCallback, useState } from 'react'
import type { Factory, FactoryPhoneModel } from '../../../../contract/types'
import { FailureText } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { TabBar } from '../../../ui/tab-bar'
import { toastSuccess } from '../../../ui/toast'
import { useSelection } from '../../../ui/use-selection'
import type { MatchPlan } from '../matching/match-plan'
import { FoundTable, KeptTable, MissingList, UnsureTable } from './match-tables'
import { fullName, type ModelRow } from './model-rows'
import { type BindMatched, useBindMatched } from './use-bind-matched'
import { useMatching } from './use-matching'

interface MatchDialogProps {
  readonly factory: Factory
  readonly factoryModels: readonly FactoryPhoneModel[]
  /** All models of the account. */
  readonly all: readonly ModelRow[]
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
  const [round, setRound] = useState(0)
  if (rows !== null && rows !== shown) {
    setShown(rows)
    setRound(round + 1)
  }
  return shown === null ? null : <OpenDialog key={round} {...props} rows={shown} visible={rows !== null} />
}

type OpenProps = Omit<MatchDialogProps, 'rows'> & { readonly rows: readonly ModelRow[]; readonly visible: boolean }

function OpenDialog({ factory, factoryModels, all, rows, visible, onClose, onBound }: OpenProps) {
  const { matching, again } = useMatching(rows, all, factoryModels)
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
          <Progress
            percent={matching.total === 0 ? 0 : Math.floor((100 * matching.done) / matching.total)}
            aria-label="匹配进度"
          />
          <Button onClick={onClose}>取消</Button>
        </div>
      )}
      {matching.phase === 'failed' && (
        <Alert
          type="error"
          className="form-alert"
          content={<FailureText error={matching.error} />}
          action={
            <Button size="mini" onClick={again}>
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

type Part = 'found' | 'unsure' | 'missing' | 'kept'

function Review({ factory, factoryModels, rows, plan, onClose, onBound }: ReviewProps) {
  const kept = rows.filter(({ state }) => state !== 'none')
  const [wanted, setPart] = useState<Part | null>(null)
  const [byHand, setByHand] = useState<ReadonlyMap<number, string>>(new Map())
  const bindByHand = useCallback((id: number, code: string) => setByHand((old) => new Map([...old, [id, code]])), [])
  const selection = useSelection()
  const [prepared, setPrepared] = useState(false)
  if (!prepared) {
    setPrepared(true)
    selection.set(plan.found.filter(({ isTie }) => !isTie).map(({ id }) => id))
  }
  const matched = useBindMatched(factory.id, ({ bound, kept: left }) => {
    onBound()
    if (bound.size > 0) toastSuccess('绑定成功')
    if (left.length > 0) return
    if (plan.unsure.length > 0) setPart('unsure')
    else onClose()
  })
  const left = new Set(matched.done.kept.map(({ phoneModelId }) => phoneModelId))
  const found = plan.found.filter(({ id }) => !matched.done.bound.has(id) && !left.has(id))
  const chosen = found.filter(({ id }) => selection.ids.has(id))
  const counts: Readonly<Record<Part, number>> = {
    found: found.length,
    unsure: plan.unsure.length,
    missing: plan.missing.length,
    kept: kept.length,
  }
  const labels: Readonly<Record<Part, string>> = {
    found: '可以绑定',
    unsure: '需要人工核对',
    missing: '工厂没有',
    kept: '已绑定，不改动',
  }
  const parts = (Object.keys(labels) as Part[]).filter((part) => part === 'found' || counts[part] > 0)
  const part = wanted ?? parts.find((one) => counts[one] > 0) ?? 'found'
  return (
    <>
      <Outcome matched={matched} rows={rows} />
      <TabBar
        inner
        label="匹配结果"
        tabs={parts.map((key) => ({ key, label: `${labels[key]} (${counts[key]})` }))}
        active={part}
        onChange={(key) => setPart(key as Part)}
      >
        {part === 'found' && <FoundTable found={found} factoryModels={factoryModels} selection={selection} />}
        {part === 'unsure' && (
          <UnsureTable
            unsure={plan.unsure}
            factoryModels={factoryModels}
            factoryId={factory.id}
            byHand={byHand}
            onBound={bindByHand}
          />
        )}
        {part === 'missing' && <MissingList missing={plan.missing} />}
        {part === 'kept' && <KeptTable kept={kept} />}
      </TabBar>
      <footer className="erp-match-foot">
        <span className="erp-match-note">绑定之后，每一个都可以再手动更换；手动绑定的不会被自动匹配改动。</span>
        <Button disabled={matched.busy} onClick={onClose}>
          关闭
        </Button>
        {found.length > 0 && (
          <Button type="primary" loading={matched.busy} disabled={chosen.length === 0} onClick={() => matched.bind(chosen)}>
            绑定 {chosen.length} 个机型
          </Button>
        )}
      </footer>
    </>
  )
}

/** The outcome of binding: models that were bound meanwhile and left alone, and why the rest failed. */
function Outcome({ matched: { done, error }, rows }: { readonly matched: BindMatched; readonly rows: readonly ModelRow[] }) {
  const nameOf = new Map(rows.map((row) => [row.id, fullName(row)]))
  const names = done.kept.map(({ phoneModelId }) => nameOf.get(phoneModelId) ?? '').filter(Boolean)
  return (
    <>
      {done.bound.size > 0 && error === null && (
        <Alert type="success" className="form-alert" content={`已绑定 ${done.bound.size} 个机型。`} />
      )}
      {done.kept.length > 0 && (
        <Alert
          type="warning"
          className="form-alert"
          content={`${done.kept.length} 个机型在这期间已经被绑定，保持不变：${names.slice(0, 3).join('、')}${names.length > 3 ? ' 等' : ''}。`}
        />
      )}
      {error !== null && (
        <Alert
          type="error"
          className="form-alert"
          content={
            <>
              {done.bound.size > 0 ? `已绑定 ${done.bound.size} 个机型，其余没有绑定：` : '没有绑定：'}
              <FailureText error={error} />
            </>
          }
        />
      )}
    </>
  )
}
