import { Alert, Button, Spin } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import type { Order, OrderDetail } from '../../../../contract/types'
import { orderQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingTime } from '../../../base/beijing-time'
import { Drawer } from '../../../ui/drawer'
import { ListView } from '../../../ui/list-view'
import { useKeptWhileClosing } from '../../../ui/use-kept-while-closing'
import { Mark } from '../mark'
import { customizationsOf, itemsOf, orderSummary, pushName, statusName } from '../order-facts'
import { OrderNumber } from '../order-number'
import type { OpenOrder } from '../use-open-order'
import { DesignList } from './design-list'
import { DesignView } from './design-view'
import './detail.css'

interface ContentProps {
  readonly order: OrderDetail
  readonly shop: string
  readonly chosen: number | null
  readonly onChoose: (customizationId: number) => void
}

function Push({ order: { push } }: Pick<ContentProps, 'order'>) {
  const told = [push.factoryName, push.at === null ? null : beijingTime(push.at), push.message].filter(Boolean).join(' · ')
  if (push.status === 'failed') return <Alert type="error" title="推送失败" content={told || '没有给出原因'} />
  if (push.status === 'pushing') return <Alert type="info" content={`推送中${told === '' ? '' : `：${told}`}`} />
  return (
    <p className="order-push">
      {pushName(push.status)}
      {told !== '' && `：${told}`}
    </p>
  )
}

function Content({ order, shop, chosen, onChoose }: ContentProps) {
  const designs = customizationsOf(itemsOf(order))
  const one = designs.find(({ id }) => id === chosen) ?? designs[0]
  return (
    <>
      <header className="order-head">
        <OrderNumber number={order.originalId} />
        <Mark>{statusName(order.mergeSplitStatus)}</Mark>
        <span className="order-head-fact">{shop}</span>
        <time className="order-head-fact numeric" dateTime={new Date(order.createdAt).toISOString()}>
          {beijingTime(order.createdAt)} 下单
        </time>
        <span className="order-head-fact numeric">{orderSummary(order)}</span>
      </header>
      <Push order={order} />
      <div className="order-body">
        <DesignList order={order} chosen={one?.id ?? null} onChoose={onChoose} />
        {one === undefined ? (
          <p className="order-undone">这个订单没有可以识别的定制内容。</p>
        ) : (
          <DesignView key={one.id} one={one} kept={order.snapshots.find(({ customizationId }) => customizationId === one.id)} />
        )}
      </div>
    </>
  )
}

interface OrderDrawerProps {
  readonly opened: OpenOrder
  /** The orders of the list's page, for the buttons that go to the previous and the next order. */
  readonly orders: readonly Order[]
  readonly shopOf: (shopId: number) => string
}

/** The drawer with one order and its designs, large and as they stood when the order came in. */
export function OrderDrawer({ opened, orders, shopOf }: OrderDrawerProps) {
  const { orderId, customizationId } = opened
  const api = useApi()
  const kept = useKeptWhileClosing(orderId !== null, orderId)
  const order = useQuery({ ...orderQuery(api, kept ?? 0), enabled: orderId !== null })
  const place = orders.findIndex(({ id, childOrders }) => id === kept || childOrders.some((child) => child.id === kept))
  const before = place > 0 ? orders[place - 1] : undefined
  const after = place >= 0 ? orders[place + 1] : undefined
  return (
    <Drawer
      className="order-drawer"
      width="min(1120px, 100vw)"
      title="订单详情"
      visible={orderId !== null}
      footer={
        <div className="order-foot">
          <Button icon={<IconLeft />} disabled={before === undefined} onClick={() => before && opened.show(before.id)}>
            上一单
          </Button>
          <Button disabled={after === undefined} onClick={() => after && opened.show(after.id)}>
            下一单
            <IconRight />
          </Button>
          <Button type="primary" onClick={opened.close}>
            关闭
          </Button>
        </div>
      }
      onCancel={opened.close}
      unmountOnExit
    >
      <ListView result={order} skeleton={<Spin className="order-wait" tip="正在加载订单" />}>
        {(data) => (
          <Content
            key={data.id}
            order={data}
            shop={shopOf(data.shopId)}
            chosen={customizationId}
            onChoose={(design) => opened.show(data.id, design)}
          />
        )}
      </ListView>
    </Drawer>
  )
}
