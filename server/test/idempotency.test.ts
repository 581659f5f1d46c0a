/** A request repeated under one Idempotency-Key has one effect and one response. */
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AppEnv } from '../http/environment'
import { asFailure, failureReply } from '../http/errors'
import { requestId } from '../http/headers'
import { type AppHandlers, mountContract } from '../http/mount'
import { openShop, type Shop } from './security/shop'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('a route that requires an Idempotency-Key', () => {
  const contract = {
    pay: {
      once: {
        body: z.object({ amount: z.number() }),
        res: z.object({ paid: z.number(), nth: z.number() }),
        access: { everyUser: 'a test' },
        idempotent: true,
      },
    },
  } as const
  let effects = 0
  const handlers: AppHandlers<typeof contract> = {
    pay: {
      async once({ body }, ctx) {
        if (body.amount < 0) throw new Error('refused')
        effects += 1
        await ctx.db
          .insertInto('setting')
          .values({ name: `paid-${effects}`, value: String(body.amount) })
          .execute()
        if (body.amount === 0) throw new Error('failed after its effect')
        return { paid: body.amount, nth: effects }
      },
    },
  }
  let token = ''
  const app = new Hono<AppEnv>()
  beforeAll(async () => {
    app.use(
      '*',
      requestId(() => false),
    )
    mountContract(app, server.deps, { contract, routes: { pay: { once: 'POST /pay' } }, handlers })
    app.onError((error, c) => failureReply(c, asFailure(error, c.get('traceId'), { error: () => {} })))
    token = (await server.newAccount()).token
  })
  const pay = async (amount: number, key?: string, as = token) => {
    const headers = { authorization: `Bearer ${as}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const reply = await app.request('/pay', { method: 'POST', headers, body: JSON.stringify({ amount }) })
    return { status: reply.status, body: await reply.json() }
  }
  const paid = async (): Promise<number> =>
    (await server.deps.db.selectFrom('setting').select('name').where('name', 'like', 'paid-%').execute()).length

  test('a route that requires an Idempotency-Key refuses a request without a valid one', async () => {
    expect((await pay(1)).body.issues[0].path).toBe('headers.Idempotency-Key')
    expect((await pay(1, 'short')).status).toBe(422)
  })

  test('parallel and later repeats under one Idempotency-Key have one effect and one response', async () => {
    const before = await paid()
    const replies = await Promise.all(Array.from({ length: 6 }, () => pay(5, 'key-number-1')))
    const later = await pay(5, 'key-number-1')
    // The responses are equal to the byte: a jsonb column would return an object's keys in another order.
    for (const reply of [...replies, later]) expect(JSON.stringify(reply)).toBe(JSON.stringify(replies[0]))
    expect(await paid()).toBe(before + 1)
  })

  test('an Idempotency-Key belongs to one request and one account', async () => {
    await pay(5, 'key-number-2')
    expect((await pay(6, 'key-number-2')).body.code).toBe('idempotency-mismatch')
    const other = await pay(6, 'key-number-2', (await server.newAccount()).token)
    expect([other.status, other.body.paid]).toEqual([200, 6])
  })

  test('a failed request leaves no effect and frees its Idempotency-Key', async () => {
    const before = await paid()
    expect((await pay(0, 'key-number-3')).status).toBe(500)
    expect(await paid()).toBe(before)
    expect((await pay(7, 'key-number-3')).body.paid).toBe(7)
  })
})

describe('creating a template with an Idempotency-Key', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(server)
  })
  const create = (key?: string, name = '新模板') =>
    server.call('POST', '/api/design_templates', {
      token: shop.token,
      body: { ...(shop.bodies['templates.create'] as object), name },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const total = async (): Promise<number> => {
    const reply = await server.call('GET', `/api/design_templates?${shop.queries['templates.list']}`, { token: shop.token })
    return reply.body.totalItems
  }

  test('a template is created once however often its first save is repeated, and can be saved further', async () => {
    const before = await total()
    const replies = [...(await Promise.all([create('first-save-1'), create('first-save-1')])), await create('first-save-1')]
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body)
    expect(await total()).toBe(before + 1)
    const { id, revision } = replies[0]?.body ?? {}
    const save = { ...(shop.bodies['templates.save'] as object), revision }
    expect((await server.call('PUT', `/api/design_templates/${id}`, { token: shop.token, body: save })).body.revision).toBe(2)
  })

  test('another Idempotency-Key, or none, creates another template', async () => {
    const before = await total()
    const replies = [await create(), await create(), await create('first-save-2')]
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(3)
    expect(await total()).toBe(before + 3)
  })

  test('a used Idempotency-Key with another design, and a malformed one, create no template', async () => {
    await create('first-save-3')
    const before = await total()
    expect((await create('first-save-3', '另一个')).body.code).toBe('idempotency-mismatch')
    expect((await create('short')).body.issues[0].path).toBe('headers.Idempotency-Key')
    expect(await total()).toBe(before)
  })

  test('the API documentation lists the Idempotency-Key of templates as optional', async () => {
    const { body } = await server.call('GET', '/api/openapi.json')
    const header = body.paths['/api/design_templates'].post.parameters.find((p: { in: string }) => p.in === 'header')
    expect([header.name, header.required]).toEqual(['Idempotency-Key', false])
  })
})
