/** Makes a backup. An interrupted one leaves contents that the next one finds, and no manifest. */
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Db } from '../../kernel/context'
import type { Storage } from '../../ports/storage'
import { dumpInto } from '../db/dump-file'
import type { OpenDatabase } from '../db/open'
import { backUpFile, type CopyOptions, namedFiles } from './contents'
import { databaseKey, type FileLine, filesKey, type Manifest, newBackupId, readManifest, writeManifest } from './format'
import { holdTarget } from './running'
import { checkedLines, createMeter, type Digest, inParallel } from './streams'

/** Contents that are copied at the same time. */
const filesAtOnce = 6

export interface BackupOptions extends CopyOptions {
  readonly database: Pick<OpenDatabase, 'withSnapshot'>
  /** Names the key that seals secrets; rejects when values of the database were sealed with another one. */
  readonly readKey: (db: Db) => Promise<Manifest['secretKey']>
  /** Version of this program. */
  readonly product: string
  readonly now: () => Date
  readonly signal: AbortSignal
  /** Receives the number and size of the files so far, and the keys of files that are missing or damaged. */
  readonly onProgress?: (progress: BackupProgress) => void
}

export interface BackupProgress {
  readonly files: number
  readonly bytes: number
  readonly problem?: string
}

/** Compresses a text into an object; resolves with the digest of the object. */
async function putCompressed(target: Storage, key: string, text: Readable): Promise<Digest> {
  const meter = createMeter()
  const compressing = pipeline(text, createGzip(), meter)
  compressing.catch(() => {})
  try {
    await target.put(key, meter, 'application/gzip')
    await compressing
    return meter.digest()
  } catch (error) {
    text.destroy()
    throw error
  }
}

/** Exports the database of a snapshot into the target. */
async function backUpDatabase(db: Db, target: Storage, key: string): Promise<Manifest['database']> {
  const plain = createMeter()
  let stored: Digest | undefined
  const rows = await dumpInto(db, async (text) => {
    stored = await putCompressed(
      target,
      key,
      pipe(text, plain, () => {}),
    )
  })
  if (!stored) throw new Error('the export was not stored')
  return { ...stored, textSha256: plain.digest().sha256, rows }
}

const lastMigration = (db: Db): Promise<string> =>
  db
    .selectFrom('migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
    .then(({ name }) => name)

/** Makes a backup and resolves with its manifest. Rejects when another one is running in the target, or `signal` is aborted. */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
  const { target, signal, now } = options
  const id = newBackupId(now())
  const hold = await holdTarget(target, id, now)
  try {
    const exported = await options.database.withSnapshot(signal, async (db) => ({
      secretKey: await options.readKey(db),
      schema: await lastMigration(db),
      database: await backUpDatabase(db, target, databaseKey(id)),
    }))
    const totals = { count: 0, bytes: 0, problems: 0 }
    const countLine = (line: FileLine): void => {
      const { onProgress = () => {} } = options
      if ('problem' in line) totals.problems += 1
      else {
        totals.count += 1
        totals.bytes += line.size
      }
      onProgress({ files: totals.count, bytes: totals.bytes, ...('problem' in line ? { problem: line.key } : {}) })
    }
    async function* lines(): AsyncGenerator<string> {
      // The export is read back, which also shows that it can be read.
      const text = checkedLines(target, databaseKey(id), exported.database)
      for await (const line of inParallel(namedFiles(text), filesAtOnce, (file) => backUpFile(options, file))) {
        signal.throwIfAborted()
        hold.assertHeld()
        if (!line) continue
        countLine(line)
        yield `${JSON.stringify(line)}\n`
      }
    }
    const list = await putCompressed(target, filesKey(id), Readable.from(lines(), { objectMode: false }))
    signal.throwIfAborted()
    const createdAt = now().toISOString()
    await writeManifest(target, { id, createdAt, product: options.product, ...exported, files: { ...list, ...totals } })
    return await readManifest(target, id)
  } finally {
    await hold.release()
  }
}
