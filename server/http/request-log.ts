/** A line for each call: when, trace id, account, what was asked, status, how long. No address in it carries a secret or a name. */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './environment'

export const requestLog =
  (write: (line: string) => void): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const began = performance.now()
    await next()
    // What no route of the contract answered is told by its first part: the rest may be a key to a file or to a payment.
    const route = c.get('route') ?? `/${c.req.path.split('/')[1]?.slice(0, 40) ?? ''}`
    const ms = Math.round(performance.now() - began)
    const account = c.get('accountId') ?? '-'
    write(`${new Date().toISOString()} ${c.get('traceId')} account=${account} ${c.req.method} ${route} ${c.res.status} ${ms}ms`)
  }
