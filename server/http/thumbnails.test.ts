/** Tests thumbnails: requested by `?w=`, made once, stored, and removed with their picture. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, thumbnailWidths } from '../../contract/constants'
import type { StoredFile } from '../../contract/types'
import { sweepUnused, unusedLifeMs } from '../domain/files/unused'
import type { Examiner } from '../ports/examiner'
import type { Storage } from '../ports/storage'
import { startTestServer, type TestServer } from '../test/server'
import { createThumbnails } from './thumbnails'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.newAccount()).token
})
afterAll(() => server.close())

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
/** A red disc on a transparent background. */
const disc = (width: number, height: number): Promise<Buffer> => {
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${width / 4}" fill="#f00"/></svg>`
  return sharp({ create: { width, height, channels: 4, background: clear } })
    .composite([{ input: Buffer.from(circle) }])
    .png()
    .toBuffer()
}
const keep = (name: string, bytes: Buffer | string): Promise<StoredFile> =>
  server.upload(token, fileKind.designAsset, name, Buffer.from(bytes))
/** The server's response, with the picture decoded. */
async function look(url: string) {
  const reply = await server.app.request(url)
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { reply, bytes: bytes.length, width: info.width, height: info.height, pixel }
}
const folderOf = (file: StoredFile): string => join(server.folder, file.url.split('/')[2] ?? '')

