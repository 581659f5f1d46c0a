/** Reads a whole backup and compares everything with its hashes, without writing anything. */
import { finished } from 'node:stream/promises'
import type { Storage } from '../../ports/storage'
import { migrationsOf } from '../db/dump'
import type { Migration } from '../db/migration-history'
import { BackupError, blobKey, databaseKey, filesKey, type Manifest } from './format'
import { checkedLines, fileLines, inParallel, openChecked } from './streams'

const filesAtOnce = 6

/** Returns the migrations that the exported database had; rejects when it is of a newer version. */
export async function firstMigrations(target: Storage, { id, database }: Manifest): Promise<Migration[]> {
  for await (const line of checkedLines(target, databaseKey(id), database)) return migrationsOf(line)
  throw new BackupError(`备份 ${id} 的数据库部分是空的 (the export is empty)`)
}

/** Reads the export to its end and counts its rows; rejects if it is damaged or of a newer version. */
export async function verifyDatabase(target: Storage, { id, database }: Manifest): Promise<void> {
  let rows = 0
  let isFirst = true
  for await (const line of checkedLines(target, databaseKey(id), database)) {
    if (isFirst) migrationsOf(line)
    else if (!/^\{"(?:table":"[a-z0-9_]+"\}$|end":\{)/.test(line)) rows += 1
    isFirst = false
  }
  const expected = Object.values(database.rows).reduce((sum, count) => sum + count, 0)
  if (rows !== expected) throw new BackupError(`数据库部分应有 ${expected} 行，实有 ${rows} 行 (rows are missing)`)
}

/** Returns the keys of files whose content in the backup is missing or damaged. */
async function* damagedFiles(target: Storage, { id, files }: Manifest): AsyncGenerator<string> {
  const check = async (line: { key: string; sha256: string; size: number }): Promise<string | null> => {
    try {
      await finished((await openChecked(target, blobKey(line.sha256), line)).resume())
      return null
    } catch (error) {
      if (error instanceof BackupError) return line.key
      throw error
    }
  }
  async function* present() {
    for await (const line of fileLines(target, filesKey(id), files)) if ('sha256' in line) yield line
  }
  for await (const key of inParallel(present(), filesAtOnce, check)) if (key !== null) yield key
}

/** Verifies a backup. Resolves with the keys of the first hundred damaged files; rejects when the database or the list is damaged. */
export async function verifyBackup(target: Storage, manifest: Manifest): Promise<string[]> {
  await verifyDatabase(target, manifest)
  const damaged: string[] = []
  for await (const key of damagedFiles(target, manifest)) if (damaged.push(key) === 100) break
  return damaged
}
