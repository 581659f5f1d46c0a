/** The figures for Prometheus, read from a scrape after real requests, statements, calls and jobs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { resultOf } from '../domain/cutout/result'
import type { TaskRow } from '../domain/cutout/tasks'
import { orderSync } from '../domain/orders/sync'
import { authorizeShop } from '../domain/shops/sessions'
import { createMetricsApp } from '../http/metrics-app'
import type { Source } from '../infra/db/connection'
import type { BackupNote } from '../infra/db/installation'
import { createDb } from '../infra/db/kysely'
import type { Engine } from '../infra/jobs/engine'
import { type Metrics, openMetrics } from '../infra/metrics/metrics'
import type { PartReport, Parts } from '../infra/parts'
import { Failure } from '../kernel/failure'
import { openTaskRunner } from './jobs'
import { taobaoSession } from './marketplace'
import { png } from './security/shop'
import { startTestServer, type TestAccount, type TestServer } from './server'

let server: TestServer
let seller: TestAccount
let engine: Engine
let metrics: Metrics
let isDiskFull = false
let storageState: PartReport = { state: 'unknown', problem: null }
const parts: Parts = { storage: () => storageState, pictures: () => ({ state: 'ok', problem: null }) }
const assertRoom = (): void => {
  if (isDiskFull) throw new Failure('storage-full', 'full')
}
beforeAll(async () => {
  server = await startTestServer({ assertRoom, settings: { validateReplies: false } })
  seller = await server.newAccount()
  const queues = [{ name: 'watched', concurrency: 1, isSerialPerAccount: false, retries: 0 }]
  engine = await openTaskRunner(server.deps, [orderSync(server.deps)], { queues, report: () => undefined })
  metrics = openMetrics({ queues: engine.states, parts, unbooked: async () => ({ payments: 2, fen: 1000 }), maxConnections: 7 })
})
afterAll(async () => {
  metrics.stop()
  await engine.stop()
  await server.close()
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: seller.token, body })

/** Returns the scraped figures by series, such as `name{label="value"}`. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await createMetricsApp(metrics).request('/metrics')).text()
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(rows.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}
const figure = async (series: string): Promise<number> => (await scrape()).get(series) ?? 0

test('requests are counted by method, route pattern and status, whatever ids, paths and methods callers choose', async () => {
  await call('GET', '/api/phone_brands/1/phone_models')
  const before = await scrape()
  const patterned =
    'kejiang_http_request_seconds_count{method="GET",route="/api/phone_brands/{brandId}/phone_models",status="404"}'
  expect([...before.keys()].filter((series) => series.includes('route="/api/phone_brands'))).toContain(patterned)
  await call('GET', '/nowhere')
  await call('PROPFIND', '/nowhere')
  const known = (await scrape()).size
  for (const id of [2, 3, 4]) {
    await call('GET', `/api/phone_brands/${id}/phone_models`)
    await call('GET', `/13812345678/${id}`)
    await server.app.request('/x', { method: `ODD${id}` })
  }
  const after = await scrape()
  expect(after.get(patterned)).toBe(4)
  expect(after.get('kejiang_http_request_seconds_count{method="GET",route="/*",status="404"}')).toBe(4)
  expect(after.size).toBe(known)
  expect(after.get('kejiang_http_requests_running')).toBe(0)
  expect([...after.keys()].filter((series) => series.includes('13812345678'))).toEqual([])
})

test('statements, storage calls and their failures are counted', async () => {
  const statements = 'kejiang_database_statement_seconds_count{verb="select",outcome="ok"}'
  const selected = await figure(statements)
  await server.upload(seller.token, fileKind.templateLayer, 'a.png', png(8, 8))
  expect(await figure(statements)).toBeGreaterThan(selected)
  expect(await figure('kejiang_storage_seconds_count{call="put",outcome="ok"}')).toBeGreaterThan(0)
  const form = await call('POST', '/api/files/upload_form', { fileName: 'b.png', type: fileKind.templateLayer })
  isDiskFull = true
  await server.post(form.body, png(8, 8), 'b.png')
  isDiskFull = false
  expect(await figure('kejiang_storage_seconds_count{call="put",outcome="storage-full"}')).toBe(1)
})

test('a wait for a connection, and what holds it, are counted', async () => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const source: Source = {
    async acquire() {
      await gate
      return { run: async () => ({ rows: [], command: 'SELECT', affected: 0 }), release: async () => undefined }
    },
    end: async () => undefined,
  }
  const waiting = createDb(source)
    .connection()
    .execute(async () => figure('kejiang_database_connections_in_use'))
  expect(await figure('kejiang_database_connections_waiting')).toBe(1)
  open()
  // The scrape inside reads the queues, over a connection of its own that is returned by then.
  expect(await waiting).toBe(1)
  const after = await scrape()
  expect(after.get('kejiang_database_connections_waiting')).toBe(0)
  expect(after.get('kejiang_database_connections_in_use')).toBe(0)
  expect(after.get('kejiang_database_connections_max')).toBe(7)
})

test('calls of the marketplace are counted by method and outcome, with the waits that it asks for', async () => {
  const { shopId } = await authorizeShop(server.deps, seller.accountId, taobaoSession)
  server.gateway.limitRate(2, 1)
  const reply = await call('POST', '/api/products/sync', { shopId, productOriginalId: '700000000001' })
  expect(reply.status).toBe(200)
  const after = await scrape()
  const calls = [...after].filter(([series]) => series.startsWith('kejiang_outbound_call_seconds_count{system="marketplace"'))
  const outcomes = calls.map(([series, count]) => [/call="(taobao\.[\w.]+)",outcome="(\w+)"/.exec(series)?.[2], count])
  expect(Object.fromEntries(outcomes)).toMatchObject({ limited: 2, ok: expect.any(Number) })
  expect(after.get('kejiang_outbound_wait_seconds_count{system="marketplace"}')).toBe(2)
  expect(after.get('kejiang_outbound_calls_waiting')).toBe(0)
})

test('queues show their depth and age, and jobs how they ended', async () => {
  const send = (kind: string) =>
    server.deps.db
      .transaction()
      .execute((tx) => engine.send(tx, { queue: 'watched', accountId: seller.accountId, data: { kind } }))
  await send('good')
  await send('bad')
  expect(await figure('kejiang_queue_due_jobs{queue="watched"}')).toBe(2)
  expect(await figure('kejiang_queue_oldest_seconds{queue="watched"}')).toBeGreaterThan(0)
  await engine.work({
    name: 'watched',
    concurrency: 1,
    isSerialPerAccount: false,
    retries: 0,
    async run({ data }) {
      if (data.kind === 'bad') throw new Error('bad')
    },
  })
  await engine.idle()
  const after = await scrape()
  expect(after.get('kejiang_job_seconds_count{queue="watched",outcome="ok"}')).toBe(1)
  expect(after.get('kejiang_job_seconds_count{queue="watched",outcome="error"}')).toBe(1)
  expect(after.get('kejiang_queue_due_jobs{queue="watched"}')).toBe(0)
  expect(after.get('kejiang_queue_dead_letters{queue="watched"}')).toBe(1)
})

test('a task whose failure is explained to the seller is counted as failed', async () => {
  const { shopId } = await authorizeShop(server.deps, seller.accountId, taobaoSession)
  server.gateway.endSession(taobaoSession)
  expect((await call('POST', '/api/orders/sync', { shopId })).status).toBe(200)
  await engine.idle()
  server.gateway.renewSession(taobaoSession)
  const queue = orderSync(server.deps).kind
  expect(await figure(`kejiang_job_seconds_count{queue="${queue}",outcome="failed"}`)).toBe(1)
})

test('a cut-out is counted by type and outcome', async () => {
  const row = { id: 't', account_id: seller.accountId, source_key: 'a', type: 'head' } as TaskRow
  const deps = {
    ...server.deps,
    provider: {
      concurrency: 1,
      model: () => 'm',
      cut: async () => {
        throw new Failure('invalid', '没有人像')
      },
      close: async () => undefined,
    },
    composer: { compose: async () => Buffer.from('') },
    pictures: { read: async () => Buffer.from('picture') },
  }
  await expect(resultOf(deps, row, new AbortController().signal)).rejects.toThrow('没有人像')
  expect(await figure('kejiang_cutout_seconds_count{type="head",outcome="invalid"}')).toBe(1)
})

test('the figures of Node and of the event loop are there, and a database that is away hides nothing else', async () => {
  const away = openMetrics({
    queues: async () => {
      throw new Error('away')
    },
    unbooked: async () => {
      throw new Error('away')
    },
    parts,
    maxConnections: 1,
  })
  const text = await away.scrape()
  away.stop()
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(text).toContain(`\n${name} `)
  expect(text).toContain('kejiang_queue_read_failures_total 1')
  expect(text).toContain('kejiang_unbooked_payments Nan')
})

test('the figure of a part is 1 while the part works, 0 while it does not, and absent until it was checked', async () => {
  const series = async () => [...(await scrape())].filter(([name]) => name.startsWith('kejiang_part_up'))
  expect(await series()).toEqual([['kejiang_part_up{part="pictures"}', 1]])
  storageState = { state: 'failed', problem: 'away' }
  expect(await series()).toContainEqual(['kejiang_part_up{part="storage"}', 0])
  storageState = { state: 'ok', problem: null }
  expect(await series()).toContainEqual(['kejiang_part_up{part="storage"}', 1])
})

test('backups are a time, a number of missing files and a failure, none before the first, and no number while the database is away', async () => {
  let read = async (): Promise<BackupNote | null> => null
  const watched = openMetrics({ queues: async () => [], parts: {}, backups: () => read(), maxConnections: 1 })
  const figures = async () =>
    [...(await watched.scrape()).matchAll(/^kejiang_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, value])
  const names = ['whole_timestamp_seconds', 'missing_files', 'failed']
  expect(await figures()).toEqual(names.map((name) => [name, '0']))
  const at = '2026-03-01T08:00:00.000Z'
  const last = { id: 'x', at, place: '/srv', problems: 2 }
  read = async () => ({ last, wholeAt: at, failure: { at, reason: 'full' } })
  expect(await figures()).toEqual(names.map((name, index) => [name, [String(Date.parse(at) / 1000), '2', '1'][index]]))
  read = () => Promise.reject(new Error('away'))
  expect(await figures()).toEqual(names.map((name) => [name, 'Nan']))
  watched.stop()
})
