/** The page's side of the archive worker. */
import type { ZipEntry } from '../../base/zip-format'
import { createWorkerClient } from '../worker-client'
import type { ArchiveAct, ArchiveAnswer, ArchivePlace, ArchiveReply } from './messages'
import { diskHome } from './sinks'

export interface OpenOrder {
  readonly place: ArchivePlace
  readonly name: string
  /** What it holds already of a page before this one. */
  readonly entries: readonly ZipEntry[]
  /** Of the files, ms since 1970; the same whenever the archive is opened again. */
  readonly time: number
}

export interface Archives {
  /** Whether archives can be made on the browser's own disk here. */
  hasDisk(): Promise<boolean>
  /** Opens one; an open one is given up. @returns whether its entries were still there; if not, it is empty. */
  open(order: OpenOrder): Promise<boolean>
  /** Takes the bytes: they are no longer the caller's. */
  add(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ZipEntry>
  /** What is still to be saved; null when it lies in the seller's folder. */
  finish(): Promise<Blob | null>
  /** An archive finished earlier on the browser's disk; null when it is gone. */
  find(folder: string, name: string): Promise<Blob | null>
  /** Removes an archive, or all of a folder. What is not there is no failure. */
  remove(folder: string, name?: string): Promise<void>
  /** Folders there are on the browser's disk. */
  folders(): Promise<readonly string[]>
  /** Lets go of an open archive; on the disk it stays as it is, to be gone on with. */
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' })

const isGone = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError'

/** @param start how to start the worker; another one in tests. */
export function createArchives(start: () => Worker = startWorker): Archives {
  const client = createWorkerClient<ArchiveAct, ArchiveReply>(start)
  const ask = async (request: ArchiveAct, transfer: readonly Transferable[] = []): Promise<ArchiveAnswer> => {
    const reply = await client.ask(request, transfer)
    if ('error' in reply) throw new DOMException(reply.error.message, reply.error.name)
    return reply
  }
  return {
    hasDisk: async () => (await ask({ act: 'probe' })).disk ?? false,
    open: async (order) => (await ask({ act: 'open', ...order })).kept ?? false,
    async add(name, bytes) {
      const { entry } = await ask({ act: 'add', name, bytes }, [bytes.buffer])
      if (entry === undefined) throw new Error('the archive worker did not say where the file lies')
      return entry
    },
    finish: async () => (await ask({ act: 'finish' })).blob ?? null,
    async find(folder, name) {
      try {
        return await (await (await (await diskHome()).getDirectoryHandle(folder)).getFileHandle(name)).getFile()
      } catch (error) {
        if (isGone(error)) return null
        throw error
      }
    },
    async remove(folder, name) {
      try {
        const home = await diskHome()
        if (name === undefined) await home.removeEntry(folder, { recursive: true })
        else await (await home.getDirectoryHandle(folder)).removeEntry(name)
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
    async folders() {
      const names: string[] = []
      // TypeScript's library for pages does not list a folder's entries.
      const home = (await diskHome()) as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
      for await (const name of home.keys()) names.push(name)
      return names
    },
    dispose: () => client.dispose(),
  }
}
