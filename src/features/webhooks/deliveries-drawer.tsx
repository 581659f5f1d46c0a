import { Button, Select } from '@arco-design/web-react'
import { IconRefresh, IconSend } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookDays } from '../../../contract/constants'
import type { Webhook, WebhookDelivery } from '../../../contract/types'
import { deliveriesQuery, webhookKeys } from '../../api/queries/webhooks'
import { useApi } from '../../api/services'
import { beijingTime } from '../../base/beijing-time'
import { serverNow } from '../../base/server-clock'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirm, showMessage } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { Drawer } from '../../ui/drawer'
import { EmptyState } from '../../ui/empty'
import { SendPicture } from '../../ui/empty-pictures'
import { FailureText } from '../../ui/failure-view'
import { ListView } from '../../ui/list-view'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { DeliveryDetail } from './delivery-detail'
import { eventName, resultText, stateNames } from './webhook-texts'

/** Deliveries that are shown at first, and at most. */
const firstShown = 50
const mostShown = 500
const day = 24 * 60 * 60_000

type State = WebhookDelivery['status'] | ''
const states: readonly { readonly value: State; readonly label: string }[] = [
  { value: '', label: '全部' },
  { value: 'failed', label: stateNames.failed },
  { value: 'waiting', label: stateNames.waiting },
  { value: 'done', label: stateNames.done },
]

const columns: readonly Column<WebhookDelivery>[] = [
  { key: 'at', title: '时间', width: 168, render: ({ eventAt }) => <span className="numeric">{beijingTime(eventAt)}</span> },
  { key: 'event', title: '事件', width: 104, render: ({ event }) => eventName(event) },
  {
    key: 'state',
    title: '状态',
    width: 88,
    render: ({ status }) => <span className={`webhook-state is-${status}`}>{stateNames[status]}</span>,
  },
  { key: 'result', title: '最近一次', render: (row) => <span className="webhook-note">{resultText(row)}</span> },
]
const nameOf = ({ event, eventId }: WebhookDelivery) => `${eventName(event)} ${eventId}`

interface DeliveriesProps {
  readonly webhook: Webhook
}

function Deliveries({ webhook }: DeliveriesProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [state, setState] = useState<State>('')
  const [shown, setShown] = useState(firstShown)
  const [opened, setOpened] = useState<number | null>(null)
  const list = useQuery(deliveriesQuery(api, webhook.id, state, shown))
  const reload = () => queries.invalidateQueries({ queryKey: webhookKeys.all })
  const attempt = async (work: Promise<string>): Promise<void> => {
    await work.then(toastSuccess, (error: unknown) => showMessage('没有重发', <FailureText error={error} />))
    await reload()
  }
  const replay = (id: number) =>
    attempt(api.webhookDeliveries.replay({ params: { id } }, { quiet: true }).then(() => '已重发，几秒后更新'))
  const replayFailed = async () => {
    const agreed = await confirm({
      title: `重发最近 ${webhookDays} 天没有收到的事件？`,
      content: '接收程序按事件编号去重，重复收到不会有影响。',
      okText: '重发',
    })
    const since = serverNow() - webhookDays * day
    if (agreed)
      await attempt(
        api.webhooks
          .replay({ params: { id: webhook.id }, body: { since } }, { quiet: true })
          .then(({ replayed }) => (replayed === 0 ? '没有需要重发的事件' : `正在重发 ${replayed} 个事件`)),
      )
  }
  const actions: readonly Action<WebhookDelivery>[] = [
    { key: 'detail', label: '详情', where: 'row', perform: ([row]) => row && setOpened(row.id) },
    { key: 'replay', label: '重发', icon: <IconSend />, where: 'row', perform: ([row]) => row && replay(row.id) },
  ]
  if (opened !== null) return <DeliveryDetail id={opened} onBack={() => setOpened(null)} onReplay={() => void replay(opened)} />
  return (
    <>
      <div className="webhook-bar">
        <Select
          aria-label="状态"
          value={state}
          options={[...states]}
          onChange={(value: State) => setState(value)}
          className="webhook-filter"
        />
        <Button icon={<IconRefresh />} onClick={() => void replayFailed()} disabled={!webhook.enabled}>
          重发没有收到的
        </Button>
        <span className="webhook-note">记录保留 {webhookDays} 天</span>
      </div>
      <ListView result={list} skeleton={<TableSkeleton label="正在加载发送记录" rows={6} />}>
        {({ items, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState
              picture={<SendPicture />}
              title={state === '' ? '还没有发送过' : '没有这样的记录'}
              text="有事件时会马上发送；点“发送测试”可以先试一次。"
            />
          ) : (
            <>
              <DataTable
                label="发送记录"
                rows={items}
                columns={columns}
                nameOf={nameOf}
                actions={actions}
                refreshing={list.isPlaceholderData}
              />
              {items.length < totalItems && shown < mostShown && (
                <Button type="text" onClick={() => setShown(Math.min(mostShown, shown * 2))}>
                  显示更早的（共 {totalItems} 条）
                </Button>
              )}
            </>
          )
        }
      </ListView>
    </>
  )
}

/** The deliveries of a webhook, with each attempt and its answer. */
export function DeliveriesDrawer({ webhook, onClose }: { readonly webhook: Webhook | null; readonly onClose: () => void }) {
  const last = useValueWhileClosing(webhook !== null, webhook)
  return (
    <Drawer visible={webhook !== null} title={`发送记录：${last?.name ?? ''}`} width={820} footer={null} onCancel={onClose}>
      {last !== null && <Deliveries key={last.id} webhook={last} />}
    </Drawer>
  )
}
