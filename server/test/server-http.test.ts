import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import { ownBody, publicBody } from '../http/body'
import type { AppEnv } from '../http/environment'
import { asFailure, failureReply } from '../http/errors'
import { trace } from '../http/headers'
import { listen } from '../http/listen'
import { listEndpoints } from '../http/mount'
import { receiveFile } from '../http/multipart'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let web = ''
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'kejiang-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>plugin</title>')
  await writeFile(join(web, 'simulator.html'), '<!doctype html><title>simulator</title>')
  await writeFile(join(web, 'assets/main.1234.js'), `console.log(${JSON.stringify('x'.repeat(5000))})`)
  await writeFile(join(web, '.secret'), 'secret')
  await symlink('/etc', join(web, '.etc'))
  server = await startTestServer({
    webDir: web,
    settings: {
      corsOrigins: ['https://plugin.example'],
      frameAncestors: "'self' https://client.example",
      pictureHosts: ['pictures.example'],
      uploadOrigin: 'https://bucket.example',
    },
  })
})
afterAll(async () => {
  await server.close()
  await rm(web, { recursive: true, force: true })
})

describe('a request body', () => {
  const brand = (body: BodyInit, headers: Record<string, string> = {}) =>
    server.newAccount().then(({ token }) => server.call('POST', '/api/phone_brands', { token, body, headers }))

  test.each(['{', '{"name": }', 'name=1', '\xff\xfe', '[1,'])('%j cannot be parsed: 400', async (body) => {
    const reply = await brand(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'bad-json',
      message: '请求内容不是有效的 JSON',
      traceId: reply.headers.get('x-trace-id'),
    })
  })

  test('that breaks a rule names the field and repeats nothing of it', async () => {
    const reply = await brand(JSON.stringify({ name: { secret: 'hunter2' }, more: 'hunter3' }))
    expect(reply.status).toBe(422)
    expect(reply.body.issues).toEqual([
      { path: 'body.name', code: 'invalid_type', message: expect.stringMatching(/字符串|string/i) },
    ])
    expect(reply.text).not.toMatch(/hunter/)
    const blank = await brand('{"name":"   "}')
    expect(blank.body).toMatchObject({
      code: 'invalid',
      message: '请填写品牌',
      issues: [{ path: 'body.name', message: '请填写品牌' }],
    })
  })

  test('that is missing is a broken rule', async () => {
    expect((await brand('')).body.issues[0].path).toBe('body')
  })

  test.each(['\u0000', '\ud800'])('with text that cannot be stored (%j) is a broken rule', async (character) => {
    const reply = await brand(`{"name":${JSON.stringify(`a${character}b`)}}`)
    expect([reply.status, reply.body.issues[0].path]).toEqual([422, 'body.name'])
  })

  test('over the limit is refused as it arrives, whatever its Content-Length says', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const reply = await brand(endless, { 'content-length': '10' })
    expect(reply.status).toBe(413)
    expect(reply.body).toMatchObject({ code: 'too-large', message: '请求内容超过 6 MB 的上限' })
    expect(sent).toBeLessThan(ownBody.maxBytes + 1024 * 1024)
    expect((await brand('{}', { 'content-length': String(ownBody.maxBytes + 1) })).status).toBe(413)
  })

  test('of more layers or values than anything here has is refused before it is parsed', async () => {
    for (const text of ['['.repeat(2_000_000), `{"name":[${'0,'.repeat(1_000_000)}0]}`]) {
      const before = process.cpuUsage()
      expect((await brand(text)).body).toMatchObject({ code: 'too-large', message: '请求内容的层数或条目过多，请分几次提交' })
      // Parsing either took over a second.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5)
    }
  })

  test.each(
    listEndpoints(contract, routes)
      .filter(({ endpoint }) => endpoint.access === 'public' && endpoint.body)
      .map(({ method, path }) => [method, path] as const),
  )('of anybody is a few KB of plain JSON: %s %s', async (method, path) => {
    const send = (body: string) => server.call(method, path, { body, headers: { 'content-type': 'application/json' } })
    const large = await send(`{"username":"${'x'.repeat(publicBody.maxBytes)}"}`)
    expect([large.status, large.body.message]).toEqual([413, '请求内容超过 8 KB 的上限'])
    expect((await send(`{"username":${'['.repeat(2000)}${']'.repeat(2000)}}`)).body.code).toBe('too-large')
    expect((await send(`{"username":[${'0,'.repeat(2000)}0]}`)).body.code).toBe('too-large')
    expect((await server.call(method, path, { body: '{}', headers: { 'content-type': 'text/plain' } })).body.code).toBe(
      'bad-json',
    )
  })

  test('that the cloud carries has an envelope of a few values', async () => {
    const carried = await server.call('POST', '/api/cloud_app', { body: `{"method":${'['.repeat(2_000_000)}`, headers: {} })
    expect(carried.body).toMatchObject({ success: false, errorCode: 'too-large' })
    const page = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    const sent = await server.call('POST', '/api/cloud_app', { body: '{"method":"GET","path":"/api/users/me"}', headers: page })
    expect(sent.body).toMatchObject({ success: false, errorCode: 'bad-json' })
  })
})

