import { Alert, Button } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { canSync } from '../../../contract/rules/shop-types'
import type { Shop, UnreadOrder } from '../../../contract/types'
import { orderKeys, syncStatesQuery } from '../../api/queries/orders'
import { useApi } from '../../api/services'
import { beijingMinute } from '../../base/beijing-time'
import { serverNow } from '../../base/server-clock'
import { syncStateText } from '../../base/sync-state'
import { unreadText } from './sync-texts'
import './sync.css'

function UnreadRow({ order }: { readonly order: UnreadOrder }) {
  const api = useApi()
  const queries = useQueryClient()
  const dismissal = useMutation({
    mutationFn: () => api.orders.dismissUnread({ params: { id: order.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.syncStates() }),
  })
  return (
    <li className="orders-unread-row">
      <span className="numeric">{order.originalId}</span>
      <span className="orders-unread-reason">
        {order.reason}（{beijingMinute(order.triedAt)} 第 {order.attempts} 次）
      </span>
      <Button
        size="mini"
        type="text"
        loading={dismissal.isPending}
        aria-label={`不再读取订单 ${order.originalId}`}
        onClick={() => dismissal.mutate()}
      >
        不再读取
      </Button>
    </li>
  )
}

/** In the dialog 同步订单: when the chosen shop was synced, and which of its orders could not be read. */
export function SyncState({ shopId }: { readonly shopId: number }) {
  const { data } = useQuery(syncStatesQuery(useApi()))
  const state = data?.shops.find((one) => one.shopId === shopId)
  if (data === undefined || state === undefined) return null
  return (
    <>
      <p className="orders-hint">{syncStateText(state, serverNow())}</p>
      {state.unread.length > 0 && (
        <section className="orders-unread" aria-label="没有读到的订单">
          <p className="orders-hint">以下订单没有读到，每次同步会再读；点“开始同步”马上重试：</p>
          <ul>
            {state.unread.map((order) => (
              <UnreadRow key={order.id} order={order} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface UnreadNoticeProps {
  readonly shops: readonly Shop[]
  /** Opens the dialog 同步订单 of the shop. */
  readonly onOpen: (shopId: number) => void
}

/** Above the list: says that orders could not be read, and where to see them. */
export function UnreadNotice({ shops, onOpen }: UnreadNoticeProps) {
  const { data } = useQuery(syncStatesQuery(useApi()))
  const found = data?.shops.filter(({ unread }) => unread.length > 0) ?? []
  return found.map(({ shopId, unread }) => {
    const shop = shops.find(({ id }) => id === shopId)
    if (shop === undefined) return null
    return (
      <Alert
        key={shopId}
        className="refresh-error"
        type="warning"
        content={unreadText(shop.name, unread)}
        action={
          canSync(shop) && (
            <Button size="mini" type="text" onClick={() => onOpen(shopId)}>
              查看并重试
            </Button>
          )
        }
      />
    )
  })
}
