/** Security headers: what every answer says, and what the plugin's own pages may load. */
import type { MiddlewareHandler } from 'hono'
import { embeddedPageAt, trustedSources } from '../../contract/embedding'
import { marketplaceHosts } from '../infra/net/marketplace-pictures'
import type { AppEnv, HttpSettings } from './environment'
import { newTraceId } from './environment'

/** For answers that are data: nothing in them may ever run or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For uploaded files: drawn as pictures anywhere, inert when opened as pages. Inline style is how SVG is coloured. */
export const uploadPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export function baseHeaders(secure: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('traceId', newTraceId())
    await next()
    c.header('x-trace-id', c.get('traceId'))
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', dataPolicy)
    if (secure) c.header('Strict-Transport-Security', 'max-age=31536000')
  }
}

/** The simulator's page of a parent frames the plugin under the server's other local name. */
export const demoParentPath = '/simulator/parent'

/** Who may frame this page: trusted parents the two pages made for them, and nobody else's page is opened to them by that. */
const ancestorsOf = ({ frameAncestors, embedOrigins = [] }: HttpSettings, path: string): string =>
  embeddedPageAt(path) === null ? frameAncestors : ["'self'", ...trustedSources(embedOrigins)].join(' ')

/**
 * Policy of the plugin's pages. Chrome before 97 knows no 'wasm-unsafe-eval' and compiles WebAssembly only under
 * 'unsafe-eval'; the old client gets that word, every newer browser the narrow one.
 *
 * @param path of the request.
 */
export function pagePolicy(settings: HttpSettings, userAgent: string, path: string): string {
  const chrome = Number(/Chrome\/(\d+)/.exec(userAgent)?.[1] ?? Number.POSITIVE_INFINITY)
  const wasm = chrome < 97 ? "'unsafe-eval'" : "'wasm-unsafe-eval'"
  const hosts = [...marketplaceHosts, ...settings.pictureHosts].flatMap((host) => [`https://${host}`, `https://*.${host}`])
  const own = [settings.uploadOrigin, settings.cutoutOrigin].filter((origin) => origin !== undefined)
  const outside = [...new Set([...hosts, ...own])].join(' ')
  return [
    "default-src 'self'",
    // The client serves its own web-view script under this name; nowhere else does the name resolve.
    `script-src 'self' https://appx ${wasm}`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${outside}`,
    `connect-src 'self' data: blob: ${outside}`,
    `font-src 'self' data: blob: ${outside}`,
    path === demoParentPath ? `frame-src 'self' ${trustedSources([]).join(' ')}` : "frame-src 'self'",
    ['form-action', "'self'", ...(settings.paymentPages ?? [])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestorsOf(settings, path)}`,
  ].join('; ')
}
