import { type FactoryOrder, factoryNumber, type OrderBook } from '../embedded/erps/print-factory/order-book'
import type { Clock } from '../ports/clock'

/** Creates an order book of the embedded factory for tests without a database. */
export function createMemoryOrderBook({ now }: Clock): OrderBook {
  const orders: FactoryOrder[] = []
  const find = (factoryId: string, thirdId: string | undefined): FactoryOrder | null =>
    orders.find((order) => order.factoryId === factoryId && order.params.third_id === thirdId) ?? null
  return {
    list: async () => [...orders],
    find: async (factoryId, thirdId) => find(factoryId, thirdId),
    async add(factoryId, params) {
      if (find(factoryId, params.third_id)) return null
      const order = { orderId: factoryNumber(orders.length + 1), factoryId, params, createdAt: now() }
      orders.push(order)
      return order
    },
    async countByProduct(factoryId) {
      const made = new Map<string, number>()
      for (const { params } of orders.filter((order) => order.factoryId === factoryId)) {
        const code = params.product_id ?? ''
        made.set(code, (made.get(code) ?? 0) + Number(params.quantity))
      }
      return made
    },
  }
}
