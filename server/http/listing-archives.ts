/** Serves archives of listing pictures to whoever has their signed address: written while they are read, so none is ever whole in memory. */
import { Readable } from 'node:stream'
import { archiveBytes, localHeader, type ZipEntry, zipEnding, zipStamp } from '../../contract/ground/zip-format'
import { listingFolder, readArchiveName } from '../domain/listing-pictures/addresses'
import { pictureKey } from '../domain/listing-pictures/runs'
import { Failure, notFound } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { failureReply } from './errors'
import { inertHeaders } from './stored-files'

interface ArchivedPicture {
  readonly name: string
  readonly size: number
  readonly crc: number
  readonly index: number
}

/** Must be mounted before the stored files, whose route would match these addresses. */
export function mountListingArchives(app: App, deps: HttpDeps): void {
  app.get(`/files/${listingFolder}/:name`, async (c) => {
    inertHeaders(c)
    const id = readArchiveName(deps, c.req.param('name'))
    if (id === 'expired') return failureReply(c, new Failure('forbidden', '下载地址已经过期，请回到后台重新下载'))
    const run =
      id === null
        ? undefined
        : await deps.db.selectFrom('listing_run').select(['secret', 'created_at']).where('id', '=', id).executeTakeFirst()
    if (id === null || !run) return failureReply(c, notFound('主图'))
    const rows = await deps.db
      .selectFrom('listing_picture')
      .select(['file_name', 'size', 'crc', 'index'])
      .where('run_id', '=', id)
      .where('status', '=', 'done')
      .orderBy('index')
      .execute()
    const pictures = rows.map(({ file_name: name, size, crc, index }) => ({ name, size: size ?? 0, crc: Number(crc), index }))
    if (pictures.length === 0) return failureReply(c, notFound('主图'))
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Length': String(archiveBytes(pictures)),
      'Content-Disposition': `attachment; filename="listing-${id}.zip"; filename*=UTF-8''${encodeURIComponent(`主图 ${id}.zip`)}`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const bytes = archiveOf(deps, run.secret, pictures, run.created_at)
    return c.body(Readable.toWeb(Readable.from(bytes)) as ReadableStream, 200, headers)
  })
}

/** Yields the archive: picture after picture, then its directory. A lost picture breaks the answer off. */
async function* archiveOf({ storage }: HttpDeps, secret: string, pictures: readonly ArchivedPicture[], at: Date) {
  const stamp = zipStamp(at)
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { index, ...facts } of pictures) {
    const entry = { ...facts, offset }
    const header = localHeader(entry, stamp)
    const object = await storage.get(pictureKey(secret, index))
    if (!object || object.size !== entry.size) {
      object?.stream.destroy()
      throw new Error(`a listing picture is lost: ${index}`)
    }
    yield Buffer.from(header)
    yield* object.stream as AsyncIterable<Buffer>
    entries.push(entry)
    offset += header.length + entry.size
  }
  for (const piece of zipEnding(entries, offset, stamp)) yield Buffer.from(piece)
}
