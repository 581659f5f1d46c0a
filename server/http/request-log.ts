/** Logs an entry for each call. It contains no secret, no name and no value of the path. */
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppContext, AppEnv, RequestEntry } from './environment'

/** Returns the pattern of the route that answered, such as `/api/orders/{id}`, or that of a whole group such as `/api/*`. */
export function routeOf(c: AppContext): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  const path = paths.find((each) => !each.endsWith('*')) ?? paths.reduce((a, b) => (b.length > a.length ? b : a), '*')
  return path.replace(/:(\w+)/g, '{$1}')
}

export const requestLog =
  (write: (entry: RequestEntry) => void): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    write({
      requestId: c.get('traceId'),
      account: c.get('accountId'),
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    })
  }
