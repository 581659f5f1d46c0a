/** The dependencies of a test of the domain modules: accounts on a real database, files in a temporary folder, a fixed clock. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type FileKind, fileKind } from '../../contract/constants'
import { ownFloor, ownFloorKind } from '../domain/print-floor/own-factory'
import { type FaultyFactory, openFaultyFactory } from '../embedded/erps/print-factory/faults'
import type { EmbeddedMarketplace } from '../embedded/marketplaces/taobao/double'
import { type FaultyGateway, openFaultyMarketplace } from '../embedded/marketplaces/taobao/faults'
import { openPlatformDoubles, type PlatformDoubles } from '../embedded/platforms/platforms'
import { directExaminer, runDirectly } from '../infra/content/work'
import { createRenderer } from '../infra/render/renderer'
import { createSealer } from '../infra/sealer'
import { createLocalStorage } from '../infra/storage/local'
import { createOwnTickets } from '../infra/storage/own-tickets'
import type { Ctx, Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { type TestDatabase, testDatabase } from './database'
import { openTestEngine } from './jobs'
import { silentSender } from './silent-sender'

export interface Domain {
  readonly deps: Deps
  /** The embedded marketplace gateway; the test counts its calls and makes it fail. */
  readonly gateway: FaultyGateway
  /** The orders of the embedded marketplace's sellers. */
  readonly trades: EmbeddedMarketplace['trades']
  /** The embedded factory program; the test reads what was ordered and makes it fail. */
  readonly factory: FaultyFactory
  /** The doubles of Douyin and WeChat shops; the test reads what they were handed and makes them fail. */
  readonly platforms: PlatformDoubles
  /** Creates an account and returns the context of its signed-in seller. */
  seller(): Promise<Ctx>
  close(): Promise<void>
}

/** Opens the domain modules on a new database, which is closed with them. */
export async function openDomain(database: Promise<TestDatabase> = testDatabase()): Promise<Domain> {
  const { db, close } = await database
  const folder = await mkdtemp(join(tmpdir(), 'kejiang-domain-'))
  const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
  const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock })
  const storage = await createLocalStorage(folder, tickets)
  const domain = await domainOn({ db, storage, clock, sealer: createSealer('only for tests') })
  return {
    ...domain,
    async close() {
      await domain.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the domain modules on a database and a storage, which the caller closes afterwards. */
export async function domainOn({
  db,
  storage,
  clock,
  sealer,
}: Pick<Deps, 'db' | 'storage' | 'clock' | 'sealer'>): Promise<Domain> {
  const engine = await openTestEngine(db)
  const { marketplace, simulator, trades } = openFaultyMarketplace({ clock, wait: async () => undefined })
  const { erp, factory } = openFaultyFactory({ db, clock, wait: async () => undefined })
  const platforms = openPlatformDoubles({ clock })
  const deps: Deps = {
    db,
    storage,
    examiner: directExaminer,
    renderer: createRenderer(runDirectly),
    pictures: [],
    marketplaces: { TAOBAO: marketplace },
    sealer,
    payments: null,
    erps: { 1: erp, [ownFloorKind]: ownFloor({ db, clock }) },
    platforms: platforms.hooks,
    moderation: null,
    eventSender: silentSender,
    prints: { secret: 'only for tests', format: 'png' },
    fileSecret: 'only for tests',
    clock,
    jobs: engine,
    publicUrl: '',
  }
  let accounts = 0
  return {
    deps,
    gateway: simulator,
    trades,
    factory,
    platforms,
    async seller() {
      const username = `seller-${++accounts}`
      const account = await db.insertInto('account').values({ name: username }).returning('id').executeTakeFirstOrThrow()
      const actor = { accountId: account.id, userId: account.id, username, permissions: [] }
      return { ...deps, actor, traceId: 'test' }
    },
    close: () => engine.stop(),
  }
}

let files = 0

/** Returns the only one of some items; fails when there is none or more. */
export function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1)
  return items[0] as T
}

/** Inserts the row of an uploaded picture, without bytes, which most tests do not need. */
export async function pictureFile(
  ctx: Ctx,
  of: { kind?: FileKind; width?: number; height?: number; contentType?: string; status?: 'ready' | 'pending' } = {},
): Promise<number> {
  const { kind = fileKind.wireframe, width = 500, height = 1044, contentType = 'image/png', status = 'ready' } = of
  const row = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind,
      name: 'picture.png',
      status,
      storage_key: `test/${++files}.png`,
      content_type: contentType,
      size: 1000,
      width,
      height,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Expects the work to be refused with this code and, where given, with this field and text in its first issue. */
export async function expectFailure(work: Promise<unknown>, code: string, field?: string, text?: string): Promise<void> {
  const error: unknown = await work.then(
    () => new Error('it was accepted'),
    (cause: unknown) => cause,
  )
  if (!(error instanceof Failure)) throw error
  expect(error.code).toBe(code)
  if (field !== undefined) expect(error.issues?.[0]?.path).toBe(`body.${field}`)
  if (text !== undefined) expect(error.message).toContain(text)
}
