/** Looks at an installation for the operator, as a start would, and changes nothing but the storage's probe and counts that are wrong. */
import { fetch } from 'undici'
import { messageOf } from '../../contract/ground/thrown'
import { bytesText } from '../../contract/rules/sizes'
import type { Config } from '../config'
import { countDifferences, recountHome } from '../domain/home/counts'
import { databaseTime } from '../infra/db/clock'
import { readNote } from '../infra/db/installation'
import { missingMigrations } from '../infra/db/migrate'
import type { OpenDatabase } from '../infra/db/open'
import { measureFolder } from '../infra/disk'
import { transact } from '../kernel/transact'
import type { Storage } from '../ports/storage'
import { admitKeys, describeKey } from './sealer'
import { productVersion } from './version'

/** The result of a check. `failed`: something will not work until it is mended. `warning`: it works now, but not under all circumstances. */
export interface Finding {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
}

/** A check of one subject; a rejection counts as `failed` with the error's sentence. */
type Check = () => Promise<Omit<Finding, 'about'>>

export interface Examined {
  readonly config: Config
  /** Opens the database without a migration. Resolves with a sentence where there is nothing to look at; rejects where it cannot be opened. */
  readonly openDatabase: () => Promise<OpenDatabase | string>
  readonly openStorage: () => Promise<Storage>
}

const ok = (detail: string) => ({ state: 'ok' as const, detail })
const warning = (detail: string) => ({ state: 'warning' as const, detail })
const failed = (detail: string) => ({ state: 'failed' as const, detail })

const answerMs = 10_000
/** A backup is due every day; one that is late by half a day was missed. */
const backupDueMs = 36 * 3_600_000
const clockLimitMs = 5_000
const hourMs = 3_600_000

async function examine(about: string, check: Check): Promise<Finding> {
  try {
    return { about, ...(await check()) }
  } catch (error) {
    return { about, ...failed(messageOf(error)) }
  }
}

/** Asks another process how it is; `address` is one that this machine must reach. */
async function askHealth(address: string): Promise<Omit<Finding, 'about'>> {
  const reply = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(answerMs), redirect: 'manual' }).catch(() => null)
  if (!reply) return failed(`${address} 没有回应：请检查域名、代理和防火墙`)
  await reply.body?.cancel()
  return reply.status === 200 ? ok(address) : failed(`${address}/healthz 回应 ${reply.status}：那里不是本程序，或代理没有转到它`)
}

/** The counts of the home screen are kept with every change; a difference comes from a hand in the database, and is mended here. */
async function checkCounts({ db }: OpenDatabase): Promise<Omit<Finding, 'about'>> {
  const differences = await countDifferences(db)
  if (differences === 0) return ok('与全部订单一致')
  await transact({ db }, (inner) => recountHome(inner.db))
  return warning(`${differences} 项与订单不一致，已经重新计数；如果有人直接改过数据库，请检查改动`)
}

async function checkBackups({ db }: OpenDatabase, { backupTo }: Config, now: number): Promise<Omit<Finding, 'about'>> {
  const note = await readNote(db, 'backup')
  if (!backupTo) return warning('没有设置 BACKUP_TO，本程序不做备份')
  if (note?.failure) return failed(`最近一次没有做成（${note.failure.at}）：${note.failure.reason}`)
  if (!note?.wholeAt) return warning('还没有做过一份完整的备份')
  const hours = Math.round((now - Date.parse(note.wholeAt)) / hourMs)
  const text = `最近一份完整的备份在 ${hours} 小时前`
  return now - Date.parse(note.wholeAt) > backupDueMs ? failed(text) : ok(text)
}

const databaseChecks = (database: OpenDatabase, config: Config): Readonly<Record<string, Check>> => {
  const { db } = database
  return {
    时钟: async () => {
      const seconds = Math.round((Date.now() - (await databaseTime(db))) / 1000)
      return Math.abs(seconds) * 1000 > clockLimitMs ? warning(`这台机器的时钟与数据库相差 ${seconds} 秒`) : ok('与数据库一致')
    },
    密钥: async () => {
      await admitKeys(db, config)
      const { fingerprint, inDatabase } = await describeKey(db, config)
      if (inDatabase) return warning('没有设置 SECRET_KEY：密钥和它保护的内容在同一个数据库里')
      return ok(`能打开数据库里加密的内容（指纹 ${fingerprint}）`)
    },
    首页计数: () => checkCounts(database),
    备份: async () => checkBackups(database, config, await databaseTime(db)),
  }
}

function checkFolder({ dataDir, diskReserve = 0 }: Config): Omit<Finding, 'about'> {
  const { free } = measureFolder(dataDir)
  const text = `${dataDir} 还有 ${bytesText(free)}`
  return free <= diskReserve ? failed(`${text}，上传会被拒绝`) : ok(text)
}

/** Runs all checks one after another, and hands each finding out when it is there. */
export async function* checkup({ config, openDatabase, openStorage }: Examined): AsyncGenerator<Finding> {
  yield { about: '程序', ...ok(`壳匠 ${productVersion}，Node ${process.versions.node}，${process.platform}-${process.arch}`) }
  let database: OpenDatabase | undefined
  try {
    const opened = await examine('数据库', async () => {
      const given = await openDatabase()
      if (typeof given === 'string') return warning(given)
      database = given
      const missing = await missingMigrations(database.db)
      const kind = database.kind === 'postgres' ? 'PostgreSQL' : `内嵌，${config.dataDir}`
      if (missing.length > 0) return warning(`${kind}；还缺 ${missing.length} 个迁移，运行 npm run migrate`)
      return ok(`${kind}；结构是最新的`)
    })
    yield opened
    // On another schema the notes may not be there.
    if (database && opened.state === 'ok') {
      for (const [about, check] of Object.entries(databaseChecks(database, config))) yield await examine(about, check)
    }
  } finally {
    await database?.close()
  }
  yield await examine('文件存储', async () => {
    await (await openStorage()).check()
    return ok(config.storage ? `${config.storage.bucketUrl}：能写也能读` : `${config.dataDir}/files：能写也能读`)
  })
  if (config.databaseUrl === undefined || config.storage === undefined)
    yield await examine('磁盘', async () => checkFolder(config))
  if (config.publicUrl !== '') yield await examine('公开网址', () => askHealth(config.publicUrl))
  const cutoutHost = config.cutout.host
  if (cutoutHost !== undefined) yield await examine('抠图服务', () => askHealth(cutoutHost))
}
