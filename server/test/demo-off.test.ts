/** DEMO=0: nothing of the demo is served, whatever is configured or missing. The lists are taken from the doubles themselves. */
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config'
import { createApp } from '../http/app'
import type { AppEnv, HttpDeps } from '../http/environment'
import { createOwnTickets } from '../infra/storage/own-tickets'
import { openServices, type Services } from '../providers/services'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let demo: Services
let real: Services
let deps: HttpDeps

const open = (env: Readonly<Record<string, string>>): Promise<Services> =>
  openServices(readConfig(env), {
    base: server.deps,
    designs: [],
    address: () => 'http://127.0.0.1',
    report: () => undefined,
    held: () => null,
  })

/** Returns the routes that the doubles add, as `METHOD path`. */
function routesOf(services: Services): string[] {
  const app = new Hono<AppEnv>()
  for (const mount of services.doubles(deps)) mount(app)
  return [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))]
}

beforeAll(async () => {
  server = await startTestServer()
  demo = await open({ DEMO_FAULTS: '1' })
  real = await open({ DEMO: '0' })
  deps = { ...server.deps, ...real.ports }
})
afterAll(async () => {
  demo.cashier?.stop()
  await server.close()
})

const production = () =>
  createApp({
    deps,
    tickets: createOwnTickets({ secret: 'only for tests', publicUrl: '', clock: server.clock }),
    checks: { database: async () => undefined, parts: {} },
    doubles: real.doubles(deps),
    simulator: real.simulator,
    webDir: undefined,
  })

describe('a server without the demo and without any outside service', () => {
  test('a server without the demo and outside services has no port of a double', () => {
    expect(real.doubles(deps)).toEqual([])
    expect(real.simulator).toBe(false)
    expect(real.cashier).toBeUndefined()
    const { payments, erps, platforms, moderation, pictures } = real.ports
    // The own print floor is no double: it is there in every installation.
    const outside = Object.values(erps).filter((erp) => !erp?.program.isOwn)
    expect({ payments, outside, platforms, moderation }).toEqual({ payments: null, outside: [], platforms: {}, moderation: null })
    expect(pictures.length).toBe(demo.ports.pictures.length - 1)
  })

  test('a server without the demo and outside services answers no route of the doubles, each of which the demo has', async () => {
    const routes = routesOf(demo)
    expect(routes.length).toBeGreaterThan(10)
    const app = production()
    const answered: string[] = []
    for (const route of routes) {
      const [method = 'GET', path = ''] = route.split(' ')
      const address = path.replace(/:\w+(?:\{[^}]*\})?/g, '1').replace('*', '1')
      for (const each of method === 'ALL' ? ['GET', 'POST'] : [method]) {
        const { status } = await app.request(address, { method: each })
        if (status !== 404) answered.push(`${each} ${address} → ${status}`)
      }
    }
    expect(answered).toEqual([])
  })

  test('a server without the demo and outside services tells a seller who wants to authorize a shop that Taobao is not connected, and makes up no page and no shop', async () => {
    const seller = await server.newAccount()
    const app = production()
    const headers = { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json', host: 'shop.example' }
    const reply = await app.request('http://shop.example/api/shops/authorization', { method: 'POST', headers, body: '{}' })
    expect([reply.status, await reply.json()]).toMatchObject([
      503,
      { code: 'operator-needed', message: '本站尚未接入淘宝，请联系客服' },
    ])
  })
})

describe('settings of the demo', () => {
  test.each([
    [{ DEMO: '0', DEMO_FAULTS: '1' }, 'DEMO_FAULTS'],
    [{ DEMO: '0', MODERATION: 'demo' }, 'MODERATION'],
    [{ DEMO: 'false' }, 'DEMO'],
    [{ DEMO: 'off' }, 'DEMO'],
    [{ ALLOW_PUBLIC_DEMO: 'yes' }, 'ALLOW_PUBLIC_DEMO'],
  ])('%j is refused with the name of what is wrong', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})
