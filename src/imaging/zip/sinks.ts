/** Where the bytes of an archive go. Every sink is written from its beginning to its end, in the worker. */
import { pageDisk } from '../../../adapters/storage/disk'
import type { ArchivePlace } from './messages'

export interface Sink {
  /** What lies in it from before, bytes: as much as was asked to be kept, or nothing. */
  readonly kept: number
  write(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>
  /** What is still to be saved; null when it lies where the seller wanted it. */
  finish(): Promise<Blob | null>
  /** Lets go of it; nothing of it stays. */
  abandon(): Promise<void>
}

/** Chrome before 108 answers promises from all but read and write; TypeScript knows the handle only in libraries for workers. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void | Promise<void>
  getSize(): number | Promise<number>
  flush(): void | Promise<void>
  close(): void | Promise<void>
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncHandle> }

const homeName = 'kejiang-downloads'

/** The folder of all downloads in the browser's private file system. Rejects where the page has none. */
export const diskHome = async (): Promise<FileSystemDirectoryHandle> =>
  (await pageDisk()).getDirectoryHandle(homeName, { create: true })

/** Whether archives can be made on the browser's own disk: not on plain http, in some frames, and before Chrome 102. */
export async function hasDisk(): Promise<boolean> {
  try {
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype && (await diskHome()) !== undefined
  } catch {
    return false
  }
}

async function openDisk(folder: string, name: string, keep: number): Promise<Sink> {
  const home = await (await diskHome()).getDirectoryHandle(folder, { create: true })
  const file: SyncFileHandle = await home.getFileHandle(name, { create: true })
  const handle = await file.createSyncAccessHandle?.()
  if (handle === undefined) throw new DOMException('no access to files from workers', 'NotSupportedError')
  const kept = (await handle.getSize()) >= keep ? keep : 0
  await handle.truncate(kept)
  let at = kept
  return {
    kept,
    write(bytes) {
      const written = handle.write(bytes, { at })
      // A full disk writes less than it was asked to.
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
      await home.removeEntry(name)
    },
  }
}

/** Written beside its name until it is whole: a page that goes before leaves nothing to go on with. */
async function openInFolder(handle: FileSystemDirectoryHandle, name: string): Promise<Sink> {
  const file = await handle.getFileHandle(name, { create: true })
  const stream = await file.createWritable()
  return {
    kept: 0,
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

/** Chromium keeps large Blobs on disk by itself; small pieces of them would not be. */
function openMemory(): Sink {
  const parts: Blob[] = []
  return {
    kept: 0,
    write(bytes) {
      parts.push(new Blob([bytes]))
    },
    finish: async () => new Blob(parts, { type: 'application/zip' }),
    async abandon() {
      parts.length = 0
    },
  }
}

/** @param keep bytes of an archive of this name that are to stay, where they are still there. */
export function openSink(place: ArchivePlace, name: string, keep: number): Promise<Sink> {
  if (place.kind === 'disk') return openDisk(place.folder, name, keep)
  return place.kind === 'folder' ? openInFolder(place.handle, name) : Promise.resolve(openMemory())
}
