import type { ZipEntry } from '../../base/zip-format'

/** Where an archive is written: the browser's own disk, a folder the seller chose, or memory. */
export type ArchivePlace =
  /** `folder`: a name of its own in the browser's private file system. */
  | { readonly kind: 'disk'; readonly folder: string }
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'memory' }

export type ArchiveAct =
  | { readonly act: 'probe' }
  /** `entries`: what an archive of this name holds already, of a page before this one. */
  | {
      readonly act: 'open'
      readonly place: ArchivePlace
      readonly name: string
      readonly entries: readonly ZipEntry[]
      readonly time: number
    }
  | { readonly act: 'add'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly act: 'finish' }
  | { readonly act: 'abandon' }

export interface ArchiveAnswer {
  /** probe: whether the browser's own disk can be written to here. */
  readonly disk?: boolean
  /** open: whether `entries` were still there; otherwise the archive is begun anew. */
  readonly kept?: boolean
  /** add */
  readonly entry?: ZipEntry
  /** finish: what is still to be saved; null when it lies in the seller's folder already. */
  readonly blob?: Blob | null
}

export type ArchiveRequest = ArchiveAct & { readonly id: number }
export type ArchiveReply =
  | ({ readonly id: number } & ArchiveAnswer)
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } }
