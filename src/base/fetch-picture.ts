/** Fetches one picture, with three retries and a timeout for each try. */

import type { BufferPool } from '../../contract/ground/buffer-pool'
import type { Wait } from '../../contract/ground/delay'
import { retrying } from '../../contract/ground/retry'
import { abortError } from '../../contract/ground/thrown'
import { within } from '../../contract/ground/within'
import { isCalledOff } from './called-off'

export interface FetchOptions {
  readonly signal: AbortSignal
  /** Memory for the bytes; absent: they get memory of their own. */
  readonly buffers?: Pick<BufferPool, 'take'>
  /** The browser's by default; tests pass another one. */
  readonly fetch?: typeof fetch
  readonly wait?: Wait
  /** Timeout of one try, ms; generous, because 50 MB take a while on a slow line. */
  readonly deadlineMs?: number
}

/** Pauses before each retry, ms. */
const pauses = [300, 1000, 2500] as const

/** Why a picture could not be fetched, for the seller. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  constructor(
    message: string,
    /** The network or the server failed, which may affect every picture. */
    readonly isConnectionFailure = false,
  ) {
    super(message)
  }
}

function refusal(status: number): string {
  if (status === 404 || status === 410) return `图片不存在（${status}），可能已被删除`
  if (status === 401 || status === 403) return `没有权限读取图片（${status}）`
  return `图片服务器没有给出图片（${status}）`
}

/** Memory that is taken for a body of unknown or doubtful length, bytes. */
const [usualBytes, mostBytes] = [2 << 20, 64 << 20]

/** Returns a reader that fills given memory; null in browsers that cannot do so with what they fetch. */
function readerOf({ body }: Response): ReadableStreamBYOBReader | null {
  try {
    return body?.getReader({ mode: 'byob' }) ?? null
  } catch {
    return null
  }
}

/** Returns the bytes of the body, in memory of the pool where the browser can do so. */
async function readBody(reply: Response, buffers: FetchOptions['buffers']): Promise<Uint8Array<ArrayBuffer>> {
  const reader = buffers === undefined ? null : readerOf(reply)
  if (buffers === undefined || reader === null) return new Uint8Array(await reply.arrayBuffer())
  const announced = Number(reply.headers.get('content-length')) || usualBytes
  // One more byte: only a read that could return something says that nothing follows.
  let memory = buffers.take(Math.min(announced, mostBytes) + 1)
  let length = 0
  for (;;) {
    if (length === memory.byteLength) {
      const larger = buffers.take(2 * length)
      new Uint8Array(larger).set(new Uint8Array(memory))
      memory = larger
    }
    const { value, done } = await reader.read(new Uint8Array(memory, length))
    if (value === undefined) throw new TypeError('the body was cancelled')
    memory = value.buffer
    if (done) return new Uint8Array(memory, 0, length)
    length += value.length
  }
}

/** Fetches the picture once; aborted by the caller's signal or by the timeout. */
const tryOnce = (url: string, { signal: outer, buffers, fetch: send = fetch, deadlineMs = 120_000 }: FetchOptions) =>
  within(
    deadlineMs,
    async (signal) => {
      try {
        // Bypass the cache: a response that an <img> cached without CORS cannot be read by scripts.
        const reply = await send(url, { signal, cache: 'no-store', credentials: 'omit' })
        if (!reply.ok) throw new PictureError(refusal(reply.status), [502, 503, 504].includes(reply.status))
        const bytes = await readBody(reply, buffers)
        if (bytes.length === 0) throw new PictureError('图片是空的')
        return bytes
      } catch (error) {
        if (outer.aborted) throw abortError()
        if (signal.aborted) throw new PictureError(`等待超过 ${deadlineMs / 1000} 秒，图片没有传完`, true)
        if (error instanceof PictureError) throw error
        // Browsers report a network failure and a refusal by CORS alike, so the message for other sites names both.
        const message = /^https?:/.test(url) ? '图片没有传完：网络中断，或图片所在的网站不允许读取' : '网络中断，图片没有传完'
        throw new PictureError(message, true)
      }
    },
    outer,
  )

/**
 * Fetches a picture with retries and returns its bytes.
 *
 * @param url absolute, or relative to this page's own server.
 * @throws PictureError with the last try's message; an AbortError when the signal aborts.
 */
export const fetchPicture = (url: string, options: FetchOptions): Promise<Uint8Array<ArrayBuffer>> =>
  retrying(() => tryOnce(url, options), { waits: pauses, mayRetry: (error) => !isCalledOff(error), ...options })
