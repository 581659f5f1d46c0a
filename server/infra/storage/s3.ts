/** Stores objects in an S3-compatible bucket. */
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { fetch, type Response } from 'undici'
import { retrying } from '../../../contract/retry'
import type { Clock } from '../../ports/clock'
import type { ByteRange, Storage } from '../../ports/storage'
import { observedStorage } from './observed'
import type { OwnTickets } from './own-tickets'
import { policyFields } from './post-policy'
import type { S3Address } from './s3-address'

const listPageSize = 1000
const probeKey = 'kejiang-probe'

/** The storage is unreachable or overloaded; the same request may be retried. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  readonly code = 'STORAGE_AWAY'
}

type Fetch = typeof fetch
/** Delays before retries, ms. */
const waitsMs = [200, 800]
const retryStatuses = new Set([429, 500, 502, 503, 504])

/** Retries temporary refusals (SlowDown, a restart), unless the body is a stream that was consumed. Rejects with StorageUnavailable. */
const requestWithRetry: Fetch = async (input, init) => {
  const body = init?.body
  const isRepeatable = body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array
  const attempt = async () => {
    const reply = await fetch(input, init)
    if (retryStatuses.has(reply.status)) throw new Error(`${reply.status} ${(await reply.text()).slice(0, 300)}`)
    return reply
  }
  try {
    return await retrying(attempt, { waits: waitsMs, mayRetry: () => isRepeatable && !init?.signal?.aborted })
  } catch (cause) {
    throw new StorageUnavailable('文件存储暂时不可用 (the storage cannot be reached)', { cause })
  }
}

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

  return observedStorage({
    async ticket(request) {
      if (address.upload === 'proxy') return tickets.issue(request)
      const params = policyFields({ ...request, key: objectUrl(request.key) }, address, clock.now())
      return { uploadUrl: address.bucketUrl, params }
    },
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
