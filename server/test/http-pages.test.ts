import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let web = ''
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'kejiang-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>plugin</title>')
  await writeFile(join(web, 'buyer.html'), '<!doctype html><title>buyer</title>')
  await writeFile(join(web, 'simulator.html'), '<!doctype html><title>simulator</title>')
  await writeFile(join(web, 'assets/main.1234.js'), `console.log(${JSON.stringify('x'.repeat(5000))})`)
  await writeFile(join(web, 'assets/main.1234.js.map'), '{"sourcesContent":["the product"]}')
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

describe('requests from other origins', () => {
  const preflight = (origin: string) =>
    server.call('OPTIONS', '/api/phone_brands', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })

  test('pages of allowed origins may call the API, without credentials', async () => {
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
  ])('pages of the origin %j may not call the API', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const call = await server.call('GET', '/api/users/me', { headers: { origin } })
    expect(call.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('response headers', () => {
  test('an API response executes nothing, cannot be framed and is not cached', async () => {
    const { headers } = await server.call('GET', '/api/users/me')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    // Clients frame our pages and show our pictures; each page's policy says which may.
    for (const name of [
      'x-frame-options',
      'cross-origin-resource-policy',
      'cross-origin-opener-policy',
      'origin-agent-cluster',
    ]) {
      expect(headers.get(name), name).toBeNull()
    }
  })

  test('a page may load what the plugin needs, and be framed by the configured origins', async () => {
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

  test('the embedded pages may be framed by their parents, and no other page may', async () => {
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

  test("only the buyers' page may load the configured scripts of mini-programs, and knows their addresses", async () => {
    const built = await mkdtemp(join(tmpdir(), 'kejiang-sdks-'))
    await writeFile(join(built, 'index.html'), '<!doctype html><title>plugin</title>')
    await writeFile(join(built, 'buyer.html'), '<!doctype html><meta name="web-view-sdks" content=""><title>buyer</title>')
    const sdk = 'https://res.example/jweixin.js'
    const shop = await startTestServer({ settings: { webViewSdks: [`wx=${sdk}`] }, webDir: built })
    const scripts = async (path: string) => {
      const { headers } = await shop.call('GET', path)
      return /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await scripts(`/customize/${'a'.repeat(32)}`)).toContain(sdk)
    expect(await scripts('/login')).not.toContain(sdk)
    expect((await shop.call('GET', `/customize/${'a'.repeat(32)}`)).text).toContain(`content="wx=${sdk}"`)
    await shop.close()
    await rm(built, { recursive: true, force: true })
  })

  test('configured verification files are served at the root to the byte, and no other name is', async () => {
    const verifyFiles = new Map([['AbCd1234.txt', '5f4dcc3b=']])
    const verified = await startTestServer({ settings: { verifyFiles }, webDir: web })
    const file = await verified.call('GET', '/AbCd1234.txt')
    expect([file.status, file.text]).toEqual([200, '5f4dcc3b='])
    expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    for (const path of ['/abcd1234.txt', '/x/AbCd1234.txt', '/other.txt'])
      expect((await verified.call('GET', path)).status).toBe(404)
    await verified.close()
    expect((await server.call('GET', '/AbCd1234.txt')).status).toBe(404)
  })

  test('Strict-Transport-Security is set once the public address is https', async () => {
    const secure = await startTestServer({ publicUrl: 'https://shop.example' })
    expect((await secure.call('GET', '/healthz')).headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    await secure.close()
  })
})

describe('static pages', () => {
  test.each([
    ['/', 'plugin'],
    ['/login?from=/app', 'plugin'],
    ['/app/phone_brand_model/brand', 'plugin'],
    ['/simulator', 'simulator'],
    ['/simulator.html', 'simulator'],
  ])('%s returns the page %s, which browsers must revalidate', async (path, title) => {
    const reply = await server.call('GET', path)
    expect([reply.status, reply.text]).toEqual([200, `<!doctype html><title>${title}</title>`])
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect((await server.call('GET', path, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } })).status).toBe(304)
  })

  test.each([
    '/simulator',
    '/simulator.html',
    '/%73imulator.html',
    '/simulator%2Ehtml',
    '/%73imulator',
    '/simulator/',
    '/simulator/web-view.js',
    '/simulator/space',
  ])('%s does not exist without the demo shop', async (path) => {
    const plain = await startTestServer({ webDir: web, simulator: false })
    expect((await plain.call('GET', path)).status).toBe(404)
    expect((await plain.call('GET', '/simulators')).text).toContain('plugin')
    await plain.close()
  })

  test("a customization link opens the buyers' page, unless another program serves buyers", async () => {
    const path = `/customize/${'a'.repeat(32)}`
    expect((await server.call('GET', path)).text).toContain('<title>buyer</title>')
    const other = await startTestServer({ webDir: web, buyerUrl: 'https://buy.example/case' })
    expect((await other.call('GET', path)).text).toContain('<title>plugin</title>')
    await other.close()
  })

  test('assets are immutable, and compressed for clients that accept it', async () => {
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
  ])('the path %s reveals no file', async (path) => {
    const reply = await server.call('GET', path)
    expect(reply.text).not.toMatch(/secret|root:/)
    expect(reply.text === '<!doctype html><title>plugin</title>' || reply.status === 404).toBe(true)
  })

  test.each(['GET /api/nothing', 'PUT /api/phone_brands', 'GET /api', 'GET /api/'])(
    '%s is answered with an error body, never with a page',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      const reply = await server.call(method, path)
      expect([reply.status, reply.body?.code]).toEqual([404, 'not-found'])
    },
  )
})

test.each([
  ...['/assets/main.1234.js.map', '/assets/main.1234.js.ma%70', '/assets/main.1234.js%2Emap', '/assets%2Fmain.1234.js.map'],
  ...['/%61ssets/main.1234.js.%6D%61%70', '/assets/main.1234.js.ma%2570', '/%2e%73ecret', '/assets/%ff'],
])('%s answers nothing of the sources, however its letters are encoded', async (path) => {
  const reply = await server.call('GET', path)
  expect([reply.status, reply.text.includes('the product')]).toEqual([404, false])
})
