/** Serves uploaded files to everyone who knows a valid address: immutable, inert, readable by canvases of any origin. */
import { Readable } from 'node:stream'
import { type ThumbnailWidth, thumbnailWidths } from '../../contract/constants'
import { type FileAddresses, fileAddress, type ReadableAddress, readAddress } from '../domain/files/addresses'
import { announcedKey } from '../domain/files/uploads'
import { Failure, notFound } from '../kernel/failure'
import { storedTypes, typeByName } from '../kernel/file-types'
import type { Storage, StoredObject } from '../ports/storage'
import type { App, AppContext, HttpDeps } from './environment'
import { failureReply } from './errors'
import { uploadPolicy } from './headers'
import { matchesTag, parseRange } from './ranges'
import { createThumbnails, ownerOfFile } from './thumbnails'

// Matches examined files only: files that wait for examination have no address.
const finalKey = new RegExp(`^p?[0-9a-f]{32}/([0-9a-f]{16})\\.(${[...storedTypes.keys()].join('|')})$`)

/** A year, the longest meaningful value: the address is derived from the content. */
const immutableCaching = 'public, max-age=31536000, immutable'

/** A private file is kept by the browser that loaded it and by nothing in between, and no longer than its address is valid. */
const cachingOf = ({ validMs }: ReadableAddress): string =>
  validMs === null ? immutableCaching : `private, max-age=${Math.floor(validMs / 1000)}, immutable`

/**
 * Returns the width that `?w=` requests; null without one. Throws for widths other than the fixed ones, so that nobody can fill
 * the storage with sizes.
 */
export function requestedWidth(c: AppContext): ThumbnailWidth | null {
  const requested = c.req.query('w')
  if (requested === undefined) return null
  const width = thumbnailWidths.find((candidate) => String(candidate) === requested)
  if (width !== undefined) return width
  const message = `缩略图宽度只能是 ${thumbnailWidths.join('、')} 像素`
  throw new Failure('invalid', message, [{ path: 'query.w', code: 'rule', message }])
}

/** Sets headers that make untrusted files harmless to open and usable by canvases. */
export function inertHeaders(c: AppContext): void {
  c.header('Content-Security-Policy', uploadPolicy)
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

export function mountStoredFiles(
  app: App,
  deps: Pick<HttpDeps, 'db' | 'storage' | 'examiner' | 'settings'> & FileAddresses,
): void {
  const { db, storage, examiner } = deps
  const thumbnails = createThumbnails({ storage, shrink: examiner.shrink, ownerOf: (key) => ownerOfFile(db, key) })

  app.get('/files/:announced', async (c) => {
    inertHeaders(c)
    const width = requestedWidth(c)
    const key = await announcedKey(db, c.req.param('announced'))
    if (!key) return failureReply(c, notFound('文件'))
    c.header('Cache-Control', 'no-cache')
    return c.redirect(fileAddress(deps, key) + (width === null ? '' : `?w=${width}`), 302)
  })

  app.get('/files/:folder/:name', async (c) => {
    inertHeaders(c)
    const address = readAddress(deps, `${c.req.param('folder')}/${c.req.param('name')}`)
    if (address === 'expired') return failureReply(c, new Failure('forbidden', '图片的地址已经过期，请刷新页面'))
    const key = address?.key ?? ''
    const [, hash, extension = ''] = finalKey.exec(key) ?? []
    if (!address || hash === undefined) return failureReply(c, notFound('文件'))
    const caching = cachingOf(address)
    const file: SentFile = { key, hash, type: typeByName(extension), caching, disposition: 'inline' }
    const width = requestedWidth(c)
    if (width === null || !file.type.startsWith('image/')) return sendStored(c, storage, file)
    const tag = `"${hash}-${width}"`
    if (matchesTag(c.req.header('if-none-match'), tag)) {
      c.header('ETag', tag)
      c.header('Cache-Control', caching)
      return c.body(null, 304)
    }
    const thumbnail = await thumbnails.open(key, width).catch((error: unknown) => {
      // Send the large picture instead; it must not be cached, so that the next view retries.
      deps.settings.log.error('thumbnail failed', error, { requestId: c.get('traceId'), width, file: hash.slice(0, 8) })
      return 'failed' as const
    })
    if (!thumbnail) return failureReply(c, notFound('文件'))
    if (thumbnail === 'failed') return sendStored(c, storage, { ...file, caching: 'private, no-cache' })
    if (thumbnail === 'original') return sendStored(c, storage, file)
    return sendThumbnail(c, thumbnail, tag, caching)
  })
}

/** A stored file, and how it is sent. */
export interface SentFile {
  readonly key: string
  /** Differs for other content; it is the entity tag. */
  readonly hash: string
  readonly type: string
  /** The header Cache-Control. */
  readonly caching: string
  /** The header Content-Disposition. */
  readonly disposition: string
}

/** Sends a stored file, or the part of it that the caller asks for. */
export async function sendStored(
  c: AppContext,
  storage: Storage,
  { key, hash, type, caching, disposition }: SentFile,
): Promise<Response> {
  const tag = `"${hash}"`
  const describe = (): void => {
    c.header('ETag', tag)
    c.header('Cache-Control', caching)
    c.header('Accept-Ranges', 'bytes')
    c.header('Content-Type', type)
    c.header('Content-Disposition', disposition)
  }
  // The content of an address never changes, so the storage need not be asked about a copy that the caller has.
  if (matchesTag(c.req.header('if-none-match'), tag)) {
    describe()
    return c.body(null, 304)
  }
  const ifRange = c.req.header('if-range')
  const wanted = ifRange !== undefined && ifRange !== tag ? undefined : c.req.header('range')
  if (wanted === undefined && c.req.method !== 'HEAD') {
    // The size comes with the content: one round trip to the storage.
    const object = await storage.get(key)
    if (!object) return failureReply(c, notFound('文件'))
    describe()
    c.header('Content-Length', String(object.size))
    return c.body(Readable.toWeb(object.stream) as ReadableStream)
  }
  const size = await storage.size(key)
  if (size === null) return failureReply(c, notFound('文件'))
  describe()
  const range = parseRange(wanted, size)
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${size}`)
    return c.body(null, 416)
  }
  c.header('Content-Length', String(range ? range.end - range.start + 1 : size))
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status)
  const object = await storage.get(key, range ?? undefined)
  if (!object) return failureReply(c, notFound('文件'))
  return c.body(Readable.toWeb(object.stream) as ReadableStream, status)
}

/** Sends the thumbnail whole: it is smaller than most ranges. */
function sendThumbnail(c: AppContext, { stream, size }: StoredObject, tag: string, caching: string): Response {
  c.header('ETag', tag)
  c.header('Cache-Control', caching)
  c.header('Content-Type', 'image/webp')
  c.header('Content-Disposition', 'inline')
  c.header('Content-Length', String(size))
  if (c.req.method !== 'HEAD') return c.body(Readable.toWeb(stream) as ReadableStream)
  stream.destroy()
  return c.body(null)
}
