/** Runs pushes across the register of factories' replies: what is stored and shown after each answer to an order. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskStatus } from '../../contract/constants'
import { creations } from '../../fixtures/replies/factory-creations'
import { lists } from '../../fixtures/replies/factory-lists'
import { listModels } from '../domain/erp/lists'
import { pushOrder } from '../domain/erp/push/push'
import { listLines } from '../domain/erp/push/stored-lines'
import { beginFactorySync, lastFactorySync } from '../domain/erp/sync'
import { callPath, orderPath } from '../embedded/erps/print-factory/simulator'
import { createErp } from '../infra/erps/print-factory/erp'
import { createErpClient } from '../infra/erps/print-factory/erp-client'
import type { Ctx } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { type Domain, openDomain } from './domain'
import { runFactorySyncs } from './factories'
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

/** A context whose factories answer so. */
function answeredBy(answer: (path: string, params: Readonly<Record<string, string>>) => Response): Ctx {
  const gateway = async (request: Request): Promise<Response> =>
    answer(callPath(request), (await request.json()) as Record<string, string>)
  const now = () => shop.ctx.clock.now()
  const client = createErpClient({ url: 'https://f.example/api', gateway, now, wait: async () => undefined })
  return { ...shop.ctx, erps: { 1: createErp(client, { name: '工厂', demoToken: 'demo' }) } }
}
const nothing = { code: 0, msg: 'ok', data: null }

/** Pushes a new order to a factory that answers so, and that knows no order when it is asked. */
async function pushAnswered(reply: Parameters<typeof responseOf>[0]) {
  count += 1
  const number = `R${count}`
  await shop.order(number)
  const ctx = answeredBy((path) => (path === orderPath ? responseOf(reply) : Response.json(nothing)))
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

describe('a sync of models that is answered by', () => {
  const models = async () => (await listModels(shop.ctx, shop.factories.yiwu)).map(({ code }) => code)

  test.each(lists)('$title', async ({ reply: { pages }, expected }) => {
    const factoryId = shop.factories.yiwu
    const before = await models()
    let page = 0
    const ctx = answeredBy((path, params) => {
      if (path !== '/stock/list') return Response.json(nothing)
      if (Object.keys(params).some((name) => /^(?:page|pageNo|pageNum|current)$/.test(name))) page += 1
      return responseOf(pages[page] ?? pages[0] ?? { body: null })
    })
    await beginFactorySync(ctx, factoryId, true)
    await runFactorySyncs(ctx)
    const task = await lastFactorySync(ctx, factoryId)
    if (expected.kind === 'codes' && expected.codes.length > 0) {
      expect(task).toMatchObject({ status: taskStatus.done })
      expect(await models()).toEqual(expected.codes)
    } else {
      expect(task).toMatchObject({
        status: taskStatus.failed,
        errorMessage: expect.stringContaining('words' in expected ? expected.words : ''),
      })
      expect(await models(), 'a list that cannot be read whole changes nothing').toEqual(before)
    }
  })
})
