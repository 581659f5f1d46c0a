/** Uploaded files for everyone who knows their address: immutable, inert, readable by canvases of any origin. */
import { Readable } from 'node:stream'
import { publicFileUrl } from '../domain/files/service'
import { announcedKey } from '../domain/files/uploads'
import { notFound } from '../kernel/failure'
import type { App, AppContext, HttpDeps } from './environment'
import { failureReply } from './errors'
import { uploadPolicy } from './headers'
import { matchesTag, parseRange } from './ranges'

const typeOf: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  otf: 'font/otf',
}
// Checked files only: what still waits to be examined has no address.
const finalKey = /^[0-9a-f]{32}\/([0-9a-f]{16})\.(png|jpg|webp|svg|ttf|otf)$/

/** Headers that make bytes from outside harmless to open and free to draw. */
export function inertHeaders(c: AppContext): void {
  c.header('Content-Security-Policy', uploadPolicy)
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

export function mountStoredFiles(app: App, deps: HttpDeps): void {
  const { db, storage } = deps

  app.get('/files/:announced', async (c) => {
    inertHeaders(c)
    const key = await announcedKey(db, c.req.param('announced'))
    if (!key) return failureReply(c, notFound('文件'))
    c.header('Cache-Control', 'no-cache')
    return c.redirect(publicFileUrl(deps, key), 302)
  })

  app.get('/files/:folder/:name', async (c) => {
    inertHeaders(c)
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const [, hash, extension = ''] = finalKey.exec(key) ?? []
    const size = hash === undefined ? null : await storage.size(key)
    if (size === null) return failureReply(c, notFound('文件'))
    const tag = `"${hash}"`
    c.header('ETag', tag)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Accept-Ranges', 'bytes')
    c.header('Content-Type', typeOf[extension] ?? 'application/octet-stream')
    c.header('Content-Disposition', 'inline')
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    const ifRange = c.req.header('if-range')
    const range = ifRange !== undefined && ifRange !== tag ? null : parseRange(c.req.header('range'), size)
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
  })
}
