/** Page-side client of the archive worker. */
import type { BufferPool } from '../../contract/ground/buffer-pool'
import type { PictureDpi } from '../../contract/ground/picture-dpi'
import type { ZipEntry } from '../../contract/ground/zip-format'
import { createWorkerClient } from '../worker-client'
import type { ArchiveAnswer, ArchiveDestination, ArchiveReply, ArchiveStep } from './messages'
import { openDownloadsFolder } from './sinks'

export interface OpenArchiveRequest {
  readonly destination: ArchiveDestination
  readonly name: string
  /** Entries that an earlier page wrote already to this archive. */
  readonly entries: readonly ZipEntry[]
  /** Modification time of the files, ms since 1970; must be the same whenever the archive is reopened. */
  readonly time: number
}

export interface Archives {
  /** Returns whether archives can be written to the browser's private disk here. */
  hasDisk(): Promise<boolean>
  /**
   * Opens an archive and abandons the one that was open. @returns whether its earlier entries are still there; if not, it is
   * empty.
   */
  open(request: OpenArchiveRequest): Promise<boolean>
  /**
   * Adds a file; transfers its bytes.
   * @param resolution is written into the file in the worker, because the page's memory would hold both versions for a while.
   */
  add(name: string, bytes: Uint8Array<ArrayBuffer>, resolution: PictureDpi | null): Promise<ZipEntry>
  /** Returns the archive if it still has to be saved; null when it is in the seller's folder already. */
  finish(): Promise<Blob | null>
  /** Returns an archive finished earlier on the browser's private disk; null when it is gone. */
  find(folder: string, name: string): Promise<Blob | null>
  /** Removes an archive, or a whole folder. Resolves also when there is none. */
  remove(folder: string, name?: string): Promise<void>
  /** Lists the folders on the browser's private disk. */
  folders(): Promise<readonly string[]>
  /** Closes the open archive; on the private disk it stays and can be resumed. */
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' })

const isNotFound = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError'

interface ArchiveOptions {
  /** Starts the worker; tests pass their own. */
  readonly start?: () => Worker
  /** Gets the memory of added files when they are written; cleared when the archives are disposed of. */
  readonly buffers?: Pick<BufferPool, 'give' | 'clear'>
}

export function createArchives({ start = startWorker, buffers }: ArchiveOptions = {}): Archives {
  const client = createWorkerClient<ArchiveStep, ArchiveReply>(start)
  const sendRequest = async (request: ArchiveStep, transfer: readonly Transferable[] = []): Promise<ArchiveAnswer> => {
    const reply = await client.request(request, transfer)
    if ('error' in reply) throw new DOMException(reply.error.message, reply.error.name)
    return reply
  }
  return {
    hasDisk: async () => (await sendRequest({ step: 'probe' })).disk ?? false,
    open: async (request) => (await sendRequest({ step: 'open', ...request })).kept ?? false,
    async add(name, bytes, resolution) {
      const { entry, memory } = await sendRequest({ step: 'add', name, bytes, resolution }, [bytes.buffer])
      if (memory) buffers?.give(memory)
      if (entry === undefined) throw new Error('the archive worker did not say where the file lies')
      return entry
    },
    finish: async () => (await sendRequest({ step: 'finish' })).blob ?? null,
    async find(folder, name) {
      try {
        return await (await (await (await openDownloadsFolder()).getDirectoryHandle(folder)).getFileHandle(name)).getFile()
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    async remove(folder, name) {
      try {
        const downloadsFolder = await openDownloadsFolder()
        if (name === undefined) await downloadsFolder.removeEntry(folder, { recursive: true })
        else await (await downloadsFolder.getDirectoryHandle(folder)).removeEntry(name)
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    },
    async folders() {
      const names: string[] = []
      // TypeScript's DOM library does not have the method that lists a folder's entries.
      const downloadsFolder = (await openDownloadsFolder()) as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
      for await (const name of downloadsFolder.keys()) names.push(name)
      return names
    },
    dispose() {
      client.dispose()
      buffers?.clear()
    },
  }
}
