/** Rules of API keys for every call of the contract, so that no new call can be forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../contract/contract'
import { callRule } from '../../../contract/key-calls'
import { routes } from '../../../contract/routes'
import { type ListedEndpoint, listEndpoints } from '../../http/mount'
import { everyCeiling, everyRight, newKey, withoutAreas } from '../api-keys'
import { startTestServer, type TestServer } from '../server'
import { openShop, type Shop } from './shop'

const guarded = listEndpoints(contract, routes).filter(({ endpoint }) => endpoint.access !== 'public')
const opened = guarded.filter(({ name }) => !('closed' in callRule(name)))
const named = (listed: readonly ListedEndpoint[]) => listed.map((each) => [each.name, each] as const)
const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name] ?? 1)))

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.newAccount()).token
})
afterAll(() => server.close())

const secrets = new Map<string, Promise<string>>()
/** Returns a key with these rights, which is made once. */
function keyWith(rights: object, ceilings: object): Promise<string> {
  const wish = JSON.stringify([rights, ceilings])
  const secret = secrets.get(wish) ?? newKey(server, token, { rights, ceilings }).then((made) => made.secret)
  secrets.set(wish, secret)
  return secret
}
const call = ({ method, path }: ListedEndpoint, secret: string) =>
  server.call(method, fillPath(path), { token: secret, body: method === 'GET' ? undefined : {} })
const keyCodes = ['not-for-keys', 'key-lacks-right', 'key-ceiling', 'unauthenticated', 'subuser.has-no-permission']

test.each(named(guarded.filter(({ name }) => 'closed' in callRule(name))))(
  '%s is refused to a key with every right',
  async (name, listed) => {
    const reply = await call(listed, await keyWith(everyRight, everyCeiling))
    expect([reply.status, reply.body.code]).toEqual([403, 'not-for-keys'])
    expect(reply.body.message).toContain(callRule(name).title)
  },
)

test.each(named(opened))(
  '%s is refused to a key with every other right, and answered to one with its own',
  async (name, listed) => {
    const rule = callRule(name)
    if ('closed' in rule) throw new Error(`${name} is closed`)
    const others = await call(listed, await keyWith(withoutAreas(rule.areas), everyCeiling))
    expect([others.status, others.body.code]).toEqual([403, 'key-lacks-right'])
    if (rule.right === 'write') {
      const readers = { ...everyRight, ...Object.fromEntries(rule.areas.map((area) => [area, 'read'])) }
      expect((await call(listed, await keyWith(readers, everyCeiling))).body.code).toBe('key-lacks-right')
    }
    const { money } = rule
    if (money !== undefined) {
      const unticked = Object.fromEntries(Object.entries(everyCeiling).filter(([kind]) => kind !== money))
      expect((await call(listed, await keyWith(everyRight, unticked))).body.code).toBe('key-lacks-right')
    }
    for (const area of rule.areas) {
      const own = await keyWith({ [area]: rule.right }, money === undefined ? {} : { [money]: everyCeiling[money] })
      expect(keyCodes).not.toContain((await call(listed, own)).body?.code)
    }
  },
)

test('no key makes keys or users, changes passwords or reaches the operator', async () => {
  const secret = await keyWith(everyRight, everyCeiling)
  const closed = guarded.filter(({ name }) => /^(users|subAccounts|apiKeys|audit)\./.test(name))
  for (const { name } of closed)
    expect([name, callRule(name)]).toEqual([name, expect.objectContaining({ closed: expect.any(String) })])
  for (const path of ['/operator', '/metrics'])
    expect([401, 404]).toContain((await server.call('GET', path, { token: secret })).status)
})

describe('of another account', () => {
  let owner: Shop
  beforeAll(async () => {
    owner = await openShop(server)
  })
  test.each(named(opened.filter(({ endpoint }) => endpoint.params)))(
    "%s answers 404 to a key that names another account's ids",
    async (name, { method, path, endpoint }) => {
      const params = owner.params[name.split('.')[0] ?? '']
      const body = endpoint.body ? owner.bodies[name] : undefined
      const secret = await keyWith(everyRight, everyCeiling)
      const headers: Record<string, string> = endpoint.idempotent === true ? { 'idempotency-key': 'of another account' } : {}
      const reply = await server.call(method, fillPath(path, params), { token: secret, body, headers })
      expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
    },
  )
})
