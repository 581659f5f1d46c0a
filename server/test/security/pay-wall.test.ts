/** Until a customization is paid for, no call of the contract returns the address or the bytes of its customized image. */
import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditsPerImage, fileKind, maxPreviewSide } from '../../../contract/constants'
import { contract } from '../../../contract/contract'
import { routes } from '../../../contract/routes'
import type { StoredFile } from '../../../contract/types'
import { settle } from '../../domain/credits/settle'
import { listEndpoints } from '../../http/mount'
import { startTestServer, type TestServer } from '../server'
import { openShop, type Shop } from './shop'

const foreign = 'https://img.alicdn.com/designs/a1b2c3d4-large.png'
const size = { width: 900, height: 1900 }

const paint = async (seed: number): Promise<Buffer> => {
  const { width, height } = size
  const stripes = `<rect width="${width}" height="${height}" fill="#fa${seed}"/><circle cx="300" cy="${400 + seed}" r="220" fill="#246"/>`
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stripes}</svg>`))
    .png()
    .toBuffer()
}

let server: TestServer
let shop: Shop
/**
 * The customized images of an unpaid order's three cases: stored as an order's picture, as a layer's picture, and on another
 * host.
 */
let stored: StoredFile
let layered: StoredFile
let hosted: Buffer
/** Hashes of the three images' bytes. */
let originals: ReadonlySet<string>
let order: { id: number; originalId: string; shopId: number }
let ids: number[]
let content: string

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call(method, path, { token: shop.token, body, headers })

const importBody = () => ({
  shopId: order.shopId,
  orders: [
    {
      originalId: order.originalId,
      createdAt: Date.parse('2026-02-20T08:00:00Z'),
      orderItems: [
        {
          originalId: `${order.originalId}-1`,
          quantity: 3,
          title: '定制手机壳',
          customizationInfo: { content },
        },
      ],
    },
  ],
})

beforeAll(async () => {
  hosted = await paint(3)
  server = await startTestServer({
    pictures: [{ accepts: ({ hostname }) => hostname === 'img.alicdn.com', fetch: async () => hosted }],
  })
  shop = await openShop(server)
  stored = await server.upload(shop.token, fileKind.order, 'print.png', await paint(1))
  layered = await server.upload(shop.token, fileKind.templateLayer, 'print.png', await paint(2))
  const designs = [
    { url: stored.url, fileId: stored.id },
    { url: `https://shop.example.com${layered.url}`, fileId: layered.id },
    { url: foreign, fileId: undefined },
  ]
  content = JSON.stringify({
    v: 1,
    phoneCaseCustomizationInfos: designs.map(({ url, fileId }, at) => ({
      id: `unpaid-${at}`,
      phoneModelName: 'iPhone 15',
      customizedImageUrl: url,
      // Some programs send only one picture.
      previewImageUrl: url,
      design: { layers: [{ type: 'IMAGE', imageUrl: url, imageFileId: fileId, nested: { mask: [url] }, text: '生日快乐' }] },
    })),
  })
  const shops = await call('GET', '/api/shops')
  order = { id: 0, originalId: 'UNPAID-1', shopId: shops.body.find(({ type }: { type: string }) => type !== 'TAOBAO').id }
  const made = await call('POST', '/api/orders/import', importBody())
  order = { ...order, id: made.body.orders[0].id }
  ids = (await customizations()).map(({ id }) => id)
  const own = await Promise.all([stored, layered].map((file) => bytesAt(`/files/${keyOf(file)}`)))
  originals = new Set([hosted, ...own].map(hashOf))
})
afterAll(() => server.close())

interface Shown {
  readonly id: number
  readonly customizedImageUrl: string
  readonly previewImageUrl: string
}
const customizations = async (): Promise<Shown[]> =>
  (await call('GET', `/api/orders/${order.id}`)).body.orderItems[0].customizations

