/** Tests the sample host against the product's page half, and the tables of bridge/README.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chunkCrc, crc32 } from '../../contract/ground/crc32'
import { methodKinds } from '../core/types'
import type { createHost } from '../host/host'
import type { CallContext } from '../host/types'
import { createSampleHost, pieceCrc } from '../samples/host.mjs'
import { type BenchOptions, createBenchWith, deferred, loseFrames, watch } from './bench'

const bench = (options: BenchOptions = {}) => createBenchWith(createSampleHost as unknown as typeof createHost, options)
const picture = { fileId: 'cloud://a.png', url: 'https://img.alicdn.com/a.png', fileName: 'a.png' }

function pictureSpace(finished: Promise<unknown> = Promise.resolve()) {
  const space = new Set<string>()
  let uploads = 0
  const upload = async (_: unknown, { undo }: CallContext) => {
    await finished
    uploads += 1
    space.add(picture.fileId)
    undo(picture.fileId, () => void space.delete(picture.fileId))
    return picture
  }
  return { space, handlers: { 'cloud.upload': upload }, uploads: () => uploads }
}

describe('the sample host', () => {
  test('the sample host answers a call and refuses methods without a handler, such as constructor', async () => {
    const { clock, page } = bench({ handlers: { 'storage.get': () => 'kept' } })
    const calls = ['storage.get', 'link.open', 'constructor'].map((method) => watch(page.call(method, { key: 'a' })))
    await clock.advance(200)
    expect(calls.map(({ value, error }) => value ?? error?.code)).toEqual(['kept', 'UNKNOWN_METHOD', 'UNKNOWN_METHOD'])
    expect((await page.ready()).caps).toEqual(['storage.get', 'blob.write', 'blob.free'])
  })

  test('the sample host runs a call once when frames are lost and doubled', async () => {
    const { space, handlers, uploads } = pictureSpace()
    let sent = 0
    const { clock, page } = bench({ handlers, fault: () => (++sent % 3 === 0 ? [] : [{ delay: 1 }, { delay: 9 }]) })
    const calls = Array.from({ length: 5 }, () => watch(page.call('cloud.upload', {})))
    await clock.advance(20_000)
    expect(calls.map(({ value }) => value)).toEqual(calls.map(() => picture))
    expect([uploads(), space.size]).toEqual([5, 1])
  })

  test('the sample host repeats a key’s reply, and undoes a cancelled run before the key runs again', async () => {
    const pause = deferred()
    const { space, handlers, uploads } = pictureSpace(pause.promise)
    const { clock, page } = bench({ handlers })
    const controller = new AbortController()
    const cancelledCall = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k', signal: controller.signal }))
    await clock.advance(100)
    controller.abort()
    const second = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
    await clock.advance(100)
    pause.resolve()
    await clock.advance(200)
    expect(cancelledCall.error?.code).toBe('CANCELLED')
    expect([second.value, uploads(), space.size]).toEqual([picture, 2, 1])
    const third = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
    const other = watch(page.call('storage.set', {}, { idempotencyKey: 'k' }))
    await clock.advance(200)
    expect([third.value, other.error?.code, uploads()]).toEqual([picture, 'PROTOCOL', 2])
  })

  test('the sample host aborts a reloaded page’s calls and logs an effect that cannot be undone', async () => {
    const pause = deferred()
    const { space, handlers } = pictureSpace(pause.promise)
    const loggedLines: unknown[] = []
    const stubborn = async (_: unknown, { undo }: CallContext) => {
      undo('cloud://b.png', () => Promise.reject(new Error('no')))
      throw new Error('failed after its effect')
    }
    const { clock, page, newPage } = bench({
      handlers: { ...handlers, 'cloud.file.save': stubborn },
      host: { log: (line) => void loggedLines.push(line) },
    })
    const failed = watch(page.call('cloud.file.save', {}))
    const uncancelled = watch(page.call('cloud.upload', {}))
    await clock.advance(100)
    expect([failed.error?.code, loggedLines]).toEqual(['BAD_REPLY', ['cloud://b.png could not be taken back: Error: no']])
    const next = newPage()
    await clock.advance(10)
    pause.resolve()
    await clock.advance(100)
    expect([uncancelled.settled, space.size, next.state()]).toEqual([0, 0, 'ready'])
  })

  test('the sample host repeats a lost reply and turns a large one into an error', async () => {
    const slow = deferred<string>()
    const { clock, page, fault } = bench({
      handlers: { 'storage.get': () => slow.promise, http: () => ({ body: '"'.repeat(400_000) }) },
    })
    const large = watch(page.call('http', {}))
    const call = watch(page.call('storage.get', { key: 'a' }))
    await clock.advance(200)
    fault(loseFrames('toPage', 'res'))
    slow.resolve('late')
    await clock.advance(3000)
    expect([call.value, large.error?.code]).toEqual(['late', 'TOO_LARGE'])
  })

  test('the sample host receives a file whose pieces are lost and damaged and holds it until it is freed', async () => {
    const bytes = Uint8Array.from({ length: 500_000 }, (_, i) => (i * 131) & 255)
    const damaged = new Set<number>()
    const { clock, page } = bench({
      handlers: { 'top.invoke': (file, context) => ({ same: context.blob(file).bytes.every((byte, i) => byte === bytes[i]) }) },
      fault: (_way, frame) => {
        if (frame.k !== 'chunk' || damaged.has(frame.i)) return undefined
        damaged.add(frame.i)
        return frame.i === 0 ? [] : [{ delay: 1, raw: { ...frame, d: `AAAA${frame.d.slice(4)}` } }]
      },
    })
    const file = watch(page.sendBlob(bytes, { name: 'a.png', type: 'image/png' }))
    await clock.advance(5000)
    const used = watch(page.call('top.invoke', file.value))
    const freed = watch(page.call('blob.free', file.value))
    await clock.advance(200)
    const after = watch(page.call('top.invoke', file.value))
    await clock.advance(200)
    expect([used.value, freed.value, after.error?.code]).toEqual([{ same: true }, true, 'HOST_GONE'])
  })

  test('a page moves on to the next host when the sample host ends', async () => {
    const { clock, page, restartHost } = bench({ handlers: { 'storage.get': () => null } })
    await clock.advance(100)
    restartHost()
    const call = watch(page.call('storage.get', { key: 'a' }))
    await clock.advance(4000)
    expect([call.value, page.state()]).toEqual([null, 'ready'])
  })
})

describe('the README of the protocol', () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

  test('both implementations compute the checksums in the README', () => {
    const vectors = [...text.matchAll(/^\| (\d+) \| (\d+) \| `([\da-f ]*)` \| `([\da-f]{8})` \| (\d+) \|$/gm)]
    expect(vectors.length).toBeGreaterThanOrEqual(4)
    for (const [, index, of, hex = '', crc = '', decimal] of vectors) {
      const bytes = Uint8Array.from(hex.split(' ').filter(Boolean), (byte) => Number.parseInt(byte, 16))
      const place = [Number(index), Number(of)] as const
      expect([chunkCrc(...place, bytes), pieceCrc(...place, bytes)]).toEqual([Number(decimal), Number.parseInt(crc, 16)])
    }
    expect(text).toContain(crc32(new TextEncoder().encode('123456789')).toString(16))
  })

  test('the README lists every method with the kind of its reply', () => {
    for (const [method, kind] of Object.entries(methodKinds))
      expect(text).toMatch(new RegExp(`^\\| \`${method}\` \\|.*\\| \`${kind}\``, 'm'))
  })
})