describe('other origins', () => {
  const preflight = (origin: string) =>
    server.call('OPTIONS', '/api/phone_brands', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })

  test('on the list may call, without credentials', async () => {
    const reply = await preflight('https://plugin.example')
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://plugin.example')
    expect(reply.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    expect(reply.headers.get('vary')).toMatch(/Origin/)
    const call = await server.call('GET', '/api/users/me', { headers: { origin: 'https://plugin.example' } })
    expect([call.status, call.headers.get('access-control-allow-origin')]).toEqual([401, 'https://plugin.example'])
  })

  test.each([
    'https://evil.example',
    'http://plugin.example',
    'https://plugin.example.evil.example',
    'https://plugin.example:8443',
    'null',
    '',
  ])('%j may not', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const call = await server.call('GET', '/api/users/me', { headers: { origin } })
    expect(call.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('headers', () => {
  test('an API answer runs nothing, is framed by nobody and stays in no cache', async () => {
    const { headers } = await server.call('GET', '/api/users/me')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    // Clients frame our pages and show our pictures; the policy of each page says which may.
    for (const name of [
      'x-frame-options',
      'cross-origin-resource-policy',
      'cross-origin-opener-policy',
      'origin-agent-cluster',
    ]) {
      expect(headers.get(name), name).toBeNull()
    }
  })

  test('a page loads what the plugin needs and is framed by the configured hosts', async () => {
    const policy = async (agent: string): Promise<Map<string, string>> => {
      const { headers } = await server.call('GET', '/', { headers: { 'user-agent': agent } })
      const text = headers.get('content-security-policy') ?? ''
      return new Map(text.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]))
    }
    const now = await policy('Mozilla/5.0 Chrome/130.0.0.0')
    expect(now.get('script-src')).toBe("'self' https://appx 'wasm-unsafe-eval'")
    expect(now.get('frame-ancestors')).toBe("'self' https://client.example")
    expect(now.get('object-src')).toBe("'none'")
    expect(now.get('base-uri')).toBe("'none'")
    expect(now.get('worker-src')).toContain('blob:')
    expect(now.get('img-src')).toMatch(/data: blob: .*https:\/\/\*\.alicdn\.com.*https:\/\/\*\.pictures\.example/)
    expect(now.get('connect-src')).toContain('https://bucket.example')
    expect((await policy('Mozilla/5.0 Chrome/92.0.4515.131')).get('script-src')).toBe("'self' https://appx 'unsafe-eval'")
  })

  test('the embedded pages are framed by their parents, and no other page with them', async () => {
    const built = await mkdtemp(join(tmpdir(), 'kejiang-embed-'))
    await writeFile(join(built, 'index.html'), '<!doctype html><meta name="embed-origins" content=""><title>plugin</title>')
    const parents = await startTestServer({ settings: { embedOrigins: ['https://erp.example.com'] }, webDir: built })
    const answer = (path: string) => parents.call('GET', path)
    const ancestors = async (path: string) =>
      /frame-ancestors ([^;]*)/.exec((await answer(path)).headers.get('content-security-policy') ?? '')?.[1]
    const trusted = "'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:* https://erp.example.com"
    expect(await ancestors('/push_order_to_factory')).toBe(trusted)
    expect(await ancestors('/has_login/?token=x')).toBe(trusted)
    for (const path of ['/', '/login', '/app/order_management', '/has_login/x', '/index.html', '/app/has_login']) {
      expect(await ancestors(path), path).toBe("'self'")
    }
    const page = await answer('/push_order_to_factory')
    expect(page.text).toContain('<meta name="embed-origins" content="https://erp.example.com">')
    const other = await startTestServer({ webDir: built })
    expect((await other.call('GET', '/has_login')).headers.get('etag')).not.toBe(page.headers.get('etag'))
    await parents.close()
    await other.close()
    await rm(built, { recursive: true, force: true })
  })

  test('https is kept once the public address has it', async () => {
    const secure = await startTestServer({ publicUrl: 'https://shop.example' })
    expect((await secure.call('GET', '/healthz')).headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    await secure.close()
  })
})

describe('pages', () => {
  test.each([
    ['/', 'plugin'],
    ['/login?setup=abc', 'plugin'],
    ['/app/phone_brand_model/brand', 'plugin'],
    ['/simulator', 'simulator'],
    ['/simulator.html', 'simulator'],
  ])('%s shows the %s and is never cached blindly', async (path, title) => {
    const reply = await server.call('GET', path)
    expect([reply.status, reply.text]).toEqual([200, `<!doctype html><title>${title}</title>`])
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect((await server.call('GET', path, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } })).status).toBe(304)
  })

  test.each(['/simulator', '/simulator.html', '/simulator/', '/simulator/web-view.js', '/simulator/space'])(
    '%s is not there without the demo shop',
    async (path) => {
      const plain = await startTestServer({ webDir: web, simulator: false })
      expect((await plain.call('GET', path)).status).toBe(404)
      expect((await plain.call('GET', '/simulators')).text).toContain('plugin')
      await plain.close()
    },
  )

  test('a link for buyers says what is missing while their program is not configured', async () => {
    const reply = await server.call('GET', '/customize/12?s=3')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(reply.text).toContain('定制页面还没有开通')
  })

  test('assets are immutable and compressed for who takes it', async () => {
    const path = '/assets/main.1234.js'
    const plain = await server.app.request(path)
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const packed = await server.app.request(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toMatch(/Accept-Encoding/)
    const [small, large] = await Promise.all([packed.arrayBuffer(), plain.arrayBuffer()])
    expect(small.byteLength).toBeLessThan(large.byteLength / 10)
  })

  test.each([
    '/assets/gone.js',
    '/favicon.gif',
    '/.secret',
    '/.etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5c.secret',
    '/%00',
    '/%ff',
  ])('%s gives nothing away', async (path) => {
    const reply = await server.call('GET', path)
    expect(reply.text).not.toMatch(/secret|root:/)
    expect(reply.text === '<!doctype html><title>plugin</title>' || reply.status === 404).toBe(true)
  })

  test.each(['GET /api/nothing', 'PUT /api/phone_brands', 'GET /api', 'GET /api/'])(
    '%s is an error body, never a page',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      const reply = await server.call(method, path)
      expect([reply.status, reply.body?.code]).toEqual([404, 'not-found'])
    },
  )
})

describe('operation', () => {
  test('/healthz and /readyz answer; a part that fails makes it 503 and is named', async () => {
    expect((await server.call('GET', '/healthz')).body).toEqual({ ok: true })
    expect((await server.call('GET', '/readyz')).body).toEqual({ ok: true, database: 'ok', storage: 'ok' })
    const broken = await startTestServer()
    await rm(broken.folder, { recursive: true })
    const reply = await broken.call('GET', '/readyz')
    expect([reply.status, reply.body]).toEqual([503, { ok: false, database: 'ok', storage: 'failed' }])
    await broken.close()
  })

  test('/api/openapi.json describes every route with its permission', async () => {
    const { body } = await server.call('GET', '/api/openapi.json')
    const described = Object.entries(body.paths as object).flatMap(([path, calls]) =>
      Object.keys(calls as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const listed = Object.values(routes).flatMap((calls) => Object.values(calls))
    expect(described.sort()).toEqual(listed.sort())
    const create = body.paths['/api/phone_brands'].post
    expect(create).toMatchObject({ operationId: 'phoneBrands.create', 'x-permission': 'catalogue', security: [{ bearer: [] }] })
    expect(create.requestBody.content['application/json'].schema.properties.name).toMatchObject({
      type: 'string',
      maxLength: 100,
    })
    expect(body.paths['/api/phone_brands/{id}'].patch.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      schema: { type: 'integer' },
    })
  })

  test('an unexpected error is logged under its trace id and never told', async () => {
    const app = new Hono<AppEnv>()
    const logged: string[] = []
    app.use('*', trace)
    app.get('/boom', () => {
      throw new Error('password is hunter2')
    })
    app.get('/outage', () => {
      throw Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })
    })
    app.onError((error, c) => failureReply(c, asFailure(error, c.get('traceId'), { error: (message) => logged.push(message) })))
    const reply = await app.request('/boom')
    const text = await reply.text()
    expect([reply.status, JSON.parse(text).code]).toEqual([500, 'internal'])
    expect(text).not.toContain('hunter2')
    expect(logged).toEqual([`[${reply.headers.get('x-trace-id')}]`])
    const outage = await app.request('/outage')
    expect([outage.status, outage.headers.get('retry-after')]).toEqual([503, '2'])
    expect(reply.headers.get('retry-after')).toBeNull()
  })
})

