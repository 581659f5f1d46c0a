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
import { openDataDir } from './infra/disk'
import { openEngine } from './infra/jobs/engine'
import { createLocalStorage } from './infra/storage/local'
import { createOwnTickets } from './infra/storage/own-tickets'
import { createS3Storage } from './infra/storage/s3'
import { signingKey } from './infra/storage/upload-key'
import { cutoutQueues } from './jobs/cutouts'
import { type Program, runProgram } from './program'
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
  database.onFatal((error) => {
    log.error('数据库已停止工作，服务即将退出；重新启动即可恢复', error)
    process.exit(1)
  })
  try {
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
    const isDatabaseOwner = database.kind === 'embedded'
    const engine = await openEngine({ ...database, queues: cutoutQueues, isDatabaseOwner, report })
    const telemetry = await serveMetrics(program, { queues: engine.states })
    const host = openCutoutHost({ ...base, ...config.cutout, jobs: engine, secret, pictures: remotePictures(pictures), report })
    if (!host) throw new Error('没有找到抠图模型：请先 npm run build')
    const settings = { ...config, requestLog, uploadOrigin: undefined, validateReplies: false, log }
    const deps = { ...base, jobs: engine, settings, examiner: createExaminer(thumbnails.run) }
    const checks = { database: () => database.check(), storage: () => storage.check() }
    const listening = await listen(createCutoutApp({ deps, checks, host }), config)
    await engine.repeat({ name: 'sweep-cutouts', cron: '17 * * * *', run: () => sweepCutouts(base) })
    await host.start()
    onSignal(async () => {
      await Promise.all([listening.close(graceMs), engine.stop(graceMs)])
      await host.close()
      await database.close()
      await telemetry.stop()
    })
    log.info(`抠图服务已启动  http://${config.host}:${listening.port}（图片来自 ${pictures}）`)
  } catch (error) {
    await database.close()
    throw error
  }
}

await runProgram({ ...defaults, ...process.env }, start)
