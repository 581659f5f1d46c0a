import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { alarmNames } from '../../../../contract/rules/alarm'
import type { Alarm } from '../../../../contract/types'
import { beijingMinute } from '../../../base/beijing-time'
import { countText } from '../../../base/money'
import { screens } from '../../../base/paths'
import { SelectBox } from '../../../ui/select-box'
import { OrderNumber } from '../order-number'
import { OrderThumb } from '../order-thumb'
import { StatusTag } from '../status-tag'
import { adviceOf, alarmName, isAtFactory, isOnFloor, isToPush, keepLabel } from './alarm-texts'
import type { Word } from './note-dialog'

interface AlarmRowProps {
  readonly alarm: Alarm
  readonly shop: string
  readonly isPicked: boolean
  /** Whether the user may act at factories, and whether he may say that it stays as it is. */
  readonly mayPush: boolean
  readonly mayKeep: boolean
  readonly onPick: () => void
  readonly onOpen: () => void
  readonly onSay: (word: Word) => void
  readonly onCancel: () => Promise<unknown>
  readonly onAsk: () => Promise<unknown>
  readonly onPush: () => Promise<unknown>
}

/** Runs an action once at a time, and shows that it runs. */
function useBusy(work: () => Promise<unknown>) {
  const [loading, setLoading] = useState(false)
  const onClick = () => {
    if (loading) return
    setLoading(true)
    void work().finally(() => setLoading(false))
  }
  return { loading, onClick }
}

function factsOf({ line, usedCredits, item, since }: Alarm): string {
  return [
    line === null ? '没有推送' : line.factoryName,
    line?.factoryOrderId ? `工厂订单号 ${line.factoryOrderId}` : null,
    `${line?.quantity ?? item?.quantity ?? 1} 件`,
    usedCredits === null ? '没有扣点' : `已扣 ${countText(usedCredits)} 点`,
    `${beijingMinute(since)} 起`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** One alarm: what happened, since when, where it is made, and what can be done. */
export function AlarmRow(props: AlarmRowProps) {
  const { alarm, shop, isPicked, mayPush, mayKeep, onPick, onOpen, onSay } = props
  const { reasons, orderId, orderOriginalId, customizationId, item, caseName, imageUrl } = alarm
  const name = alarmName(alarm)
  const cancel = useBusy(props.onCancel)
  const ask = useBusy(props.onAsk)
  const push = useBusy(props.onPush)
  const atFactory = isAtFactory(alarm)
  return (
    <li className="alarm">
      <SelectBox label={`选择${name}`} checked={isPicked} onChange={onPick} />
      {imageUrl === null ? (
        <span className="alarm-no-picture">没有图</span>
      ) : (
        <OrderThumb url={imageUrl} label={`查看${name}`} onOpen={onOpen} />
      )}
      <div className="alarm-body">
        <div className="alarm-head">
          {reasons.map(({ kind }) => (
            <StatusTag key={kind} tone="bad">
              {alarmNames[kind] ?? kind}
            </StatusTag>
          ))}
          <OrderNumber number={orderOriginalId} />
          <span className="alarm-quiet">{shop}</span>
        </div>
        {reasons.map(({ kind, text }) => (
          <p key={kind} className="alarm-reason">
            {text}
          </p>
        ))}
        <p className="alarm-case" title={item?.title}>
          {caseName}
          {item !== null && <span className="alarm-quiet"> · {item.title}</span>}
        </p>
        <p className="alarm-quiet numeric">{factsOf(alarm)}</p>
        <p className="alarm-advice">{adviceOf(alarm)}</p>
        <fieldset className="alarm-acts" aria-label={`处理${name}`}>
          {mayPush && alarm.canCancel && (
            <Button size="small" type="primary" status="danger" {...cancel}>
              请工厂取消
            </Button>
          )}
          {mayPush && isToPush(alarm) && (
            <Button size="small" type="primary" {...push}>
              换工厂推送
            </Button>
          )}
          {mayPush && atFactory && !isOnFloor(alarm) && (
            <>
              <Button size="small" {...ask}>
                向工厂查询
              </Button>
              <Button size="small" onClick={() => onSay('cancelled')}>
                记为工厂已取消
              </Button>
              <Button size="small" onClick={() => onSay('outOfStock')}>
                工厂缺货
              </Button>
            </>
          )}
          {mayKeep && (
            <Button size="small" onClick={() => onSay('keep')}>
              {keepLabel(alarm)}
            </Button>
          )}
          <Link
            className="alarm-open"
            href={screens.orders({ order: orderId, ...(item !== null && { design: customizationId }) })}
          >
            打开订单
          </Link>
        </fieldset>
      </div>
    </li>
  )
}
