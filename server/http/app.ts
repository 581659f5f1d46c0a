/** The whole HTTP surface, put together; it opens no port and knows no process. */
import { Hono } from 'hono'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import type { CutoutService } from '../domain/cutout/handlers'
import type { Cashier } from '../embedded/cashier/cashier'
import { mountFactory } from '../embedded/factory/routes'
import type { FactorySimulator } from '../embedded/factory/simulator'
import { mountGrantPage } from '../embedded/marketplace/grant-page'
import type { PictureSpace } from '../embedded/picture-space/picture-space'
import { mountSimulator } from '../embedded/picture-space/routes'
import type { OwnTickets } from '../infra/storage/own-tickets'
import { Failure } from '../kernel/failure'
import { cloudAppPath, mountCloudApp } from './cloud-app'
import { compressJson } from './compress'
import { cors } from './cors'
import { mountCustomize } from './customize'
import type { App, AppEnv, HttpDeps } from './environment'
import { asFailure, failureReply } from './errors'
import { mountFileParts } from './file-parts'
import { createHandlers } from './handlers'
import { baseHeaders } from './headers'
import { type Checks, mountHealth } from './health'
import { mountContract } from './mount'
import { openApiDocument } from './openapi'
import { mountCashier, mountNotices } from './payments'
import { mountPreviews } from './previews'
import { mountPrintFiles } from './print-files'
import { requestLog } from './request-log'
import { mountStoredFiles } from './stored-files'
import { mountUploads } from './uploads'
import { mountWeb } from './web'

export interface AppParts {
  readonly deps: HttpDeps
  readonly tickets: OwnTickets
  readonly checks: Checks
  /** Absent without the demo. */
  readonly space: PictureSpace | undefined
  /** Absent: nothing is cut out. */
  readonly cutouts?: CutoutService
  /** Absent: payments go to a provider, or nowhere. */
  readonly cashier?: Cashier | undefined
  /** Absent: orders go to real factories, or nowhere. */
  readonly factory?: FactorySimulator | undefined
  /** Folder of the built plugin; undefined serves the API alone. */
  readonly webDir: string | undefined
}

export function createApp({
  deps,
  tickets,
  checks,
  space,
  cutouts = { office: null, host: null },
  cashier,
  factory,
  webDir,
}: AppParts): App {
  const app: App = new Hono<AppEnv>()
  const document = openApiDocument(contract, routes)

  app.use('*', baseHeaders(deps.publicUrl.startsWith('https://')))
  if (deps.settings.requestLog) app.use('*', requestLog(deps.settings.requestLog))
  app.use('/api/*', compressJson)
  app.use('/api/*', cors(deps.settings.corsOrigins))
  app.use('/api/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.use('/api/*', async (c, next) => {
    // Who signs in or removes something may be about to make room; what the cloud carries is looked at once unpacked.
    if (/^P/.test(c.req.method) && !c.req.path.startsWith('/api/users/') && c.req.path !== cloudAppPath)
      deps.settings.assertWritable?.()
    await next()
  })
  mountHealth(app, deps, checks)
  app.get('/api/openapi.json', (c) => c.json(document))
  mountContract(app, deps, { contract, routes, handlers: createHandlers(cutouts) })
  mountUploads(app, deps, tickets)
  mountCloudApp(app, deps)
  mountFileParts(app)
  mountNotices(app, deps)
  // A wrong path or method of the API is never the plugin's page.
  app.all('/api/*', (c) => failureReply(c, new Failure('not-found', '接口不存在')))
  mountPreviews(app, deps)
  mountStoredFiles(app, deps)
  mountPrintFiles(app, deps)
  mountGrantPage(app, deps)
  if (deps.buyerUrl === undefined) mountCustomize(app)
  if (cashier) mountCashier(app, cashier)
  if (space) mountSimulator(app, deps, space)
  if (factory) mountFactory(app, factory)
  if (webDir !== undefined) mountWeb(app, webDir, { settings: deps.settings, simulator: space !== undefined })
  app.notFound((c) => failureReply(c, new Failure('not-found', '页面不存在')))
  app.onError((error, c) => failureReply(c, asFailure(error, c.get('traceId'), deps.settings.log)))
  return app
}
