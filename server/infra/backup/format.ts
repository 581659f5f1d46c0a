/**
 * The files of a backup in its folder or bucket:
 *
 *   backups/<id>/database.jsonl.gz   the export of the database (server/infra/db/dump.ts)
 *   backups/<id>/files.jsonl.gz      a line for each stored file: its key, and the hash and size of its content
 *   backups/<id>/manifest.json       hashes and sizes of both, written last: a backup without it is unfinished
 *   blobs/<2 hex digits>/<sha256>    contents of files, each once for all backups
 *   running.json                     the backup in progress, renewed while it lives
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Storage } from '../../ports/storage'

const format = 'kejiang-backup'
export const formatVersion = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const part = z.object({ sha256, size: z.number().int().nonnegative() })

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.literal(formatVersion),
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** Version of the program that made it. */
  product: z.string(),
  /** Name of the last migration of the database. */
  schema: z.string(),
  /** Key that seals secrets in the database; `inDatabase` when the server generated it and the export contains it. */
  secretKey: z.object({ fingerprint: z.string(), inDatabase: z.boolean() }),
  /** `textSha256` is the hash of the export before it is compressed. */
  database: part.extend({ textSha256: sha256, rows: z.record(z.string(), z.number()) }),
  /** `part` of the list; the number and size of the files in it; files whose content was missing or damaged. */
  files: part.extend({ count: z.number(), bytes: z.number(), problems: z.number() }),
})

export type Manifest = z.output<typeof manifestSchema>

/** A line of the list of files: a file of the backup, or one that the storage could not give. */
export type FileLine =
  | { readonly key: string; readonly sha256: string; readonly size: number }
  | { readonly key: string; readonly problem: string }

export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export const backupsFolder = 'backups/'
export const blobsFolder = 'blobs/'
export const runningKey = 'running.json'
export const databaseKey = (id: string): string => `${backupsFolder}${id}/database.jsonl.gz`
export const filesKey = (id: string): string => `${backupsFolder}${id}/files.jsonl.gz`
export const manifestKey = (id: string): string => `${backupsFolder}${id}/manifest.json`
export const blobKey = (hash: string): string => `${blobsFolder}${hash.slice(0, 2)}/${hash}`

const idShape = /^\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{4}$/

/** Returns the id of a backup that begins now: its time in UTC, such as 2026-03-01-080000-1f2e; ids sort by time. */
export function newBackupId(now: Date): string {
  const [date, time = ''] = now.toISOString().slice(0, 19).split('T')
  return `${date}-${time.replaceAll(':', '')}-${randomBytes(2).toString('hex')}`
}

export interface FoundBackup {
  readonly id: string
  readonly isFinished: boolean
}

/** Returns the backups in a folder or bucket, oldest first. */
export async function findBackups(target: Storage): Promise<FoundBackup[]> {
  const finished = new Map<string, boolean>()
  for await (const key of target.list(backupsFolder)) {
    const [id = '', name] = key.slice(backupsFolder.length).split('/')
    if (idShape.test(id)) finished.set(id, finished.get(id) === true || name === 'manifest.json')
  }
  return [...finished].map(([id, isFinished]) => ({ id, isFinished })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns the content of a small object as text; null when there is none. */
export async function readText(target: Storage, key: string): Promise<string | null> {
  const object = await target.get(key)
  return object && Buffer.concat(await object.stream.toArray()).toString('utf8')
}

/** Reads the manifest of a finished backup; rejects with a BackupError for an unfinished, damaged or newer one. */
export async function readManifest(target: Storage, id: string): Promise<Manifest> {
  const text = idShape.test(id) ? await readText(target, manifestKey(id)) : null
  if (text === null) throw new BackupError(`没有名为 ${id} 的完整备份 (no finished backup of this name)`)
  const damaged = new BackupError(
    `备份 ${id} 的清单已损坏，或来自更新的程序版本 (the manifest is damaged, or of a newer version)`,
  )
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text))
    if (parsed.success && parsed.data.id === id) return parsed.data
  } catch {
    // Not JSON, which is the same damage.
  }
  throw damaged
}

/** Writes the manifest, which finishes a backup. */
export function writeManifest(target: Storage, manifest: Omit<Manifest, 'format' | 'version'>): Promise<void> {
  const whole: Manifest = { format, version: formatVersion, ...manifest }
  return target.put(manifestKey(manifest.id), Buffer.from(`${JSON.stringify(whole, null, 2)}\n`), 'application/json')
}
