/** Shows the embedded factory's orders, to people and to browser tests. Mounted only where it replaces a real one. */
import type { App } from '../../../http/environment'
import type { FactorySimulator } from './simulator'

export function mountFactory(app: App, factory: FactorySimulator): void {
  app.get('/simulator/factory/orders', async (c) => {
    const orders = await factory.orders()
    c.header('Cache-Control', 'no-store')
    return c.json(
      orders.map(({ orderId, factoryId, params, createdAt }) => ({
        orderId,
        factoryId,
        outsideId: params.third_id,
        orderOriginalId: params.third_order_no,
        modelCode: params.product_id,
        materialCode: params.mobile_shell_id,
        colorCode: params.color_id === '' ? null : params.color_id,
        quantity: Number(params.quantity),
        pictureUrl: params.image_url,
        createdAt: createdAt.getTime(),
      })),
    )
  })
}
