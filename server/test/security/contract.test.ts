/** Rules for every endpoint, generated from the contract, so that no new endpoint can be forgotten. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '../../../contract/constants'
import { contract } from '../../../contract/contract'
import { neededFor, type Schema } from '../../../contract/core'
import { errorStatus } from '../../../contract/errors'
import { uploaders } from '../../../contract/permissions'
import { routes } from '../../../contract/routes'
import { sized } from '../../../test/setup/size'
import { openSession } from '../../domain/users/sessions'
import { tokenHash } from '../../domain/users/tokens'
import { type ListedEndpoint, listEndpoints } from '../../http/mount'
import { startTestServer, type TestServer } from '../server'
import { arbitraryOf, type JsonSchema } from './arbitrary'
import { openShop, type Shop } from './shop'

const endpoints = listEndpoints(contract, routes)
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const errorBody = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{16}$/),
  code: z.enum(Object.keys(errorStatus)),
  message: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string().min(1), code: z.string(), message: z.string().min(1) })).optional(),
})

const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name] ?? 1)))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('without a token', () => {
  test.each(guarded.map((listed) => [listed.name, listed] as const))('%s requires a token', async (_name, { method, path }) => {
    const attempts: Record<string, string>[] = [{}, { authorization: `Bearer ${'x'.repeat(43)}` }, { cookie: '_token_=abc' }]
    for (const headers of attempts) {
      const reply = await server.call(method, fillPath(path, {}), { headers, body: method === 'GET' ? undefined : {} })
      expect(reply.status).toBe(401)
      expect(errorBody.parse(reply.body)).toMatchObject({ code: 'unauthenticated', message: '登录过期，请重新登录！' })
    }
  })
})

describe("with another account's ids", () => {
  let owner: Shop
  let stranger: string
  let shownBefore: unknown[]
  let storedBefore: unknown
  beforeAll(async () => {
    owner = await openShop(server)
    stranger = (await server.newAccount()).token
    shownBefore = await shown()
    storedBefore = await stored()
  })

  /** Returns everything that the API shows the owner. */
  const shown = async (): Promise<unknown[]> => {
    const found: unknown[] = []
    for (const { name, method, path, endpoint } of endpoints) {
      // An idempotent GET, such as the payment form, creates a record.
      if (method !== 'GET' || endpoint.access === 'public' || endpoint.idempotent) continue
      const [resource = ''] = name.split('.')
      const query = owner.queries[name]
      const target = fillPath(path, owner.params[resource] ?? {}) + (query ? `?${query}` : '')
      const reply = await server.call('GET', target, { token: owner.token })
      expect([name, reply.status]).toEqual([name, 200])
      found.push(reply.body)
    }
    return found
  }

  /** A hash of the owner's rows in each table; reading all endpoints after every call would take many times as long. */
  const stored = async (): Promise<unknown> => {
    const { db } = server.deps
    const { accountId } = await db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .select('app_user.account_id as accountId')
      .where('token_hash', '=', tokenHash(owner.token))
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'account_id' order by name`.execute(db)
    const hashes = rows.map(
      ({
        name,
      }) => sql`select ${name}::text as name, count(*) as rows, md5(string_agg(owned::text, ' ' order by owned::text)) as hash
        from ${sql.id(name)} owned where account_id = ${accountId}`,
    )
    return (await sql`${sql.join(hashes, sql` union all `)}`.execute(db)).rows
  }

  const naming = guarded.filter(({ endpoint }) => endpoint.params)
  test.each(naming.map((listed) => [listed.name, listed] as const))(
    "with another account's ids %s answers 404",
    async (name, { method, path, endpoint }) => {
      const [resource = ''] = name.split('.')
      const params = owner.params[resource]
      if (!params) throw new Error(`openShop must make a row for ${resource}`)
      const body = owner.bodies[name]
      if (endpoint.body && body === undefined) throw new Error(`openShop must give a valid body for ${name}`)
      const reply = await server.call(method, fillPath(path, params), { token: stranger, body })
      expect(reply.status).toBe(404)
      expect(errorBody.parse(reply.body).code).toBe('not-found')
      expect(await stored()).toEqual(storedBefore)
    },
  )

  // An id in a body refers to a row: another account's id is refused in the same words as an id that does not exist.
  const referring = [
    ...['phoneCaseSkus.create', 'wireframes.create', 'designAssets.create', 'templates.create', 'files.uploadResult'],
    'designComponents.create',
    'printProfiles.create',
    ...['printers.create', 'jigs.create', 'printBatches.plan', 'blanks.change', 'hotFolder.confirm'],
    ...['products.create', 'products.sync', 'products.import', 'shopCustomizationSettings.create'],
    'shopCustomizationSettings.draft',
    ...['orders.import', 'orders.sync', 'trash.restore'],
    ...['customizationSettings.put', 'customizationSettings.copy', 'skuWords.apply', 'skuWords.undo'],
    ...['factoryPhoneModels.startSync', 'factoryModelBindings.put', 'factoryModelBindings.putMatched'],
    ...['factoryMaterialBindings.put', 'factoryColorBindings.put', 'pushes.check', 'pushes.push', 'pushes.settle'],
    ...['automationRules.create', 'orders.mark', 'phoneLibrary.add', 'phoneLibrary.addFromFactory'],
  ]
  test.each(referring)("%s refuses another account's ids in its body like ids that do not exist", async (name) => {
    const listed = endpoints.find((candidate) => candidate.name === name)
    const reply = await server.call(listed?.method ?? '', listed?.path ?? '', { token: stranger, body: owner.bodies[name] })
    const missing = JSON.parse(JSON.stringify(owner.bodies[name]), (key, value) =>
      /Id$/.test(key) && typeof value === 'number' ? 9_000_000_001 : value,
    )
    const unknown = await server.call(listed?.method ?? '', listed?.path ?? '', { token: stranger, body: missing })
    expect([404, 422]).toContain(reply.status)
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...reply.body, traceId: '' })
    expect(await stored()).toEqual(storedBefore)
  })

  const listing = guarded
    .filter(({ method, endpoint }) => method === 'GET' && endpoint.query && !endpoint.idempotent)
    .map(({ name }) => name)
  test.each(listing)('%s shows no rows of another account', async (name) => {
    const listed = endpoints.find((candidate) => candidate.name === name)
    if (owner.queries[name] === undefined) throw new Error(`openShop must give a query for ${name}`)
    const reply = await server.call('GET', `${listed?.path}?${owner.queries[name]}`, { token: stranger })
    if (reply.status !== 200) return expect(reply.status).toBe(404)
    const found = reply.body.items ?? reply.body
    // A list must be empty, and all counts must be 0.
    expect(Array.isArray(found) ? found : Object.values(found).filter((count) => count !== 0)).toEqual([])
  })

  test("after all calls with another account's ids the owner is shown the same as before", async () => {
    expect(await shown()).toEqual(shownBefore)
  })
})

describe('a sub-account without the permission', () => {
  let main: string
  beforeAll(async () => {
    main = (await server.newAccount()).token
  })
  const colleagues = new Map<string, Promise<string>>()
  const newColleague = async (permissions: readonly string[]): Promise<string> => {
    const body = { username: randomUUID(), permissions }
    const made = await server.call('POST', '/api/users/sub_accounts', { token: main, body })
    return openSession(server.deps, made.body.id)
  }
  /** Returns the token of a sub-account with these permissions, which is made once. */
  const colleague = (permissions: readonly string[]): Promise<string> => {
    const key = permissions.join()
    const token = colleagues.get(key) ?? newColleague(permissions)
    colleagues.set(key, token)
    return token
  }
  const refusal = { code: 'subuser.has-no-permission', message: '该子帐号无此操作权限' }
  const needs = ({ endpoint }: ListedEndpoint) => (endpoint.access === 'public' ? null : neededFor(endpoint.access))
  const restricted = guarded.filter((listed) => needs(listed) !== null)

  test.each(restricted.map((listed) => [listed.name, listed] as const))(
    '%s is refused with 此子帐号无此操作权限 without a permission for it, and the session stays valid',
    async (_name, listed) => {
      const { method, path } = listed
      const call = (token: string) => server.call(method, fillPath(path, {}), { token, body: method === 'GET' ? undefined : {} })
      const others = permissions.filter((permission) => !needs(listed)?.includes(permission))
      const token = await colleague(others)
      const reply = await call(token)
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject(refusal)
      expect((await server.call('GET', '/api/users/me', { token })).status).toBe(200)
      // Any one of the permissions is enough; other faults of the request are reported then.
      for (const permission of needs(listed) ?? []) {
        expect((await call(await colleague([permission]))).body).not.toMatchObject(refusal)
      }
    },
  )

  test('only endpoints about the caller, the product itself, or parts that each user gets by his permissions are open to every user, each with a reason', () => {
    const open = guarded.flatMap(({ name, endpoint }) =>
      typeof endpoint.access === 'object' && 'everyUser' in endpoint.access ? [[name, endpoint.access.everyUser] as const] : [],
    )
    expect(open.map(([name]) => name)).toEqual([
      'users.logout',
      'users.logoutEverywhere',
      'users.me',
      'users.changePassword',
      'miniApp.get',
      'home.get',
      'notifications.list',
      'notifications.markRead',
    ])
    for (const [, why] of open) expect(why).toMatch(/\w+ \w+/)
  })

  test('no endpoint that changes anything is open to the permission view', () => {
    const changing = guarded.filter((listed) => needs(listed)?.includes('view')).filter(({ method }) => method !== 'GET')
    expect(changing.map(({ name }) => name)).toEqual([])
  })

  test.each(Object.entries(uploaders))('only users with a permission may upload files of kind %s', async (kind, may) => {
    const upload = (token: string) =>
      server.call('POST', '/api/files/upload_form', { token, body: { fileName: 'a.png', type: Number(kind) } })
    const others = permissions.filter((permission) => !may.includes(permission))
    expect((await upload(await colleague(others))).body).toMatchObject(refusal)
    for (const permission of may) expect((await upload(await colleague([permission]))).status).toBe(200)
  })
})

/** Replaces some fields of a valid body by other values that the schema allows. */
function mutate(body: unknown, other: unknown, keys: readonly string[]): unknown {
  if (body === undefined) return other
  const replacements = keys.map((key) => [key, (other as Record<string, unknown>)[key]])
  return { ...(body as object), ...Object.fromEntries(replacements) }
}

describe('whatever is sent', () => {
  const arbitrary = (schema: Schema | undefined, io: 'input' | 'output'): fc.Arbitrary<unknown> =>
    schema
      ? arbitraryOf(z.toJSONSchema(schema as unknown as z.ZodType, { io, unrepresentable: 'any' }) as JsonSchema)
      : fc.constant(undefined)

  async function expectSafeReply(
    listed: ListedEndpoint,
    token: string,
    input: { params: unknown; query: unknown; body: unknown },
  ) {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries((input.query ?? {}) as object)) search.set(key, String(value))
    const path = fillPath(listed.path, (input.params ?? {}) as Record<string, unknown>)
    const body = listed.endpoint.body ? input.body : undefined
    const headers: Record<string, string> = listed.endpoint.idempotent === true ? { 'idempotency-key': randomUUID() } : {}
    const reply = await server.call(listed.method, search.size > 0 ? `${path}?${search}` : path, { token, body, headers })
    // An invalid response is a 500 here, because the test server validates responses.
    if (reply.status >= 500) throw new Error(`${listed.name}: ${reply.text}\n${server.logged.map(String).join('\n')}`)
    if (reply.status !== 200) errorBody.parse(reply.body)
  }

  // All calls share one shop, because creating one takes longer than the calls. Deletions come last, and last of all those of
  // the rows that others refer to, which the contract lists first.
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(server)
  })
  const deletes = ({ method }: ListedEndpoint) => method === 'DELETE'
  const ordered = [...endpoints.filter((listed) => !deletes(listed)), ...endpoints.filter(deletes).reverse()]

  test.each(ordered.map((listed) => [listed.name, listed] as const))('%s never answers 5xx', async (name, listed) => {
    const { token } = name.startsWith('users.') ? await server.newAccount() : shop
    const [resource = ''] = name.split('.')
    const { params, query, body } = listed.endpoint
    // Half of the values name existing rows; otherwise the rules behind the schema would never be reached.
    const own = <T>(arbitraryValue: fc.Arbitrary<T>, value: T | undefined): fc.Arbitrary<T> =>
      value === undefined ? arbitraryValue : fc.oneof(arbitraryValue, fc.constant(value))
    const anyParams = own<unknown>(arbitrary(params, 'output'), shop.params[resource])
    const ownQuery = shop.queries[name] === undefined ? undefined : Object.fromEntries(new URLSearchParams(shop.queries[name]))
    const anyQuery = own<unknown>(arbitrary(query, 'input'), ownQuery)
    const mutated = arbitrary(body, 'input').chain((value) =>
      fc.subarray(Object.keys(Object(value))).map((keys) => mutate(shop.bodies[name], value, keys)),
    )
    const valid = fc.record({ params: anyParams, query: anyQuery, body: own(mutated, shop.bodies[name]) })
    const wild = fc.record({ params: anyParams, query: anyQuery, body: fc.jsonValue() })
    await fc.assert(
      fc.asyncProperty(fc.oneof({ arbitrary: valid, weight: 3 }, { arbitrary: wild, weight: 1 }), (input) =>
        expectSafeReply(listed, token, input),
      ),
      { numRuns: sized(3, 12) },
    )
  })
})
