/** Security headers: what every answer says, and what the plugin's own pages may load. */
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { embeddedPageAt, trustedSources } from '../../contract/embedding'
import { marketplaceHosts } from '../infra/net/marketplace-pictures'
import type { AppEnv, HttpSettings } from './environment'
import { newTraceId } from './environment'

/** For uploaded files: drawn as pictures anywhere, inert when opened as pages. Inline style is how SVG is coloured. */
export const uploadPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Gives the request the id that its answer and the log name. */
export const trace: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('traceId', newTraceId())
  await next()
  c.header('x-trace-id', c.get('traceId'))
}

/**
 * What a browser may do with an answer. Answers are data unless a route gives a policy of its own: nothing in them may run or be framed.
 *
 * @param https the server's public address is one of https.
 */
export const securityHeaders = (https: boolean): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: https && 'max-age=31536000',
    // Pages of other origins show our pictures, and clients frame our pages: the policy of each page says which may.
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: false,
    xDnsPrefetchControl: false,
  })

/**
 * Lets pages of the listed origins call the API. Exact origins only, never credentials: the token travels in a header that the page
 * itself sets.
 */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: ['x-trace-id', 'date'],
    maxAge: 600,
  })

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
