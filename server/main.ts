/**
 * Entry point of the server: starts configuration, database, storage, modules and HTTP, and shuts down without losing a request.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announce, demoUser } from './announce'
import { type Config, isLoopback } from './config'
import { openCutoutHost } from './cutout-host'
import { sumUnbooked } from './domain/credits/unbooked'
import { factorySync } from './domain/erp/sync'
import { orderSync } from './domain/orders/sync'
import { ensurePassword } from './domain/users/accounts'
import { beginDue } from './domain/webhooks/due'
import { noteOperatorWebhook } from './domain/webhooks/operator'
import { demoArt } from './embedded/demo/art'
import { demoCustomizations } from './embedded/demo/orders'
import { preparedPictures } from './embedded/demo/picture-source'
import { seedDemoShop } from './embedded/demo/seed'
import { demoSeller } from './embedded/marketplaces/taobao/double'
import { createApp } from './http/app'
import { createCallLimits } from './http/call-limits'
import type { HttpDeps } from './http/environment'
import { type Listening, listen } from './http/listen'
import type { OperatorDesk } from './http/operator'
import { targetName } from './infra/backup/target'
import { storedPictures } from './infra/cutout/pictures'
import { databaseTime, offsetWarning, startDatabaseClock } from './infra/db/clock'
import { readNote } from './infra/db/installation'
import { openDatabase } from './infra/db/open'
import { databaseOrigin, noteOrigin } from './infra/db/origin'
import { markProcess, type ProcessMark } from './infra/db/processes'
import { openDataDir, watchDisk } from './infra/disk'
import { every, type Repeated } from './infra/every'
import { type Engine, openEngine } from './infra/jobs/engine'
import { type OperateRequest, operateInstallation } from './infra/operate'
import { readOperatorState } from './infra/operator-state'
import { type Parts, type Watch, watchPart } from './infra/parts'
import { type Pauses, watchPauses } from './infra/pauses'
import { openPictures } from './infra/pictures'
import { readInkProfile } from './infra/render/ink-file'
import { assertOwnStorage, storageIdentity } from './infra/storage/identity'
import { createLocalStorage } from './infra/storage/local'
import { createOwnTickets } from './infra/storage/own-tickets'
import { createS3Storage } from './infra/storage/s3'
import { signingKey } from './infra/storage/upload-key'
import { apiKeyWork } from './jobs/api-keys'
import { authorizationWork } from './jobs/authorizations'
import { cutoutQueues } from './jobs/cutouts'
import { deliveryConfirmation, deliveryQueues, deliveryWork } from './jobs/deliveries'
import { drawingQueues, drawingRepair, drawingWork } from './jobs/drawings'
import { factoryPrintQueues, factoryPrintRepair, factoryPrintWork } from './jobs/factory-prints'
import { listingQueues, listingRepair, listingWork } from './jobs/listing-pictures'
import { operateJobs, retriedText } from './jobs/operator'
import { orderSyncWork } from './jobs/order-syncs'
import { paymentWork } from './jobs/payments'
import { ruleWork } from './jobs/rules'
import { sheetQueues, sheetRepair, sheetWork } from './jobs/sheets'
import { sweeps } from './jobs/sweeper'
import { taskQueue, taskQueues, taskRepair } from './jobs/tasks'
import { thumbnailQueues, thumbnailRepair, thumbnailWork } from './jobs/template-thumbnails'
import { webhookLookMs, webhookQueueSettings, webhookWork } from './jobs/webhooks'
import type { Deps } from './kernel/context'
import { serveCommands } from './operator-requests'
import { type Program, runProgram } from './program'
import { Backups } from './providers/backups'
import { openSealer } from './providers/sealer'
import { actsOutside, openServices } from './providers/services'
import { productVersion } from './providers/version'
import { serveMetrics, type Telemetry } from './telemetry'

const graceMs = 10_000
/** How often an upload is tried as browsers make it: it writes and removes an object, ms. */
const uploadLookMs = 5 * 60_000

/** Returns the directory of the built plugin: beside the bundle, or in the working tree when run from source. */
function findWeb(config: Config): string | undefined {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const candidates = config.webDir ? [resolve(config.webDir)] : [here('../web'), here('../dist/web'), resolve('dist/web')]
  return candidates.find((folder) => existsSync(join(folder, 'index.html')))
}

