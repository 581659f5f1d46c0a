/** Stores objects in an S3-compatible bucket. */
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { fetch, Response } from 'undici'
import { retrying } from '../../../contract/ground/retry'
import type { Clock } from '../../ports/clock'
import type { ByteRange, Storage, TicketRequest, UploadTicket } from '../../ports/storage'
import { tryBrowserUpload } from './browser-uploads'
import { observedStorage } from './observed'
import type { OwnTickets } from './own-tickets'
import { policyFields } from './post-policy'
import type { S3Address } from './s3-address'
import { refusalText, StorageUnavailable } from './s3-refusal'

const listPageSize = 1000
const probeKey = 'kejiang-probe'

type Fetch = typeof fetch
/** Delays before retries, ms. */
const waitsMs = [200, 800]
const retryStatuses = new Set([429, 500, 502, 503, 504])
/** Characters of a refusal that are read. */
const refusalLength = 2000

/** Returns the answer; throws StorageUnavailable with the cause when it refuses, such as for a wrong key. */
async function unlessRefused(reply: Response): Promise<Response> {
  const { status, headers } = reply
  if (reply.ok || status === 304 || status === 412 || status === 416) return reply
  const text = (await reply.text()).slice(0, refusalLength)
  // Only the text tells a missing object, which is an answer, from a missing bucket.
  if (status === 404 && !/<Code>\s*NoSuchBucket/.test(text)) return new Response(text, { status, headers })
  throw new StorageUnavailable(refusalText(status, text))
}

/**
 * Retries temporary refusals (SlowDown, a restart), unless the body is a stream that was consumed. Rejects with StorageUnavailable, also
 * when the storage refuses for good, because only its operator can change that.
 */
const requestWithRetry: Fetch = async (input, init) => {
  const body = init?.body
  const isRepeatable = body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array
  const attempt = async () => {
    const reply = await fetch(input, init)
    if (retryStatuses.has(reply.status)) throw new Error(`${reply.status} ${(await reply.text()).slice(0, 300)}`)
    return reply
  }
  let reply: Response
  try {
    reply = await retrying(attempt, { waits: waitsMs, mayRetry: () => isRepeatable && !init?.signal?.aborted })
  } catch (cause) {
    throw new StorageUnavailable(`文件存储暂时不可用：${reasonOf(cause)} (the storage cannot be reached)`, { cause })
  }
  return unlessRefused(reply)
}

/** The innermost message of a failed fetch, such as that of a socket. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? reasonOf(error.cause) : error.message) : String(error)

/** Returns the size of the whole object, of which the reply holds a part or everything. */
const totalSize = ({ headers }: Response): number =>
  Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length'))

export function createS3Storage(address: S3Address, tickets: OwnTickets, clock: Clock): Storage {
  const client = new S3mini({
    accessKeyId: address.accessKey,
    secretAccessKey: address.secret,
    endpoint: address.bucketUrl,
    region: address.region,
    requestAbortTimeout: 60_000,
    // Node's own fetch sends through the dispatcher of whichever undici was loaded last, and an upload fails when the two differ.
    fetch: requestWithRetry as unknown as typeof globalThis.fetch,
  })
  const objectUrl = (key: string): string => `${address.prefix}${key}`
  /** The client does not support ranges, so a signed URL is fetched instead; signing it takes no request. */
  const fetchObject = async (key: string, range?: ByteRange): Promise<Response> =>
    requestWithRetry(
      await client.getPresignedUrl('GET', objectUrl(key), 300),
      range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {},
    )

  const browserTicket = (request: TicketRequest): UploadTicket => ({
    uploadUrl: address.bucketUrl,
    params: policyFields({ ...request, key: objectUrl(request.key) }, address, clock.now()),
  })
  async function checkUploads(origin: string): Promise<void> {
    const key = `incoming/${probeKey}`
    try {
      await tryBrowserUpload(browserTicket({ key, maxBytes: 100, contentType: 'text/plain', expiresInSeconds: 60 }), origin)
    } finally {
      await client.deleteObject(objectUrl(key))
    }
  }

  return observedStorage({
    async ticket(request) {
      return address.upload === 'proxy' ? tickets.issue(request) : browserTicket(request)
    },
    ...(address.upload === 'direct' ? { checkUploads } : {}),
    async put(key, body, contentType) {
      if (body instanceof Readable) {
        await client.putAnyObject(objectUrl(key), Readable.toWeb(body) as ReadableStream, contentType)
      } else await client.putAnyObject(objectUrl(key), body, contentType)
    },
    async get(key, range) {
      const reply = await fetchObject(key, range)
      if (reply.status === 404) {
        await reply.body?.cancel()
        return null
      }
      if (!reply.ok || !reply.body)
        throw new Error(`storage answered ${reply.status} for ${key}: ${(await reply.text()).slice(0, 300)}`)
      return { stream: Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]), size: totalSize(reply) }
    },
    async size(key) {
      const reply = await fetchObject(key, { start: 0, end: 0 })
      await reply.body?.cancel()
      if (reply.status === 404) return null
      // An empty object has no first byte.
      if (!reply.ok && reply.status !== 416) throw new Error(`storage answered ${reply.status} for ${key}`)
      return reply.ok ? totalSize(reply) : 0
    },
    async remove(key) {
      await client.deleteObject(objectUrl(key))
    },
    async *list(folder) {
      let token: string | undefined
      do {
        const page = await client.listObjectsPaged('/', objectUrl(folder), listPageSize, token)
        if (!page) throw new Error(`bucket ${address.bucket} does not exist`)
        for (const { Key } of page.objects ?? []) yield Key.slice(address.prefix.length)
        token = page.nextContinuationToken
      } while (token)
    },
    async check() {
      await client.putObject(objectUrl(probeKey), Buffer.from('ok'), 'text/plain')
      const read = await client.getObject(objectUrl(probeKey))
      if (read !== 'ok') throw new Error(`bucket ${address.bucket} does not give back what was written`)
    },
  })
}
