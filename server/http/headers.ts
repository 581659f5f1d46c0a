/** Security headers of all responses, and the content security policy of the plugin's pages. */

import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { maintenanceHeader } from '../../contract/constants'
import { embeddedPageAt, trustedSources } from '../../contract/embedding'
import { clientScript } from '../../contract/rules/client-script'
import { marketplaceHosts } from '../infra/net/marketplace-pictures'
import type { AppEnv, HttpSettings } from './environment'
import { newTraceId } from './environment'

/**
 * Policy of uploaded files: they can be drawn as pictures anywhere but are inert when opened as pages. SVG needs inline style for
 * its colours.
 */
export const uploadPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Ids that proxies give to requests; a telephone number is shorter. */
const requestIdPattern = /^[\w.:-]{16,64}$/

/** Gives the request the id that its response and the log contain: that of a trusted proxy, or a new one. */
export const requestId =
  (isTrustedProxy: (address: string) => boolean): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const mayGive = requestIdPattern.test(given) && isTrustedProxy(c.env?.incoming?.socket.remoteAddress ?? '')
    c.set('traceId', c.env?.requestId ?? (mayGive ? given : newTraceId()))
    await next()
    // A header that is set by `c.header` after the answer copies the whole answer.
    c.res.headers.set('x-request-id', c.get('traceId'))
  }

/**
 * Default security headers. Responses are data unless a route sets a policy of its own: nothing in them may run or be framed.
 *
 * @param https whether the server's public address uses https.
 */
export const securityHeaders = (https: boolean): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: https && 'max-age=31536000',
    // Pages of other origins show our pictures, and clients frame our pages; the policy of each page says who may.
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: false,
    xDnsPrefetchControl: false,
  })

/**
 * Lets pages of the listed origins call the API. It accepts exact origins only, and never credentials: the page itself sets the
 * token in a header.
 */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler {
  const answer = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: ['x-request-id', 'date', maintenanceHeader],
    maxAge: 600,
  })
  return async (c, next) => {
    if (c.req.header('origin') !== undefined) return answer(c, next)
    // The plugin of the server's own page names no origin where it reads; its answers are spared the copy that `cors` makes of each.
    await next()
    c.res.headers.append('Vary', 'Origin')
  }
}

/** The simulator's parent page, which frames the plugin under the server's other local name. */
export const demoParentPath = '/simulator/parent'

/** CSP sources that may frame this page: trusted parents may frame only the two embedded pages. */
const ancestorsOf = ({ frameAncestors, embedOrigins = [] }: HttpSettings, path: string): string =>
  embeddedPageAt(path) === null ? frameAncestors : ["'self'", ...trustedSources(embedOrigins)].join(' ')

/** Scripts of mini-programs' clients, which only the buyers' page may load. */
const webViewScripts = ({ webViewSdks = [] }: HttpSettings, path: string): readonly string[] =>
  path.startsWith('/customize/') ? webViewSdks.map((pair) => pair.slice(pair.indexOf('=') + 1)) : []

/**
 * Content security policy of the plugin's pages. Chrome before 97 does not know 'wasm-unsafe-eval' and compiles WebAssembly only
 * with 'unsafe-eval', so only those versions get it.
 *
 * @param path of the request.
 */
export function pagePolicy(settings: HttpSettings, userAgent: string, path: string): string {
  const chrome = Number(/Chrome\/(\d+)/.exec(userAgent)?.[1] ?? Number.POSITIVE_INFINITY)
  const wasm = chrome < 97 ? "'unsafe-eval'" : "'wasm-unsafe-eval'"
  const hosts = [...marketplaceHosts, ...settings.pictureHosts].flatMap((host) => [`https://${host}`, `https://*.${host}`])
  const ownOrigins = [settings.uploadOrigin, settings.filesOrigin, settings.cutoutOrigin].filter((origin) => origin !== undefined)
  const outsideSources = [...new Set([...hosts, ...ownOrigins])].join(' ')
  return [
    "default-src 'self'",
    // The client serves its web-view script under this name, which resolves nowhere else.
    ['script-src', "'self'", new URL(clientScript).origin, wasm, ...webViewScripts(settings, path)].join(' '),
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${outsideSources}`,
    `connect-src 'self' data: blob: ${outsideSources}`,
    `font-src 'self' data: blob: ${outsideSources}`,
    path === demoParentPath ? `frame-src 'self' ${trustedSources([]).join(' ')}` : "frame-src 'self'",
    ['form-action', "'self'", ...(settings.paymentPages ?? [])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestorsOf(settings, path)}`,
  ].join('; ')
}