async function start(program: Program): Promise<void> {
  const { config, log, requestLog, onSignal } = program
  const onDisk = config.databaseUrl === undefined || config.storage === undefined
  if (onDisk) openDataDir(config.dataDir)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    limits: config.databaseLimits,
    migrationWaitMs: config.migrationWaitMs,
    dataDir: config.dataDir,
    onProblem: (error) => log.error('database', error),
  })
  const endAtOnce = (message: string, error: unknown = null): never => {
    log.error(message, error)
    process.exit(1)
  }
  database.onFatal((error) => endAtOnce('数据库已停止工作，服务即将退出；重新启动即可恢复', error))
  const disk = onDisk
    ? watchDisk(config.dataDir, { margin: config.diskReserve, report: (message, error) => log.error(message, error) })
    : undefined
  const pictures = openPictures((error) => log.error('pictures', error), {
    folder: join(onDisk ? config.dataDir : tmpdir(), 'sheets'),
    assertRoom: disk?.assertRoom,
  })
  let isStopping = false
  let listening: Listening | undefined
  let storageWatch: Watch | undefined
  let uploadWatch: Watch | undefined
  let pauses: Pauses | undefined
  let mark: ProcessMark | undefined
  let engine: Engine | undefined
  let telemetry: Telemetry | undefined
  let events: Repeated | undefined
  try {
    mark = await markProcess(database.db, {
      ...{ program: 'server', version: productVersion },
      onReplaced: () => endAtOnce('数据库已被替换（例如恢复了备份），服务即将退出；重新启动后使用新的数据库'),
      report: (error) => log.error('sign of life', error),
    })
    const clock = await startDatabaseClock(
      () => databaseTime(database.db),
      (error) => log.error('clock', error),
    )
    const warning = offsetWarning(Date.now() - clock.now().getTime())
    if (warning !== null) log.error(warning, null)
    const tickets = createOwnTickets({
      secret: await signingKey(database.db, 'upload-signing-key'),
      publicUrl: config.publicUrl,
      clock,
    })
    const storage = config.storage
      ? createS3Storage(config.storage, tickets, clock)
      : await createLocalStorage(join(config.dataDir, 'files'), tickets, (bytes) => disk?.assertRoom(bytes))
    const tellPart = (name: string) => (failure: unknown) =>
      failure === null ? log.info(`${name}: works again`) : log.error(name, failure)
    storageWatch = watchPart(storage.check, tellPart('storage'))
    const identity = await storageIdentity(config)
    await assertOwnStorage(database.db, { storage, identity, report: (error) => log.error('storage', error) })
    const origin = config.publicUrl && new URL(config.publicUrl).origin
    const { checkUploads } = storage
    uploadWatch = checkUploads && origin ? watchPart(() => checkUploads(origin), tellPart('uploads'), uploadLookMs) : undefined
    const parts: Parts = {
      storage: storageWatch.report,
      pictures: pictures.report,
      ...(uploadWatch ? { uploads: uploadWatch.report } : {}),
    }
    const base = { db: database.db, storage, clock }
    const report = (message: string, error: unknown): void => log.error(message, error)
    const sealer = await openSealer(database.db, config)
    const designs: Readonly<Record<string, unknown>>[] = []
    await noteOrigin(database.db, database.kind, await databaseOrigin(database.db, database.kind, config.dataDir), clock.now())
    const halts = await watchPauses(database.db, (error) => log.error('pauses', error))
    pauses = halts
    const held = (): string | null => (actsOutside(config) ? halts.now().copy : null)
    const services = await openServices(config, {
      base: { ...base, sealer, publicUrl: config.publicUrl },
      designs,
      address: () => ownAddress(config, listening),
      report,
      held,
    })
    const jobEngine = await openEngine({
      ...database,
      queues: [
        ...taskQueues,
        ...cutoutQueues,
        ...deliveryQueues,
        ...drawingQueues,
        ...listingQueues,
        ...factoryPrintQueues,
        ...sheetQueues,
        ...thumbnailQueues,
        ...webhookQueueSettings,
      ],
      isDatabaseOwner: database.kind === 'embedded',
      report,
    })
    engine = jobEngine
    const pauseJobs = (): Promise<void> =>
      jobEngine.pauseWhere((work) => halts.now().maintenance !== null || (work.actsOutside && held() !== null))
    await pauseJobs()
    halts.onChange(({ maintenance }) => {
      log.info(maintenance === null ? '没有在维护' : '维护中：只能查看，后台任务暂停', {
        outside: held() === null ? 'free' : 'held',
      })
      pauseJobs().catch((error: unknown) => log.error('jobs', error))
    })
    telemetry = await serveMetrics(program, {
      queues: engine.states,
      parts,
      unbooked: () => sumUnbooked(database.db),
      backups: config.backupTo && (() => readNote(database.db, 'backup')),
    })
    const deps: Deps = {
      ...base,
      ...services.ports,
      quota: config.quota,
      orderSyncMinutes: config.orderSyncMinutes,
      prints: {
        secret: await signingKey(database.db, 'print-signing-key'),
        format: config.printFormat,
        inks: config.printProfile === undefined ? undefined : await readInkProfile(config.printProfile),
      },
      fileSecret: await signingKey(database.db, 'file-signing-key'),
      examiner: pictures.examiner,
      renderer: pictures.renderer,
      sealer,
      jobs: jobEngine,
      publicUrl: config.publicUrl,
      filesUrl: config.filesUrl,
      buyerUrl: config.buyerUrl,
    }
    if (config.demo) {
      // Only the embedded gateway knows the demo's seller.
      const seller = config.taobao ? undefined : demoSeller
      const source = preparedPictures(fileURLToPath(new URL('./prepared/demo', import.meta.url)), demoArt)
      for (const note of await seedDemoShop(deps, { password: config.demoPassword, pictures: source, seller })) log.info(note)
      await ensurePassword(deps, demoUser, config.demoPassword)
      designs.push(...(await demoCustomizations(deps, demoUser)))
    }
    const httpDeps: HttpDeps = {
      ...deps,
      settings: {
        ...config,
        uploadOrigin: uploadOrigin(config),
        filesOrigin: config.filesUrl && new URL(config.filesUrl).origin,
        cutoutOrigin: cutoutOrigin(config),
        paymentPages: services.paymentPages,
        validateReplies: false,
        log,
        maintenance: () => halts.now().maintenance,
        openSimulator: !isLoopback(config.host),
        requestLog,
        callLimits: createCallLimits({ db: database.db, rates: config.callRates, report: (error) => log.error('limits', error) }),
        assertWritable: disk && (() => disk.assertWritable()),
      },
    }
    const secret = config.cutout.secret ?? (await signingKey(database.db, 'cutout-signing-key'))
    const host = config.cutout.host
      ? null
      : openCutoutHost({ ...deps, ...config.cutout, jobs: engine, secret, pictures: storedPictures(storage), report })
    const cutouts = { tickets: host || config.cutout.host ? { secret, host: config.cutout.host ?? null } : null, host }
    const webDir = findWeb(config)
    const checks = {
      database: () => database.check(),
      parts,
      isStopping: () => isStopping,
      isMaintained: () => halts.now().maintenance !== null,
    }
    const { simulator } = services
    const doubles = services.doubles(httpDeps)
    const operate = async (request: OperateRequest): Promise<string> => {
      const said = await operateInstallation({ db: database.db, now: () => clock.now(), storage: identity }, request)
      await halts.look()
      return said
    }
    const openDesk = (token: string, act: typeof operate): OperatorDesk => ({
      token,
      operate: act,
      state: () =>
        readOperatorState({
          ...{ version: productVersion, database, engine: jobEngine, parts, clock },
          ...{ limits: { ...config.callRates, quota: config.quota }, dataDir: onDisk ? config.dataDir : undefined },
          ...{ storage: identity.name, backups: config.backupTo ? targetName(config.backupTo) : null },
        }),
      retry: async (filter) => {
        const { retried } = await operateJobs(database.db, jobEngine, { about: 'retry', ...filter })
        return retriedText(retried ?? { retried: 0, discarded: 0 })
      },
    })
    const desk = config.operatorToken === undefined ? undefined : openDesk(config.operatorToken, operate)
    listening = await listen(
      createApp({ deps: httpDeps, tickets, checks, cutouts, doubles, simulator, operator: desk, webDir }),
      config,
    )
    pictures.startAll()
    const backups = new Backups({
      ...{ database, storage, clock, keys: config, dataDir: config.dataDir, filesAreLocal: !config.storage },
      assertRoom: (bytes) => disk?.assertRoom(bytes),
    })
    // Commands cannot open a database that this process holds.
    const operator =
      database.kind === 'embedded'
        ? await serveCommands(config.dataDir, { db: database.db, jobs: jobEngine, backups, operate, refunds: deps })
        : undefined
    const kinds = [orderSync(deps, report), factorySync(deps)]
    for (const kind of kinds) await engine.work(taskQueue(deps, kind, report))
    for (const queue of deliveryWork(deps, report)) await engine.work(queue)
    await noteOperatorWebhook(deps, deps.operatorWebhook)
    for (const queue of webhookWork(deps)) await engine.work(queue)
    // A copy of an installation tells nobody what the original tells already.
    const mayTell = (): boolean => halts.now().maintenance === null && halts.now().copy === null
    events = every(
      webhookLookMs,
      async () => void (mayTell() && (await beginDue(deps))),
      (error) => log.error('webhooks', error),
    )
    const { concurrency, ...drawers } = pictures.drawings
    for (const queue of drawingWork({ ...deps, ...drawers }, concurrency, report)) await engine.work(queue)
    for (const queue of listingWork({ ...deps, ...drawers }, report)) await engine.work(queue)
    for (const queue of factoryPrintWork({ ...deps, ...drawers }, report)) await engine.work(queue)
    for (const queue of sheetWork({ ...deps, ...drawers }, report)) await engine.work(queue)
    for (const queue of thumbnailWork({ ...deps, ...drawers }, report)) await engine.work(queue)
    const periodicWork = [
      taskRepair(deps, kinds, engine.jobTable),
      drawingRepair(deps, engine.jobTable),
      listingRepair(deps, engine.jobTable),
      factoryPrintRepair(deps, engine.jobTable),
      sheetRepair(deps, engine.jobTable),
      thumbnailRepair(deps),
      ...sweeps(deps, (error) => log.error('sweeper', error)),
      ...(config.orderSyncMinutes ? [orderSyncWork(deps, config.orderSyncMinutes)] : []),
      ...ruleWork(deps, (error) => log.error('rules', error)),
      authorizationWork(deps),
      apiKeyWork(deps),
      deliveryConfirmation(deps, (error) => log.error('platforms', error)),
      paymentWork(deps, (error) => log.error('payments', error), services.cashier?.deliver),
      ...(config.backupTo ? [backups.daily({ to: config.backupTo, keep: config.backupKeep }, report)] : []),
    ]
    for (const work of periodicWork) await engine.repeat(work)
    await host?.start()
    onSignal(async () => {
      isStopping = true
      await listening?.close(graceMs)
      services.cashier?.stop()
      await operator?.close()
      events?.stop()
      await backups.stop()
      await engine?.stop(graceMs)
      await host?.close()
      pictures.close()
      disk?.stop()
      storageWatch?.stop()
      uploadWatch?.stop()
      pauses?.stop()
      await mark?.leave()
      await database.close()
      await telemetry?.stop()
    })
    if (held() !== null)
      log.error(
        `${held()}：同步、收款、退款、推送和清理已暂停；确认原来的那一份不再使用后，运行 npm run operate -- confirm-copy`,
        null,
      )
    announce(log, config, { kind: database.kind, port: listening.port, storage: identity.name, webDir, cutsOut: host !== null })
  } catch (error) {
    events?.stop()
    await listening?.close(0)
    await engine?.stop(0)
    pictures.close()
    disk?.stop()
    storageWatch?.stop()
    uploadWatch?.stop()
    pauses?.stop()
    // A failed start must not look like a running server for as long as its sign of life lasts.
    await mark?.leave().catch((problem: unknown) => log.error('sign of life', problem))
    await database.close()
    await telemetry?.stop()
    throw error
  }
}

const uploadOrigin = ({ storage }: Config): string | undefined =>
  storage?.upload === 'direct' ? new URL(storage.bucketUrl).origin : undefined

const cutoutOrigin = ({ cutout }: Config): string | undefined => cutout.host && new URL(cutout.host).origin

/** Returns the address at which this process reaches itself, whatever its public address is. */
function ownAddress({ host }: Config, listening: Listening | undefined): string {
  if (!listening) throw new Error('服务尚未启动完成，请稍后重试')
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening.port}`
}

await runProgram(process.env, start)
