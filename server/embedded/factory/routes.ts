/** The embedded factory as people and journeys see it: what it was ordered, and what shall go wrong next. Mounted only where it stands in for a real one. */
import { z } from 'zod'
import { publicBody, readJson } from '../../http/body'
import type { App } from '../../http/environment'
import { Failure } from '../../kernel/failure'
import { type FactorySimulator, orderPath } from './simulator'

const base = '/simulator/factory'
const times = z.number().int().min(1).max(1000)
const faults = z.strictObject({
  /** Path of the calls they strike; orders by default. */
  path: z.string().max(100).default(orderPath),
  loseAnswers: times.optional(),
  loseCalls: times.optional(),
  /** The message of the refusal. */
  refuseNext: z.string().min(1).max(200).optional(),
  /** From now on, for every call. */
  delayMs: z.number().int().min(0).max(60_000).optional(),
})

export function mountFactory(app: App, factory: FactorySimulator): void {
  app.get(`${base}/orders`, async (c) => {
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

  app.post(`${base}/faults`, async (c) => {
    const given = faults.safeParse(await readJson(c.req.raw, publicBody))
    if (!given.success) throw new Failure('invalid', '须为 JSON：path、loseAnswers、loseCalls、refuseNext、delayMs')
    const { path, loseAnswers, loseCalls, refuseNext, delayMs } = given.data
    if (loseAnswers !== undefined) factory.loseAnswers(loseAnswers, path)
    if (loseCalls !== undefined) factory.loseCalls(loseCalls, path)
    if (refuseNext !== undefined) factory.refuseNext(refuseNext, path)
    if (delayMs !== undefined) factory.delay(delayMs)
    return c.json({ ok: true })
  })
}
