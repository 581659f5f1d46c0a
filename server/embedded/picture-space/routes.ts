/**
 * Routes of the client simulator's picture space; mounted with the demo shop only. Where others can reach it, each browser has a
 * space of its own, which other visitors can neither see nor change.
 */
import { randomBytes } from 'node:crypto'
import { cleanFileName } from '../../domain/files/names'
import { readBody } from '../../http/body'
import type { App, AppContext, HttpDeps } from '../../http/environment'
import { inertHeaders } from '../../http/stored-files'
import { Failure, notFound } from '../../kernel/failure'
import { maxSpaceFileBytes, type PictureSpace } from './picture-space'

const base = '/simulator/space'

const cookie = 'simulator_visitor'

/** Identifies the visitor's browser by a cookie used only for this; undefined where only local visitors can connect. */
function visitorOf(c: AppContext, isOpen: boolean): string | undefined {
  if (!isOpen) return undefined
  const known = new RegExp(`(?:^|; )${cookie}=([0-9a-f]{32})(?:;|$)`).exec(c.req.header('cookie') ?? '')?.[1]
  const visitor = known ?? randomBytes(16).toString('hex')
  if (known === undefined) c.header('Set-Cookie', `${cookie}=${visitor}; Path=/simulator; HttpOnly; SameSite=Lax`)
  return visitor
}

export function mountPictureSpace(app: App, { publicUrl, settings }: HttpDeps, space: PictureSpace): void {
  const isOpen = settings.openSimulator ?? false
  const urlOf = (c: AppContext, id: string, name: string): string =>
    `${publicUrl || new URL(c.req.url).origin}${base}/${id}/${encodeURIComponent(name)}`

  app.put(base, async (c) => {
    const name = cleanFileName(c.req.query('name') ?? '')
    const bytes = await readBody(c.req.raw, maxSpaceFileBytes)
    if (bytes.length === 0) throw new Failure('invalid', '文件为空，请重新选择')
    const visitor = visitorOf(c, isOpen)
    const { id, fileName } = await space.add(name, bytes, visitor)
    // A client that went away has aborted its upload and will never learn the file's id.
    if (c.req.raw.signal.aborted) await space.remove(id, visitor)
    return c.json({ fileId: `cloud://${id}`, fileName, url: urlOf(c, id, fileName) })
  })

  app.get(base, async (c) => {
    const files = await space.list(visitorOf(c, isOpen))
    return c.json(
      files.map(({ id, fileName, size }) => ({ fileId: `cloud://${id}`, fileName, size, url: urlOf(c, id, fileName) })),
    )
  })

  app.get(`${base}/:id/:name`, async (c) => {
    inertHeaders(c)
    const found = await space.read(c.req.param('id'))
    if (!found) throw notFound('图片')
    c.header('Content-Type', found.file.contentType)
    c.header('Cache-Control', 'public, max-age=3600')
    if (found.file.contentType === 'application/octet-stream') c.header('Content-Disposition', 'attachment')
    return c.body(new Uint8Array(found.bytes))
  })

  app.delete(`${base}/:id`, async (c) => {
    if (!(await space.remove(c.req.param('id'), visitorOf(c, isOpen)))) throw notFound('图片')
    return c.json({ ok: true })
  })
}
