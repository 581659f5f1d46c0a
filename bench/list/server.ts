/**
 * The real server on a database that list/fill.ts has filled. On request it also runs the bare SQL of the same lists on the same
 * database. Communicates with the benchmark by process messages. argv: the folder of the database, and the file that describes what was filled.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '../../server/domain/users/sessions'
import { openEmbeddedMarketplace } from '../../server/embedded/marketplaces/taobao/double'
import { createApp } from '../../server/http/app'
import { listen } from '../../server/http/listen'
import { directExaminer as examiner, runDirectly } from '../../server/infra/content/work'
import { openDatabase } from '../../server/infra/db/open'
import { openEngine } from '../../server/infra/jobs/engine'
import { createRenderer } from '../../server/infra/render/renderer'
import { createSealer } from '../../server/infra/sealer'
import { createLocalStorage } from '../../server/infra/storage/local'
import { createOwnTickets } from '../../server/infra/storage/own-tickets'
import { type Case, casesOf } from './cases'
import type { Filled } from './filled'

interface MeasureRequest {
  readonly list: string
  readonly size: number
  readonly name?: string
  readonly times: number
  readonly move?: boolean
}
export interface Ready {
  readonly port: number
  readonly token: string
  readonly cases: Readonly<Record<string, readonly Omit<Case, 'bare'>[]>>
}

async function main(folder: string, file: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: join(folder, 'data') })
  const { db } = opened
  const jobs = await openEngine({ ...opened, queues: [], isDatabaseOwner: false, report: console.error })
  const clock = { now: () => new Date() }
  const tickets = createOwnTickets({ secret: 'only for the bench', publicUrl: '', clock })
  const storage = await createLocalStorage(join(folder, 'files'), tickets)
  const { marketplace } = openEmbeddedMarketplace({ clock })
  const sealer = createSealer('only for the bench')
  const deps = {
    db,
    storage,
    examiner,
    clock,
    jobs,
    marketplaces: { TAOBAO: marketplace },
    sealer,
    payments: null,
    platforms: {},
    moderation: null,
    erps: {},
    prints: { secret: 'bench', format: 'png' as const },
    fileSecret: 'bench',
    publicUrl: '',
    pictures: [],
    renderer: createRenderer(runDirectly),
  }
  const settings = {
    corsOrigins: [],
    frameAncestors: "'self'",
    isTrustedProxy: () => false,
    pictureHosts: [],
    uploadOrigin: undefined,
    validateReplies: false,
    log: { error: (message: string, error: unknown) => console.error(message, error) },
  }
  const checks = { database: async () => {}, parts: {} }
  const app = createApp({ deps: { ...deps, settings }, tickets, checks, webDir: undefined })
  const filled = JSON.parse(readFileSync(file, 'utf8')) as Filled
  const cases = casesOf(db, filled)
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const token = await openSession(deps, filled.userId)

  process.on('message', async ({ list, size, name, times, move }: MeasureRequest) => {
    const found = cases[list]?.find((entry) => entry.size === size && entry.name === name)
    const durations: number[] = []
    for (let n = 0; n < times; n += 1) {
      const start = performance.now()
      await (move ? found?.move?.bare() : found?.bare())
      durations.push(performance.now() - start)
    }
    process.send?.(durations)
  })
  process.once('disconnect', () => process.exit(0))
  const publicCases = Object.entries(cases).map(([list, of]) => [
    list,
    of.map(({ size, name, path, move }) => ({ size, path, ...(name ? { name } : {}), ...(move ? { move } : {}) })),
  ])
  process.send?.({ port: listening.port, token, cases: Object.fromEntries(publicCases) } satisfies Ready)
}

await main(process.argv[2] ?? '', process.argv[3] ?? '')
