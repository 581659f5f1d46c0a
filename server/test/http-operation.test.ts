import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedInBody } from '../http/body'
import type { AppEnv } from '../http/environment'
import { asFailure, failureReply } from '../http/errors'
import { requestId } from '../http/headers'
import { listen } from '../http/listen'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('operation', () => {
  test('/healthz and /readyz answer, and a storage that fails is named without making the process unready', async () => {
    expect((await server.call('GET', '/healthz')).body).toEqual({ ok: true })
    expect((await server.call('GET', '/readyz')).body).toEqual({ ok: true, database: 'ok', storage: 'ok' })
    const broken = await startTestServer()
    await rm(broken.folder, { recursive: true })
    await broken.lookAtStorage()
    const reply = await broken.call('GET', '/readyz')
    // A proxy that asks this keeps the process, because no other one has a better storage.
    expect([reply.status, reply.body]).toEqual([200, { ok: true, database: 'ok', storage: 'failed' }])
    await broken.close()
  })

  test('a process without its database, or that ends, is not ready, and says which', async () => {
    const broken = await startTestServer({ checkDatabase: () => Promise.reject(new Error('away')) })
    const away = await broken.call('GET', '/readyz')
    expect([away.status, away.body]).toEqual([503, { ok: false, database: 'failed', storage: 'ok' }])
    expect(broken.logged).toEqual(['readyz: database', new Error('away')])
    await broken.close()
    server.isStopping = true
    const ending = await server.call('GET', '/readyz')
    server.isStopping = false
    expect([ending.status, ending.body]).toEqual([503, { ok: false, database: 'ok', storage: 'ok', stopping: true }])
  })

  test('an unexpected error is logged with the id of its request and never shown in the response', async () => {
    const app = new Hono<AppEnv>()
    const logged: unknown[] = []
    app.use(
      '*',
      requestId(() => false),
    )
    app.get('/boom', () => {
      throw new Error('password is hunter2')
    })
    app.get('/outage', () => {
      throw Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })
    })
    app.onError((error, c) =>
      failureReply(c, asFailure(error, c.get('traceId'), { error: (_message, _error, fields) => logged.push(fields) })),
    )
    const reply = await app.request('/boom')
    const text = await reply.text()
    expect([reply.status, JSON.parse(text).code]).toEqual([500, 'internal'])
    expect(text).not.toContain('hunter2')
    expect(logged).toEqual([{ requestId: reply.headers.get('x-request-id') }])
    const outage = await app.request('/outage')
    expect([outage.status, outage.headers.get('retry-after')]).toEqual([503, '2'])
    expect(reply.headers.get('retry-after')).toBeNull()
  })
})

describe('listening on a port', () => {
  test('a closing server answers running requests and accepts no new connections', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let arrived = (): void => {}
    const started = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const app = new Hono<AppEnv>()
    app.get('/slow', async (c) => {
      arrived()
      await held
      return c.text('done')
    })
    const listening = await listen(app, { host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${listening.port}/slow`
    const inFlight = fetch(url)
    await started
    const closed = listening.close(10_000)
    await expect(fetch(url)).rejects.toThrow()
    release()
    expect(await (await inFlight).text()).toBe('done')
    await closed
  })

  test('a closing server cuts connections that do not finish in time', async () => {
    const app = new Hono<AppEnv>()
    app.get('/never', () => new Promise<Response>(() => {}))
    const listening = await listen(app, { host: '127.0.0.1', port: 0 })
    const socket = connect(listening.port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.write('GET /never HTTP/1.1\r\nHost: a\r\n\r\n', () => resolve()))
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    await listening.close(30)
    await gone
  })

  test('a taken port is reported with what to do', async () => {
    const first = await listen(new Hono<AppEnv>(), { host: '127.0.0.1', port: 0 })
    await expect(listen(new Hono<AppEnv>(), { host: '127.0.0.1', port: first.port })).rejects.toThrow(
      `端口 ${first.port} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=${first.port + 1} npm start`,
    )
    await first.close(0)
  })

  test('a browser that posts too much gets a response instead of a cut connection', async () => {
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    const reply = await fetch(`http://127.0.0.1:${listening.port}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(signedInBody.maxBytes + 1),
    })
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'too-large'])
    await listening.close(0)
  })
})
