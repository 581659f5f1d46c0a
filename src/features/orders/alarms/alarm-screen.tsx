import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { maxAlarmsPerCall } from '../../../../contract/constants'
import { shopLabel } from '../../../../contract/rules/shop-types'
import type { Alarm } from '../../../../contract/types'
import { alarmsQuery } from '../../../api/queries/alarms'
import { shopsQuery } from '../../../api/queries/shops'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import { type PushOrder, pushableOf } from '../../../push/push-orders'
import type { Action } from '../../../ui/action'
import { BulkBar } from '../../../ui/bulk-bar'
import { EmptyState } from '../../../ui/empty'
import { DonePicture } from '../../../ui/empty-pictures'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { Page } from '../../../ui/page'
import { PageFooter } from '../../../ui/page-footer'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { toastHint } from '../../../ui/toast'
import { useListQuery } from '../../../ui/use-list-query'
import { useSelection } from '../../../ui/use-selection'
import { AlarmRow } from './alarm-row'
import { NoteDialog, type Said } from './note-dialog'
import { useAlarmCalls } from './use-alarm-calls'
import './alarms.css'

const PushDialog = lazyDialog('推送到工厂', () => import('../../../push/push-dialog'))

const pageSizes = [50, 100] as const

/** 异常订单: designs that were paid for or pushed and whose order was refunded, closed or changed since, or that no factory makes. */
export default function AlarmScreen() {
  const api = useApi()
  const [, go] = useLocation()
  const list = useListQuery(screens.alarms, pageSizes)
  const result = useQuery(alarmsQuery(api, list))
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } })
  const { may } = usePermissions()
  const [mayPush, mayKeep] = [may(['factory']), may(['orders', 'factory'])]
  const calls = useAlarmCalls()
  const selection = useSelection()
  const [said, setSaid] = useState<Said | null>(null)
  const [pushed, setPushed] = useState<readonly PushOrder[] | null>(null)
  const shopOf = (shopId: number): string => {
    const shop = shops.data?.find(({ id }) => id === shopId)
    return shop === undefined ? '' : shopLabel(shop)
  }

  /** Reads the order as it is now: what is pushed is compared with what the seller sees. */
  async function push({ item, customizationId }: Alarm): Promise<void> {
    if (item === null) return
    const order = await api.orders.get({ params: { id: item.orderId } }).catch(() => null)
    const items = order?.orderItems.filter(({ customizations }) => customizations.some(({ id }) => id === customizationId)) ?? []
    if (order === null) return
    const { orders } = pushableOf(items.map((one) => ({ order, item: one })))
    if (orders.length === 0) return toastHint('订单里已经没有这个定制，请刷新')
    setPushed(orders)
  }

  type Row = Alarm & { readonly id: number }
  const actions: readonly Action<Row>[] = [
    ...(mayPush
      ? [
          {
            key: 'cancel',
            label: '请工厂取消',
            danger: true,
            where: 'bulk' as const,
            refusal: (rows: readonly Row[]) =>
              rows.every(({ canCancel }) => canCancel) ? null : '勾选的有些不能再取消，或在没有取消接口的工厂',
            perform: (rows: readonly Row[]) => calls.cancel(rows).then((isAsked) => isAsked && selection.clear()),
          },
        ]
      : []),
    ...(mayKeep
      ? [
          {
            key: 'keep',
            label: '不再提示',
            where: 'bulk' as const,
            refusal: (rows: readonly Row[]) => (rows.length <= maxAlarmsPerCall ? null : `一次最多 ${maxAlarmsPerCall} 个`),
            perform: (rows: readonly Row[]) => setSaid({ word: 'keep', alarms: rows }),
          },
        ]
      : []),
  ]
  return (
    <Page
      title="异常订单"
      back={{ label: '返回订单管理', go: () => go(screens.orders()) }}
      actions={
        <Button
          icon={<IconRefresh />}
          aria-label="刷新"
          title="刷新"
          loading={result.isFetching && !result.isPending}
          onClick={() => void result.refetch()}
        />
      }
    >
      <ListView result={result} skeleton={<TableSkeleton label="正在加载异常订单" rows={6} />}>
        {({ items, totalItems }) => {
          const rows = items.map((alarm): Row => ({ ...alarm, id: alarm.customizationId }))
          if (totalItems === 0) {
            return (
              <EmptyState
                picture={<DonePicture />}
                title="没有要处理的订单"
                text="下载或推送之后退款、关闭、改了规格或图的订单，以及工厂没有接单、没有生产的，会出现在这里。"
              />
            )
          }
          return (
            <>
              <BulkBar selection={selection} rows={rows} actions={actions}>
                <p className="alarm-hint">
                  这些定制在下载或推送之后有了变化，工厂可能还在照原来的做。处理过的会从这里消失，再有变化会重新出现。
                </p>
              </BulkBar>
              <ul className="alarm-list" aria-label="异常订单" aria-busy={result.isPlaceholderData}>
                {rows.map((alarm) => (
                  <AlarmRow
                    key={alarm.id}
                    alarm={alarm}
                    shop={shopOf(alarm.shopId)}
                    isPicked={selection.ids.has(alarm.id)}
                    mayPush={mayPush}
                    mayKeep={mayKeep}
                    onPick={() => selection.toggle(alarm.id)}
                    onOpen={() => go(screens.orders({ order: alarm.orderId, ...(alarm.item && { design: alarm.id }) }))}
                    onSay={(word) => setSaid({ word, alarms: [alarm] })}
                    onCancel={() => calls.cancel([alarm])}
                    onAsk={() => calls.ask(alarm)}
                    onPush={() => push(alarm)}
                  />
                ))}
              </ul>
              <PageFooter
                query={list}
                pageSizes={pageSizes}
                total={totalItems}
                unit="个定制"
                isTotalCurrent={!result.isPlaceholderData}
              />
            </>
          )
        }}
      </ListView>
      <NoteDialog
        said={said}
        onSave={(what, note) => calls.say(what, note).then(selection.clear)}
        onClose={() => setSaid(null)}
      />
      <PushDialog
        visible={pushed !== null}
        orders={pushed}
        onClose={() => setPushed(null)}
        onPushed={() => void calls.reread()}
      />
    </Page>
  )
}
