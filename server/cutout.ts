/**
 * Entry point of a separate cutout host, which relieves the admin API's machine. It shares only CUTOUT_SECRET with the admin
 * API, has its own database and storage, and reads pictures from CUTOUT_PICTURES, the admin API's address.
 */
import { join } from 'node:path'
import { ConfigError } from './config-values'
import { openCutoutHost } from './cutout-host'
import { sweepCutouts } from './domain/cutout/sweep'
import { createCutoutApp } from './http/cutout-app'
import { listen } from './http/listen'
import { createPool } from './infra/content/pool'
import { createExaminer } from './infra/content/work'
import { remotePictures } from './infra/cutout/pictures'
import { openDatabase } from './infra/db/open'
import { markProcess, type ProcessMark } from './infra/db/processes'
import { openDataDir } from './infra/disk'
import { openEngine } from './infra/jobs/engine'
import { type Parts, type Watch, watchPart } from './infra/parts'
import { createLocalStorage } from './infra/storage/local'
import { createOwnTickets } from './infra/storage/own-tickets'
import { createS3Storage } from './infra/storage/s3'
import { signingKey } from './infra/storage/upload-key'
import { cutoutQueues } from './jobs/cutouts'
import { serveCommands } from './operator-requests'
import { type Program, runProgram } from './program'
import { productVersion } from './providers/version'
import { serveMetrics } from './telemetry'

const graceMs = 10_000
const defaults = { PORT: '4610', DATA_DIR: '.data-cutout', DEMO: '0' }

async function start(program: Program): Promise<void> {
  const { config, log, requestLog, onSignal } = program
  const { secret, pictures } = config.cutout
  if (secret === undefined) throw new ConfigError(['缺少 CUTOUT_SECRET：至少 32 个字符，与管理端的相同'])
  if (pictures === undefined) throw new ConfigError(['缺少 CUTOUT_PICTURES：管理端的地址，例如 https://shop.example.com'])
  openDataDir(config.dataDir)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    limits: config.databaseLimits,
    dataDir: config.dataDir,
    onProblem: (error) => log.error('database', error),
  })
  const endAtOnce = (message: string, error: unknown = null): never => {
    log.error(message, error)
    process.exit(1)
  }
  database.onFatal((error) => endAtOnce('数据库已停止工作，服务即将退出；重新启动即可恢复', error))
  let isStopping = false
  let storageWatch: Watch | undefined
  let mark: ProcessMark | undefined
  try {
    mark = await markProcess(database.db, {
      ...{ program: 'cutout', version: productVersion },
      onReplaced: () => endAtOnce('数据库已被替换（例如恢复了备份），服务即将退出；重新启动后使用新的数据库'),
      report: (error) => log.error('sign of life', error),
    })
    const clock = { now: () => new Date() }
    // There are no uploads here, so no upload form is ever signed.
    const tickets = createOwnTickets({ secret, publicUrl: config.publicUrl, clock })
    const storage = config.storage
      ? createS3Storage(config.storage, tickets, clock)
      : await createLocalStorage(join(config.dataDir, 'files'), tickets)
    const fileSecret = await signingKey(database.db, 'file-signing-key')
    const base = { db: database.db, storage, clock, publicUrl: config.publicUrl, fileSecret }
    const report = (message: string, error: unknown): void => log.error(message, error)
    // A cutout host makes thumbnails of its own results only.
    const thumbnails = createPool({ report: (error) => report('pictures', error) })
    storageWatch = watchPart(storage.check, (failure) =>
      failure === null ? log.info('storage works again') : log.error('storage', failure),
    )
    const parts: Parts = { storage: storageWatch.report, pictures: thumbnails.report }
    const isDatabaseOwner = database.kind === 'embedded'
    const engine = await openEngine({ ...database, queues: cutoutQueues, isDatabaseOwner, report })
    const telemetry = await serveMetrics(program, { queues: engine.states, parts })
    const host = openCutoutHost({ ...base, ...config.cutout, jobs: engine, secret, pictures: remotePictures(pictures), report })
    if (!host) throw new Error('没有找到抠图模型：请先 npm run build')
    const settings = { ...config, requestLog, uploadOrigin: undefined, validateReplies: false, log }
    const deps = { ...base, jobs: engine, settings, examiner: createExaminer(thumbnails.run) }
    const checks = { database: () => database.check(), parts, isStopping: () => isStopping }
    const listening = await listen(createCutoutApp({ deps, checks, host }), config)
    await engine.repeat({ name: 'sweep-cutouts', cron: '17 * * * *', run: () => sweepCutouts(base) })
    await host.start()
    // Commands cannot open a database that this process holds.
    const operator = isDatabaseOwner ? await serveCommands(config.dataDir, { db: database.db, jobs: engine }) : undefined
    onSignal(async () => {
      isStopping = true
      await Promise.all([listening.close(graceMs), engine.stop(graceMs)])
      await operator?.close()
      await host.close()
      thumbnails.close()
      storageWatch?.stop()
      await mark?.leave()
      await database.close()
      await telemetry.stop()
    })
    log.info(`抠图服务已启动  http://${config.host}:${listening.port}（图片来自 ${pictures}）`)
  } catch (error) {
    storageWatch?.stop()
    await mark?.leave().catch((problem: unknown) => log.error('sign of life', problem))
    await database.close()
    throw error
  }
}

await runProgram({ ...defaults, ...process.env }, start)
