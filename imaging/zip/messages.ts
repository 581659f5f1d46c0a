import type { PictureDpi } from '../../contract/ground/picture-dpi'
import type { ZipEntry } from '../../contract/ground/zip-format'

/** Destination of an archive: the browser's private disk, a folder that the seller chose, or memory. */
export type ArchiveDestination =
  /** `folder`: name of a folder in the browser's private file system. */
  | { readonly kind: 'disk'; readonly folder: string }
  | { readonly kind: 'folder'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'memory' }

export type ArchiveStep =
  | { readonly step: 'probe' }
  /** `entries`: the entries that an earlier page wrote already to the archive of this name. */
  | {
      readonly step: 'open'
      readonly destination: ArchiveDestination
      readonly name: string
      readonly entries: readonly ZipEntry[]
      readonly time: number
    }
  | {
      readonly step: 'add'
      readonly name: string
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly resolution: PictureDpi | null
    }
  | { readonly step: 'finish' }
  | { readonly step: 'abandon' }

export interface ArchiveAnswer {
  /** probe: whether the browser's private disk can be written to here. */
  readonly disk?: boolean
  /** open: whether `entries` were still there; if not, the archive starts empty. */
  readonly kept?: boolean
  /** add: the entry of the added file. */
  readonly entry?: ZipEntry
  /** add: the memory of the file's bytes, which are written. */
  readonly memory?: ArrayBuffer
  /** finish: the archive if it still has to be saved; null when it is in the seller's folder already. */
  readonly blob?: Blob | null
}

export type ArchiveRequest = ArchiveStep & { readonly id: number }
export type ArchiveReply =
  | ({ readonly id: number } & ArchiveAnswer)
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } }
