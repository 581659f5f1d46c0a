/** The HTTP app of a separate cutout host: its two calls, the results and health checks. */
import { Hono } from 'hono'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import { type CutoutHost, taskHandlers } from '../domain/cutout/handlers'
import { Failure } from '../kernel/failure'
import type { App, AppEnv, HttpDeps } from './environment'
import { asFailure, failureReply } from './errors'
import { crossOrigin, requestId, securityHeaders } from './headers'
import { type Checks, mountHealth } from './health'
import { mountContract } from './mount'
import { observedRequest, requestLog } from './request-log'
import { mountStoredFiles } from './stored-files'

/** Dependencies of its two calls; shops, orders and money are handled by the admin API. */
export type CutoutDeps = Pick<
  HttpDeps,
  'db' | 'storage' | 'clock' | 'jobs' | 'examiner' | 'publicUrl' | 'fileSecret' | 'settings'
>

export function createCutoutApp({ deps, checks, host }: { deps: CutoutDeps; checks: Checks; host: CutoutHost }): App {
  const app: App = new Hono<AppEnv>()
  const { isTrustedProxy } = deps.settings
  app.use('*', requestId(isTrustedProxy), observedRequest(isTrustedProxy), securityHeaders(deps.publicUrl.startsWith('https://')))
  if (deps.settings.requestLog) app.use('*', requestLog(deps.settings.requestLog))
  app.use('/api/*', crossOrigin(deps.settings.corsOrigins))
  app.use('/api/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  mountHealth(app, deps, checks)
  const own = { cutoutTasks: contract.cutoutTasks }
  // These two calls use nothing else of the context.
  mountContract(app, deps as HttpDeps, {
    contract: own,
    routes: { cutoutTasks: routes.cutoutTasks },
    handlers: taskHandlers({ tickets: null, host }),
  })
  mountStoredFiles(app, deps)
  app.notFound((c) => failureReply(c, new Failure('not-found', '接口不存在')))
  app.onError((error, c) => failureReply(c, asFailure(error, c.get('traceId'), deps.settings.log)))
  return app
}
