/** What a test of the business modules needs: accounts on a real database, files in a folder of the test, a clock that stands. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type FileKind, fileKind } from '../../contract/constants'
import { type FaultyFactory, openFaultyFactory } from '../embedded/factory/faults'
import type { EmbeddedMarketplace } from '../embedded/marketplace/marketplace'
import { directExaminer } from '../infra/content/work'
import { createSealer } from '../infra/sealer'
import { createLocalStorage } from '../infra/storage/local'
import { createOwnTickets } from '../infra/storage/own-tickets'
import type { Ctx, Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { createSignal } from '../kernel/signal'
import { testDatabase } from './database'
import { type FaultyGateway, openFaultyMarketplace } from './gateway-faults'

export interface Domain {
  readonly deps: Deps
  /** The marketplace's gateway, to count its calls and make it fail. */
  readonly gateway: FaultyGateway
  /** Orders of the marketplace's sellers. */
  readonly trades: EmbeddedMarketplace['trades']
  /** The program of the demo's factories, to look at what was ordered and make it fail. */
  readonly factory: FaultyFactory
  /** A signed-in seller of a new account. */
  seller(): Promise<Ctx>
  close(): Promise<void>
}

export async function openDomain(): Promise<Domain> {
  const { db, close } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kejiang-domain-'))
  const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
  const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock })
  const { marketplace, simulator, trades } = openFaultyMarketplace({ clock, wait: async () => undefined })
  const { erp, factory } = openFaultyFactory({ db, clock, wait: async () => undefined })
  const deps: Deps = {
    db,
    storage: await createLocalStorage(folder, tickets),
    examiner: directExaminer,
    pictures: [],
    marketplace,
    sealer: createSealer('only for tests'),
    payments: null,
    erp,
    prints: { secret: 'only for tests', format: 'png' },
    clock,
    tasks: createSignal(),
    publicUrl: '',
  }
  let accounts = 0
  return {
    deps,
    gateway: simulator,
    trades,
    factory,
    async seller() {
      const username = `seller-${++accounts}`
      const account = await db.insertInto('account').values({ name: username }).returning('id').executeTakeFirstOrThrow()
      const actor = { accountId: account.id, userId: account.id, username, permissions: [] }
      return { ...deps, actor, traceId: 'test' }
    },
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let files = 0

/** A row of an uploaded picture; its bytes are not needed where only the row is judged. */
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

/** The work must be refused with this code; the field and the text of the first issue, where they matter. */
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