const keyOf = ({ url }: StoredFile): string => /\/files\/(.+)$/.exec(url)?.[1] ?? 'no key'
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns what a response reveals of the three originals: parts of their addresses, or an address that serves their bytes. */
async function leaks(text: string): Promise<string[]> {
  const secrets = [stored, layered].flatMap((file) => keyOf(file).split(/[/.]/).slice(0, 2))
  const found = [...secrets, 'a1b2c3d4-large'].filter((secret) => text.includes(secret))
  const addresses = new Set(
    [...text.matchAll(/(?:https?:\/\/[\w.:-]+)?(\/(?:files|print_files)\/[\w./-]+)/g)].map(([, path]) => path),
  )
  for (const path of addresses) if (path && originals.has(hashOf(await bytesAt(path)))) found.push(path)
  return found
}

async function bytesAt(path: string): Promise<Uint8Array> {
  const reply = await server.app.request(path)
  return new Uint8Array(await reply.arrayBuffer())
}

describe('before a customization is paid for', () => {
  const pushBody = () => {
    const { factoryId } = shop.bodies['pushes.check'] as { factoryId: number }
    const infos = ids.map((id) => ({ id }))
    const orderItems = [{ originalId: `${order.originalId}-1`, quantity: 3, phoneCaseCustomizationInfos: infos }]
    return { factoryId, orderOriginalId: order.originalId, orderItems }
  }
  const layerOf = (imageFileId: number) => {
    const { layers, ...template } = shop.bodies['templates.create'] as { layers: object[] }
    return { ...template, layers: layers.map((layer) => ({ ...layer, imageFileId })) }
  }
  /** Bodies that refer to the unpaid images in every possible way; all other calls are made as the shop would make them. */
  const bodies: Readonly<Record<string, () => readonly unknown[]>> = {
    'orders.import': () => [importBody()],
    'pushes.check': () => [pushBody()],
    'pushes.push': () => [pushBody()],
    'files.uploadResult': () => [stored.id, layered.id].map((fileId) => ({ success: true, fileId })),
    'templates.create': () => [layerOf(stored.id), layerOf(layered.id)],
    'designAssets.create': () =>
      [stored.id, layered.id].map((fileId) => ({ ...Object(shop.bodies['designAssets.create']), fileId })),
    // The charge is left out, because it would pay for them.
    'usageRecords.charge': () => [],
  }
  const queries: Readonly<Record<string, () => string>> = {
    'orders.list': () => 'keyword=unpaid',
    'orders.customizedImages': () => `orderIds=${order.id}`,
  }

  const endpoints = listEndpoints(contract, routes)
    // Deletions are left out, because the other calls need the rows.
    .filter(({ method, name }) => method !== 'DELETE' && !/^users\./.test(name))

  test.each(endpoints.map((listed) => [listed.name, listed] as const))(
    'before payment %s reveals nothing of a customized image, repeated or not',
    async (name, { method, path, endpoint }) => {
      const [resource = ''] = name.split('.')
      const params = { ...shop.params[resource], ...(name === 'orders.get' ? { id: order.id } : {}) } as Record<string, unknown>
      const place = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? 1)))
      const query = queries[name]?.() ?? shop.queries[name]
      const all = endpoint.body ? (bodies[name]?.() ?? [shop.bodies[name] ?? {}]) : [undefined]
      for (const body of all) {
        const headers: Record<string, string> = endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}
        const first = await call(method, query ? `${place}?${query}` : place, body, headers)
        const again = await call(method, query ? `${place}?${query}` : place, body, headers)
        expect(await leaks(first.text + again.text)).toEqual([])
      }
    },
  )

  test("before payment every response has a preview, at most 600 px and half the picture's size", async () => {
    for (const { customizedImageUrl, previewImageUrl } of await customizations()) {
      expect(previewImageUrl).toBe(customizedImageUrl)
      expect(customizedImageUrl).toMatch(/^\/files\/previews\/\d+-[\w-]{32}\.webp$/)
      const { format, width, height } = await sharp(await bytesAt(customizedImageUrl)).metadata()
      expect({ format, width, height }).toEqual({
        format: 'webp',
        width: Math.round((900 * maxPreviewSide) / 1900),
        height: maxPreviewSide,
      })
      const small = await sharp(await bytesAt(`${customizedImageUrl}?w=100`)).metadata()
      expect(small.width).toBe(100)
    }
    const [detail] = (await call('GET', `/api/orders/${order.id}`)).body.snapshots
    expect(detail.snapshot.layers).toEqual([
      { type: 'IMAGE', imageFileId: stored.id, nested: { mask: [null] }, text: '生日快乐' },
    ])
  })

  test('the preview of a small picture is half its size, never the picture itself', async () => {
    const tiny = await sharp({ create: { width: 40, height: 80, channels: 4, background: '#f80' } })
      .png()
      .toBuffer()
    const file = await server.upload(shop.token, fileKind.order, 'tiny.png', tiny)
    const info = { id: 'tiny', phoneModelName: 'x', customizedImageUrl: file.url }
    const one = importBody()
    const [first] = one.orders
    const orderItems = [
      {
        originalId: 't-1',
        quantity: 1,
        customizationInfo: { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [info] }) },
      },
    ]
    const made = await call('POST', '/api/orders/import', { ...one, orders: [{ ...first, originalId: 'TINY', orderItems }] })
    const detail = await call('GET', `/api/orders/${made.body.orders[0].id}`)
    const shown: Shown = detail.body.orderItems[0].customizations[0]
    const { width, height } = await sharp(await bytesAt(shown.customizedImageUrl)).metadata()
    expect([width, height]).toEqual([20, 40])
  })

  test('a preview address that is invalid, mixed or of another width is refused', async () => {
    const [one, two] = await customizations()
    const mixed = one?.customizedImageUrl.replace(/\/\d+-/, `/${two?.id}-`) ?? ''
    for (const path of [mixed, '/files/previews/1-abc.webp', `/files/previews/${'9'.repeat(40)}-${'a'.repeat(32)}.webp`]) {
      expect((await server.app.request(path)).status).toBe(404)
    }
    expect((await server.app.request(`${one?.customizedImageUrl}?w=601`)).status).toBe(422)
  })

  test('an order that is read and imported again keeps its picture', async () => {
    const kept = () =>
      server.deps.db
        .selectFrom('customization')
        .select(['id', 'customized_image_url as url'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    const before = await kept()
    const shown = await customizations()
    const infos = shown.map(({ customizedImageUrl }, at) => ({
      ...JSON.parse(content).phoneCaseCustomizationInfos[at],
      customizedImageUrl: `https://shop.example.com${customizedImageUrl}`,
    }))
    const text = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos }).replaceAll('/', '\\/')
    const back = importBody()
    for (const item of back.orders.flatMap(({ orderItems }) => orderItems)) item.customizationInfo.content = text
    expect((await call('POST', '/api/orders/import', back)).status).toBe(200)
    expect(await kept()).toEqual(before)
    expect((await customizations()).map(({ id }) => id)).toEqual(ids)
  })
})

