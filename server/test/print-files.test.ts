/** The print files that a factory fetches: unchanged pixels with the resolution of the print, for as long as the order exists. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printAddress } from '../domain/erp/push/print-address'
import { printFile } from '../infra/content/print'
import type { PictureSource } from '../ports/picture-source'
import { paint } from './push-shop'
import { openShop, type Shop } from './security/shop'
import { startTestServer, type TestServer } from './server'

const foreign = new Map<string, Buffer>()
const source: PictureSource = {
  accepts: ({ hostname }) => hostname === 'img.alicdn.com',
  async fetch({ pathname }) {
    const bytes = foreign.get(pathname)
    if (!bytes) throw new Error('not asked for')
    return bytes
  },
}

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ pictures: [source] })
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(() => foreign.clear())

/** Requests a path as a factory does, without a session. */
async function fetchPrint(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await server.app.request(path, { method, headers })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

let numbers = 0
/** Imports an order of one case with this picture; returns the ids of customization and order and the stored address. */
async function order(url: string): Promise<{ id: number; url: string; orderId: number }> {
  const [
    {
      shopId,
      orders: [given],
    },
  ] = [shop.bodies['orders.import'] as { shopId: number; orders: [{ orderItems: [object] }] }]
  const number = `P${++numbers}`
  const info = { id: number, phoneModelName: 'iPhone 15', customizedImageUrl: url }
  const content = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [info] })
  const item = { ...given.orderItems[0], originalId: number, customizationInfo: { content } }
  const body = {
    shopId,
    orders: [{ ...given, originalId: number, mergeSplitStatus: 'INDEPENDENT', orderItems: [item], childOrders: [] }],
  }
  const taken = await server.call('POST', '/api/orders/import', { token: shop.token, body })
  expect(taken.status, taken.text).toBe(200)
  const row = await server.deps.db
    .selectFrom('customization')
    .select(['id', 'customized_image_url as url'])
    .where('key', '=', `id:${number}`)
    .executeTakeFirstOrThrow()
  return { id: row.id, url: row.url ?? '', orderId: taken.body.orders[0].id }
}

const addressOf = (
  made: { id: number; url: string },
  size: { widthMm: number | null; heightMm: number | null },
  format: 'png' | 'tif' = 'png',
) => printAddress({ prints: { ...server.deps.prints, format } }, { customizationId: made.id, url: made.url, ...size })
const size = { widthMm: 71.6, heightMm: 147.6 }
const store = async (bytes: Buffer, name = 'p.png') => (await server.upload(shop.token, 5, name, bytes)).url
const pixels = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer()
/** Returns the pHYs chunk of a PNG: pixels per unit in x and y, and the unit (1: metre). */
function physOf(png: Buffer): [number, number, number] | null {
  const at = png.indexOf('pHYs')
  return at < 0 ? null : [png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12] ?? -1]
}

/** Reads a SHORT value of a little-endian TIFF. */
function tagOf(tiff: Buffer, tag: number): number | undefined {
  const directory = tiff.readUInt32LE(4)
  for (let entry = 0; entry < tiff.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (tiff.readUInt16LE(at) === tag) return tiff.readUInt16LE(at + 8)
  }
}

