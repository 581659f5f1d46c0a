/** Restores a backup: the files first, then the database in one transaction, so that an interrupted restore is simply repeated. */
import type { Db } from '../../kernel/context'
import { typeByName } from '../../kernel/file-types'
import type { Storage } from '../../ports/storage'
import { loadDump } from '../db/dump'
import { blobKey, databaseKey, type FileLine, filesKey, type Manifest } from './format'
import { checkedLines, digestOf, fileLines, inParallel, openChecked } from './streams'

const filesAtOnce = 6

export interface RestoreOptions {
  readonly target: Storage
  readonly manifest: Manifest
  /** The storage to fill. Other files that it holds stay. */
  readonly storage: Storage
  readonly onProgress?: (files: number) => void
}

type StoredLine = Extract<FileLine, { sha256: string }>

async function isThere(storage: Storage, { key, sha256, size }: StoredLine): Promise<boolean> {
  if ((await storage.size(key)) !== size) return false
  const object = await storage.get(key)
  return object !== null && (await digestOf(object.stream)).sha256 === sha256
}

/** Writes the files of a backup that are not there. Resolves with their number, and the keys that the backup does not have. */
export async function restoreFiles({ target, manifest, storage, onProgress = () => {} }: RestoreOptions) {
  const put = async (line: FileLine): Promise<FileLine> => {
    if ('problem' in line || (await isThere(storage, line))) return line
    await storage.put(line.key, await openChecked(target, blobKey(line.sha256), line), typeByName(line.key))
    return line
  }
  let files = 0
  const missing: string[] = []
  for await (const line of inParallel(fileLines(target, filesKey(manifest.id), manifest.files), filesAtOnce, put)) {
    if ('problem' in line) missing.push(line.key)
    else files += 1
    onProgress(files)
  }
  return { files, missing }
}

/** Loads the database of a backup into an empty one. Verify it first with `verifyDatabase`. */
export const restoreDatabase = async (db: Db, { target, manifest }: Pick<RestoreOptions, 'target' | 'manifest'>) =>
  loadDump(db, checkedLines(target, databaseKey(manifest.id), manifest.database))