describe('listening', () => {
  test('drains: a request in flight is answered, new connections are not taken, close resolves', async () => {
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

  test('cuts what does not finish in time', async () => {
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

  test('says what to do about a port that is taken', async () => {
    const first = await listen(new Hono<AppEnv>(), { host: '127.0.0.1', port: 0 })
    await expect(listen(new Hono<AppEnv>(), { host: '127.0.0.1', port: first.port })).rejects.toThrow(
      `端口 ${first.port} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=${first.port + 1} npm start`,
    )
    await first.close(0)
  })

  test('answers a browser that posts too much, instead of cutting it off', async () => {
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    const reply = await fetch(`http://127.0.0.1:${listening.port}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(ownBody.maxBytes + 1),
    })
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'too-large'])
    await listening.close(0)
  })
})

test('an upload of any size is never held in memory', async () => {
  const chunk = new Uint8Array(64 * 1024)
  const chunks = 1600
  let produced = 0
  let consumed = 0
  let ahead = 0
  const parts = (function* () {
    yield new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    for (let n = 0; n < chunks; n++) yield chunk
    yield new TextEncoder().encode('\r\n--x--\r\n')
  })()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = parts.next()
        if (done) return controller.close()
        produced += value.byteLength
        ahead = Math.max(ahead, produced - consumed)
        controller.enqueue(value)
      },
    },
    { highWaterMark: 1 },
  )
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  const received = await receiveFile(new Request('http://a/', init as RequestInit), async () => ({
    maxBytes: Number.MAX_SAFE_INTEGER,
    async store(stream) {
      for await (const part of stream) {
        consumed += part.length
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }))
  expect(received.size).toBe(chunk.length * chunks)
  expect(ahead).toBeLessThan(2 * 1024 * 1024)
})
