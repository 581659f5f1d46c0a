/** The whole server in a test: every route, a real database, real files, a clock that the test moves. No port is opened. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileKind } from '../../contract/constants'
import type { StoredFile, UploadForm } from '../../contract/types'
import { ownFloor, ownFloorKind } from '../domain/print-floor/own-factory'
import { createAccount } from '../domain/users/accounts'
import { openSession } from '../domain/users/sessions'
import { type Cashier, createCashier } from '../embedded/cashier/cashier'
import { type CashierFaults, createCashierFaults, mountCashierFaults } from '../embedded/cashier/faults'
import { mountCashier } from '../embedded/cashier/routes'
import { type FaultyFactory, mountFactoryFaults, openFaultyFactory } from '../embedded/erps/print-factory/faults'
import { mountFactory } from '../embedded/erps/print-factory/routes'
import type { EmbeddedMarketplace } from '../embedded/marketplaces/taobao/double'
import { type FaultyGateway, openFaultyMarketplace } from '../embedded/marketplaces/taobao/faults'
import { mountGrantPage } from '../embedded/marketplaces/taobao/grant-page'
import { createPictureSpace } from '../embedded/picture-space/picture-space'
import { mountPictureSpace } from '../embedded/picture-space/routes'
import { openPlatformDoubles } from '../embedded/platforms/platforms'
import { createApp } from '../http/app'
import type { App, HttpDeps, HttpSettings } from '../http/environment'
import type { Checks } from '../http/health'
import type { OperatorDesk } from '../http/operator'
import { directExaminer, runDirectly } from '../infra/content/work'
import { watchPart } from '../infra/parts'
import { createRenderer } from '../infra/render/renderer'
import { createSealer } from '../infra/sealer'
import { createLocalStorage } from '../infra/storage/local'
import { createOwnTickets } from '../infra/storage/own-tickets'
import type { Clock } from '../ports/clock'
import type { Erps } from '../ports/erp'
import type { Examiner } from '../ports/examiner'
import type { Marketplaces } from '../ports/marketplace'
import type { PictureSource } from '../ports/picture-source'
import { type TestDatabase, testDatabase } from './database'
import { openTestEngine } from './jobs'
import { selfAddress, testCashierKeys } from './payments'
import { silentSender } from './silent-sender'

export interface TestServerOptions {
  readonly settings?: Partial<HttpSettings>
  /** Processes pictures; by default in this process. */
  readonly examiner?: Examiner
  /** Bytes of files that an account may store. */
  readonly quota?: number
  /** Throws when the disk has no room for so many bytes. */
  readonly assertRoom?: (bytes: number) => void
  /** Sources that are tried before the simulator's picture space. */
  readonly pictures?: readonly PictureSource[]
  /** Entries of the records of marketplaces and of factories' programs, beside the embedded ones. */
  readonly marketplaces?: (clock: Clock) => Marketplaces
  readonly erps?: Erps
  readonly webDir?: string
  readonly publicUrl?: string
  readonly buyerUrl?: string
  readonly filesUrl?: string
  /** Called for every new cutout task; without it no runner works on them. */
  /** By default a new database of the kind on which this suite runs. */
  readonly database?: TestDatabase
  /** False leaves out the client simulator, as a server without the demo shop does. */
  readonly simulator?: boolean
  /** The operator's page; there is none without. */
  readonly operator?: OperatorDesk
  /** The check of the database by /readyz. */
  readonly checkDatabase?: () => Promise<void>
}

export interface TestReply {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON of the response; null when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer; the contract checks its shape.
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  readonly token?: string
  /** Sent as JSON unless it is a BodyInit. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Remote address of the request. */
  readonly address?: string
}

export interface TestAccount {
  readonly accountId: number
  readonly userId: number
  readonly token: string
}

export interface TestServer {
  readonly app: App
  readonly deps: HttpDeps
  readonly clock: { now(): Date; advance(ms: number): void }
  /** The embedded marketplace gateway; the test counts its calls and makes it fail. */
  readonly gateway: FaultyGateway
  /** The orders of the embedded marketplace's sellers. */
  readonly trades: EmbeddedMarketplace['trades']
  /** The embedded factory program; the test reads what was ordered and makes it fail. */
  readonly factory: FaultyFactory
  /** The embedded cashier, where recharges are paid. */
  readonly cashier: Cashier
  /** Makes the cashier as hard as the real provider. */
  readonly cashierFaults: CashierFaults
  /** The storage's folder. */
  readonly folder: string
  /** The errors that the server logged as unexpected. */
  readonly logged: unknown[]
  /** Set by a test: what the process says while it ends. */
  isStopping: boolean
  /** Looks at the storage now, as the server does every few seconds. */
  lookAtStorage(): Promise<void>
  call(method: string, path: string, options?: CallOptions): Promise<TestReply>
  newAccount(name?: string): Promise<TestAccount>
  /** Posts a file with the form that upload_form returned. */
  post(form: Pick<UploadForm, 'uploadUrl' | 'params'>, bytes: Uint8Array, name?: string): Promise<TestReply>
  /** Uploads a file in three steps; throws when one is refused. */
  upload(token: string, kind: FileKind, name: string, bytes: Uint8Array): Promise<StoredFile>
  close(): Promise<void>
}

