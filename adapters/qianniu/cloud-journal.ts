/**
 * What lies in the marketplace's cloud on its way to the server. A picture is noted once the cloud has it and struck off once the cloud has
 * it no more, so that a page that was reloaded in between registers what is there instead of sending it again, and nothing stays
 * in the seller's picture space.
 */
import { crc32 } from '../../bridge/core/crc32'
import type { LocalFile, PlatformStorage } from '../platform'
import { type CloudFile, isCloudFile, isRecord } from './replies'

export interface CloudEntry {
  /** Identifies the file: its kind, size, checksum and name. */
  readonly fingerprint: string
  readonly file: CloudFile
  readonly fileType: 'image' | 'font'
  /** When the cloud had it, epoch ms. */
  readonly at: number
}

export interface CloudJournal {
  /** The copy of the same file that an earlier page left in the cloud; finding it renews its time, so that it is not deleted as stale. */
  find(fingerprint: string): Promise<CloudFile | undefined>
  note(entry: Omit<CloudEntry, 'at'>): Promise<void>
  strike(fileId: string): Promise<void>
  /** Copies that nobody has come back for in an hour. */
  stale(): Promise<readonly CloudEntry[]>
}

const key = 'cloud-uploads'
/** An upload that its page did not finish within this time will not be finished by another one, ms. */
const forgottenMs = 3_600_000
/** The journal drops its oldest entries beyond this number, because the client's storage is small. */
const mostEntries = 200

const isEntry = (value: unknown): value is CloudEntry =>
  isRecord(value) &&
  typeof value.fingerprint === 'string' &&
  (value.fileType === 'image' || value.fileType === 'font') &&
  typeof value.at === 'number' &&
  isCloudFile(value.file)

function readEntries(text: string | null): readonly CloudEntry[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isEntry) : []
  } catch {
    return [] // A text that somebody else wrote names no picture of ours.
  }
}

/** Two files of the same kind, size, checksum and name have the same fingerprint. */
export async function fingerprintOf({ name, blob }: LocalFile, kind: number): Promise<string> {
  return `${kind}:${blob.size}:${crc32(new Uint8Array(await blob.arrayBuffer()))}:${name}`
}

/** The journal in `storage`. Changes run one after another, so that reading and writing back never interleave; a storage that fails loses entries, never an upload. */
export function cloudJournal(storage: PlatformStorage, epochNow: () => number): CloudJournal {
  let last: Promise<unknown> = Promise.resolve()
  const change = <T>(work: (entries: readonly CloudEntry[]) => readonly [next: readonly CloudEntry[], answer: T]): Promise<T> => {
    const turn = last.then(async () => {
      const entries = readEntries(await storage.get(key).catch(() => null))
      const [next, answer] = work(entries)
      if (next !== entries) await storage.set(key, JSON.stringify(next.slice(-mostEntries))).catch(() => undefined)
      return answer
    })
    last = turn
    return turn
  }
  return {
    find: (fingerprint) =>
      change<CloudFile | undefined>((entries) => {
        const found = entries.find((entry) => entry.fingerprint === fingerprint)
        if (!found) return [entries, undefined]
        return [entries.map((entry) => (entry === found ? { ...entry, at: epochNow() } : entry)), found.file]
      }),
    note: (entry) => change((entries) => [[...entries, { ...entry, at: epochNow() }], undefined]),
    strike: (fileId) =>
      change((entries) => [
        entries.some(({ file }) => file.fileId === fileId) ? entries.filter(({ file }) => file.fileId !== fileId) : entries,
        undefined,
      ]),
    stale: () => change((entries) => [entries, entries.filter(({ at }) => epochNow() - at > forgottenMs)]),
  }
}
