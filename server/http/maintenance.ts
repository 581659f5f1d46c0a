/** Refuses changes while the operator maintains this server; everything can be read, and people can sign in to do so. */
import type { MiddlewareHandler } from 'hono'
import { maintenanceHeader } from '../../contract/constants'
import { Failure } from '../kernel/failure'
import { cloudAppPath } from './cloud-app'
import type { AppEnv } from './environment'

const isRead = /^(?:GET|HEAD|OPTIONS)$/
/** A call that the cloud carries is judged by the one inside it. */
const freePaths: ReadonlySet<string> = new Set(['/api/users/login', '/api/users/logout', cloudAppPath])

/** @param words what people read instead of an answer; null while nothing is maintained. */
export const refuseChanges =
  (words: () => string | null): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const text = words()
    // The plugin shows it before a seller changes anything in vain. Headers hold ASCII alone.
    if (text !== null) c.header(maintenanceHeader, encodeURIComponent(text))
    if (text !== null && !isRead.test(c.req.method) && !freePaths.has(c.req.path)) throw new Failure('maintenance', text)
    await next()
  }
