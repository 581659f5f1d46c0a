/** Assembles all HTTP routes into one app, without opening a port. */
import { Hono } from 'hono'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import type { CutoutService } from '../domain/cutout/handlers'
import type { OwnTickets } from '../infra/storage/own-tickets'
import { Failure } from '../kernel/failure'
import { mountApiDocs } from './api-docs/mount'
import { mountCasePictures } from './case-pictures'
import { cloudAppPath, mountCloudApp } from './cloud-app'
import { compressJson } from './compress'
import type { App, AppEnv, HttpDeps, Mount } from './environment'
import { asFailure, failureReply } from './errors'
import { mountFileParts } from './file-parts'
import { createHandlers } from './handlers'
import { crossOrigin, requestId, securityHeaders } from './headers'
import { type Checks, mountHealth } from './health'
import { mountHotFolderProgram } from './hot-folder-program'
import { mountListingArchives } from './listing-archives'
import { refuseChanges } from './maintenance'
import { mountContract } from './mount'
import { mountOperator, type OperatorDesk } from './operator'
import { mountNotices } from './payments'
import { mountPreviews } from './previews'
import { mountPrintFiles } from './print-files'
import { observedRequest, requestLog } from './request-log'
import { mountSheets } from './sheets'
import { mountStoredFiles } from './stored-files'
import { mountUploads } from './uploads'
import { mountVerifyFiles } from './verify-files'
import { mountWeb } from './web'

export interface AppParts {
  readonly deps: HttpDeps
  readonly tickets: OwnTickets
  readonly checks: Checks
  /** Absent: cutting out is not available. */
  readonly cutouts?: CutoutService
  /** Routes of the embedded doubles of external services. */
  readonly doubles?: readonly Mount[]
  /** True when the client simulator is served, too. */
  readonly simulator?: boolean
  /** The operator's page; absent: there is none. */
  readonly operator?: OperatorDesk | undefined
  /** Folder of the built plugin; undefined serves the API alone. */
  readonly webDir: string | undefined
}

export function createApp({
  deps,
  tickets,
  checks,
  cutouts = { tickets: null, host: null },
  doubles = [],
  simulator = false,
  operator,
  webDir,
}: AppParts): App {
  const app: App = new Hono<AppEnv>()

  const { isTrustedProxy } = deps.settings
  app.use('*', requestId(isTrustedProxy), observedRequest(isTrustedProxy), securityHeaders(deps.publicUrl.startsWith('https://')))
  if (deps.settings.requestLog) app.use('*', requestLog(deps.settings.requestLog))
  app.use('/api/*', compressJson)
  app.use('/api/*', crossOrigin(deps.settings.corsOrigins))
  app.use('/api/*', async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.use('/api/*', async (c, next) => {
    // On a full disk, deletions and sign-ins stay possible to free space; a cloud call is checked by its inner request.
    if (/^P/.test(c.req.method) && !c.req.path.startsWith('/api/users/') && c.req.path !== cloudAppPath)
      deps.settings.assertWritable?.()
    await next()
  })
  const { maintenance } = deps.settings
  if (maintenance) app.use('/api/*', refuseChanges(maintenance))
  mountHealth(app, deps, checks)
  mountOperator(app, operator, isTrustedProxy)
  mountApiDocs(app, deps)
  mountContract(app, deps, { contract, routes, handlers: createHandlers(cutouts) })
  mountUploads(app, deps, tickets)
  mountCloudApp(app, deps)
  mountFileParts(app)
  mountNotices(app, deps)
  // An unknown path or method of the API must not return the plugin's page.
  app.all('/api/*', (c) => failureReply(c, new Failure('not-found', '接口不存在')))
  mountPreviews(app, deps)
  mountCasePictures(app, deps)
  mountListingArchives(app, deps)
  mountSheets(app, deps)
  mountStoredFiles(app, deps)
  mountPrintFiles(app, deps)
  mountHotFolderProgram(app)
  mountVerifyFiles(app, deps.settings.verifyFiles)
  for (const mount of doubles) mount(app)
  if (webDir !== undefined) mountWeb(app, webDir, { settings: deps.settings, simulator, buyerPage: deps.buyerUrl === undefined })
  app.notFound((c) => failureReply(c, new Failure('not-found', '页面不存在')))
  app.onError((error, c) => failureReply(c, asFailure(error, c.get('traceId'), deps.settings.log)))
  return app
}
