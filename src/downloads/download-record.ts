/**
 * The stored record of a download: the plan (written once, before anything is charged), the progress, and the result of each
 * picture.
 */
import type { PreflightRow } from '../../contract/types'
import type { Task, TaskItem } from '../base/tasks/types'
import type { ZipEntry } from '../base/zip-format'
import type { ArchiveDestination } from '../imaging/zip/messages'
import type { PictureFormat } from './formats'
import type { DownloadKind, Picture } from './pictures'

/** The kind of the task, and the scope under which screens find it. */
export const downloadTask = 'download'

/** The input of the task, decided before the download begins. */
export interface DownloadPlan {
  readonly kind: DownloadKind
  /** ms since 1970; the time of the files in the archives. */
  readonly startedAt: number
  /** yyyyMMddHHmmss in the archives' names. */
  readonly stamp: string
  /** Idempotency key of the charge, the same for the whole download. Null: nothing is charged. */
  readonly chargeKey: string | null
  /** Customizations that the seller confirmed despite findings. */
  readonly confirmed: readonly number[]
  /** The seller agreed before the charge that pictures beyond the balance are left out. */
  readonly acceptsShort: boolean
  /** Folder of each shop. */
  readonly folders: readonly (readonly [shopId: number, folder: string])[]
  readonly orderIdFile: boolean
  readonly format: PictureFormat
  readonly destination: ArchiveDestination
  /** Maximum size of an archive, bytes; a single file may be larger. */
  readonly maxBytes: number
  /** Absolute maximum size of an archive, bytes, because the platform cannot save more; null: none. */
  readonly saveLimit: number | null
  /** Only in a second try that an older version of this page began: what its tables repeat of the first try. */
  readonly earlier?: EarlierRows
}

/** A table is in the order in which its pictures were ticked. */
export interface EarlierRows {
  readonly rows: readonly { readonly index: number; readonly cells: readonly (string | number)[] }[]
  /** Pictures of these rows that lie in an archive. */
  readonly pictures: readonly Pick<Picture, 'shopId' | 'platformNumbers'>[]
  /** Where those of this download stand among them. */
  readonly indexes: readonly number[]
}

/** One picture: the input of one item. */
export interface DownloadItem {
  readonly picture: Picture
  /** Path in its archive, without the extension. */
  readonly path: string
}

/** The key of a picture's item: a download has each customization once. */
export const itemKey = ({ customizationId }: Pick<Picture, 'customizationId'>): string => String(customizationId)

/** A picture that lies in an archive: the result of one item. */
export interface PackedPicture {
  /** Number of the archive. */
  readonly part: number
  readonly entry: ZipEntry
  /** px; null for a picture whose size is not in its header. */
  readonly width: number | null
  readonly height: number | null
  /** For the seller, in the table. */
  readonly notes: readonly string[]
}

/** The server's answer to the charge. */
export interface ChargeAnswer {
  readonly charged: readonly number[]
  readonly alreadyCharged: readonly number[]
  readonly insufficient: readonly number[]
  /** Left out because of what the server found at the charge; absent in a download that an older version began. */
  readonly refused?: readonly PreflightRow[]
  /** Addresses of what is paid for; absent in a download that an older version began. */
  readonly images?: readonly { readonly customizationId: number; readonly customizedImageUrl: string }[]
  /** The balance after it. */
  readonly credits: number
}

export const refusedIds = ({ refused = [] }: ChargeAnswer): number[] => refused.map(({ customizationId }) => customizationId)

/** Addresses of customized images by customization, as the charge gave them. */
export const addressesOf = (answer: ChargeAnswer | null): ReadonlyMap<number, string> =>
  new Map(answer?.images?.map(({ customizationId, customizedImageUrl }) => [customizationId, customizedImageUrl]))

/** One archive of a download. */
export interface Part {
  /** From 1. */
  readonly number: number
  readonly name: string
  /** open: being written; made: complete, but not on the seller's disk yet; saved: on it. */
  readonly state: 'open' | 'made' | 'saved'
  /** Holds the table of the whole download; after a retry a later one holds it anew. */
  readonly last: boolean
}

/** How far a download is: what its task remembers. */
export interface DownloadState {
  readonly answer: ChargeAnswer | null
  /** The seller accepts what the balance was enough for, without the rest. */
  readonly acceptsShort: boolean
  /** The seller continues without what the server refused. */
  readonly acceptsRefused?: boolean
  /** A further charge, of what an earlier one left out. Kept before it is asked for: `number` makes its key. */
  readonly again?: {
    readonly number: number
    readonly ids: readonly number[]
    readonly confirmed: readonly number[]
    /** Whether there is no answer yet. */
    readonly isOpen: boolean
  }
  readonly parts: readonly Part[]
}

/** How far a download is that has remembered nothing yet. */
export const stateOf = (saved: unknown, { acceptsShort }: Pick<DownloadPlan, 'acceptsShort'>): DownloadState =>
  (saved as DownloadState | undefined) ?? { answer: null, acceptsShort, parts: [] }

/** The reason of a picture that the balance did not reach for. */
export const unpaid = '点数不足，没有扣点，也没有下载'

/** All that the tables of a download are made from. */
export interface DownloadContents {
  readonly plan: DownloadPlan
  readonly items: readonly TaskItem<DownloadItem, PackedPicture>[]
  readonly parts: readonly Part[]
}

export type DownloadTask = Task<DownloadItem, PackedPicture>
