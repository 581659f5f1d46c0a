/** Serves previews of unpaid customized images: made on first request, and stored beside the picture if this server stores it. */
import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { previewKey } from '../domain/files/names'
import { previewFolder } from '../domain/orders/pay-wall'
import { openPreviewedPicture, type PreviewedPicture } from '../domain/orders/preview-picture'
import { LimitExceeded } from '../infra/content/child-process'
import type { App, HttpDeps } from './environment'
import { matchesTag } from './ranges'
import { inertHeaders, requestedWidth } from './stored-files'

/** A day: the content of an address never changes, but its order may be deleted. */
const caching = 'public, max-age=86400'
/** Maximum number of pictures fetched from other hosts at the same time: each may have 20 MB. */
const maxConcurrentFetches = 4
/** Maximum number of cached previews of pictures on other hosts, about 30 KB each. */
const maxCached = 200
/** Time for which a picture that broke its process is not retried, ms: the machine may have been the cause. */
const retryAfterMs = 10 * 60_000

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** Stores a value and removes the oldest one beyond the limit. */
function storeInCache<V>(map: Map<string, V>, key: string, value: V): void {
  const [oldest] = map.keys()
  if (map.size >= maxCached && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

function createPreviews({ storage, examiner }: Pick<HttpDeps, 'storage' | 'examiner'>) {
  const limitFetches = pLimit(maxConcurrentFetches)
  // Calls for the same preview share one computation. It is removed from the map when it ends, so the next call retries a
  // failure.
  const inProgress = new Map<string, Promise<Buffer>>()
  const cachedPreviews = new Map<string, Buffer>()
  const failures = new Map<string, { readonly until: number; readonly error: LimitExceeded }>()

  async function makePreview(name: string, { accountId, storageKey, read }: PreviewedPicture): Promise<Buffer> {
    const failure = failures.get(name)
    if (failure !== undefined && failure.until > Date.now()) throw failure.error
    try {
      const bytes = await examiner.preview(storageKey === null ? await limitFetches(read) : read, accountId)
      if (storageKey === null) storeInCache(cachedPreviews, name, bytes)
      else await storePreview(storageKey, bytes)
      return bytes
    } catch (error) {
      if (error instanceof LimitExceeded) storeInCache(failures, name, { until: Date.now() + retryAfterMs, error })
      throw error
    }
  }

  async function storePreview(storageKey: string, bytes: Buffer): Promise<void> {
    await storage.put(previewKey(storageKey), bytes, 'image/webp')
    // The picture was removed in the meantime, possibly before this preview was stored, so remove the preview, too.
    if ((await storage.size(storageKey)) === null) await storage.remove(previewKey(storageKey))
  }

  return async (name: string, picture: PreviewedPicture): Promise<Buffer> => {
    const stored = picture.storageKey === null ? null : await storage.get(previewKey(picture.storageKey))
    if (stored) return bytesOf(stored.stream)
    const existing = cachedPreviews.get(name) ?? inProgress.get(name)
    if (existing) return existing
    const preview = makePreview(name, picture).finally(() => inProgress.delete(name))
    inProgress.set(name, preview)
    return preview
  }
}

/** Must be mounted before the stored files, whose route would match a preview's address. */
export function mountPreviews(app: App, deps: HttpDeps): void {
  const readPreview = createPreviews(deps)

  app.get(`/files/${previewFolder}/:name`, async (c) => {
    inertHeaders(c)
    const name = c.req.param('name')
    const width = requestedWidth(c)
    const picture = await openPreviewedPicture(deps, name)
    const tag = `"${name.replace(/\.webp$/, '')}${width === null ? '' : `-${width}`}"`
    const cacheHeaders = { ETag: tag, 'Cache-Control': caching }
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304, cacheHeaders)
    const preview = await readPreview(name, picture)
    const bytes = width === null ? preview : ((await deps.examiner.shrink(preview, width, picture.accountId)) ?? preview)
    const headers = {
      ...cacheHeaders,
      'Content-Type': 'image/webp',
      'Content-Length': String(bytes.length),
      'Content-Disposition': 'inline',
      'X-Robots-Tag': 'noindex',
    }
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(new Uint8Array(bytes), 200, headers)
  })
}