const rawBody = (body: unknown): body is BodyInit =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData || body instanceof ReadableStream

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { db, close } = options.database ?? (await testDatabase())
  const engine = await openTestEngine(db)
  const folder = await mkdtemp(join(tmpdir(), 'kejiang-server-'))
  let time = Date.parse('2026-03-01T08:00:00Z')
  const clock = {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms
    },
  }
  const publicUrl = options.publicUrl ?? ''
  const tickets = createOwnTickets({ secret: 'only for tests', publicUrl, clock })
  const storage = await createLocalStorage(folder, tickets, options.assertRoom)
  const space = createPictureSpace({ db, storage, clock })
  const logged: unknown[] = []
  const { marketplace, simulator, trades } = openFaultyMarketplace({ clock, wait: async () => undefined })
  const { erp, factory } = openFaultyFactory({ db, clock, wait: async () => undefined })
  const self = selfAddress(() => app)
  const cashierFaults = createCashierFaults()
  const cashier = createCashier({
    faults: cashierFaults,
    deps: { db, clock, publicUrl },
    keys: testCashierKeys,
    address: self.address,
    report: (error) => logged.push(error),
  })
  const deps: HttpDeps = {
    db,
    storage,
    examiner: options.examiner ?? directExaminer,
    renderer: createRenderer(runDirectly),
    quota: options.quota,
    clock,
    jobs: engine,
    publicUrl,
    filesUrl: options.filesUrl,
    buyerUrl: options.buyerUrl,
    marketplaces: { TAOBAO: marketplace, ...options.marketplaces?.(clock) },
    sealer: createSealer('only for tests'),
    payments: cashier.payments,
    erps: { 1: erp, [ownFloorKind]: ownFloor({ db, clock }), ...options.erps },
    platforms: openPlatformDoubles({ clock }).hooks,
    moderation: null,
    eventSender: silentSender,
    prints: { secret: 'only for tests', format: 'png' },
    fileSecret: 'only for tests',
    pictures: [...(options.pictures ?? []), space.source],
    settings: {
      corsOrigins: [],
      frameAncestors: "'self'",
      isTrustedProxy: () => false,
      pictureHosts: [],
      uploadOrigin: undefined,
      validateReplies: true,
      log: { error: (message, error) => logged.push(message, error) },
      ...options.settings,
    },
  }
  const storageWatch = watchPart(storage.check, () => undefined)
  await storageWatch.look()
  const checks: Checks = {
    database: options.checkDatabase ?? (async () => void (await db.selectFrom('setting').select('name').execute())),
    parts: { storage: storageWatch.report },
    isStopping: () => server.isStopping,
    isMaintained: () => (options.settings?.maintenance?.() ?? null) !== null,
  }
  const secret = 'only for tests'
  const simulated = options.simulator !== false
  const app = createApp({
    deps,
    tickets,
    checks,
    cutouts: { tickets: { secret, host: null }, host: { secret } },
    doubles: [
      mountGrantPage,
      (to) => mountCashier(to, cashier),
      ...(simulated
        ? [
            (to: App) => mountPictureSpace(to, deps, space),
            (to: App) => mountFactory(to, factory),
            (to: App) => mountFactoryFaults(to, factory),
            (to: App) => mountCashierFaults(to, cashier, cashierFaults, { db, clock }),
          ]
        : []),
    ],
    simulator: simulated,
    operator: options.operator,
    webDir: options.webDir,
  })

  const server: TestServer = {
    app,
    deps,
    clock,
    gateway: simulator,
    trades,
    factory,
    cashier,
    cashierFaults,
    folder,
    logged,
    isStopping: false,
    lookAtStorage: storageWatch.look,
    async call(method, path, { token, body, headers = {}, address = '192.0.2.1' } = {}) {
      const init: RequestInit & { duplex?: 'half' } = {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || rawBody(body) ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: rawBody(body) ? body : JSON.stringify(body) }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      }
      const env = { incoming: { socket: { remoteAddress: address } } }
      const reply = await app.request(path, init, env)
      const text = await reply.text()
      const json = /json/.test(reply.headers.get('content-type') ?? '') && text !== ''
      return { status: reply.status, headers: reply.headers, text, body: json ? JSON.parse(text) : null }
    },
    async newAccount(name = `shop-${randomUUID().slice(0, 8)}`) {
      const made = await createAccount(deps, { name })
      return { ...made, token: await openSession(deps, made.userId) }
    },
    async post(form, bytes, name = 'file') {
      const data = new FormData()
      for (const [field, value] of Object.entries(form.params)) data.append(field, value)
      data.append('file', new Blob([new Uint8Array(bytes)]), name)
      // Browsers send the whole form with its length; a streamed body would have none.
      const encoded = new Response(data)
      const body = new Uint8Array(await encoded.arrayBuffer())
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': String(body.length) }
      return server.call('POST', form.uploadUrl, { body, headers })
    },
    async upload(token, kind, name, bytes) {
      const form = await server.call('POST', '/api/files/upload_form', { token, body: { fileName: name, type: kind } })
      if (form.status !== 200) throw new Error(`upload_form: ${form.text}`)
      const posted = await server.post(form.body, bytes, name)
      if (posted.status !== 204) throw new Error(`upload: ${posted.text}`)
      const result = await server.call('POST', '/api/files/upload_result', {
        token,
        body: { success: true, fileId: form.body.fileId },
      })
      if (result.status !== 200) throw new Error(`upload_result: ${result.text}`)
      return result.body.file
    },
    async close() {
      storageWatch.stop()
      cashier.stop()
      await self.close()
      await engine.stop()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

/** An error callback that throws, for work that otherwise reports its failures and continues. */
export function throwError(error: unknown): never {
  throw error
}
