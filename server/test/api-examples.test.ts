/** Runs every example of docs/api-examples.md, taken from the page itself, against a real server on a port. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLines } from '../domain/erp/push/stored-lines'
import { openPlatformDoubles } from '../embedded/platforms/platforms'
import { listen } from '../http/listen'
import { everyCeiling, everyRight, newKey } from './api-keys'
import { openBuyerShop, submitted } from './buyer-shop'
import type { Domain } from './domain'
import { buyCredits } from './order-shop'
import { openPushShop, type PushShop, paint } from './push-shop'
import { startTestServer, type TestServer } from './server'

const run = promisify(execFile)
const page = readFileSync(new URL('../../docs/api-examples.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(js|sh) (?:run|file)=(\S+)\n(.*?)^```$/gms)].map(([, kind = '', name = '', code = '']) => ({
  kind,
  name,
  code,
}))
const hasCurl = ['/usr/bin/curl', '/usr/local/bin/curl', '/bin/curl'].some((path) => existsSync(path))

let server: TestServer
let shop: PushShop
let folder: string
let buyers: Awaited<ReturnType<typeof openBuyerShop>> | undefined
let close: () => Promise<void>
let environment: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'kejiang-examples-'))
  const account = await server.newAccount()
  const { accountId, userId } = account
  const actor = { accountId, userId, username: 'seller', permissions: [] }
  const domain: Domain = {
    ...server,
    platforms: openPlatformDoubles({ clock: server.clock }),
    seller: async () => ({ ...server.deps, traceId: 'test', actor }),
  }
  shop = await openPushShop(domain)
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  close = () => listening.close(0)
  const { secret } = await newKey(server, account.token, { rights: everyRight, ceilings: everyCeiling })
  await writeFile(join(folder, 'kejiang.mjs'), blocks.find(({ name }) => name === 'kejiang.mjs')?.code ?? '')
  environment = {
    KEJIANG_URL: `http://127.0.0.1:${listening.port}`,
    KEJIANG_KEY: secret,
    SHOP_ID: String(shop.shopId),
    PHONE_MODEL_ID: String(shop.model.id),
    MATERIAL_COLOR_ID: String(shop.color.id),
    FACTORY_ID: String(shop.factories.dongguan),
  }
})
afterAll(async () => {
  await close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs an example and returns what it writes. */
async function runExample(kind: string, name: string, variables: Record<string, string> = {}): Promise<string> {
  const code = blocks.find((block) => block.kind === kind && block.name === name)?.code
  if (code === undefined) throw new Error(`the page has no ${kind} example ${name}`)
  const file = join(folder, kind === 'js' ? `${name}.mjs` : `${name}.sh`)
  await writeFile(file, code)
  const env = { PATH: process.env.PATH ?? '', ...environment, ...variables }
  return (await run(kind === 'js' ? process.execPath : 'sh', [file], { cwd: folder, env })).stdout.trim()
}

const kinds = [
  { kind: 'js', by: 'Node', isThere: true },
  { kind: 'sh', by: 'curl', isThere: hasCurl },
] as const

