/** Removes old backups, and contents that no backup names any more. */
import { bytesHex } from '../../../contract/ground/hex'
import type { Storage } from '../../ports/storage'
import { blobsFolder, databaseKey, filesKey, findBackups, type Manifest, manifestKey, readManifest } from './format'
import { holdTarget } from './running'
import { fileLines } from './streams'

/** Number of hashes that are in memory at the same time, about. */
const hashesAtOnce = 200_000

/** A finished backup, and whether no stored file is missing from it. */
export interface Kept {
  readonly id: string
  readonly isWhole: boolean
}

/**
 * Returns the ids to keep: the last whole backup of each of the newest `days` days that have one. A damaged one never takes its place; the
 * last damaged one is kept beside them while it is newer than every whole one, because it has the newest data.
 */
export function idsToKeep(backups: readonly Kept[], days: number): Set<string> {
  const sorted = backups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const lastOfDay = new Map(sorted.filter(({ isWhole }) => isWhole).map(({ id }) => [id.slice(0, 10), id]))
  const newest = sorted.at(-1)
  return new Set([...[...lastOfDay.values()].slice(-days), ...(newest ? [newest.id] : [])])
}

async function removeBackup(target: Storage, id: string): Promise<void> {
  // The manifest goes first: what a crash leaves of the backup is an unfinished one.
  for (const key of [manifestKey(id), filesKey(id), databaseKey(id)]) await target.remove(key)
}

/** Removes contents that none of the manifests' lists names. The hashes of a few of the 256 folders are compared at a time. */
async function removeContents(target: Storage, kept: readonly Manifest[]): Promise<number> {
  const total = kept.reduce((sum, { files }) => sum + files.count, 0)
  const foldersAtOnce = Math.max(1, Math.floor(256 / Math.ceil(total / hashesAtOnce || 1)))
  let removed = 0
  for (let first = 0; first < 256; first += foldersAtOnce) {
    const folders = new Set(Array.from({ length: Math.min(foldersAtOnce, 256 - first) }, (_, index) => bytesHex([first + index])))
    const named = new Set<string>()
    for (const { id, files } of kept)
      for await (const line of fileLines(target, filesKey(id), files))
        if ('sha256' in line && folders.has(line.sha256.slice(0, 2))) named.add(line.sha256)
    for (const folder of folders)
      for await (const key of target.list(`${blobsFolder}${folder}/`)) {
        if (named.has(key.slice(key.lastIndexOf('/') + 1))) continue
        await target.remove(key)
        removed += 1
      }
  }
  return removed
}

/**
 * Keeps the last whole backup of each of the newest `days` days, and removes the others, unfinished ones and the contents that only they
 * had. Rejects, having removed nothing, when a manifest cannot be read, and having removed no content, when a list that is kept cannot.
 */
export async function pruneBackups(
  target: Storage,
  days: number,
  now: () => Date,
): Promise<{ backups: number; contents: number }> {
  const hold = await holdTarget(target, 'prune', now)
  try {
    const found = await findBackups(target)
    const finished: Manifest[] = []
    for (const { id, isFinished } of found) if (isFinished) finished.push(await readManifest(target, id))
    const keep = idsToKeep(
      finished.map(({ id, files }) => ({ id, isWhole: files.problems === 0 })),
      days,
    )
    const old = found.filter(({ id }) => !keep.has(id))
    const kept = finished.filter(({ id }) => keep.has(id))
    for (const { id } of old) await removeBackup(target, id)
    return { backups: old.length, contents: await removeContents(target, kept) }
  } finally {
    await hold.release()
  }
}