test("once paid for, the charge's response and every later one contain the customized image's address", async () => {
  const { body } = await call('GET', '/api/account_credits/payment_form?credits=1000')
  const { out_trade_no: outTradeNo, amount_fen: totalFen } = await server.deps.db
    .selectFrom('recharge_record')
    .select(['out_trade_no', 'amount_fen'])
    .where('id', '=', body.rechargeRecordId)
    .executeTakeFirstOrThrow()
  await settle(server.deps, { outTradeNo, totalFen, status: 'paid', tradeNo: outTradeNo, paidAt: null, refundedFen: 0 })
  const headers = { 'idempotency-key': randomUUID() }
  const payment = { customizationIds: ids, creditsPerImage }
  const charged = await call('POST', '/api/credit_usage_records', payment, headers)
  const wanted = [stored.url, layered.url, foreign]
  expect(charged.body.images).toEqual(ids.map((customizationId, at) => ({ customizationId, customizedImageUrl: wanted[at] })))
  expect((await call('POST', '/api/credit_usage_records', payment, headers)).body).toEqual(charged.body)
  expect((await customizations()).map(({ customizedImageUrl }) => customizedImageUrl)).toEqual(wanted)
  const images = await call('GET', `/api/orders/customized_images?orderIds=${order.id}`)
  expect(images.body[0].customizedImageUrls.map((one: Shown) => one.customizedImageUrl)).toEqual(wanted)
  const { snapshots } = (await call('GET', `/api/orders/${order.id}`)).body
  expect(snapshots[0].snapshot.layers[0].imageUrl).toBe(stored.url)
  expect((await call('POST', '/api/files/upload_result', { success: true, fileId: stored.id })).body.file.url).toBe(stored.url)
})
