/** The spans that a collector receives of real requests and jobs: complete, connected, and without anything secret. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { authorizeShop } from '../domain/shops/sessions'
import type { Engine } from '../infra/jobs/engine'
import { startTracing } from '../infra/tracing/tracing'
import { openTestEngine } from './jobs'
import { taobaoSession } from './marketplace'
import { png } from './security/shop'
import { startTestServer, type TestAccount, type TestServer } from './server'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

const proxy = '10.9.8.7'
const bodies: string[] = []
let collector: Server
let server: TestServer
let seller: TestAccount
let engine: Engine
let endpoint = ''
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === proxy } })
  seller = await server.newAccount()
  engine = await openTestEngine(server.deps.db, {
    queues: [{ name: 'traced', concurrency: 1, isSerialPerAccount: false, retries: 0 }],
  })
})
afterAll(async () => {
  await engine.stop()
  await server.close()
  await new Promise((resolve) => collector.close(resolve))
})

/** Returns the spans of what `work` does; nothing else of the server is traced meanwhile. */
async function spansOf(work: () => Promise<unknown>): Promise<Span[]> {
  bodies.length = 0
  const tracing = startTracing({ endpoint, serviceName: 'shop', report: (_, error) => expect.unreachable(String(error)) })
  await work()
  await tracing.stop()
  return bodies.flatMap((body) => {
    expect(body.startsWith('/v1/traces {')).toBe(true)
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf(' ') + 1))
    return resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    )
  })
}
const attributes = (span: Span | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  server.call(method, path, { token: seller.token, body, headers })

test('a request is a span with its statements inside, and none of them has what was sent', async () => {
  const name = '张伟明13812345678'
  const spans = await spansOf(async () => {
    const reply = await call('POST', `/api/phone_brands?token=q5ecretq5ecret`, { name }, { cookie: 'sid=c00kieValue77' })
    expect(reply.status).toBe(200)
    await call('GET', `/api/phone_brands/${reply.body.id}/phone_models`)
  })
  const [request, list] = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect([request?.name, list?.name]).toEqual(['POST /api/phone_brands', 'GET /api/phone_brands/{brandId}/phone_models'])
  expect(attributes(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/phone_brands',
    'http.response.status_code': 200,
    'kejiang.request_id': expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  const statements = spans.filter(({ traceId, spanId }) => traceId === request?.traceId && spanId !== request.spanId)
  expect(statements.map((span) => span.parentSpanId)).toEqual(statements.map(() => request?.spanId))
  const insert = statements.find((span) => span.name === 'insert phone_brand')
  expect(attributes(insert)).toMatchObject({ 'db.operation.name': 'insert', 'db.collection.name': 'phone_brand' })
  expect(list?.traceId).not.toBe(request?.traceId)
  for (const secret of ['张伟明', '13812345678', 'q5ecret', 'c00kie', seller.token]) {
    for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(bodies.join()).not.toContain(spelling)
    }
  }
  expect(bodies.join()).toContain('"service.name","value":{"stringValue":"shop"}')
})

test('calls of the storage and of the marketplace are spans of the request that made them', async () => {
  const { shopId } = await authorizeShop(server.deps, seller.accountId, taobaoSession)
  server.gateway.limitRate(1, 1)
  const spans = await spansOf(async () => {
    await server.upload(seller.token, fileKind.templateLayer, 'a.png', png(8, 8))
    await call('POST', '/api/products/sync', { shopId, productOriginalId: '700000000001' })
  })
  const parentOf = (name: string) => {
    const inner = spans.find((span) => span.name === name)
    return spans.find(({ spanId }) => spanId === inner?.parentSpanId)?.name
  }
  expect(parentOf('storage put')).toMatch(/^POST /)
  const called = spans.filter((span) => attributes(span)['peer.service'] === 'marketplace')
  expect(called.map((span) => attributes(span)['kejiang.outcome'])).toEqual(expect.arrayContaining(['limited', 'ok']))
  expect(parentOf(called[0]?.name ?? '')).toBe('POST /api/products/sync')
  expect(bodies.join()).not.toContain(taobaoSession)
})

test('a request goes on with the trace of a trusted proxy, and of nobody else', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const spans = await spansOf(async () => {
    for (const address of [proxy, '192.0.2.1']) await server.call('GET', '/readyz', { headers, address })
  })
  const requests = spans.filter(({ name }) => name === 'GET /readyz')
  expect(requests.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([
    [true, 'b7ad6b7169203331'],
    [false, undefined],
  ])
})

test('a job is a trace of its own, and its failure says no more than that', async () => {
  const { db } = server.deps
  await engine.send(db, { queue: 'traced', accountId: seller.accountId, data: {} })
  const spans = await spansOf(async () => {
    await engine.work({
      name: 'traced',
      concurrency: 1,
      isSerialPerAccount: false,
      retries: 0,
      async run() {
        await db.selectFrom('setting').select('name').execute()
        throw new Error('张伟明')
      },
    })
    await engine.idle()
  })
  const job = spans.find(({ name }) => name === 'job traced')
  expect(job?.parentSpanId).toBeFalsy()
  expect(job?.status.code).toBe(2)
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toEqual(['select setting'])
  // Statements of nothing that is traced, such as looking for jobs, are no spans.
  expect(spans.filter(({ parentSpanId }) => !parentSpanId)).toEqual([job])
  expect(bodies.join()).not.toContain('张伟明')
})

test('a collector that is away is reported once, and the requests go on', async () => {
  const reported: unknown[] = []
  const tracing = startTracing({
    endpoint: 'http://127.0.0.1:1',
    serviceName: 'shop',
    report: (message, error) => reported.push(message, error),
  })
  expect((await call('GET', '/api/users/me')).status).toBe(200)
  await tracing.stop()
  expect(reported).toHaveLength(2)
})