for (const { kind, by, isThere } of kinds) {
  // Without curl its examples cannot run; those of Node always do.
  const example = test.skipIf(!isThere)

  example(`the orders that were paid today are listed with ${by}`, async () => {
    const today = Date.parse('2026-03-01T00:00:00+08:00')
    await shop.order(`PAID-${by}`, [null], { createdAt: today + 1000, paidAt: today + 2000 })
    await shop.order(`EARLIER-${by}`, [null], { createdAt: today - 1000, paidAt: today - 500 })
    const written = await runExample(kind, 'today-paid', { TODAY: String(today) })
    expect(written).toContain(`PAID-${by}`)
    expect(written).not.toContain(`EARLIER-${by}`)
  })

  example(`an order is made once, however often ${by} sends it`, async () => {
    const variables = { ORDER_NUMBER: `OWN-${by}` }
    const [first, again] = [await runExample(kind, 'create-order', variables), await runExample(kind, 'create-order', variables)]
    expect([first, again]).toEqual([expect.stringContaining('false'), expect.stringContaining('true')])
    expect((await shop.find(`OWN-${by}`)).orderItems).toHaveLength(1)
  })

  example(`a buyer's design is put into an order by its code with ${by}`, async () => {
    buyers ??= await openBuyerShop({} as Domain, { isDefault: false }, shop)
    const { code } = await submitted(buyers, await buyers.begin(), '#ff0000')
    await runExample(kind, 'create-order', { ORDER_NUMBER: `CODE-${by}` })
    const order = await shop.find(`CODE-${by}`)
    await runExample(kind, 'bind-code', { ORDER_NUMBER: `CODE-${by}`, ORDER_ID: String(order.id), DESIGN_CODE: code })
    expect((await shop.find(`CODE-${by}`)).orderItems[0]?.customizations).toHaveLength(1)
  })

  example(`an order is pushed with ${by}, and the factory's number is written`, async () => {
    await shop.order(`PUSH-${by}`)
    const [item] = (await shop.find(`PUSH-${by}`)).orderItems
    const variables = {
      ORDER_NUMBER: `PUSH-${by}`,
      ITEM_NUMBER: item?.originalId ?? '',
      CUSTOMIZATION_ID: String(item?.customizations[0]?.id),
    }
    const first = await runExample(kind, 'push', variables)
    const [made] = await listLines(shop.ctx, [Number(variables.CUSTOMIZATION_ID)])
    expect(made?.factoryOrderId).toBeTruthy()
    expect(first).toContain(String(made?.factoryOrderId))
    expect(await runExample(kind, 'push', variables)).toContain(String(made?.factoryOrderId))
  })

  example(`a print file is paid for with ${by}, and only once`, async () => {
    await buyCredits(shop.ctx, 6000)
    await shop.order(`SAVE-${by}`)
    const id = (await shop.find(`SAVE-${by}`)).orderItems[0]?.customizations[0]?.id
    const variables = { ORDER_NUMBER: `SAVE-${by}`, CUSTOMIZATION_ID: String(id) }
    const first = await runExample(kind, 'download', variables)
    expect(await runExample(kind, 'download', variables)).toBe(first)
    if (kind === 'sh') return expect(JSON.parse(first)).toMatchObject({ charged: [id], images: [{ customizationId: id }] })
    expect(first).toMatch(/^1 1 \d+$/)
    expect(await readdir(folder)).toContain(`SAVE-${by}-${id}.png`)
  })
}

test('a picture is put into an order with Node', async () => {
  await runExample('js', 'create-order', { ORDER_NUMBER: 'PICTURE' })
  const picture = join(folder, 'picture.png')
  await writeFile(picture, await paint('drawn'))
  expect(await runExample('js', 'bind-picture', { ORDER_NUMBER: 'PICTURE', PICTURE: picture })).toBe('1')
})

test('ten thousand orders are read page by page, each once', async () => {
  const { db } = server.deps
  const { accountId } = shop.ctx.actor
  await sql`
    insert into shop_order (account_id, shop_id, original_id, is_platform_order, merge_split_status, created_at, sha256, search)
    select ${accountId}, ${shop.shopId}, 'MANY-' || n, true, 'INDEPENDENT', '2026-01-01'::timestamptz + n * interval '1 second', n::text, ''
    from generate_series(1, 10000) n`.execute(db)
  const until = String(Date.parse('2026-01-31T00:00:00Z'))
  expect(await runExample('js', 'all-orders', { UNTIL: until })).toBe('10000')
  if (hasCurl) expect(await runExample('sh', 'all-orders', { UNTIL: until })).toBe('20')
})

test('each example of the page has a test', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8')
  for (const { name } of blocks.filter(({ name }) => name !== 'kejiang.mjs')) expect(source).toContain(`'${name}'`)
})
