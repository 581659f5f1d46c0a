import { Alert, Button, InputNumber, Spin } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AutomationRuleRow, RuleDryRun } from '../../../contract/types'
import { automationKeys } from '../../api/queries/automation'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { FailureText } from '../../ui/failure-view'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'

interface TryDialogProps {
  readonly visible: boolean
  readonly rule: AutomationRuleRow | undefined
  readonly onClose: () => void
}

/** Shows what a rule would have done with the orders of the last 30 days; a rule that pushes is armed from here. */
export function TryDialog({ visible, rule, onClose }: TryDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const id = rule?.id ?? 0
  const result = useQuery({
    queryKey: [...automationKeys.all, 'try', id, rule?.version ?? 0],
    queryFn: async ({ signal }) => {
      const tried = await api.automationRules.tryOut({ params: { id } }, { signal, quiet: true })
      void queries.invalidateQueries({ queryKey: automationKeys.rules() })
      return tried
    },
    enabled: visible && rule !== undefined,
    staleTime: 10 * 60_000,
    retry: false,
  })
  return (
    <Modal
      title={rule ? `试算：${rule.name}` : '试算'}
      visible={visible && rule !== undefined}
      footer={null}
      onCancel={onClose}
      style={{ width: 'min(640px, 96vw)' }}
    >
      <ListView result={result} skeleton={<Spin tip="正在试算最近 30 天的订单" />}>
        {(tried) => (
          <>
            <TryResult tried={tried} isMoney={rule?.isMoney === true} />
            {rule?.isMoney && !rule.isOn && <ArmForm rule={rule} tried={tried} onClose={onClose} />}
          </>
        )}
      </ListView>
    </Modal>
  )
}

function Reasons({ title, of }: { readonly title: string; readonly of: RuleDryRun['refused'] }) {
  if (of.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="rule-reasons">
        {of.map(({ reason, orders }) => (
          <li key={reason}>
            {reason} <span className="numeric">{orders} 单</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function TryResult({ tried, isMoney }: { readonly tried: RuleDryRun; readonly isMoney: boolean }) {
  const { would, refused, unmatched, days, orders, isComplete, waiting, samples } = tried
  const found = samples.filter((one) => one.would).map(({ originalId }) => originalId)
  return (
    <>
      <p className="rule-would">
        最近 {days} 天的 {orders} 单里，{isMoney ? '会推送' : '会执行'} <b>{would.orders}</b> 单，约 {would.pieces} 件；最多的一天{' '}
        {would.mostOrders} 单 {would.mostPieces} 件。
      </p>
      {waiting > 0 && (
        <p>
          其中 {waiting} 单先进入待审批{isMoney && '，有人通过后才推送'}。
        </p>
      )}
      {!isComplete && <Alert type="info" content="订单太多，没有算完；图片已检查的部分会记住，再试算一次会更全。" />}
      {found.length > 0 && <p>例如：{found.slice(0, 5).join('、')}</p>}
      <Reasons title="条件符合，但不会推送" of={refused} />
      <Reasons title="条件不符合" of={unmatched} />
    </>
  )
}

interface ArmFormProps {
  readonly rule: AutomationRuleRow
  readonly tried: RuleDryRun
  readonly onClose: () => void
}

/** Asks for the ceilings with which a rule that pushes is switched on. */
function ArmForm({ rule, tried, onClose }: ArmFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { may } = usePermissions()
  const [limits, setLimits] = useState({
    dailyOrders: rule.dailyOrders ?? Math.max(5, tried.would.mostOrders * 2),
    dailyPieces: rule.dailyPieces ?? Math.max(5, tried.would.mostPieces * 2),
    maxAgeDays: rule.maxAgeDays ?? 7,
  })
  const [problem, setProblem] = useState<unknown>(null)
  const isAllowed = may(['factory']) && may(['credits'])
  const arm = useOneAtATime(async () => {
    try {
      await api.automationRules.arm({ params: { id: rule.id }, body: { version: tried.version, ...limits } }, { quiet: true })
    } catch (error) {
      return setProblem(error)
    } finally {
      void queries.invalidateQueries({ queryKey: automationKeys.all })
    }
    toastSuccess('已启用')
    onClose()
  })
  const field = (key: keyof typeof limits, label: string, max: number) => (
    <div className="rule-part">
      <span>{label}</span>
      <InputNumber
        aria-label={label}
        min={1}
        max={max}
        precision={0}
        value={limits[key]}
        onChange={(value) => setLimits((all) => ({ ...all, [key]: value ?? 1 }))}
      />
    </div>
  )
  return (
    <div className="rule-form">
      <h3>启用后，符合的订单会自动推送到工厂，工厂会按单收费</h3>
      {field('dailyOrders', '每天最多推送（单）', 100_000)}
      {field('dailyPieces', '每天最多推送（件）', 1_000_000)}
      {field('maxAgeDays', '只推送几天内的订单', 30)}
      {!isAllowed && <Alert type="warning" content="启用需要「工厂」和「点数」两项权限，请联系主账号。" />}
      {problem !== null && <Alert type="error" content={<FailureText error={problem} />} />}
      <div className="rule-foot">
        <Button onClick={onClose}>先不启用</Button>
        <Button type="primary" disabled={!isAllowed} onClick={() => void arm()}>
          启用
        </Button>
      </div>
    </div>
  )
}
