import { Button } from '@arco-design/web-react'
import { IconLeft, IconSend } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { deliveryQuery } from '../../api/queries/webhooks'
import { useApi } from '../../api/services'
import { beijingTime } from '../../base/beijing-time'
import { CopyButton } from '../../ui/copy-button'
import { ListView } from '../../ui/list-view'
import { TableSkeleton } from '../../ui/table-skeleton'
import { attemptText, eventName, stateNames } from './webhook-texts'

interface DeliveryDetailProps {
  readonly id: number
  readonly onBack: () => void
  readonly onReplay: () => void
}

/** One delivery: what is sent, and each attempt with the answer to it. */
export function DeliveryDetail({ id, onBack, onReplay }: DeliveryDetailProps) {
  const delivery = useQuery(deliveryQuery(useApi(), id))
  return (
    <>
      <div className="webhook-bar">
        <Button icon={<IconLeft />} onClick={onBack}>
          返回列表
        </Button>
        <Button icon={<IconSend />} onClick={onReplay}>
          重发
        </Button>
      </div>
      <ListView result={delivery} skeleton={<TableSkeleton label="正在加载" rows={4} />}>
        {({ event, eventId, status, body, attempts }) => (
          <>
            <h3 className="webhook-head">
              {eventName(event)} · 编号 {eventId} · <span className={`webhook-state is-${status}`}>{stateNames[status]}</span>
            </h3>
            <section aria-label="发送的内容">
              <h4 className="webhook-head">
                发送的内容 <CopyButton text={body} label="复制发送的内容" />
              </h4>
              <pre className="webhook-code">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
            </section>
            <section aria-label="每次发送">
              <h4 className="webhook-head">每次发送</h4>
              {attempts.length === 0 && <p className="webhook-note">还没有发送</p>}
              <ol className="webhook-attempts">
                {[...attempts].reverse().map((attempt) => (
                  <li key={attempt.at}>
                    <span className="numeric">{beijingTime(attempt.at)}</span> {attemptText(attempt)}
                    {attempt.answer !== '' && <pre className="webhook-code">{attempt.answer}</pre>}
                  </li>
                ))}
              </ol>
            </section>
          </>
        )}
      </ListView>
    </>
  )
}
