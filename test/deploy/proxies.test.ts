/**
 * The proxy configurations in deploy/proxy, each run by its own program. Where Caddy or nginx is not installed, its tests are skipped
 * and say so.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isInstalled, type RunningProxy, startCaddy, startNginx, Upstream } from './proxy-programs'

const folder = join(import.meta.dirname, '../../deploy/proxy')
const proxies = [
  { name: 'Caddy', program: 'caddy', start: (servers: readonly Upstream[]): Promise<RunningProxy> => startCaddy(servers) },
  { name: 'nginx', program: 'nginx', start: startNginx },
] as const

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.stop()
})
const opens = async <T extends { stop(): Promise<void> }>(work: Promise<T>): Promise<T> => {
  const one = await work
  opened.push(one)
  return one
}
const twoServers = async (): Promise<[Upstream, Upstream]> => [await opens(Upstream.start()), await opens(Upstream.start())]
const portOf = (text: string): number => (JSON.parse(text) as { port: number }).port

describe.each(proxies)('behind the shipped configuration of $name', ({ program, start }) => {
  const isThere = isInstalled(program)
  const suite = isThere ? test : test.skip

  suite('a client chooses neither the id of its request, nor its trace, nor the address that limits count', async () => {
    const servers = await twoServers()
    const proxy = await opens(start(servers))
    const claimed = {
      'x-request-id': '1111111111111111',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      tracestate: 'vendor=1',
      'x-forwarded-for': '203.0.113.9',
    }
    await proxy.call('/api/brands', { headers: claimed })
    await proxy.call('/api/brands', { headers: claimed })
    const received = servers.flatMap(({ requests }) => requests.map(({ headers }) => headers))
    expect(received).toHaveLength(2)
    for (const headers of received) {
      // The server takes ids of 16 to 64 characters.
      expect(headers['x-request-id']).toMatch(/^[\w.:-]{16,64}$/)
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: expect.stringContaining('shop.') })
      expect(headers).not.toHaveProperty('traceparent')
      expect(headers).not.toHaveProperty('tracestate')
    }
    expect(new Set([claimed['x-request-id'], ...received.map((headers) => headers['x-request-id'])]).size).toBe(3)
  })

  suite('an upload of 40 MB and a query of 20,000 characters reach the server', async () => {
    const servers = await twoServers()
    const proxy = await opens(start(servers))
    const bytes = 40_000_000
    expect(await proxy.call('/api/files', { body: Buffer.alloc(bytes, 1) })).toMatchObject({ status: 200 })
    expect((await proxy.call(`/api/orders?ids=${'1234567890,'.repeat(1800)}`)).status).toBe(200)
    expect(servers.flatMap(({ requests }) => requests.map((each) => each.bytes)).sort()).toEqual([0, bytes])
  })

  suite('a process that is stopped gets no requests, nobody notices, and it is asked again when it is back', async () => {
    const [first, second] = await twoServers()
    const proxy = await opens(start([first, second]))
    await first.stop()
    for (let index = 0; index < 10; index += 1) {
      const reply = await proxy.call('/api/brands')
      expect([reply.status, portOf(reply.text)]).toEqual([200, second.port])
    }
    await first.listen()
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 4 }, () => proxy.call('/api/brands')))
        return first.requests.length
      })
      .toBeGreaterThan(0)
  })

  suite('an error that a process explains passes; where none answers, a person reads that the service is away', async () => {
    const servers = await twoServers()
    const proxy = await opens(start(servers))
    const explained = await proxy.call('/api/unavailable')
    expect([explained.status, explained.headers['content-type']]).toEqual([503, 'application/json'])
    for (const server of servers) await server.stop()
    const away = await proxy.call('/app/')
    expect([away.status, away.headers['retry-after'], away.headers['content-type']]).toEqual([
      503,
      '5',
      'text/plain; charset=utf-8',
    ])
    expect(away.text).toContain('服务暂时不可用')
    for (const server of servers) await server.listen()
  })

  test.skipIf(isThere)(`${program} is not installed here, so its configuration was not run`, () => undefined)
})

const caddy = isInstalled('caddy') ? test : test.skip

caddy('a process that says it is not ready gets no requests from Caddy', async () => {
  const [first, second] = await twoServers()
  first.isReady = false
  const proxy = await opens(startCaddy([first, second]))
  await expect.poll(() => first.polls).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const replies = await Promise.all(Array.from({ length: 8 }, () => proxy.call('/api/brands')))
      return [...new Set(replies.map(({ text }) => portOf(text)))]
    })
    .toEqual([second.port])
})

caddy('the cutout host has a site of its own in Caddy, and the processes are asked how they are by one site alone', async () => {
  const servers = await twoServers()
  const cutout = await opens(Upstream.start())
  const proxy = await opens(startCaddy(servers, cutout))
  const reply = await proxy.cutoutSite('/api/cutouts', { headers: { 'x-request-id': '1111111111111111' } })
  expect(portOf(reply.text)).toBe(cutout.port)
  expect(cutout.requests[0]?.headers['x-request-id']).not.toBe('1111111111111111')
  const env = {
    ...process.env,
    PUBLIC_URL: 'http://a.localhost',
    CUTOUT_URL: 'http://b.localhost',
    SERVERS: 'x:1 y:2',
    CUTOUT: 'z:3',
  }
  const adapted = spawnSync('caddy', ['adapt', '--config', 'Caddyfile'], { cwd: folder, env, encoding: 'utf8' })
  expect(adapted.stdout.match(/"active":/g)).toHaveLength(1)
  expect(adapted.stdout).toContain('"uri":"/readyz"')
})

caddy('Caddy finds nothing to format in the shipped files', () => {
  for (const name of ['Caddyfile', 'cutout.caddy']) {
    const formatted = spawnSync('caddy', ['fmt', '--diff', name], { cwd: folder, encoding: 'utf8' })
    expect(formatted.stdout.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([])
  }
})
