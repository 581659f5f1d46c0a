/**
 * Serves the pictures of templates on their cases to everyone who knows their addresses: made on first request, once, and stored. An
 * address of what a template showed earlier is unknown.
 */
import {
  type CaseSource,
  caseFolder,
  casePictureKey,
  casePictureName,
  drawCasePicture,
  keepCasePicture,
  readCaseSources,
} from '../domain/templates/case-pictures'
import { Failure, notFound } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { failureReply } from './errors'
import { matchesTag } from './ranges'
import { inertHeaders } from './stored-files'

/** A year, the longest meaningful value: the name follows from the content. */
const immutableCaching = 'public, max-age=31536000, immutable'
/** Time for which a picture that could not be drawn is not tried again, ms: lists show the flat picture meanwhile. */
const retryAfterMs = 10 * 60_000
const maxFailures = 10_000

const nameShape = /^(([1-9]\d{0,15})-[0-9a-f]{32})\.webp$/

/** Returns the picture of a name, or why there is none. */
function createCasePictures(deps: HttpDeps) {
  // Calls for the same picture share one drawing. It is removed from the map when it ends, so the next call retries a failure.
  const inProgress = new Map<string, Promise<Buffer>>()
  const failedUntil = new Map<string, number>()

  async function sourceOf(templateId: number, name: string): Promise<CaseSource> {
    const template = await deps.db.selectFrom('template').select('account_id').where('id', '=', templateId).executeTakeFirst()
    const [source] = template ? await readCaseSources(deps.db, template.account_id, [templateId]) : []
    if (!source || casePictureName(deps.fileSecret, source) !== name) throw notFound('图片')
    return source
  }

  async function make(templateId: number, name: string): Promise<Buffer> {
    const source = await sourceOf(templateId, name)
    if ((failedUntil.get(name) ?? 0) > deps.clock.now().getTime()) throw new Failure('unavailable', '这张图片暂时画不出来')
    try {
      const bytes = await drawCasePicture(deps, source)
      await deps.storage.put(casePictureKey(name), bytes, 'image/webp')
      await keepCasePicture(deps, source, name)
      return bytes
    } catch (error) {
      if (failedUntil.size >= maxFailures) failedUntil.clear()
      failedUntil.set(name, deps.clock.now().getTime() + retryAfterMs)
      throw error
    }
  }

  return (templateId: number, name: string): Promise<Buffer> => {
    const running = inProgress.get(name)
    if (running) return running
    const made = make(templateId, name).finally(() => inProgress.delete(name))
    inProgress.set(name, made)
    return made
  }
}

/** Must be mounted before the stored files, whose route would match these addresses. */
export function mountCasePictures(app: App, deps: HttpDeps): void {
  const makePicture = createCasePictures(deps)

  app.get(`/files/${caseFolder}/:name`, async (c) => {
    inertHeaders(c)
    const [, name = '', templateId = ''] = nameShape.exec(c.req.param('name')) ?? []
    if (name === '') return failureReply(c, notFound('图片'))
    const headers = {
      ETag: `"${name}"`,
      'Cache-Control': immutableCaching,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline',
      'X-Robots-Tag': 'noindex',
    }
    if (matchesTag(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers)
    const stored = await deps.storage.get(casePictureKey(name))
    const bytes = stored ? await bytesOf(stored.stream) : await makePicture(Number(templateId), name)
    const sized = { ...headers, 'Content-Length': String(bytes.length) }
    return c.req.method === 'HEAD' ? c.body(null, 200, sized) : c.body(new Uint8Array(bytes), 200, sized)
  })
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
