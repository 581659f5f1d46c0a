import { Button, Spin } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../../contract/types'
import { orderQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { Drawer } from '../../../ui/drawer'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import type { OpenOrderState } from '../use-open-order'
import { OrderContent } from './order-content'
import './detail.css'

interface OrderDrawerProps extends DialogProps {
  readonly openOrder: OpenOrderState
  /** The orders of the list's page, for the buttons that go to the previous and the next order. */
  readonly orders: readonly Order[]
  readonly shopOf: (shopId: number) => string
  readonly onCorrect: (customizationId: number) => void
}

/** The drawer with one order and its designs, large and as they stood when the order came in. */
export default function OrderDrawer({ visible, onClose, openOrder, orders, shopOf, onCorrect }: OrderDrawerProps) {
  const { orderId, customizationId } = openOrder
  const api = useApi()
  const shownOrderId = useValueWhileClosing(visible, orderId)
  const order = useQuery({ ...orderQuery(api, shownOrderId ?? 0), enabled: visible })
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
      visible={visible}
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
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </div>
      }
      onCancel={onClose}
      unmountOnExit
    >
      <ListView result={order} skeleton={<Spin className="order-wait" tip="正在加载订单" />}>
        {(data) => (
          <OrderContent
            key={data.id}
            order={data}
            shop={shopOf(data.shopId)}
            chosen={customizationId}
            onChoose={(design) => openOrder.show(data.id, design)}
            onCorrect={onCorrect}
            onRemoved={onClose}
          />
        )}
      </ListView>
    </Drawer>
  )
}
