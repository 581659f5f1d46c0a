/**
 * Serves the built plugin: hashed assets are cached forever, pages are always revalidated, and every other path of the app
 * returns the plugin's page.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip } from './compress'
import type { App, AppContext, HttpSettings } from './environment'
import { demoParentPath, pagePolicy } from './headers'
import { matchesTag } from './ranges'

const gzipBytes = promisify(gzip)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = /^(?:text\/|application\/(?:json|wasm)|image\/svg)/

interface Asset {
  readonly tag: string
  readonly bytes: Buffer
  readonly gzipped: Buffer | null
  readonly type: string
}

/** Returns the path that a request names, with its percent signs decoded once; null when it cannot be decoded. */
function decodedPath(requestPath: string): string | null {
  try {
    return decodeURIComponent(requestPath)
  } catch {
    return null
  }
}

/** Absolute path of a file inside `root`; null when the path leaves it or names a hidden file. */
export function insideRoot(root: string, path: string): string | null {
  if (/[\0\\]/.test(path) || path.split('/').some((segment) => segment.startsWith('.'))) return null
  const full = resolve(join(root, path))
  return full.startsWith(resolve(root) + sep) ? full : null
}

/** A list that is configured and that a page reads from its meta element of this name. */
interface PageList {
  readonly name: 'embed-origins' | 'web-view-sdks'
  /** Addresses that the configuration accepted, in which nothing needs escaping. */
  readonly values: readonly string[]
}

/** Writes a list into the meta element of its name. */
export const withPageList = (html: string, { name, values }: PageList): string =>
  html.replace(
    new RegExp(`<meta name="?${name}"? content(?:="[^"]*")?\\s*/?>`),
    `<meta name="${name}" content="${values.join(' ')}">`,
  )

/** Pages that are files of their own; every other path without an extension is a route of the plugin. */
const simulatorPages: Readonly<Record<string, string>> = {
  '/simulator': 'simulator.html',
  '/simulator/qa': 'simulator-qa.html',
  '/simulator/phone': 'simulator-phone.html',
  [demoParentPath]: 'simulator-parent.html',
}

export interface WebOptions {
  readonly settings: HttpSettings
  /** Serves the client simulator, too; only with the demo, which has the simulator's picture space. */
  readonly simulator: boolean
  /** Serves the buyers' page at customization links; false where another program does. */
  readonly buyerPage: boolean
}

export function mountWeb(app: App, webDir: string, { settings, simulator, buyerPage }: WebOptions): void {
  const root = resolve(webDir)
  const lists: ReadonlyMap<string, PageList> = new Map([
    [join(root, 'index.html'), { name: 'embed-origins', values: settings.embedOrigins ?? [] }],
    [join(root, 'buyer.html'), { name: 'web-view-sdks', values: settings.webViewSdks ?? [] }],
  ])
  // The entity tag depends on the list, because the list is part of the page.
  const listTag = (list: PageList | undefined): string =>
    list?.values.length ? `-${createHash('sha256').update(list.values.join(' ')).digest('hex').slice(0, 12)}` : ''
  // The files are small and few (the built plugin), so they stay in memory; a rebuild is detected by their time and size.
  const cache = new Map<string, Asset>()

  async function load(path: string): Promise<Asset | null> {
    const info = await stat(path).catch(() => null)
    if (!info?.isFile()) return null
    const tag = `"${info.size.toString(36)}-${Math.round(info.mtimeMs).toString(36)}${listTag(lists.get(path))}"`
    const cached = cache.get(path)
    if (cached?.tag === tag) return cached
    const file = await readFile(path)
    const list = lists.get(path)
    const bytes = list ? Buffer.from(withPageList(file.toString('utf8'), list)) : file
    const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream'
    const gzipped = compressible.test(type) && bytes.length > 1024 ? await gzipBytes(bytes) : null
    const asset: Asset = { tag, bytes, gzipped, type }
    cache.set(path, asset)
    return asset
  }

  function send(c: AppContext, asset: Asset, immutable: boolean): Response {
    c.header('ETag', asset.tag)
    c.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('Content-Type', asset.type)
    c.header('Content-Security-Policy', pagePolicy(settings, c.req.header('user-agent') ?? '', new URL(c.req.url).pathname))
    // The own page reads codes with the camera; frames in it get nothing.
    c.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()')
    c.header('Vary', 'Accept-Encoding, User-Agent', { append: true })
    if (matchesTag(c.req.header('if-none-match'), asset.tag)) return c.body(null, 304)
    const gzipped = acceptsGzip(c.req.header('accept-encoding')) ? asset.gzipped : null
    if (gzipped) c.header('Content-Encoding', 'gzip')
    return c.body(new Uint8Array(gzipped ?? asset.bytes))
  }

  app.get('*', async (c) => {
    // Everything is decided by the path that is opened: an encoded letter must not lead past a rule.
    const path = decodedPath(new URL(c.req.url).pathname)
    if (path === null) return c.notFound()
    if (!simulator && /^\/simulator(?:[\w-]*\.html|\/|$)/.test(path)) return c.notFound()
    // Source maps contain the product's sources and are meant for its developers only.
    if (path.endsWith('.map')) return c.notFound()
    const file = insideRoot(root, path)
    const asset = file ? await load(file) : null
    if (asset) return send(c, asset, path.startsWith('/assets/'))
    // A missing file is an error; a path without extension is a screen of the plugin.
    if (/\.[^/]*$/.test(path) || path.startsWith('/assets/')) return c.notFound()
    const isBuyer = buyerPage && path.startsWith('/customize/')
    const page = await load(join(root, isBuyer ? 'buyer.html' : (simulatorPages[path] ?? 'index.html')))
    return page ? send(c, page, false) : c.notFound()
  })
}
