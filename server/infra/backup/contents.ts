/** Copies the contents of stored files into a backup, each content once. */
import { finished } from 'node:stream/promises'
import { byteUnits } from '../../../contract/rules/sizes'
import type { Db } from '../../kernel/context'
import type { Storage } from '../../ports/storage'
import { BackupError, blobKey, type FileLine } from './format'
import { type Digest, digestOf, openChecked } from './streams'

/** A file that rows of the database name; without a hash where no row holds it. */
export interface NamedFile {
  readonly key: string
  readonly digest: Digest | null
}

interface DumpedRow {
  readonly status: unknown
  readonly storage_key: string
  readonly sha256: string | null
  readonly size: number | null
  readonly result_key: string | null
}

/** Yields the files that the rows of an export name: finished files, and results of cutting out. */
export async function* namedFiles(lines: AsyncIterable<string>): AsyncGenerator<NamedFile> {
  let table = ''
  for await (const line of lines) {
    const head = /^\{"table":"([a-z0-9_]+)"\}$/.exec(line)
    if (head) table = head[1] ?? ''
    else if (table === 'file' || table === 'cutout_task') {
      const row = JSON.parse(line) as DumpedRow
      if (table === 'cutout_task') {
        if (row.result_key !== null && row.result_key !== undefined) yield { key: row.result_key, digest: null }
      } else if (row.status === 'ready') {
        const { sha256, size } = row
        yield { key: row.storage_key, digest: sha256 === null || size === null ? null : { sha256, size } }
      }
    }
  }
}

/** Larger contents are streamed; smaller ones are sent in one request. */
const wholeBytes = 8 * byteUnits.MB

export interface CopyOptions {
  readonly db: Db
  readonly storage: Storage
  readonly target: Storage
  /** Makes a stored file also an object of the target, where both are folders; false if that is impossible, as on two disks. */
  readonly link: ((key: string, targetKey: string) => Promise<boolean>) | undefined
}

/** Returns whether a row still names the file: files are deleted while a backup runs. */
async function isStillNamed(db: Db, key: string): Promise<boolean> {
  const file = await db.selectFrom('file').select('id').where('storage_key', '=', key).executeTakeFirst()
  const cutout = await db.selectFrom('cutout_task').select('id').where('result_key', '=', key).executeTakeFirst()
  return file !== undefined || cutout !== undefined
}

/** Returns the hash of a stored file; null when the storage has none. */
async function digestOfStored(storage: Storage, key: string): Promise<Digest | null> {
  const object = await storage.get(key)
  return object && digestOf(object.stream)
}

/** Stores the content of a file in the target; throws a BackupError when the storage's content has another hash. */
async function copyContent({ storage, target, link }: CopyOptions, key: string, digest: Digest): Promise<boolean> {
  const blob = blobKey(digest.sha256)
  if ((await target.size(blob)) === digest.size) return true
  if ((await storage.size(key)) === null) return false
  if (link) {
    await finished((await openChecked(storage, key, digest)).resume())
    if (await link(key, blob)) return true
  }
  const content = await openChecked(storage, key, digest)
  const body = digest.size <= wholeBytes ? Buffer.concat(await content.toArray()) : content
  await target.put(blob, body, 'application/octet-stream')
  return true
}

/**
 * Copies the content of a file unless the target has it. Returns its line of the list; null for a file that was deleted since the
 * database was exported: nothing in the export refers to it, because only unused files are deleted.
 */
export async function backUpFile(options: CopyOptions, { key, digest: known }: NamedFile): Promise<FileLine | null> {
  try {
    const digest = known ?? (await digestOfStored(options.storage, key))
    if (digest && (await copyContent(options, key, digest))) return { key, ...digest }
    return (await isStillNamed(options.db, key)) ? { key, problem: 'missing' } : null
  } catch (error) {
    if (error instanceof BackupError) return { key, problem: 'damaged' }
    throw error
  }
}
