import { AsyncLocalStorage } from 'node:async_hooks'
import { type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/contract'
import { routes } from '../../../contract/routes'
import { listEndpoints } from '../../http/mount'
import { carryThroughOperations, type Operation } from '../../kernel/operation'
import { testDatabase } from '../database'
import { startTestServer, type TestServer } from '../server'
import { openShop } from './shop'

/** Tables of which a request finds rows by a key, without their account, and the reason. Such a key says whose the row is. */
const foundByKey: Readonly<Record<string, { readonly columns: readonly string[]; readonly why: string }>> = {
  app_user: { columns: ['token_hash'], why: 'a token says whose session it is, before the account is known' },
  customization_file: { columns: ['customization_id'], why: 'files of a customization that the same transaction has written' },
  factory_phone_model: { columns: ['factory_id'], why: 'models of a factory that was read as the caller’s' },
  file: { columns: ['id', 'storage_key'], why: 'a signed form names the file; the others were read as the caller’s' },
  order_item: { columns: ['order_id'], why: 'items of orders that the same transaction has read' },
  shop_customization_setting: { columns: ['token'], why: 'a buyer brings the token of a link' },
  webhook_delivery: { columns: ['id'], why: 'the delivery that was just written, which is sent at once' },
}

const parameter = String.raw`\s*(?:=|in)\s*(?:any\s*)?\(?\s*\$\d`
/** A condition on the account by a parameter, or rows that are inserted with their account. */
const restricted = new RegExp(
  String.raw`\baccount_id"?\)?${parameter}|\$\d+(?:::\w+)?\s*=\s*"?[a-z_.]*account_id|^\s*insert into "?\w+"?(?: as \w+)?\s*\([^)]*account_id`,
  'i',
)
const conditionOn = (column: string): RegExp => new RegExp(String.raw`\b${column}"?${parameter}`, 'i')
const tablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?"?([a-z_]+)"?/gi)].map(([, table = '']) => table)

let server: TestServer
/** The texts of statements that requests sent, each with the routes that sent it. */
const statements = new Map<string, Set<string>>()
const requests = new AsyncLocalStorage<Operation | undefined>()
// The work of jobs depends on the time, and is for all accounts.
const stopCarrying = carryThroughOperations(requests, (operation, around) =>
  operation.kind === 'request' ? operation : operation.kind === 'job' ? undefined : around,
)

/** Notes the statements that a request sends. */
const noteStatements: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const request = requests.getStore()
    if (request) {
      const text = new PostgresQueryCompiler().compileQuery(node, queryId).sql
      statements.set(text, (statements.get(text) ?? new Set()).add(`${request.method} ${request.name}`))
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

beforeAll(async () => {
  const { db, close } = await testDatabase()
  server = await startTestServer({ database: { db: db.withPlugin(noteStatements), close } })
  const shop = await openShop(server)
  for (const { name, method, path, endpoint } of listEndpoints(contract, routes)) {
    if (method !== 'GET' || endpoint.access === 'public' || endpoint.idempotent) continue
    const params: Readonly<Record<string, unknown>> = shop.params[name.split('.')[0] ?? ''] ?? {}
    const target = path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(String(params[key] ?? 1)))
    const reply = await server.call('GET', shop.queries[name] ? `${target}?${shop.queries[name]}` : target, { token: shop.token })
    expect([name, reply.status]).toEqual([name, 200])
  }
})
afterAll(async () => {
  stopCarrying()
  await server.close()
})

/** Returns the statements on accounts' rows. */
async function onAccounts() {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(server.deps.db)
  const owned = new Set(rows.map(({ name }) => name))
  return [...statements].flatMap(([text, sentBy]) => {
    const tables = tablesIn(text).filter((table) => owned.has(table))
    return tables.length > 0 ? [{ text, tables, sentBy: [...sentBy] }] : []
  })
}

test('every statement of a request on accounts’ rows restricts the account, or finds rows by a key that says whose they are', async () => {
  const all = await onAccounts()
  expect(all.length).toBeGreaterThan(200)
  const used = new Set<string>()
  const loose = all.filter(({ text, tables }) => {
    if (restricted.test(text)) return false
    const keyed = tables.filter((table) => foundByKey[table]?.columns.some((column) => conditionOn(column).test(text)))
    for (const table of keyed) used.add(table)
    return keyed.length === 0
  })
  expect(loose.map(({ text, sentBy }) => `${sentBy.join()}: ${text}`)).toEqual([])
  expect(Object.keys(foundByKey).filter((table) => !used.has(table))).toEqual([])
})

test.each([
  ['select * from shop_order where account_id = $1', true],
  ['select * from "shop_order" where "shop_order"."account_id" = $1', true],
  ['insert into shop_order (account_id, id) select 1, 2', true],
  ['select account_id from shop_order where id = $1', false],
  ['select * from shop_order o join shop s on s.account_id = o.account_id', false],
])('of the statement %j, it is %j that it restricts the account', (text, is) => {
  expect(restricted.test(text)).toBe(is)
})
