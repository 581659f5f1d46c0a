import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { acceptsGzip, compressJson, minGzipBytes, sendJson } from './compress'
import type { AppEnv } from './environment'

const long = { text: '图层'.repeat(minGzipBytes) }
const newApp = () => new Hono<AppEnv>().use('*', compressJson)
const app = newApp()
app.get('/long', (c) => c.json(long))
app.get('/short', (c) => c.json({ ok: true }))
app.get('/failed', () => {
  throw new Error('too bad')
})
app.onError((error, c) => c.json({ message: error.message, ...long }, 500))
app.get('/picture', (c) => c.body(new Uint8Array(5000), 200, { 'content-type': 'image/png' }))

const get = (path: string, encoding?: string) =>
  app.request(path, { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
/** The gzipped response of a route that sends this stream as JSON. */
const stream = async (rows: ReadableStream<Uint8Array>): Promise<Response> => {
  const streaming = newApp()
  streaming.get('/', (c) => c.body(rows, 200, { 'content-type': 'application/json' }))
  const reply = await streaming.request('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(reply.headers.get('content-encoding')).toBe('gzip')
  return reply
}
const unzip = async (reply: Response): Promise<string> => gunzipSync(Buffer.from(await reply.arrayBuffer())).toString()

test('a long JSON response is gzipped for callers that accept it, with a Vary header', async () => {
  const reply = await get('/long', 'br, gzip')
  expect(reply.headers.get('content-encoding')).toBe('gzip')
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(reply.headers.get('vary')).toBe('Accept-Encoding')
  expect(JSON.parse(await unzip(reply))).toEqual(long)
})

test('other callers get the uncompressed JSON with the same Vary header', async () => {
  for (const encoding of [undefined, 'br', 'gzip;q=0, *', 'identity']) {
    const reply = await get('/long', encoding)
    expect(reply.headers.get('content-encoding')).toBeNull()
    expect(reply.headers.get('vary')).toBe('Accept-Encoding')
    expect(await reply.json()).toEqual(long)
  }
})

test('short JSON and pictures are not compressed, and failures are treated like other responses', async () => {
  const short = await get('/short', 'gzip')
  expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, { ok: true }])
  const picture = await get('/picture', 'gzip')
  expect([picture.headers.get('content-encoding'), picture.headers.get('vary')]).toEqual([null, null])
  expect((await picture.arrayBuffer()).byteLength).toBe(5000)
  const failed = await get('/failed', 'gzip')
  expect([failed.status, JSON.parse(await unzip(failed)).message]).toEqual([500, 'too bad'])
})

test('an answer of a call is gzipped once, for callers that accept it', async () => {
  const calls = newApp()
  calls.get('/:length', (c) => sendJson(c, c.req.param('length') === 'long' ? long : { ok: true }))
  const call = (length: string, encoding: string) => calls.request(`/${length}`, { headers: { 'accept-encoding': encoding } })
  const zipped = await call('long', 'gzip')
  expect([zipped.headers.get('content-encoding'), zipped.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
  expect(JSON.parse(await unzip(zipped))).toEqual(long)
  for (const [length, encoding, expected] of [
    ['long', 'br', long],
    ['short', 'gzip', { ok: true }],
  ] as const) {
    const plain = await call(length, encoding)
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect(await plain.json()).toEqual(expected)
  }
})

test('acceptsGzip considers qualities and the wildcard', () => {
  const taken = ['gzip', 'GZIP', 'deflate, gzip;q=0.5', '*', 'br;q=1.0, *;q=0.1']
  const refused = ['', 'br', 'gzip;q=0', 'gzip; q=0.000, *;q=1', '*;q=0', 'xgzip']
  expect(taken.filter((header) => !acceptsGzip(header))).toEqual([])
  expect(refused.filter((header) => acceptsGzip(header))).toEqual([])
})

test('a streamed JSON response is not buffered, and its source is cancelled when the caller disconnects', async () => {
  let sent = 0
  let left: unknown
  const rows = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(Buffer.from(`${JSON.stringify({ row: sent, ...long })}\n`))
    },
    cancel(reason) {
      left = reason ?? 'gone'
    },
  })
  const reply = await stream(rows)
  const reader = reply.body?.getReader()
  const first = await reader?.read()
  expect(first?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
  await expect.poll(() => left).toBeDefined()
})

test('a JSON response that breaks off ends in an error, never as a complete one', async () => {
  let parts = 0
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      parts += 1
      if (parts > 3) controller.error(new Error('the database went away'))
      else controller.enqueue(Buffer.from(JSON.stringify(long)))
    },
  })
  const reply = await stream(broken)
  await expect(reply.arrayBuffer()).rejects.toThrow('the database went away')
})
