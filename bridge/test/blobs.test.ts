import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { type Fault, hostBuilds, watch } from './bench'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const handlers: Record<string, Handler> = {
    'top.invoke': (params, { blob }) => {
      const { name, type, bytes } = blob(params)
      return { name, type, sha: sha(bytes) }
    },
  }
  const named = { name: '图.png', type: 'image/png' }
  const chunk = 1024
  const limits = { chunk, file: 1024 * 1024 }

  describe('a file', () => {
    test.each([0, 1, chunk - 1, chunk, chunk + 1, 10 * chunk + 7])('a file of %i bytes arrives whole', async (size) => {
      const bytes = new Uint8Array(randomBytes(size))
      const progress: number[] = []
      const { clock, page } = bench({ handlers, host: { limits } })
      await clock.advance(10)
      const sending = watch(page.sendBlob(new Blob([bytes]), { ...named, onProgress: ({ loaded }) => progress.push(loaded) }))
      await clock.advance(2000)
      const read = watch(page.call('top.invoke', sending.value))
      await clock.advance(100)
      expect(read.value).toEqual({ ...named, sha: sha(bytes) })
      if (size > 0) expect(progress.at(-1)).toBe(size)
      expect(progress).toEqual([...progress].sort((a, b) => a - b))
      expect(page.stats()).toMatchObject({ pending: 0, timers: 1 })
    })

    test('a file is sent with at most four unconfirmed pieces', async () => {
      let under = 0
      let most = 0
      const { clock, page } = bench({
        handlers,
        host: { limits },
        fault: (_way, { k }) => {
          if (k === 'chunk') most = Math.max(most, ++under)
          if (k === 'chunkack') under -= 1
          return [{ delay: 20 }]
        },
      })
      await clock.advance(50)
      const sending = watch(page.sendBlob(new Uint8Array(20 * chunk), named))
      await clock.advance(2000)
      expect([most, sending.value?.size]).toEqual([4, 20 * chunk])
    })

    const once = (change: (text: string) => unknown): Fault => {
      const seen = new Set<number>()
      return (_way, frame, text) => {
        if (frame.k !== 'chunk' || seen.has(frame.i)) return undefined
        seen.add(frame.i)
        const raw = change(text)
        return raw === undefined ? [] : [{ delay: 1, raw }]
      }
    }
    let acks = 0
    const faults: readonly [string, Fault][] = [
      ['every piece lost once', once(() => undefined)],
      ['every piece corrupt once', once((text) => ({ ...JSON.parse(text), d: 'AAAA' }))],
      ['every piece no base64 once', once((text) => ({ ...JSON.parse(text), d: '***' }))],
      ['every piece in the wrong place once', once((text) => ({ ...JSON.parse(text), i: (JSON.parse(text).i + 1) % 6 }))],
      ['every piece truncated once', once((text) => text.slice(0, 500))],
      ['pieces twice', (_way, { k }) => (k === 'chunk' ? [{ delay: 1 }, { delay: 9 }] : undefined)],
      ['pieces in another order', (_way, frame) => (frame.k === 'chunk' ? [{ delay: 1 + ((7 - frame.i) & 7) * 5 }] : undefined)],
      ['acks twice', (_way, { k }) => (k === 'ack' || k === 'chunkack' ? [{ delay: 1 }, { delay: 4 }] : undefined)],
      ['every third ack of a piece lost', (_way, frame) => (frame.k === 'chunkack' && ++acks % 3 === 0 ? [] : undefined)],
    ]
    test.each(faults)('a file with %s arrives whole', async (_name, fault) => {
      const bytes = new Uint8Array(randomBytes(6 * chunk - 5))
      const { clock, page, fault: from } = bench({ handlers, host: { limits } })
      await clock.advance(10)
      from(fault)
      const sending = watch(page.sendBlob(bytes, named))
      await clock.advance(30_000)
      from(undefined)
      const read = watch(page.call('top.invoke', sending.value))
      await clock.advance(100)
      expect(read.value).toMatchObject({ sha: sha(bytes) })
    })

    test.each([
      ['lost', 'CHUNK_LOST', '千牛数据返回超时', (_text: string) => undefined],
      ['corrupt', 'CORRUPT_CHUNK', '返回数据发生错误，请联系客服', (text: string) => ({ ...JSON.parse(text), d: 'AAAA' })],
    ])('a file is given up when a piece is %s four times', async (_name, code, userMessage, change) => {
      const { clock, page, host, count } = bench({
        handlers,
        host: { limits },
        fault: (_way, frame, text) => {
          if (frame.k !== 'chunk') return undefined
          const raw = change(text)
          return raw === undefined ? [] : [{ delay: 1, raw }]
        },
      })
      await clock.advance(10)
      const sending = watch(page.sendBlob(new Uint8Array(10), named))
      await clock.advance(20_000)
      expect(sending.error).toMatchObject({ code, userMessage })
      expect(count('toHost', 'chunk')).toBe(4)
      expect(host().stats()).toMatchObject({ blobs: 0, running: 0 })
    })

    test('surplus pieces, pieces of another count and pieces of no file are counted and ignored', async () => {
      const bytes = new Uint8Array(randomBytes(6 * chunk))
      const extra: unknown[] = []
      const { clock, page, host, inject } = bench({
        handlers,
        host: { limits },
        fault: (_way, frame, text) => {
          if (frame.k !== 'chunk' || frame.i !== 2) return undefined
          const piece = JSON.parse(text)
          extra.push({ ...piece, i: 6 }, { ...piece, of: 7 }, { ...piece, id: typeof piece.id === 'number' ? 999 : 'nobody:1' })
          return [{ delay: 1 }, ...extra.map((raw) => ({ delay: 1, raw }))]
        },
      })
      const sending = watch(page.sendBlob(bytes, named))
      await clock.advance(200)
      const read = watch(page.call('top.invoke', sending.value))
      await clock.advance(100)
      expect(read.value).toMatchObject({ sha: sha(bytes) })
      expect(host().stats().ignored.chunk).toBe(3)
      // The file is complete and no longer being received, so further pieces of it are surplus, too.
      for (const raw of extra) inject('toHost', raw)
      expect(host().stats()).toMatchObject({ blobs: 1, ignored: { chunk: 6 } })
    })

    test('a file is sent again from its first piece when the host is reloaded half-way', async () => {
      const bytes = new Uint8Array(randomBytes(40 * chunk))
      const { clock, page, restartHost } = bench({ handlers, host: { limits }, fault: () => [{ delay: 10 }] })
      await clock.advance(50)
      const sending = watch(page.sendBlob(bytes, named))
      await clock.advance(100)
      restartHost({ limits })
      await clock.advance(2000)
      const read = watch(page.call('top.invoke', sending.value))
      await clock.advance(100)
      expect(read.value).toMatchObject({ sha: sha(bytes) })
    })

    test('a file over the limit is refused before a byte is sent, with both sizes in the text', async () => {
      const { clock, page, count } = bench({ handlers, host: { limits: { file: 3 * 1024 * 1024 } } })
      await clock.advance(10)
      const sending = watch(page.sendBlob(new Uint8Array(4 * 1024 * 1024), named))
      await clock.advance(10)
      expect(sending.error).toMatchObject({
        code: 'TOO_LARGE',
        detail: { name: '图.png', size: 4 * 1024 * 1024, limit: 3 * 1024 * 1024 },
      })
      expect(count('toHost', 'req')).toBe(0)
    })

    test('a file sent before the host has announced its limit is also refused by that limit', async () => {
      const { clock, page, count } = bench({ handlers, host: { limits: { file: chunk } } })
      const sending = watch(page.sendBlob(new Uint8Array(2 * chunk), named))
      await clock.advance(100)
      expect(sending.error).toMatchObject({ code: 'TOO_LARGE' })
      expect(count('toHost', 'chunk')).toBe(0)
    })

    test('a file cancelled half-way leaves nothing at the host', async () => {
      const controller = new AbortController()
      const { clock, page, host } = bench({ handlers, host: { limits }, fault: () => [{ delay: 10 }] })
      await clock.advance(50)
      const sending = watch(page.sendBlob(new Uint8Array(100 * chunk), { ...named, signal: controller.signal }))
      await clock.advance(100)
      expect(host().stats().blobs).toBe(1)
      controller.abort()
      await clock.advance(100)
      expect(sending.error).toMatchObject({ code: 'CANCELLED' })
      expect(host().stats()).toMatchObject({ blobs: 0, running: 0 })
      await clock.advance(6000)
      expect(page.stats()).toMatchObject({ pending: 0, listeners: 1, timers: 1 })
    })

    test('a file that can no longer be read rejects with DISK and a text for the seller', async () => {
      const gone = { size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) }
      const { clock, page } = bench({ handlers })
      const sending = watch(page.sendBlob(gone, named))
      await clock.advance(100)
      expect(sending.error).toMatchObject({ code: 'DISK', stage: 'read', userMessage: expect.stringContaining('重新选择文件') })
    })

    test('the host releases a file when it is freed, when its page leaves and after ten minutes', async () => {
      const { clock, page, host, newPage } = bench({ handlers, host: { limits } })
      const first = watch(page.sendBlob(new Uint8Array(5), named))
      await clock.advance(100)
      const freed = watch(page.call('blob.free', first.value))
      await clock.advance(100)
      expect([freed.value, host().stats().blobs]).toEqual([true, 0])
      watch(page.sendBlob(new Uint8Array(5), named))
      await clock.advance(100)
      await clock.advance(600_000)
      expect(host().stats().blobs).toBe(0)
      const last = watch(page.sendBlob(new Uint8Array(5), named))
      await clock.advance(100)
      newPage()
      await clock.advance(100)
      expect([last.settled, host().stats().blobs]).toEqual([1, 0])
    })
  })
})
