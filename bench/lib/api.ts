/** The real API of the server over HTTP on a port of its own, with the doubles that a benchmark needs and nothing that it does not. */
import { join } from 'node:path'
import { openSession } from '../../server/domain/users/sessions'
import { openEmbeddedMarketplace } from '../../server/embedded/marketplaces/taobao/double'
import { createApp } from '../../server/http/app'
import type { HttpSettings } from '../../server/http/environment'
import { listen } from '../../server/http/listen'
import { directExaminer as examiner, runDirectly } from '../../server/infra/content/work'
import { openDatabase } from '../../server/infra/db/open'
import { openEngine } from '../../server/infra/jobs/engine'
import { createEventSender } from '../../server/infra/net/event-sender'
import { createRenderer } from '../../server/infra/render/renderer'
import { createSealer } from '../../server/infra/sealer'
import { createLocalStorage } from '../../server/infra/storage/local'
import { createOwnTickets } from '../../server/infra/storage/own-tickets'
import type { Db } from '../../server/kernel/context'

interface Api {
  readonly db: Db
  readonly port: number
  /** Signs a user in; returns the token of the session. */
  readonly signIn: (userId: number) => Promise<string>
}

/** Serves the database of DATABASE_URL, or the embedded one in `folder`, with these settings beside the usual ones. */
export async function serveApi(folder: string, settings: Partial<HttpSettings> = {}): Promise<Api> {
  const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(folder, 'data') })
  const { db } = opened
  const jobs = await openEngine({ ...opened, queues: [], isDatabaseOwner: false, report: console.error })
  const clock = { now: () => new Date() }
  const tickets = createOwnTickets({ secret: 'only for the bench', publicUrl: '', clock })
  const storage = await createLocalStorage(join(folder, 'files'), tickets)
  const { marketplace } = openEmbeddedMarketplace({ clock })
  const deps = {
    db,
    storage,
    examiner,
    clock,
    jobs,
    marketplaces: { TAOBAO: marketplace },
    sealer: createSealer('only for the bench'),
    payments: null,
    platforms: {},
    moderation: null,
    erps: {},
    eventSender: createEventSender({ allowsHttp: false, isAllowed: () => false }),
    prints: { secret: 'bench', format: 'png' as const },
    fileSecret: 'bench',
    publicUrl: '',
    pictures: [],
    renderer: createRenderer(runDirectly),
  }
  const allSettings = {
    corsOrigins: [],
    frameAncestors: "'self'",
    isTrustedProxy: () => false,
    pictureHosts: [],
    uploadOrigin: undefined,
    validateReplies: false,
    log: { error: (message: string, error: unknown) => console.error(message, error) },
    ...settings,
  }
  const checks = { database: async () => {}, parts: {} }
  const app = createApp({ deps: { ...deps, settings: allSettings }, tickets, checks, webDir: undefined })
  const { port } = await listen(app, { host: '127.0.0.1', port: 0 })
  return { db, port, signIn: (userId) => openSession(deps, userId) }
}
