import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './environment'

const allowedHeaders = 'authorization, content-type, idempotency-key'
const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'

/**
 * Lets pages of the listed origins call the API. Exact origins only, never credentials: the token travels in a header
 * that the page itself sets. A preflight from anywhere else is answered without permission.
 */
export function cors(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allowed = new Set(origins)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const preflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
    if (!preflight) await next()
    else c.res = new Response(null, { status: 204 })
    c.header('Vary', 'Origin', { append: true })
    if (origin === undefined || !allowed.has(origin)) return
    c.header('Access-Control-Allow-Origin', origin)
    c.header('Access-Control-Expose-Headers', 'x-trace-id, date')
    if (!preflight) return
    c.header('Access-Control-Allow-Methods', allowedMethods)
    c.header('Access-Control-Allow-Headers', allowedHeaders)
    c.header('Access-Control-Max-Age', '600')
  }
}
