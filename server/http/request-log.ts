/** Logs an entry for each call, and announces it as an operation. Both contain no secret, no name and no value of the path. */
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { operation } from '../kernel/operation'
import type { AppContext, AppEnv, RequestEntry } from './environment'

/** Returns the pattern of the route that answered, such as `/api/orders/{id}`, or that of a whole group such as `/api/*`. */
export function routeOf(c: AppContext): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  const path = paths.find((each) => !each.endsWith('*')) ?? paths.reduce((a, b) => (b.length > a.length ? b : a), '*')
  return path.replace(/:(\w+)/g, '{$1}')
}

const isHealthCheck = /^\/(?:healthz|readyz)$/

/** Logs each call but the health checks that succeed. */
export const requestLog =
  (write: (entry: RequestEntry) => void): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    // Proxies ask every few seconds; an answer to them is logged only when it is a failure.
    if (isHealthCheck.test(c.req.path) && c.res.ok) return
    write({
      requestId: c.get('traceId'),
      account: c.get('accountId'),
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    })
  }

/** Methods of the routes; any other one is a label `other`, because callers choose it. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Announces each call as an operation; a trusted proxy's `traceparent` says which trace it belongs to. */
export const observedRequest =
  (isTrustedProxy: (address: string) => boolean): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { method } = c.req
    const isOfProxy = isTrustedProxy(c.env?.incoming?.socket.remoteAddress ?? '')
    const traceparent = isOfProxy ? c.req.header('traceparent') : undefined
    await operation(
      () => ({
        kind: 'request',
        // The route is known when the request has been answered.
        name: '*',
        method: methods.has(method) ? method : 'other',
        id: c.get('traceId'),
        ...(traceparent === undefined ? {} : { traceparent }),
      }),
      async (request) => {
        await next()
        if (!request) return
        request.name = routeOf(c)
        request.outcome = String(c.res.status)
      },
    )
  }
