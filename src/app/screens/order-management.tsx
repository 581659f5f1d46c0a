import OrderScreen from '../../features/orders/order-screen'

/** 订单管理. */
export default OrderScreen
