/**
 * Rules for callers with chosen shops, generated from the contract: each call is sorted here into one that is about shops and one that
 * is not, so that a new call cannot be forgotten.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../../contract/constants'
import { contract } from '../../../contract/contract'
import { routes } from '../../../contract/routes'
import { openSession } from '../../domain/users/sessions'
import { listEndpoints } from '../../http/mount'
import { accountTables, shopTables } from '../../infra/db/shop-views'
import { startTestServer, type TestServer } from '../server'
import { openShop, type Shop } from './shop'

const endpoints = listEndpoints(contract, routes)
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name] ?? 1)))

/** Resources without a shop: all of their calls do for a user with chosen shops what they do for everybody with the area. */
const accountResources = [
  ...['users', 'subAccounts', 'apiKeys', 'miniApp', 'trash'],
  ...['phoneBrands', 'phoneModels', 'phoneLibrary', 'phoneCaseMaterials', 'materialColors', 'phoneCaseSkus', 'wireframes'],
  ...['files', 'designAssetCollections', 'designAssets', 'shopFonts', 'shopFontColors', 'cutoutPlaceholders', 'cutouts'],
  ...[
    'templateCollections',
    'templates',
    'templateCutouts',
    'templateDrafts',
    'designComponents',
    'printProfiles',
    ...['printers', 'jigs'],
    'nameLists',
    'listingPictures',
    'orderViews',
    'downloadRules',
    'credits',
    'rechargeRecords',
  ],
  ...['erpPrograms', 'erpIntegrations', 'factories', 'factoryPhoneModels', 'factoryModelBindings'],
  ...['factoryMaterials', 'factoryMaterialBindings', 'factoryColorBindings'],
]

/** Calls about shops that name no row of one: what a user without the shop is answered. */
const answers: Readonly<Record<string, 'less' | 'refused' | 'as everybody'>> = {
  'shops.create': 'refused',
  'shops.beginAuthorization': 'as everybody',
  'shops.authorize': 'refused',
  'customizationUrls.list': 'less',
  'shops.list': 'less',
  'home.get': 'less',
  'home.trends': 'less',
  // The list of first steps is the account's.
  'home.endFirstSteps': 'as everybody',
  'notifications.list': 'less',
  'notifications.markRead': 'less',
  'audit.list': 'less',
  'catalogueUse.get': 'less',
  'templateUse.get': 'less',
  'orders.list': 'less',
  'orders.counts': 'less',
  'orders.picking': 'less',
  'orders.syncStates': 'less',
  'orders.customizedImages': 'less',
  'orders.preflight': 'less',
  'orders.setCase': 'less',
  'orders.mark': 'less',
  'manualOrders.number': 'as everybody',
  'orderFileImports.list': 'less',
  'buyerDesigns.list': 'less',
  'products.list': 'less',
  'products.onSale': 'less',
  'customizationSettings.list': 'less',
  'usageRecords.list': 'less',
  'usageRecords.charge': 'less',
  'usageRecords.deliver': 'less',
  'usageRecords.correct': 'less',
  'pushes.lines': 'less',
  'pushes.check': 'less',
  'pushes.push': 'refused',
  'pushes.cancel': 'less',
  'alarms.list': 'less',
  'alarms.acknowledge': 'less',
  'approvals.list': 'less',
  'printFloor.counts': 'less',
  'printFloor.open': 'as everybody',
  'printPieces.list': 'less',
  'printBatches.list': 'less',
  'printBatches.plan': 'less',
  // The cases themselves are the account's; what is reserved is counted of one's shops.
  'blanks.list': 'less',
  'blanks.change': 'as everybody',
  'hotFolder.files': 'less',
  'automationRules.list': 'less',
  'automationRules.runs': 'less',
  'automationRules.pause': 'refused',
  // A rule without a condition on shops would act on all.
  'automationRules.create': 'refused',
  // A webhook may be told of every shop, so that changing one takes all of them.
  'webhooks.list': 'less',
  'webhooks.create': 'refused',
  'webhooks.update': 'refused',
  'webhooks.remove': 'refused',
  'webhooks.rotate': 'refused',
  'webhooks.test': 'refused',
  'webhooks.replay': 'refused',
  'webhookDeliveries.list': 'less',
  'webhookDeliveries.get': 'less',
  'webhookDeliveries.replay': 'refused',
  // Tags are the account's; changing or deleting one would change orders of other shops.
  'orderTags.list': 'as everybody',
  'orderTags.create': 'as everybody',
  'orderTags.update': 'refused',
  'orderTags.remove': 'refused',
}

const resourceOf = (name: string): string => name.split('.')[0] ?? ''
const isAboutShops = (name: string): boolean => !accountResources.includes(resourceOf(name))

let server: TestServer
let owner: Shop
/** Has all permissions, and one shop in which there is nothing. */
let limited: string
/** Has all permissions and all shops that there are, each chosen. */
let chosen: string
let rule: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await openShop(server)
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await server.call(method, path, { token: owner.token, body })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const full: { id: number }[] = await call('GET', '/api/shops')
  const { id: empty } = await call('POST', '/api/shops', { type: 'JD', name: '京东空店' })
  const colleague = async (shopIds: readonly number[]) => {
    const made = await call('POST', '/api/users/sub_accounts', { username: randomUUID().slice(0, 20), permissions, shopIds })
    return openSession(server.deps, made.id)
  }
  limited = await colleague([empty])
  chosen = await colleague([...full.map(({ id }) => id), empty])
  const tag = owner.params.orderTags?.id
  const body = {
    name: '只管抖店一号',
    conditions: [{ kind: 'shop', shopIds: [owner.params.shops?.id] }],
    actions: [{ kind: 'tag', tagId: tag }],
  }
  rule = (await call('POST', '/api/automation/rules', body)).id
})
afterAll(() => server.close())

