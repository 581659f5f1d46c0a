/** Tests the description of the API: that it is valid OpenAPI, complete, and true of what the server answers. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../contract/contract'
import { errorStatus } from '../../contract/errors'
import { callRule } from '../../contract/key-calls'
import { routes } from '../../contract/routes'
import { errorTexts } from '../http/api-docs/errors'
import examples from '../http/api-docs/examples.json' with { type: 'json' }
import { type ListedEndpoint, listEndpoints } from '../http/mount'
import { everyCeiling, everyRight, newKey } from './api-keys'
import { openShop, type Shop } from './security/shop'
import { startTestServer, type TestServer } from './server'

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON whose form the validator checks.
type Loose = any

const listed = listEndpoints(contract, routes)
const opened = listed.filter(({ name }) => !('closed' in callRule(name)))

let server: TestServer
let document: Loose
let shop: Shop
let secret: string
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.call('GET', '/api/openapi.json')).body
  shop = await openShop(server)
  secret = (await newKey(server, shop.token, { rights: everyRight, ceilings: everyCeiling })).secret
})
afterAll(() => server.close())

const operationOf = ({ method, path }: Pick<ListedEndpoint, 'method' | 'path'>) => document.paths[path]?.[method.toLowerCase()]

/** Returns the document with all answers closed, so that a field that it does not name is found. */
function closedDocument(): object {
  const close = (value: Loose): Loose => {
    if (Array.isArray(value)) return value.map(close)
    if (typeof value !== 'object' || value === null) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, own]) => [key, key === 'example' ? own : close(own)]))
    const isClosed = value.type === 'object' && value.properties !== undefined && value.additionalProperties === undefined
    return isClosed ? { ...inner, additionalProperties: false } : inner
  }
  const { Error: error, ...schemas } = document.components.schemas
  const paths = Object.fromEntries(
    Object.entries(document.paths as Loose).map(([path, calls]) => [
      path,
      Object.fromEntries(
        Object.entries(calls as Loose).map(([method, operation]: Loose) => {
          const { 200: good, ...failures } = operation.responses
          return [method, { ...operation, responses: { ...failures, 200: close(good) } }]
        }),
      ),
    ]),
  )
  return {
    $id: 'document',
    ...document,
    paths,
    components: { ...document.components, schemas: { ...close(schemas), Error: error } },
  }
}

describe('the document', () => {
  test('a validator of OpenAPI finds no fault in it', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    // Every reference leads somewhere.
    const text = JSON.stringify(document)
    const names = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name))
    expect([...names].filter((name) => document.components.schemas[name] === undefined)).toEqual([])
  })

  test('every route is described with its title, its permission, and the right by which keys may call it', () => {
    const described = Object.entries(document.paths as object).flatMap(([path, calls]) =>
      Object.keys(calls as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(listed.map(({ method, path }) => `${method} ${path}`).sort())
    expect(operationOf({ method: 'POST', path: '/api/phone_brands' })).toMatchObject({
      operationId: 'phoneBrands.create',
      summary: '添加品牌',
      security: [{ apiKey: [] }, { session: [] }],
      'x-permission': 'catalogue',
      'x-key-right': { areas: ['catalogue'], right: 'write' },
    })
    expect(operationOf({ method: 'POST', path: '/api/erp/push_order' })['x-key-right']).toMatchObject({ money: 'push' })
    expect(operationOf({ method: 'POST', path: '/api/users/password' }).security).toEqual([{ session: [] }])
    expect(operationOf({ method: 'PATCH', path: '/api/phone_brands/{id}' }).parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      schema: { type: 'integer' },
    })
  })

  test('every code of a failure has its meaning, and the calls that answer it name it at its status', () => {
    expect(Object.keys(errorTexts).sort()).toEqual(Object.keys(errorStatus).sort())
    for (const each of opened)
      expect([each.name, operationOf(each).responses[403].description]).toEqual([
        each.name,
        expect.stringContaining('key-lacks-right'),
      ])
    expect(operationOf({ method: 'POST', path: '/api/credit_usage_records' }).responses[422].description).toContain('key-ceiling')
  })

  test('the page is read without scripts and without anything from elsewhere, and lists the calls that keys may use', async () => {
    const page = await server.call('GET', '/api/docs')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    // An example may name an address, which nothing opens.
    expect(page.text).not.toMatch(/<script|\ssrc=|<[^>]*https?:\/\/(?!localhost)/)
    const ids = [...page.text.matchAll(/<details id="([\w.]+)"/g)]
      .map(([, id = '']) => id)
      .filter((id) => !id.startsWith('event-'))
    expect(ids.sort()).toEqual(opened.map(({ name }) => name).sort())
  })
})

describe('answers', () => {
  const deletes = ({ method }: ListedEndpoint) => method === 'DELETE'
  const ordered = [
    ...opened.filter(({ method }) => method === 'GET'),
    ...opened.filter(({ method }) => method !== 'GET' && method !== 'DELETE'),
    ...opened.filter(deletes).reverse(),
  ]
  const recorded: Record<string, unknown> = {}
  let judge: (pointer: readonly string[], value: unknown) => string
  beforeAll(() => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    ajv.addSchema(closedDocument())
    judge = (pointer, value) => {
      const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
      const validate = ajv.compile({ $ref: `document#/${path}` })
      return validate(value) ? '' : ajv.errorsText(validate.errors)
    }
  })
  afterAll(() => {
    if (process.env.UPDATE_EXAMPLES !== '1') return
    const path = fileURLToPath(new URL('../http/api-docs/examples.json', import.meta.url))
    const sorted = Object.fromEntries(
      listed.flatMap(({ name }) => (recorded[name] === undefined ? [] : [[name, recorded[name]]])),
    )
    writeFileSync(path, `${JSON.stringify(sorted, null, 1)}\n`)
  })

  /** Keeps an example short: the first of each list, and the beginning of each long text. */
  const shortened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
    if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 60)}…` : value
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, shortened(own)]))
  }

  test.each(ordered.map((each) => [each.name, each] as const))(
    '%s answers a key as the document says',
    async (name, { method, path, endpoint }) => {
      const params = shop.params[name.split('.')[0] ?? ''] ?? {}
      const query = shop.queries[name]
      const target = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(params[part] ?? 1)))
      const body = endpoint.body ? (shop.bodies[name] ?? {}) : undefined
      const headers: Record<string, string> = endpoint.idempotent
        ? { 'idempotency-key': `document ${name}`.replaceAll(' ', '-') }
        : {}
      const reply = await server.call(method, query ? `${target}?${query}` : target, { token: secret, body, headers })
      const at = ['paths', path, method.toLowerCase(), 'responses', String(reply.status), 'content', 'application/json', 'schema']
      expect([reply.status, Object.keys(document.paths[path][method.toLowerCase()].responses)]).toEqual([
        reply.status,
        expect.arrayContaining([String(reply.status)]),
      ])
      expect(judge(at, reply.body)).toBe('')
      if (reply.status !== 200) return
      recorded[name] = {
        ...(query && { query }),
        ...(body !== undefined && { body: shortened(body) }),
        reply: shortened(reply.body),
      }
    },
  )

  test('the examples of the document are what a server answers; UPDATE_EXAMPLES=1 records them', () => {
    const missing = Object.keys(recorded).filter((name) => !(name in examples))
    expect(process.env.UPDATE_EXAMPLES === '1' ? [] : missing).toEqual([])
    expect(Object.keys(examples).filter((name) => !listed.some((each) => each.name === name))).toEqual([])
  })
})
