/** Fetches one picture, with three retries and a timeout for each try. */
import type { Wait } from '../../contract/delay'
import { retrying } from '../../contract/retry'
import { isAbort } from './download-stop'

export interface FetchOptions {
  readonly signal: AbortSignal
  /** The browser's; another one in tests. */
  readonly fetch?: typeof fetch
  readonly wait?: Wait
  /** Time of one try, ms: 50 MB on a slow line take a while. */
  readonly deadlineMs?: number
}

/** Pauses before each further try, ms. */
const pauses = [300, 1000, 2500] as const

/** Why a picture could not be fetched, for the seller. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  constructor(
    message: string,
    /** The network or the server failed, which may affect every picture. */
    readonly byLine = false,
  ) {
    super(message)
  }
}

function refusal(status: number): string {
  if (status === 404 || status === 410) return `图片不存在（${status}），可能已被删除`
  if (status === 401 || status === 403) return `没有权限读取图片（${status}）`
  return `图片服务器没有给出图片（${status}）`
}

/** Aborted by the caller's signal or by time. */
async function tryOnce(url: string, { signal, fetch: send = fetch, deadlineMs = 120_000 }: FetchOptions) {
  const stop = new AbortController()
  const abort = () => stop.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort()
  }, deadlineMs)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    // Not from the cache: an <img> may have left an answer there that no script may read.
    const reply = await send(url, { signal: stop.signal, cache: 'no-store', credentials: 'omit' })
    if (!reply.ok) throw new PictureError(refusal(reply.status), [502, 503, 504].includes(reply.status))
    const bytes = new Uint8Array(await reply.arrayBuffer())
    if (bytes.length === 0) throw new PictureError('图片是空的')
    return bytes
  } catch (error) {
    if (signal.aborted) throw new DOMException('given up', 'AbortError')
    if (late) throw new PictureError(`等待超过 ${deadlineMs / 1000} 秒，图片没有传完`, true)
    if (error instanceof PictureError) throw error
    // Another site may also refuse to be read by scripts; browsers do not tell the one from the other.
    const words = /^https?:/.test(url) ? '图片没有传完：网络中断，或图片所在的网站不允许读取' : '网络中断，图片没有传完'
    throw new PictureError(words, true)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/**
 * @param url absolute, or of this page's own server.
 * @throws PictureError with the last try's words; an AbortError when given up.
 */
export const fetchPicture = (url: string, options: FetchOptions): Promise<Uint8Array<ArrayBuffer>> =>
  retrying(() => tryOnce(url, options), { waits: pauses, mayRetry: (error) => !isAbort(error), ...options })
