/** `npm run backup -- TARGET`: backs up the database and all stored files. */
import { resolve } from 'node:path'
import { bytesText } from '../../contract/rules/sizes'
import { readConfig } from '../config'
import type { Manifest } from '../infra/backup/format'
import { parseBackupTarget, targetName } from '../infra/backup/target'
import { type BackupRequest, Backups } from '../providers/backups'
import { openStorage } from '../providers/storage'
import { askRunning, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage: npm run backup -- [FOLDER | s3://KEY:SECRET@HOST/BUCKET/PREFIX] [--keep DAYS]
  Backs up the database and all stored files; without an address, to BACKUP_TO. Contents that an earlier backup there has are not
  copied again. --keep removes older backups, except the last one of each of the newest DAYS days.
  A running server with the embedded database makes the backup itself. See npm run restore for how to verify and use it.`

function readArguments(args: readonly string[], configured: BackupRequest['to'] | undefined): BackupRequest {
  const keepAt = args.indexOf('--keep')
  const keep = keepAt === -1 ? undefined : Number(args[keepAt + 1])
  const [text, ...others] = keepAt === -1 ? args : args.toSpliced(keepAt, 2)
  const isValid = others.length === 0 && !text?.startsWith('-') && (keep === undefined || (Number.isInteger(keep) && keep > 0))
  const to = isValid ? (text === undefined ? configured : parseBackupTarget(text)) : undefined
  if (!to) throw new UsageError(usage)
  return { keep, to: 'folder' in to ? { folder: resolve(to.folder) } : to }
}

const say = (line: string): void => console.log(line)

await runCommand(async (args) => {
  const config = readConfig({ ...process.env, HOST: undefined })
  const request = readArguments(args, config.backupTo)
  const asked = await askRunning({ backup: request }, say)
  const manifest = asked
    ? (asked.done as Manifest)
    : await withDatabase(async ({ database, clock }) => {
        const files = { storage: await openStorage(config), dataDir: config.dataDir, filesAreLocal: !config.storage }
        return new Backups({ database, ...files, clock, keys: config }).create(request, say)
      })
  const { id, files, database } = manifest
  const rows = Object.values(database.rows).reduce((sum, count) => sum + count, 0)
  console.log(
    `备份 ${id} 已完成：数据库 ${rows} 行，文件 ${files.count} 个共 ${bytesText(files.bytes)}，位于 ${targetName(request.to)}`,
  )
  if (files.problems > 0) throw new Error(`有 ${files.problems} 个文件在存储中缺失或已损坏，备份里没有它们`)
})
