/** `npm run restore -- TARGET`: restores a backup, verifies it, or lists what is there. */
import { existsSync } from 'node:fs'
import { bytesText } from '../../contract/rules/sizes'
import { type Config, readConfig } from '../config'
import { findBackups, type Manifest, readManifest } from '../infra/backup/format'
import { restoreDatabase, restoreFiles } from '../infra/backup/restore'
import { openTarget, parseBackupTarget, targetName } from '../infra/backup/target'
import { firstMigrations, verifyBackup, verifyDatabase } from '../infra/backup/verify'
import { isEmpty } from '../infra/db/dump'
import { writeNote } from '../infra/db/installation'
import { openDatabase } from '../infra/db/open'
import { markCopy } from '../infra/db/origin'
import { setAsideDatabase } from '../infra/db/set-aside'
import { storageIdentity } from '../infra/storage/identity'
import type { Storage } from '../ports/storage'
import { forgetUnreadable, keyProblem, noteRestoredKey } from '../providers/sealer'
import { openStorage } from '../providers/storage'
import { runCommand, UsageError } from './command'

const usage = `Usage: npm run restore -- FOLDER | s3://KEY:SECRET@HOST/BUCKET/PREFIX [ID] [option]
  Restores the newest finished backup, or the one with this ID, into an empty database (the PostgreSQL of DATABASE_URL, or a new
  DATA_DIR) and its files into the storage. Stop all servers first. An interrupted restore is repeated with the same command.
  --list      lists the backups
  --verify    reads the whole backup and compares all hashes; changes nothing
  --replace   moves the database that is there aside (the folder db, or the schema, is renamed), and restores
  --any-key   restores although secrets in the backup were sealed with another SECRET_KEY`

/** Said at the end of what makes a copy. */
const copyText =
  '同步、收款、退款、推送和清理先暂停：确认原来的那一份不再使用后，运行 npm run operate -- confirm-copy（或在运维页面上确认）'

const options = ['--list', '--verify', '--replace', '--any-key']

async function list(target: Storage): Promise<void> {
  const found = await findBackups(target)
  for (const { id, isFinished } of found) {
    if (!isFinished) {
      console.log(`${id}\t未完成`)
      continue
    }
    const { product, files, database } = await readManifest(target, id)
    const size = `文件 ${files.count} 个共 ${bytesText(files.bytes)}，数据库 ${bytesText(database.size)}`
    console.log(`${id}\t${size}，版本 ${product}${files.problems > 0 ? `，缺 ${files.problems} 个文件` : ''}`)
  }
  if (found.length === 0) console.log('这里没有备份')
}

async function verify(target: Storage, manifest: Manifest): Promise<void> {
  const damaged = await verifyBackup(target, manifest)
  for (const key of damaged) console.error(`已损坏：${key}`)
  if (damaged.length > 0) throw new Error(`备份 ${manifest.id} 有损坏的文件，不能完整恢复`)
  console.log(`备份 ${manifest.id} 完好：数据库和 ${manifest.files.count} 个文件的哈希都相符`)
}

/** Opens the database to restore into, with the schema that the backup had; rejects unless it is empty. */
async function openEmpty({ databaseUrl, dataDir }: Config, target: Storage, manifest: Manifest) {
  const migrations = await firstMigrations(target, manifest)
  const database = await openDatabase({ databaseUrl, dataDir, migrations })
  if (await isEmpty(database.db)) return database
  await database.close()
  throw new Error('目标数据库里已有数据；确定要替换时加 --replace（原有数据会改名保留） (the database is not empty)')
}

async function restore(config: Config, target: Storage, manifest: Manifest, chosen: ReadonlySet<string>): Promise<void> {
  const problem = keyProblem(manifest.secretKey, config)
  if (problem !== null && !chosen.has('--any-key')) throw new Error(`${problem}；确定不要这些密文时加 --any-key`)
  await verifyDatabase(target, manifest)
  if (chosen.has('--replace')) {
    const moved = await setAsideDatabase(config, new Date())
    if (moved !== null) console.log(`原有数据库已改名为 ${moved}，确认恢复无误后可以删除`)
  }
  const database = await openEmpty(config, target, manifest)
  try {
    const storage = await openStorage(config)
    const onProgress = (files: number): void => {
      if (files > 0 && files % 500 === 0) console.log(`已恢复 ${files} 个文件…`)
    }
    const { files, missing } = await restoreFiles({ target, manifest, storage, onProgress })
    const counts = await restoreDatabase(database.db, { target, manifest })
    await writeNote(database.db, 'storage', await storageIdentity(config))
    await markCopy(database.db, `从备份 ${manifest.id} 恢复`, new Date())
    if (problem !== null) await forgetUnreadable(database.db, config)
    else await noteRestoredKey(database.db, manifest.secretKey)
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`已恢复备份 ${manifest.id}：数据库 ${rows} 行，文件 ${files} 个。现在可以启动服务`)
    console.log(copyText)
    for (const key of missing) console.error(`备份时已缺失：${key}`)
  } finally {
    await database.close()
  }
}

await runCommand(async (args) => {
  const chosen = new Set(args.filter((arg) => arg.startsWith('-')))
  const [text, id, ...others] = args.filter((arg) => !arg.startsWith('-'))
  const place = text === undefined || others.length > 0 ? null : parseBackupTarget(text)
  if (!place || [...chosen].some((option) => !options.includes(option))) throw new UsageError(usage)
  if ('folder' in place && !existsSync(place.folder)) throw new Error(`没有文件夹 ${place.folder}`)
  const target = await openTarget(place)
  if (chosen.has('--list')) return list(target)
  const newest = id ?? (await findBackups(target)).findLast(({ isFinished }) => isFinished)?.id
  if (newest === undefined) throw new Error(`${targetName(place)} 里没有完整的备份`)
  const manifest = await readManifest(target, newest)
  if (chosen.has('--verify')) return verify(target, manifest)
  await restore(readConfig({ ...process.env, HOST: undefined }), target, manifest, chosen)
})
