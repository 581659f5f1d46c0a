/**
 * Logs a line for each call: time, trace id, account, method and route, status, duration. The logged route contains no secret and
 * no name.
 */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './environment'

export const requestLog =
  (write: (line: string) => void): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    await next()
    // Only the first segment of other paths is logged: the rest may be the key of a file or payment.
    const route = c.get('route') ?? `/${c.req.path.split('/')[1]?.slice(0, 40) ?? ''}`
    const ms = Math.round(performance.now() - startedAt)
    const account = c.get('accountId') ?? '-'
    write(`${new Date().toISOString()} ${c.get('traceId')} account=${account} ${c.req.method} ${route} ${c.res.status} ${ms}ms`)
  }
