/** Runs pushes across the register of factories' replies: what is stored and shown after each answer to an order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creations } from '../../fixtures/replies/factory'
import { pushOrder } from '../domain/erp/push/push'
import { listLines } from '../domain/erp/push/stored-lines'
import { createErp } from '../infra/erp/erp'
import { createErpClient } from '../infra/erp/erp-client'
import { Failure } from '../kernel/failure'
import { type Domain, openDomain } from './domain'
import { responseOf } from './factory-reply'
import { openPushShop, type PushShop } from './push-shop'

let domain: Domain
let shop: PushShop
beforeAll(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
})
afterAll(() => domain.close())

const states = { pushed: 'pushed', refused: 'refused', key: 'refused', unsure: 'unsure', cancelled: 'cancelled' } as const
let count = 0

/** Pushes a new order to a factory that answers so, and that knows no order when it is asked. */
async function pushAnswered(reply: Parameters<typeof responseOf>[0]) {
  count += 1
  const number = `R${count}`
  await shop.order(number)
  const gateway = async (request: Request): Promise<Response> =>
    request.url.endsWith('/order/create') ? responseOf(reply) : Response.json({ code: 0, msg: 'ok', data: null })
  const client = createErpClient({
    url: 'https://f.example/api',
    gateway,
    now: () => shop.ctx.clock.now(),
    wait: async () => undefined,
  })
  const ctx = { ...shop.ctx, erp: createErp(client, { name: '工厂', demoKey: 'demo' }) }
  const text = await pushOrder(ctx, await shop.seen(number)).then(
    (pushed) => pushed.message,
    (error: unknown) => {
      if (error instanceof Failure) return error.message
      throw error
    },
  )
  const order = await shop.find(number)
  const [line] = await listLines(
    ctx,
    order.orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id)),
  )
  return { text, order, line }
}

for (const [name, shapes] of Object.entries(creations)) {
  describe(`a push that is answered by one of the ${name}`, () => {
    test.each(shapes)('$title', async ({ reply, expected }) => {
      const { text, order, line } = await pushAnswered(reply)
      expect(line?.state, text).toBe(states[expected.kind])
      expect(order.push.status).toBe(expected.kind === 'pushed' ? 'pushed' : 'failed')
      if ('number' in expected) expect(line?.factoryOrderId).toBe(expected.number)
      // The seller reads the factory's words at once, and later in the list.
      if ('words' in expected)
        for (const shown of [text, order.push.message, line?.message]) expect(shown).toContain(expected.words)
    })
  })
}