describe('the print file of a stored picture', () => {
  test("a PNG print file has the picture's pixels and the resolution of the print", async () => {
    const bytes = await paint('drawn')
    const made = await order(await store(bytes))
    const print = await fetchPrint(addressOf(made, size))
    expect(print.status).toBe(200)
    expect(Object.fromEntries(print.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(print.bytes.length),
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect((await pixels(print.bytes)).equals(await pixels(bytes))).toBe(true)
    expect((await sharp(print.bytes).metadata()).hasAlpha).toBe(true)
    // 848 px over 71.6 mm and 1748 px over 147.6 mm: the lower resolution lets the picture cover the case.
    const perMetre = Math.round(1000 * Math.min(848 / 71.6, 1748 / 147.6))
    expect(physOf(print.bytes)).toEqual([perMetre, perMetre, 1])
    expect(print.bytes.indexOf('pHYs')).toBe(print.bytes.lastIndexOf('pHYs'))
    expect((await sharp(print.bytes).metadata()).density).toBe(301)
  })

  test("a TIFF print file has the picture's pixels and the resolution of the print", async () => {
    const bytes = await paint('drawn')
    const made = await order(await store(bytes))
    const print = await fetchPrint(addressOf(made, size, 'tif'))
    expect(print.headers.get('content-type')).toBe('image/tiff')
    const info = await sharp(print.bytes).metadata()
    expect(info).toMatchObject({
      format: 'tiff',
      width: 848,
      height: 1748,
      hasAlpha: true,
      density: 301,
      resolutionUnit: 'inch',
    })
    // LZW compression, and alpha that is not premultiplied.
    expect([tagOf(print.bytes, 259), tagOf(print.bytes, 338)]).toEqual([5, 2])
    expect(info.icc?.toString('latin1').replaceAll('\0', '')).toContain('sRGB')
    expect((await pixels(print.bytes)).equals(await pixels(bytes))).toBe(true)
  })

  test('a print file replaces the resolution stored in the picture', async () => {
    const bytes = await sharp(await paint('drawn'))
      .withMetadata({ density: 72 })
      .png()
      .toBuffer()
    expect(physOf(bytes)?.[0]).toBe(2835)
    const made = await order(await store(bytes))
    const { bytes: print } = await fetchPrint(addressOf(made, size))
    expect(physOf(print)?.[0]).toBe(11_843)
    expect(print.indexOf('pHYs')).toBe(print.lastIndexOf('pHYs'))
    expect((await pixels(print)).equals(await pixels(bytes))).toBe(true)
  })

  test('without a size of the case the print file keeps the resolution stored in the picture', async () => {
    const bytes = await paint('drawn')
    const made = await order(await store(bytes))
    const print = await fetchPrint(addressOf(made, { widthMm: null, heightMm: null }))
    expect([print.status, physOf(print.bytes)]).toEqual([200, physOf(bytes)])
  })

  test('a print file is answered with 304 when unchanged, and with headers alone to HEAD', async () => {
    const made = await order(await store(await paint('drawn')))
    const path = addressOf(made, size)
    const first = await fetchPrint(path, {}, 'HEAD')
    expect([first.status, first.bytes.length]).toEqual([200, 0])
    const tag = first.headers.get('etag') ?? ''
    expect((await fetchPrint(path, { 'if-none-match': tag })).status).toBe(304)
  })
})

describe('the print file of a marketplace picture', () => {
  test('a marketplace picture is fetched, rotated by its EXIF orientation and sent as PNG', async () => {
    const upright = await paint('drawn', { width: 400, height: 800 })
    const lying = await sharp(upright)
      .removeAlpha()
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    foreign.set('/a.jpg', lying)
    const made = await order('https://img.alicdn.com/a.jpg')
    const print = await fetchPrint(addressOf(made, { widthMm: 70, heightMm: 140 }))
    expect(print.status).toBe(200)
    expect(await sharp(print.bytes).metadata()).toMatchObject({ format: 'png', width: 400, height: 800, density: 145 })
  })
})

describe('refused print addresses', () => {
  test('a print address that was changed in any part is not found', async () => {
    const made = await order(await store(await paint('drawn')))
    const other = await order(await store(await paint('drawn')))
    const path = addressOf(made, size)
    expect((await fetchPrint(path)).status).toBe(200)
    const tampered = [
      path.replace(`/${made.id}-`, `/${other.id}-`),
      path.replace('7160x', '7161x'),
      path.replace('.png', '.tif'),
      path.replace(/.(\.png)$/, (_, end: string) => `${path.at(-5) === 'A' ? 'B' : 'A'}${end}`),
      `${path}.png`,
      path.replace(/-[\w-]{32}\./, '.'),
      '/print_files/',
      '/print_files/..%2f..%2fetc%2fpasswd',
    ]
    for (const address of tampered) expect((await fetchPrint(address)).status, address).toBe(404)
  })

  test('a print address of another server, or of an order item that no longer exists, is not found', async () => {
    const made = await order(await store(await paint('drawn')))
    const foreignKey = printAddress(
      { prints: { secret: 'another server', format: 'png' } },
      { customizationId: made.id, url: made.url, ...size },
    )
    expect((await fetchPrint(foreignKey)).status).toBe(404)
    const path = addressOf(made, size)
    await server.deps.db.deleteFrom('order_item').where('order_id', '=', made.orderId).execute()
    expect((await fetchPrint(path)).status).toBe(404)
  })

  test('a print address whose stored file is missing is not found', async () => {
    const made = await order(await store(await paint('drawn')))
    await server.deps.storage.remove(made.url.replace('/files/', ''))
    expect((await fetchPrint(addressOf(made, size))).status).toBe(404)
  })
})

test('a vector drawing, and bytes that are no picture, are refused with the reason', async () => {
  const dpi = () => 300
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>')
  await expect(printFile(svg, { format: 'tif', dpi })).rejects.toMatchObject({
    code: 'unsupported-file',
    message: expect.stringContaining('矢量图'),
  })
  await expect(printFile(Buffer.from('hello'), { format: 'png', dpi })).rejects.toMatchObject({
    message: expect.stringContaining('已损坏'),
  })
  const half = (await paint('drawn')).subarray(0, 3000)
  await expect(printFile(half, { format: 'tif', dpi })).rejects.toMatchObject({ message: expect.stringContaining('已损坏') })
})

test('a GET of a print file records its delivery, also of pictures hosted elsewhere, and a HEAD does not', async () => {
  foreign.set('/own.png', await paint('drawn'))
  const made = await order('https://img.alicdn.com/own.png')
  const delivered = () =>
    server.deps.db.selectFrom('picture_delivery').select('customization_id').where('customization_id', '=', made.id).execute()
  await fetchPrint(addressOf(made, size), {}, 'HEAD')
  expect(await delivered()).toEqual([])
  expect((await fetchPrint(addressOf(made, size))).status).toBe(200)
  await fetchPrint(addressOf(made, size))
  expect(await delivered()).toEqual([{ customization_id: made.id }])
})
