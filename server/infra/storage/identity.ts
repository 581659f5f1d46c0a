/** Which storage holds the files of a database: written down once, so that a process that would use another one is refused in words. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Db } from '../../kernel/context'
import type { Storage } from '../../ports/storage'
import { type InstallationNotes, readNote, writeNote } from '../db/installation'
import type { S3Address } from './s3-address'

type Identity = InstallationNotes['storage']

/** File in a folder of files that names it, wherever the folder is mounted. */
const markFile = '.kejiang-storage'
/** Stored files that are looked for before a storage is taken for the database's. */
const sampleSize = 20

async function folderId(folder: string): Promise<string> {
  const path = join(folder, markFile)
  await mkdir(folder, { recursive: true })
  // Several processes may share the folder: the first mark counts.
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}

/** Returns what identifies the configured storage; a bucket is known by its address, without keys. */
export async function storageIdentity({
  storage,
  dataDir,
}: {
  storage: S3Address | undefined
  dataDir: string
}): Promise<Identity> {
  if (storage) {
    const name = `${storage.bucketUrl}/${storage.prefix}`
    return { id: name, name: `存储桶 ${name}` }
  }
  const folder = resolve(dataDir, 'files')
  return { id: await folderId(folder), name: `文件夹 ${folder}` }
}

const differs = (noted: string, here: string): Error =>
  new Error(
    `数据库的文件在${noted}，而这个进程会用${here}，图片会互相找不到。请检查 STORAGE_URL（没有设置时用 DATA_DIR 下的 files）；文件确已搬到这里时，运行 npm run operate -- storage-moved (the files of this database are in another storage)`,
  )

/** How many of the newest files of the database are looked for, and how many are there. */
async function sample(db: Db, storage: Storage): Promise<{ readonly asked: number; readonly found: number }> {
  const rows = await db
    .selectFrom('file')
    .select('storage_key')
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(sampleSize)
    .execute()
  const sizes = await Promise.all(rows.map(({ storage_key }) => storage.size(storage_key)))
  return { asked: rows.length, found: sizes.filter((size) => size !== null).length }
}

/**
 * Rejects, with a sentence for the operator, when another storage holds the database's files. Where none is written down yet, this one
 * is, unless the database has files and none of them is here. A storage that is away now is reported and written down by a later start.
 */
export async function assertOwnStorage(
  db: Db,
  { storage, identity, report }: { storage: Storage; identity: Identity; report: (error: unknown) => void },
): Promise<void> {
  const noted = await readNote(db, 'storage')
  if (noted) {
    if (noted.id !== identity.id) throw differs(noted.name, identity.name)
    return
  }
  try {
    const { asked, found } = await sample(db, storage)
    if (asked > 0 && found === 0) throw differs('别处', identity.name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'STORAGE_AWAY') throw error
    return report(error)
  }
  await writeNote(db, 'storage', identity)
}
