/** Destinations for the bytes of an archive. Every sink is written from beginning to end, in the worker. */
import { pageDisk } from '../../adapters/storage/disk'
import type { ArchiveDestination } from './messages'

export interface Sink {
  /** Bytes of an earlier archive that were retained: as many as requested, or 0. */
  readonly keptBytes: number
  write(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>
  /** Returns the archive if it still has to be saved; null when it is in the seller's folder already. */
  finish(): Promise<Blob | null>
  /** Closes the sink and removes what was written. */
  abandon(): Promise<void>
}

/** Chrome before 108 returns promises from all methods but read and write; TypeScript has the type only in its worker library. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void | Promise<void>
  getSize(): number | Promise<number>
  flush(): void | Promise<void>
  close(): void | Promise<void>
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncHandle> }

const downloadsFolderName = 'kejiang-downloads'

/** Returns the folder of all downloads in the browser's private file system. Rejects where the page has none. */
export const openDownloadsFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await pageDisk()).getDirectoryHandle(downloadsFolderName, { create: true })

/**
 * Returns whether archives can be written to the browser's private disk: not on plain http, in some frames, and before Chrome
 * 102.
 */
export async function hasDisk(): Promise<boolean> {
  try {
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype && (await openDownloadsFolder()) !== undefined
  } catch {
    return false
  }
}

async function openDisk(folder: string, name: string, keepBytes: number): Promise<Sink> {
  const directory = await (await openDownloadsFolder()).getDirectoryHandle(folder, { create: true })
  const file: SyncFileHandle = await directory.getFileHandle(name, { create: true })
  const handle = await file.createSyncAccessHandle?.()
  if (handle === undefined) throw new DOMException('no access to files from workers', 'NotSupportedError')
  const keptBytes = (await handle.getSize()) >= keepBytes ? keepBytes : 0
  await handle.truncate(keptBytes)
  let at = keptBytes
  return {
    keptBytes,
    write(bytes) {
      const written = handle.write(bytes, { at })
      // A full disk writes fewer bytes than requested.
      if (written !== bytes.length) throw new DOMException('the disk is full', 'QuotaExceededError')
      at += written
    },
    async finish() {
      await handle.flush()
      await handle.close()
      return file.getFile()
    },
    async abandon() {
      await handle.close()
      await directory.removeEntry(name)
    },
  }
}

/** The browser writes to a temporary file until the stream is closed: a page that closes earlier leaves nothing to resume. */
async function openInFolder(handle: FileSystemDirectoryHandle, name: string): Promise<Sink> {
  const file = await handle.getFileHandle(name, { create: true })
  const stream = await file.createWritable()
  return {
    keptBytes: 0,
    write: (bytes) => stream.write(bytes),
    async finish() {
      await stream.close()
      return null
    },
    async abandon() {
      await stream.abort()
      await handle.removeEntry(name)
    },
  }
}

/** Chromium stores large Blobs on disk by itself, but not small ones, so small Blobs are merged. */
function openMemory(): Sink {
  const parts: Blob[] = []
  return {
    keptBytes: 0,
    write(bytes) {
      parts.push(new Blob([bytes]))
    },
    finish: async () => new Blob(parts, { type: 'application/zip' }),
    async abandon() {
      parts.length = 0
    },
  }
}

/** @param keep bytes of an existing archive of this name to retain, if they are still there. */
export function openSink(destination: ArchiveDestination, name: string, keep: number): Promise<Sink> {
  if (destination.kind === 'disk') return openDisk(destination.folder, name, keep)
  return destination.kind === 'folder' ? openInFolder(destination.handle, name) : Promise.resolve(openMemory())
}
