/** Stores objects in an S3-compatible bucket. */
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { fetch } from 'undici'
import { retrying } from '../../../contract/retry'
import type { Clock } from '../../ports/clock'
import type { Storage } from '../../ports/storage'
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
      // The client does not support ranges, so a signed URL is fetched instead.
      const url = await client.getPresignedUrl('GET', objectUrl(key), 300)
      const reply = await requestWithRetry(url, range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {})
      if (reply.status === 404) {
        await reply.body?.cancel()
        return null
      }
      if (!reply.ok || !reply.body)
        throw new Error(`storage answered ${reply.status} for ${key}: ${(await reply.text()).slice(0, 300)}`)
      const total = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1] ?? reply.headers.get('content-length')
      return { stream: Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]), size: Number(total) }
    },
    async size(key) {
      return (await client.objectExists(objectUrl(key))) ? client.getContentLength(objectUrl(key)) : null
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
