/** The agent at a printer, against a server: what it writes, continues, refuses and says. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { round } from '../hot-folder/agent'
import { targetOf } from '../hot-folder/paths'
import type { Fetch } from '../hot-folder/server-list'
import { newKey } from './api-keys'
import { openShop, type Shop } from './security/shop'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let shop: Shop
let key: string
let root: string
let bytes: Buffer
const said: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  key = (await newKey(server, shop.token, { rights: { factory: 'write' } })).secret
})
afterAll(() => server.close())

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kejiang-hot-'))
  said.length = 0
  bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7 + Math.floor(at / 256)) % 256))
  await made(bytes)
})

/** Puts a made sheet into the batch of the shop, as the job does. */
async function made(content: Buffer, fileName = 'B0001_1-1.tif'): Promise<void> {
  const { db, storage } = server.deps
  const batchId = Number(shop.params.printBatches?.id)
  const batch = await db
    .updateTable('print_batch')
    .set({ state: 'made', folder: 'uv', made_at: server.clock.now() })
    .where('id', '=', batchId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const sheet = { index: 1, sha256, file_name: fileName }
  const { sheetKey } = await import('../domain/print-floor/sheet-files')
  await storage.put(sheetKey(batch, sheet), content, 'image/tiff')
  await db.deleteFrom('print_sheet').where('batch_id', '=', batchId).execute()
  await db
    .insertInto('print_sheet')
    .values({ ...sheet, account_id: batch.account_id, batch_id: batchId, size: content.length, coverages: '[]' })
    .execute()
}

const ask: Fetch = (url, init) => Promise.resolve(server.app.request(url, init))
const settings = (change: object = {}) => ({
  ...{ server: 'http://127.0.0.1:4600', key, fetch: ask, root, printerIds: [], say: (text: string) => void said.push(text) },
  ...change,
})
const written = () => readFile(join(root, 'uv', 'B0001_1-1.tif'))
const names = async () => (await readdir(join(root, 'uv')).catch(() => [])).sort()

test('a sheet comes into the folder of its printer, once, and is confirmed', async () => {
  expect(await round(settings())).toEqual({ came: 1, failed: 0 })
  expect((await written()).equals(bytes)).toBe(true)
  expect(await names()).toEqual(['B0001_1-1.tif'])
  expect(await round(settings())).toEqual({ came: 0, failed: 0 })
})

test('a file that breaks off leaves nothing that a RIP sees, and is continued from there', async () => {
  const ranges: (string | null)[] = []
  const breaking: Fetch = async (url, init) => {
    const reply = await ask(url, init)
    if (!url.includes('/files/')) return reply
    ranges.push(new Headers(init?.headers).get('range'))
    const content = Buffer.from(await reply.arrayBuffer())
    return new Response(content.subarray(0, 40_000), { status: reply.status, headers: reply.headers })
  }
  expect(await round(settings({ fetch: breaking }))).toEqual({ came: 0, failed: 1 })
  expect(said[0]).toContain('只收到 40000 / 100000 字节')
  expect((await names()).every((name) => name.startsWith('.'))).toBe(true)
  const counting: Fetch = (url, init) => {
    if (url.includes('/files/')) ranges.push(new Headers(init?.headers).get('range'))
    return ask(url, init)
  }
  expect(await round(settings({ fetch: counting }))).toEqual({ came: 1, failed: 0 })
  expect(ranges).toEqual([null, 'bytes=40000-'])
  expect((await written()).equals(bytes)).toBe(true)
  expect(await names()).toEqual(['B0001_1-1.tif'])
})

test('a batch that is made once more is not mixed with the beginning of its earlier sheet', async () => {
  const breaking: Fetch = async (url, init) => {
    const reply = await ask(url, init)
    if (!url.includes('/files/')) return reply
    return new Response(Buffer.from(await reply.arrayBuffer()).subarray(0, 40_000), {
      status: reply.status,
      headers: reply.headers,
    })
  }
  await round(settings({ fetch: breaking }))
  const other = Buffer.alloc(90_000, 3)
  await made(other)
  expect(await round(settings())).toEqual({ came: 1, failed: 0 })
  expect((await written()).equals(other)).toBe(true)
  expect(await names()).toEqual(['B0001_1-1.tif'])
})

test('a file whose bytes are wrong is not put into the folder', async () => {
  const wrong: Fetch = async (url, init) => {
    const reply = await ask(url, init)
    return url.includes('/files/') ? new Response(Buffer.alloc(bytes.length, 9), { headers: reply.headers }) : reply
  }
  expect(await round(settings({ fetch: wrong }))).toEqual({ came: 0, failed: 1 })
  expect(said[0]).toContain('校验值不对')
  expect(await names()).toEqual([])
})

test('a file whose confirmation was lost is confirmed again and not fetched again', async () => {
  let fetched = 0
  const losing: Fetch = (url, init) => {
    if (url.includes('/files/')) fetched++
    return url.endsWith('/confirm') ? Promise.reject(new Error('断网')) : ask(url, init)
  }
  expect(await round(settings({ fetch: losing }))).toEqual({ came: 0, failed: 1 })
  const counting: Fetch = (url, init) => {
    if (url.includes('/files/')) fetched++
    return ask(url, init)
  }
  expect(await round(settings({ fetch: counting }))).toEqual({ came: 1, failed: 0 })
  expect(fetched).toBe(1)
})

test('a list that another key signed, or nobody, is refused, and nothing is written', async () => {
  await round(settings())
  await made(Buffer.from('another sheet'))
  const changed: Fetch = async (url, init) => {
    const reply = await ask(url, init)
    if (!url.includes('/api/hot_folder')) return reply
    const body = (await reply.json()) as { items: { folder: string }[] }
    for (const item of body.items) item.folder = '..'
    return Response.json(body)
  }
  await expect(round(settings({ fetch: changed }))).rejects.toThrow('签名不对')
  await writeFile(join(root, '.kejiang-hotfolder.json'), JSON.stringify({ publicKey: Buffer.alloc(32).toString('base64') }))
  await expect(round(settings())).rejects.toThrow('签名密钥和上次不一样')
  expect((await written()).equals(bytes)).toBe(true)
})

test('a key without the right, and a wrong one, are refused in the words of the server', async () => {
  const reader = (await newKey(server, shop.token, { name: '只看', rights: { orders: 'read' } })).secret
  await expect(round(settings({ key: reader }))).rejects.toThrow()
  const other = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  await expect(round(settings({ key: other }))).rejects.toThrow('接口密钥不正确')
  await rm(root, { recursive: true, force: true })
})

test('no name leads out of the folder, or is one of a device', () => {
  const paths = (folder: string, name: string) => targetOf('/hot', folder, name).path
  expect(paths('../../etc', '../passwd')).toBe('/hot/.._.._etc/.._passwd')
  expect(paths('..', '..')).toBe('/hot/_/_')
  expect(paths('', 'a.tif')).toBe('/hot/a.tif')
  expect(paths('CON', 'nul.tif')).toBe('/hot/_CON/_nul.tif')
  expect(paths('一号机. ', 'a:b*.tif')).toBe('/hot/一号机/a_b_.tif')
})
