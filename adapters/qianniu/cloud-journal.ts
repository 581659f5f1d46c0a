/**
 * A journal of pictures in the seller's picture space that are not yet registered with the admin API or not yet deleted. An entry
 * is added after the upload and removed after the deletion. After a reload, the page can therefore register a picture instead
 * of sending it again, and delete pictures that were left behind.
 */
import { crc32 } from '../../contract/ground/crc32'
import { numberFrom0, type Of, object, oneOf, storedList, such, text } from '../../contract/ground/schema'
import type { LocalFile, PlatformStorage } from '../platform'
import { type CloudFile, isCloudFile } from './replies'

const entry = object({
  /** Identifies the file: its kind, size, checksum and name. */
  fingerprint: text(),
  file: such<CloudFile>('is no file', isCloudFile),
  fileType: oneOf(['image', 'font']),
  /** Time of the upload or of the last `find`, epoch ms. */
  at: numberFrom0,
})
export type CloudEntry = Of<typeof entry>

export interface CloudJournal {
  /** Resolves with the copy of the same file that an earlier page left. Renews its time, so that it is not deleted as stale. */
  find(fingerprint: string): Promise<CloudFile | undefined>
  add(entry: Omit<CloudEntry, 'at'>): Promise<void>
  remove(cloudFileId: string): Promise<void>
  /** Resolves with the entries older than an hour. */
  listStale(): Promise<readonly CloudEntry[]>
}

const key = 'cloud-uploads'
/** An upload that has not been finished within this time counts as abandoned, ms. */
const abandonedMs = 3_600_000
/** The journal drops its oldest entries beyond this number, because the client's storage is small. */
const maxEntries = 200

/** Two files of the same kind, size, checksum and name have the same fingerprint. */
export async function fingerprintOf({ name, blob }: LocalFile, kind: number): Promise<string> {
  return `${kind}:${blob.size}:${crc32(new Uint8Array(await blob.arrayBuffer()))}:${name}`
}

/**
 * Returns the journal stored in `storage`. Changes run one after another, so that reads and writes never interleave. If the
 * storage fails, entries are lost, but uploads still succeed.
 */
export function cloudJournal(storage: PlatformStorage, epochNow: () => number): CloudJournal {
  let lastChange: Promise<unknown> = Promise.resolve()
  const change = <T>(work: (entries: readonly CloudEntry[]) => readonly [next: readonly CloudEntry[], answer: T]): Promise<T> => {
    const thisChange = lastChange.then(async () => {
      const entries = storedList(entry, await storage.get(key).catch(() => null))
      const [next, answer] = work(entries)
      if (next !== entries) await storage.set(key, JSON.stringify(next.slice(-maxEntries))).catch(() => undefined)
      return answer
    })
    lastChange = thisChange
    return thisChange
  }
  return {
    find: (fingerprint) =>
      change<CloudFile | undefined>((entries) => {
        const found = entries.find((entry) => entry.fingerprint === fingerprint)
        if (!found) return [entries, undefined]
        return [entries.map((entry) => (entry === found ? { ...entry, at: epochNow() } : entry)), found.file]
      }),
    add: (entry) => change((entries) => [[...entries, { ...entry, at: epochNow() }], undefined]),
    remove: (cloudFileId) =>
      change((entries) => [
        entries.some(({ file }) => file.cloudFileId === cloudFileId)
          ? entries.filter(({ file }) => file.cloudFileId !== cloudFileId)
          : entries,
        undefined,
      ]),
    listStale: () => change((entries) => [entries, entries.filter(({ at }) => epochNow() - at > abandonedMs)]),
  }
}