describe('a thumbnail', () => {
  test.each(thumbnailWidths)('a thumbnail of %i px keeps aspect ratio and transparency', async (width) => {
    const file = await keep('disc.png', await disc(600, 1200))
    const { reply, bytes, ...picture } = await look(`${file.url}?w=${width}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect([picture.width, picture.height]).toEqual([width, width * 2])
    expect(picture.pixel(2, 2)[3]).toBe(0)
    const [red = 0, green = 255, , alpha] = picture.pixel(width / 2, width)
    expect([red > 240, green < 16, alpha]).toEqual([true, true, 255])
    expect(reply.headers.get('content-length')).toBe(String(bytes))
    expect(bytes).toBeLessThan(file.size)
  })

  test('a thumbnail is never enlarged', async () => {
    const file = await keep('small.png', await disc(60, 90))
    const { width, height } = await look(`${file.url}?w=400`)
    expect([width, height]).toEqual([60, 90])
  })

  test('a thumbnail is cached forever by its own tag, and as inert as the picture', async () => {
    const file = await keep('disc.png', await disc(300, 300))
    const { headers } = await server.call('GET', `${file.url}?w=200`)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const tag = headers.get('etag') ?? ''
    expect(tag).not.toBe((await server.call('GET', file.url)).headers.get('etag'))
    const again = await server.call('GET', `${file.url}?w=200`, { headers: { 'if-none-match': tag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await server.call('GET', `${file.url}?w=100`, { headers: { 'if-none-match': tag } })
    expect(other.status).toBe(200)
    const head = await server.call('HEAD', `${file.url}?w=200`)
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', headers.get('content-length')])
  })

  test.each(['0', '150', '200.0', '1e2', '', 'abc', '99999'])('a thumbnail width of %s is refused in Chinese', async (w) => {
    const file = await keep('disc.png', await disc(80, 80))
    const reply = await server.call('GET', `${file.url}?w=${w}`)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      422,
      'invalid',
      '缩略图宽度只能是 100、200、220、400 像素',
    ])
    expect(reply.headers.get('cache-control') ?? '').not.toContain('immutable')
    expect(readdirSync(folderOf(file))).toHaveLength(1)
  })

  test('a thumbnail of a missing picture is 404, which must not be cached', async () => {
    const reply = await server.call('GET', `/files/${'0'.repeat(32)}/${'0'.repeat(16)}.png?w=200`)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('cache-control') ?? '').not.toContain('immutable')
  })

  test('a thumbnail of a drawing is rendered at the width, and one stored before text was refused is served as it is', async () => {
    const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="12" height="24" fill="#00f"/></svg>`
    const file = await keep('icon.svg', icon)
    const { width, height, pixel, reply } = await look(`${file.url}?w=200`)
    expect([width, height, reply.headers.get('content-type')]).toEqual([200, 200, 'image/webp'])
    expect([(pixel(97, 100)[3] ?? 0) > 250, (pixel(103, 100)[3] ?? 255) < 5]).toEqual([true, true])
    const words = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text x="0" y="40">壳匠</text></svg>`
    const written = await keep('words.svg', icon.replace('#00f', '#f00'))
    await server.deps.storage.put(written.url.slice('/files/'.length), Buffer.from(words), 'image/svg+xml')
    const shown = await server.call('GET', `${written.url}?w=200`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('a thumbnail of a GIF is its first frame', async () => {
    const frame = (color: string) => ({ create: { width: 300, height: 200, channels: 3 as const, background: color } })
    const gif = await sharp([await sharp(frame('#f00')).png().toBuffer(), await sharp(frame('#00f')).png().toBuffer()], {
      join: { animated: true },
    })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const file = await keep('move.gif', gif)
    const { width, height, pixel } = await look(`${file.url}?w=100`)
    expect([width, height]).toEqual([100, 67])
    expect((pixel(50, 30)[0] ?? 0) > 240).toBe(true)
  })

  test('the address given out before the upload redirects to the thumbnail, too', async () => {
    const form = await server.call('POST', '/api/files/upload_form', { token, body: { fileName: 'a.png', type: 1 } })
    await server.post(form.body, await disc(300, 300))
    await server.call('POST', '/api/files/upload_result', { token, body: { success: true, fileId: form.body.fileId } })
    const reply = await server.call('GET', `${form.body.fileUrl}?w=100`)
    expect(reply.headers.get('location')).toMatch(/\.png\?w=100$/)
  })

  test('a thumbnail is removed with its picture', async () => {
    const file = await keep('disc.png', await disc(300, 300))
    for (const width of thumbnailWidths) await server.call('GET', `${file.url}?w=${width}`)
    expect(readdirSync(folderOf(file))).toHaveLength(1 + thumbnailWidths.length)
    await sweepUnused(server.deps)
    server.clock.advance(unusedLifeMs)
    await sweepUnused(server.deps)
    expect(existsSync(folderOf(file))).toBe(false)
    expect((await server.call('GET', `${file.url}?w=200`)).status).toBe(404)
    // A week is longer than an unused session lasts.
    token = (await server.newAccount()).token
  })
})

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('made once', () => {
  const thumbnailsOf = (storage: Storage, shrink: Examiner['shrink']) =>
    createThumbnails({ storage, shrink, ownerOf: async () => 1 })
  const key = `${'a'.repeat(32)}/${'b'.repeat(16)}.png`
  /** A thumbnail maker that waits for the test. */
  function maker() {
    const runs: { finish(bytes: Buffer | null): void; fail(error: Error): void }[] = []
    const make: Examiner['shrink'] = async (source) => {
      if (typeof source === 'function') await source()
      return new Promise<Buffer | null>((finish, fail) => {
        runs.push({ finish, fail })
      })
    }
    const started = async (count: number): Promise<void> => {
      while (runs.length < count) await nextTurn()
    }
    return { runs, make, started }
  }
  const text = async (found: Awaited<ReturnType<ReturnType<typeof createThumbnails>['open']>>): Promise<string> =>
    found && found !== 'original' ? Buffer.concat(await found.stream.toArray()).toString() : String(found)
  const stocked = async (): Promise<Storage> => {
    await server.deps.storage.put(key, Buffer.from('picture'), 'image/png')
    for (const width of thumbnailWidths) await server.deps.storage.remove(`${key.slice(0, -4)}-w${width}.webp`)
    return server.deps.storage
  }

  test('twenty simultaneous requests make a thumbnail once', async () => {
    const { runs, make, started } = maker()
    const thumbnails = thumbnailsOf(await stocked(), make)
    const calls = Array.from({ length: 20 }, () => thumbnails.open(key, 200).then(text))
    await started(1)
    runs[0]?.finish(Buffer.from('small'))
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['small']))
    expect(await text(await thumbnails.open(key, 200))).toBe('small')
    expect(runs).toHaveLength(1)
  })

  test('a failed thumbnail is retried by the next call', async () => {
    const { runs, make, started } = maker()
    const thumbnails = thumbnailsOf(await stocked(), make)
    const first = thumbnails.open(key, 100)
    await started(1)
    runs[0]?.fail(new Error('out of memory'))
    await expect(first).rejects.toThrow('out of memory')
    const second = thumbnails.open(key, 100).then(text)
    await started(2)
    runs[1]?.finish(Buffer.from('small'))
    expect(await second).toBe('small')
  })

  test('a thumbnail of a picture removed in the meantime leaves nothing behind', async () => {
    const { runs, make, started } = maker()
    const storage = await stocked()
    const thumbnails = thumbnailsOf(storage, make)
    const call = thumbnails.open(key, 400)
    await started(1)
    await storage.remove(key)
    runs[0]?.finish(Buffer.from('small'))
    expect(await call).toBeNull()
    expect(await storage.size(`${key.slice(0, -4)}-w400.webp`)).toBeNull()
  })
})

test('a picture whose thumbnail fails is served as it is, and the cause is logged', async () => {
  const file = await keep('disc.png', await disc(300, 300))
  await server.deps.storage.put(file.url.slice('/files/'.length), Buffer.from('no picture any more'), 'image/png')
  const reply = await server.call('GET', `${file.url}?w=200`)
  expect([reply.status, reply.text, reply.headers.get('cache-control')]).toEqual([
    200,
    'no picture any more',
    'private, no-cache',
  ])
  expect(server.logged.map(String).join()).toMatch(/thumbnail failed/)
  server.logged.length = 0
})
