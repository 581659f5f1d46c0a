/** Buyers' photos over HTTP: examined and cleaned like every upload, and read only by signed addresses that end. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedUrl } from '../domain/orders/snapshot'
import { type BuyerShop, openBuyerShop } from './buyer-shop'
import { domainOn } from './domain'
import { startTestServer, type TestServer } from './server'

const day = 24 * 60 * 60 * 1000
let server: TestServer
let domain: Awaited<ReturnType<typeof domainOn>>
let shop: BuyerShop
beforeAll(async () => {
  server = await startTestServer()
  domain = await domainOn({ ...server.deps, clock: server.clock })
  shop = await openBuyerShop(domain)
})
afterAll(async () => {
  await domain.close()
  await server.close()
})

/** Uploads a photo to a new design, as the buyer's page does; returns the answer and the announced address. */
async function uploaded(bytes: Uint8Array, fileName = 'photo.jpg') {
  const { secret, design } = await shop.begin()
  const path = `/api/buyer/designs/${design.id}/uploads`
  const form = await server.call('POST', path, { token: secret, body: { fileName } })
  const posted = await server.post(form.body, bytes, fileName)
  const reply = await server.call('POST', `${path}/${form.body.fileId}`, { token: secret, body: {} })
  return { design, secret, announced: form.body.fileUrl as string, fileId: form.body.fileId as number, posted, reply }
}

const plain = (format: 'jpeg' | 'png' = 'jpeg', width = 90, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })[format]()

describe('a photo', () => {
  test('a photo loses place, time and camera, and keeps its turn', async () => {
    const taken = await plain()
      .withExif({
        IFD0: { Make: 'Phone' },
        IFD2: { DateTimeOriginal: '2026:02:28 08:00:00' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(taken).metadata()).exif?.includes('Phone')).toBe(true)
    const { reply } = await uploaded(taken)
    expect(reply.body).toMatchObject({ width: 60, height: 90 })
    const stored = await server.app.request(reply.body.imageUrl)
    const bytes = Buffer.from(await stored.arrayBuffer())
    const { exif, width, height } = await sharp(bytes).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 60, height: 90 })
    for (const trace of ['Phone', 'GPS', '2026:02:28']) expect(bytes.includes(trace)).toBe(false)
  })

  test('a photo is read by its signed address and by nothing else', async () => {
    const { reply, announced } = await uploaded(await plain().toBuffer())
    const url: string = reply.body.imageUrl
    expect(url).toMatch(/^\/files\/p[0-9a-f]{32}-\d{5}-[0-9a-f]{32}\/[0-9a-f]{16}\.jpg$/)
    const shown = await server.call('GET', url)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
    const small = await server.call('GET', `${url}?w=100`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(small.headers.get('cache-control')).toMatch(/^private/)
    const part = await server.call('GET', url.replace('/files/', '/api/file_parts/'))
    expect(part.body.contentType).toBe('image/jpeg')
    for (const other of [
      announced,
      url.replace(/-\d{5}-[0-9a-f]{32}/, ''),
      url.replace(/-(\d{5})-/, (_, last) => `-${Number(last) + 1}-`),
      url.replace(/[0-9a-f]{32}\//, `${'0'.repeat(32)}/`),
    ])
      expect((await server.call('GET', other)).status).toBe(404)
  })

  test('a photo has an address that ends, and a new one for its buyer', async () => {
    const { design, secret, reply, fileId } = await uploaded(await plain('png', 40, 40).toBuffer(), 'photo.png')
    const layers = design.layers.map((one) => ({ ...one, id: null, ...(one.uuid === 'photo' && { imageFileId: fileId }) }))
    const path = `/api/buyer/designs/${design.id}`
    const body = { ...shop.chosen, revision: design.revision, layers }
    expect(await server.call('PUT', path, { token: secret, body })).toMatchObject({ status: 200 })
    const url: string = reply.body.imageUrl
    server.clock.advance(9 * day)
    const late = await server.call('GET', url)
    expect([late.status, late.body.message]).toEqual([403, '图片的地址已经过期，请刷新页面'])
    const again = await server.call('GET', path, { token: secret })
    const fresh = again.body.layers.find(({ uuid }: { uuid: string }) => uuid === 'photo').imageUrl
    expect(fresh).not.toBe(url)
    expect((await server.call('GET', fresh)).status).toBe(200)
  })

  test('a photo of another account gets no new address from being named in an order', async () => {
    const { reply } = await uploaded(await plain().toBuffer())
    expect(storedUrl(reply.body.imageUrl, undefined, server.deps)).toBeNull()
  })
})

describe('what is no photo', () => {
  const chunk = (type: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  /** A PNG whose header claims this size, above `rows` of the one grey byte. */
  const pngOf = (width: number, height: number, rows: number) => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 0, 0, 0, 0], 8)
    const packed = deflateSync(Buffer.alloc(rows * (width + 1)), { level: 9 })
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
  }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')

  test.each([
    ['a drawing with a script', svg, 'photo.svg'],
    ['a drawing that calls itself a photo', svg, 'photo.jpg'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo.png'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'photo.jpg'],
    ['half a photo', pngOf(900, 600, 10), 'photo.png'],
    ['a picture of 60,000 × 60,000 px', pngOf(60_000, 60_000, 1), 'photo.png'],
    ['400 MB in 400 KB', pngOf(20_000, 20_000, 20_000), 'photo.png'],
  ])('%s is refused and leaves nothing behind', async (_name, bytes, fileName) => {
    const { reply, fileId, posted } = await uploaded(bytes, fileName)
    expect(posted.status).toBe(204)
    expect(reply.status).toBe(422)
    expect(reply.body.message).toMatch(/图片|文件/)
    const row = await server.deps.db.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
    expect([row.status, await server.deps.storage.size(row.storage_key)]).toEqual(['failed', null])
  })

  test('bytes that follow a picture in its file are not kept', async () => {
    const page = '<script>alert(document.cookie)</script>'
    const { reply } = await uploaded(Buffer.concat([await plain('png').toBuffer(), Buffer.from(page)]), 'photo.html.png')
    expect(reply.status).toBe(200)
    const shown = await server.app.request(reply.body.imageUrl)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.includes('script')).toBe(false)
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(reply.body.imageUrl).toContain(hash.slice(0, 16))
  })
})
