/**
 * Copies the embedded database while it serves, by PostgreSQL's low-level backup API (its manual: "Making a Base Backup Using the
 * Low Level API"). The files are copied as they are, even half written, and the log between the start and stop marks makes them
 * consistent when the copy is opened. Queries wait only for one checkpoint.
 */
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/context'
import { createDb } from '../kysely'
import { openThread } from './client'
import type { Maintenance } from './maintenance'
import { SingleSource } from './source'

/** Bytes that must stay free beside a copy: a full disk would stop the database itself. */
const minFreeBytes = 1024 * 1024 * 1024

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies a folder. Tables may be dropped or truncated during the copy; the log restores consistency. */
async function copyFiles(from: string, to: string, includes: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!includes(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    try {
      if (entry.isDirectory()) await copyFiles(source, target, () => true)
      else await copyFile(source, target)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

async function folderSize(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    try {
      bytes += (await stat(join(entry.parentPath, entry.name))).size
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return bytes
}

/**
 * Copies the data directory `from` of the running `db` to the new folder `to`. The caller must prevent checkpoints meanwhile:
 * they would remove log that the copy needs.
 */
export async function copyDatabase(db: Db, from: string, to: string): Promise<void> {
  await sql`select pg_backup_start('kejiang', true)`.execute(db)
  let label: string | undefined
  try {
    await copyFiles(from, to, (name) => name !== 'pg_wal' && name !== 'postmaster.pid')
  } finally {
    const { rows } = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`.execute(db)
    label = rows[0]?.labelfile
  }
  const first = label?.match(/^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m)?.[1]
  if (!label || !first) throw new Error(`备份标记无法识别：${label} (pg_backup_stop returned an unknown label)`)
  await copyFiles(join(from, 'pg_wal'), join(to, 'pg_wal'), (name) => !/^[0-9A-F]{24}$/.test(name) || name >= first)
  await writeFile(join(to, 'backup_label'), label)
}

/**
 * Runs `work` with a copy of the embedded database of `dataDir`, in a thread of its own. If the disk has no space for a copy,
 * `work` gets the running database, whose queries may have to wait for it. Rejects early when `signal` is aborted.
 */
export async function withCopy<T>(
  db: Db,
  dataDir: string,
  { maintenance, signal, work }: { maintenance: Pick<Maintenance, 'pause'>; signal: AbortSignal; work: (copy: Db) => Promise<T> },
): Promise<T> {
  const running = join(dataDir, 'db')
  const copy = join(dataDir, 'backup-copy')
  // A killed server leaves its copy behind.
  await rm(copy, { recursive: true, force: true })
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < (await folderSize(running)) + minFreeBytes) return work(db)
  try {
    await mkdir(copy, { mode: 0o700 })
    await maintenance.pause(() => copyDatabase(db, running, join(copy, 'db')))
    signal.throwIfAborted()
    // When the thread dies, the work below rejects with the same error, so nothing else needs to be notified.
    const engine = await openThread(copy, () => {})
    const terminateCopy = () => void engine.terminate()
    signal.addEventListener('abort', terminateCopy)
    const copyDb = createDb(new SingleSource(engine))
    try {
      return await work(copyDb)
    } finally {
      signal.removeEventListener('abort', terminateCopy)
      await copyDb.destroy()
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
