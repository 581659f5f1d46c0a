import { Alert, Button, Spin } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order, OrderDetail } from '../../../../contract/types'
import { orderQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingTime } from '../../../base/beijing-time'
import { Drawer } from '../../../ui/drawer'
import { ListView } from '../../../ui/list-view'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { customizationsOf, itemsOf, orderSummary, pushName, statusName } from '../order-facts'
import { OrderNumber } from '../order-number'
import { StatusTag } from '../status-tag'
import type { OpenOrderState } from '../use-open-order'
import { BuyerDesignsDialog } from './buyer-designs-dialog'
import { DesignList } from './design-list'
import { DesignView } from './design-view'
import './detail.css'

interface ContentProps {
  readonly order: OrderDetail
  readonly shop: string
  readonly chosen: number | null
  readonly onChoose: (customizationId: number) => void
  readonly onCorrect: (customizationId: number) => void
}

function PushState({ order: { push } }: Pick<ContentProps, 'order'>) {
  const details = [push.factoryName, push.at === null ? null : beijingTime(push.at), push.message].filter(Boolean).join(' · ')
  if (push.status === 'failed') return <Alert type="error" title="推送失败" content={details || '没有给出原因'} />
  if (push.status === 'pushing') return <Alert type="info" content={`推送中${details === '' ? '' : `：${details}`}`} />
  return (
    <p className="order-push">
      {pushName(push.status)}
      {details !== '' && `：${details}`}
    </p>
  )
}

function Content({ order, shop, chosen, onChoose, onCorrect }: ContentProps) {
  const designs = customizationsOf(itemsOf(order))
  const [isBinding, setBinding] = useState(false)
  const customization = designs.find(({ id }) => id === chosen) ?? designs[0]
  return (
    <>
      <header className="order-head">
        <OrderNumber number={order.originalId} />
        <StatusTag>{statusName(order.mergeSplitStatus)}</StatusTag>
        <span className="order-head-fact">{shop}</span>
        <time className="order-head-fact numeric" dateTime={new Date(order.createdAt).toISOString()}>
          {beijingTime(order.createdAt)} 下单
        </time>
        <span className="order-head-fact numeric">{orderSummary(order)}</span>
        <Button size="small" type="text" onClick={() => setBinding(true)}>
          定制编号
        </Button>
        <BuyerDesignsDialog order={order} visible={isBinding} onClose={() => setBinding(false)} />
      </header>
      <PushState order={order} />
      <div className="order-body">
        <DesignList order={order} chosen={customization?.id ?? null} onChoose={onChoose} />
        {customization === undefined ? (
          <p className="order-undone">这个订单没有可以识别的定制内容。</p>
        ) : (
          <DesignView
            key={customization.id}
            customization={customization}
            onCorrect={onCorrect}
            onChoose={onChoose}
            storedSnapshot={order.snapshots.find(({ customizationId }) => customizationId === customization.id)}
          />
        )}
      </div>
    </>
  )
}

interface OrderDrawerProps {
  readonly openOrder: OpenOrderState
  /** The orders of the list's page, for the buttons that go to the previous and the next order. */
  readonly orders: readonly Order[]
  readonly shopOf: (shopId: number) => string
  readonly onCorrect: (customizationId: number) => void
}

/** The drawer with one order and its designs, large and as they stood when the order came in. */
export function OrderDrawer({ openOrder, orders, shopOf, onCorrect }: OrderDrawerProps) {
  const { orderId, customizationId } = openOrder
  const api = useApi()
  const shownOrderId = useValueWhileClosing(orderId !== null, orderId)
  const order = useQuery({ ...orderQuery(api, shownOrderId ?? 0), enabled: orderId !== null })
  const index = orders.findIndex(
    ({ id, childOrders }) => id === shownOrderId || childOrders.some((child) => child.id === shownOrderId),
  )
  const previousOrder = index > 0 ? orders[index - 1] : undefined
  const nextOrder = index >= 0 ? orders[index + 1] : undefined
  return (
    <Drawer
      className="order-drawer"
      width="min(1120px, 100vw)"
      title="订单详情"
      visible={orderId !== null}
      footer={
        <div className="order-foot">
          <Button
            icon={<IconLeft />}
            disabled={previousOrder === undefined}
            onClick={() => previousOrder && openOrder.show(previousOrder.id)}
          >
            上一单
          </Button>
          <Button disabled={nextOrder === undefined} onClick={() => nextOrder && openOrder.show(nextOrder.id)}>
            下一单
            <IconRight />
          </Button>
          <Button type="primary" onClick={openOrder.close}>
            关闭
          </Button>
        </div>
      }
      onCancel={openOrder.close}
      unmountOnExit
    >
      <ListView result={order} skeleton={<Spin className="order-wait" tip="正在加载订单" />}>
        {(data) => (
          <Content
            key={data.id}
            order={data}
            shop={shopOf(data.shopId)}
            chosen={customizationId}
            onChoose={(design) => openOrder.show(data.id, design)}
            onCorrect={onCorrect}
          />
        )}
      </ListView>
    </Drawer>
  )
}
