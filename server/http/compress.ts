/** JSON responses, compressed with gzip. Pictures are compressed already and have routes of their own. */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv } from './environment'

const gzipBytes = promisify(gzip)

/** Below this many bytes the headers cost more than compression saves. */
export const minGzipBytes = 1024

/** Returns whether an Accept-Encoding header accepts gzip: by name or by `*`, with a quality above 0. */
export function acceptsGzip(header: string | undefined): boolean {
  const qualities = new Map(
    (header ?? '').split(',').map((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  return (qualities.get('gzip') ?? qualities.get('*') ?? 0) > 0
}

/**
 * Sends a value as JSON, compressed at once for callers that accept gzip: a response that is still a string or bytes is written without
 * the streams that a Response makes of its body.
 */
export async function sendJson(c: AppContext, value: object): Promise<Response> {
  const text = JSON.stringify(value)
  const isCompressed = acceptsGzip(c.req.header('accept-encoding')) && Buffer.byteLength(text) >= minGzipBytes
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }
  if (!isCompressed) return c.body(text, 200, headers)
  return c.body(new Uint8Array(await gzipBytes(text)), 200, { ...headers, 'Content-Encoding': 'gzip' })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Compresses JSON responses of 1 KB and more for callers that accept gzip, except those that `sendJson` made. Streamed responses stay
 * streams.
 */
export const compressJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '')) return
  if (/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) return
  headers.append('Vary', 'Accept-Encoding')
  // Reading the body makes a stream of it, so that is the last thing that is looked at.
  if (headers.has('content-encoding') || !acceptsGzip(c.req.header('accept-encoding')) || !c.res.body) return
  const reader: Reader = c.res.body.getReader()
  const start = await readStart(reader)
  if (start.ended && start.bytes.length < minGzipBytes) c.res = new Response(new Uint8Array(start.bytes), c.res)
  else {
    const body = start.ended ? new Uint8Array(await gzipBytes(start.bytes)) : gzipStream(start.bytes, reader)
    c.res = new Response(body, c.res)
    c.res.headers.delete('Content-Length')
    c.res.headers.set('Content-Encoding', 'gzip')
  }
}

/** Reads at least the first `minGzipBytes`, and reports whether that was everything. */
async function readStart(reader: Reader): Promise<{ bytes: Buffer; ended: boolean }> {
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (value) parts.push(value)
    size += value?.byteLength ?? 0
    // A JSON response usually arrives as one chunk: reading once more tells a complete one from the start of a stream.
    if (done || (size >= minGzipBytes && parts.length > 1)) return { bytes: Buffer.concat(parts, size), ended: done }
  }
}

function gzipStream(start: Buffer, reader: Reader): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      yield start
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        yield value
      }
    } finally {
      // This also runs after a disconnect, when the producer of the response must be cancelled.
      await reader.cancel()
    }
  }
  const source = Readable.from(parts(), { objectMode: false })
  const gzipped = createGzip()
  source.once('error', (error) => gzipped.destroy(error))
  gzipped.once('close', () => source.destroy())
  return Readable.toWeb(source.pipe(gzipped)) as ReadableStream<Uint8Array>
}
