import OrderScreen from '../../features/orders/order-screen'
import { PushButton } from '../../push/push-button'

/** 订单管理, with the push to a factory. */
export default function OrderManagement() {
  return <OrderScreen pushSlot={(picked, onDone) => <PushButton picked={picked} onPushed={onDone} />} />
}
