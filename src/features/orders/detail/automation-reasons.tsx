import { Button, Spin } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderAutomation } from '../../../../contract/types'
import { orderAutomationQuery } from '../../../api/queries/automation'
import { useApi } from '../../../api/services'
import { beijingTime } from '../../../base/beijing-time'
import { ListView } from '../../../ui/list-view'
import { answerNames } from '../approvals/approval-answers'
import './automation-reasons.css'

/** 为什么没有自动推送: asks only when it is opened, because the pictures may have to be examined. */
export function AutomationReasons({ orderId }: { readonly orderId: number }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const result = useQuery({ ...orderAutomationQuery(api, orderId), enabled: isOpen })
  return (
    <section className="automation">
      <Button size="small" type="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        为什么没有自动推送
      </Button>
      {isOpen && (
        <ListView result={result} skeleton={<Spin tip="正在按规则检查" />}>
          {(found) => <Reasons found={found} />}
        </ListView>
      )}
    </section>
  )
}

const outcomes = { did: '已执行', blocked: '没有推送', failed: '推送失败' } as const

function Reasons({ found }: { readonly found: OrderAutomation }) {
  const { rules, refusals, pushedBy, runs, approvals } = found
  const hasMoney = rules.some(({ isMoney }) => isMoney)
  return (
    <>
      {!hasMoney && <p>没有启用会推送到工厂的规则。</p>}
      {pushedBy !== null && <p>符合规则「{pushedBy}」，几分钟内会自动推送。</p>}
      {hasMoney && refusals.length > 0 && (
        <ul>
          {refusals.map(({ key, text }) => (
            <li key={key + text}>✗ {text}</li>
          ))}
        </ul>
      )}
      {rules.map(({ ruleId, name, matches, conditions }) => (
        <div key={ruleId}>
          <b>
            规则「{name}」{matches ? '符合' : '不符合'}
          </b>
          <ul>
            {conditions.map(({ holds, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may have the same words; they never change places.
              <li key={at} className={holds ? 'is-met' : undefined}>
                {holds ? '✓' : '✗'} {why}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {approvals.length > 0 && (
        <ul>
          {approvals.map(({ answer, username, at, reason }) => (
            <li key={at + answer}>
              {beijingTime(at)} {username} {answerNames[answer]}
              {reason !== null && `：${reason}`}
            </li>
          ))}
        </ul>
      )}
      {runs.length > 0 && (
        <ul>
          {runs.map(({ id, ruleName, outcome, reasons, at }) => (
            <li key={id}>
              {beijingTime(at)} 规则「{ruleName}」{outcomes[outcome]}：{reasons.join('；')}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