/** Texts that belong to the other shops and tell of them: no answer to a user without them has any of them. */
const secrets = [...['101103251394210132', '抖店一号', '订单.csv', 'item-1', 'sku-1', 'design-1', '同步失败', '只管抖店一号']]

const paramsOf = (name: string) =>
  resourceOf(name) === 'automationRules' ? { id: rule } : (owner.params[resourceOf(name)] ?? {})
const stored = async (): Promise<unknown> => {
  const hashes = Object.keys(shopTables).map(
    (name) => sql`select ${name}::text as name, count(*) as rows, md5(string_agg(one::text, ' ' order by one::text)) as hash
      from ${sql.id(name)} one`,
  )
  return (await sql`${sql.join(hashes, sql` union all `)}`.execute(server.deps.db)).rows
}
const ask = ({ name, method, path, endpoint }: (typeof endpoints)[number], token: string) => {
  const query = method === 'GET' && owner.queries[name] ? `?${owner.queries[name]}` : ''
  const headers: Record<string, string> = endpoint.idempotent === true ? { 'idempotency-key': randomUUID() } : {}
  const body = endpoint.body ? owner.bodies[name] : undefined
  return server.call(method, fillPath(path, paramsOf(name)) + query, { token, body, headers })
}

test('every table is sorted into those whose rows belong to shops and those of the account', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(server.deps.db)
  const sorted = [...Object.keys(shopTables), ...accountTables]
  expect(rows.map(({ name }) => name).filter((name) => !sorted.includes(name))).toEqual([])
  expect(sorted.filter((name, at) => sorted.indexOf(name) !== at)).toEqual([])
})

describe('a user with another shop', () => {
  const naming = guarded.filter(({ name, endpoint }) => isAboutShops(name) && endpoint.params && answers[name] === undefined)
  test.each(naming.map((listed) => [listed.name, listed] as const))(
    '%s is answered 404, and changes nothing',
    async (_name, listed) => {
      const before = await stored()
      const reply = await ask(listed, limited)
      expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
      expect(await stored()).toEqual(before)
    },
  )

  const referring = guarded.filter(({ name, endpoint }) => isAboutShops(name) && !endpoint.params && answers[name] === undefined)
  test.each(referring.map((listed) => [listed.name, listed] as const))(
    '%s is answered like ids that do not exist, and changes nothing',
    async (name, listed) => {
      const before = await stored()
      const reply = await ask(listed, limited)
      expect([404, 422]).toContain(reply.status)
      if (listed.method !== 'GET') {
        const body = JSON.parse(JSON.stringify(owner.bodies[name]), (key, value) =>
          /Id$/.test(key) && typeof value === 'number' ? 9_000_000_001 : value,
        )
        const unknown = await server.call(listed.method, listed.path, { token: limited, body })
        expect({ ...reply.body, traceId: '' }).toEqual({ ...unknown.body, traceId: '' })
      }
      expect(await stored()).toEqual(before)
    },
  )

  const others = guarded.filter(({ name }) => answers[name] !== undefined)
  test.each(others.map((listed) => [listed.name, listed] as const))(
    '%s shows and changes nothing of the other shops',
    async (name, listed) => {
      const before = await stored()
      const reply = await ask(listed, limited)
      expect(reply.status).toBeLessThan(500)
      if (answers[name] === 'refused') expect([404, 422]).toContain(reply.status)
      // The caller's own words may come back.
      const given = JSON.stringify(owner.bodies[name] ?? '')
      for (const secret of secrets.filter((text) => !given.includes(text))) expect(reply.text).not.toContain(secret)
      if (answers[name] !== 'as everybody') expect(await stored()).toEqual(before)
    },
  )

  test('no answer is written for a call that is not about shops', () => {
    expect(Object.keys(answers).filter((name) => !isAboutShops(name))).toEqual([])
  })

  const reading = guarded.filter(({ method, endpoint }) => method === 'GET' && !endpoint.idempotent)
  test.each(reading.map((listed) => [listed.name, listed] as const))(
    '%s says nothing of the other shops',
    async (_name, listed) => {
      const reply = await ask(listed, limited)
      expect(reply.status).toBeLessThan(500)
      for (const secret of secrets) expect(reply.text).not.toContain(secret)
    },
  )
})

describe('a user for whom every shop was chosen', () => {
  /** These show what is the caller's alone. */
  const own: readonly string[] = ['users.me', 'templateCutouts.list']
  const reading = guarded.filter(({ name, method, endpoint }) => method === 'GET' && !endpoint.idempotent && !own.includes(name))
  test.each(reading.map((listed) => [listed.name, listed] as const))(
    '%s is shown what the owner is shown',
    async (_name, listed) => {
      const [shown, expected] = [await ask(listed, chosen), await ask(listed, owner.token)]
      expect(expected.status).toBe(200)
      expect(shown.body).toEqual(expected.body)
    },
  )

  const deletes = ({ method }: (typeof endpoints)[number]) => method === 'DELETE'
  const changing = guarded.filter(({ name, method }) => method !== 'GET' && resourceOf(name) !== 'users')
  const ordered = [...changing.filter((listed) => !deletes(listed)), ...changing.filter(deletes).reverse()]
  test.each(ordered.map((listed) => [listed.name, listed] as const))(
    '%s works or is refused in words, never by the database',
    async (_name, listed) => {
      const reply = await ask(listed, chosen)
      if (reply.status >= 500) throw new Error(`${reply.text}\n${server.logged.map(String).join('\n')}`)
    },
  )
})
