import { Spin } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AutomationRuleRow } from '../../../contract/types'
import { ruleRunsQuery, runsShown } from '../../api/queries/automation'
import { useApi } from '../../api/services'
import { beijingTime } from '../../base/beijing-time'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { runOutcomes } from './rule-texts'

interface RunDialogProps {
  readonly visible: boolean
  readonly rule: AutomationRuleRow | undefined
  readonly onClose: () => void
}

/** The last runs of a rule: when, with which order, how each ended and why. */
export function RunDialog({ visible, rule, onClose }: RunDialogProps) {
  return (
    <Modal
      title={rule ? `执行记录：${rule.name}` : '执行记录'}
      visible={visible && rule !== undefined}
      footer={null}
      onCancel={onClose}
      style={{ width: 'min(720px, 96vw)' }}
      unmountOnExit
    >
      {rule && <Runs key={rule.id} ruleId={rule.id} />}
    </Modal>
  )
}

function Runs({ ruleId }: { readonly ruleId: number }) {
  const result = useQuery(ruleRunsQuery(useApi(), ruleId))
  return (
    <ListView result={result} skeleton={<Spin tip="正在加载" />}>
      {({ items, totalItems }) =>
        items.length === 0 ? (
          <p>还没有执行过。</p>
        ) : (
          <>
            <ol className="rule-runs">
              {items.map(({ id, orderId, orderOriginalId, outcome, reasons, at }) => (
                <li key={id}>
                  <time className="numeric">{beijingTime(at)}</time>
                  <Link href={screens.orders({ order: orderId })}>{orderOriginalId}</Link>
                  <b>{runOutcomes[outcome]}</b>
                  <span>{reasons.join('；')}</span>
                </li>
              ))}
            </ol>
            {totalItems > runsShown && (
              <p>
                只显示最近 {runsShown} 条，共 {countText(totalItems)} 条。
              </p>
            )}
          </>
        )
      }
    </ListView>
  )
}
