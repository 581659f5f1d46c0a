/**
 * The stored record of a download: the plan (written once, before anything is charged), the progress, and the result of each
 * picture.
 */

import type { ZipEntry } from '../../contract/ground/zip-format'
import type { PreflightRow } from '../../contract/types'
import type { ArchiveDestination } from '../../imaging/zip/messages'
import type { Task, TaskItem } from '../base/tasks/types'
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
  /** How its pictures are paid for. Null: nothing is charged. */
  readonly charge: PlannedCharge | null
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
}

export interface PlannedCharge {
  /** Idempotency key, the same for the whole download. */
  readonly key: string
  /** The price the seller saw, credits per image. */
  readonly price: number
}

/** One picture: the input of one item. */
export interface DownloadItem {
  readonly picture: Picture
  /** Path in its archive, without the extension. */
  readonly path: string
}

/** Returns the key of a picture's item; it is unique, because a download has each customization once. */
export const itemKey = ({ customizationId }: Pick<Picture, 'customizationId'>): string => String(customizationId)

/** A picture that lies in an archive: the result of one item. */
export interface PackedPicture {
  /** Number of the archive. */
  readonly part: number
  readonly entry: ZipEntry
  /** The file beside it, which lies behind it in the archive. */
  readonly beside?: ZipEntry | null
  /** px; null for a picture whose size is not in its header. */
  readonly width: number | null
  readonly height: number | null
  /** Notes for the seller, shown in the table. */
  readonly notes: readonly string[]
}

/** The server's answer to the charge. */
export interface ChargeAnswer {
  readonly charged: readonly number[]
  readonly alreadyCharged: readonly number[]
  readonly insufficient: readonly number[]
  /** Customizations left out because of findings at the charge. */
  readonly refused: readonly PreflightRow[]
  /** Addresses of paid customized images. */
  readonly images: readonly { readonly customizationId: number; readonly customizedImageUrl: string }[]
  /** The balance after the charge. */
  readonly credits: number
}

export const refusedIds = ({ refused }: ChargeAnswer): number[] => refused.map(({ customizationId }) => customizationId)

/** Returns the addresses of paid customized images by customization, from the response of the charge. */
export const addressesOf = (answer: ChargeAnswer | null): ReadonlyMap<number, string> =>
  new Map(answer?.images.map(({ customizationId, customizedImageUrl }) => [customizationId, customizedImageUrl]))

/** One archive of a download. */
export interface Part {
  /** Number within the download, from 1. */
  readonly number: number
  readonly name: string
  /**
   * `open`: being written; `made`: complete, but not given out yet; `offered`: complete, and given out when the seller clicks, because
   * the browser might block it otherwise; `saved`: given out.
   */
  readonly state: 'open' | 'made' | 'offered' | 'saved'
  /** Given to the browser's downloads, which do not tell whether they kept it. */
  readonly unseen?: true
  /** Whether it contains the table of the whole download; a retry adds a later archive with a new table. */
  readonly last: boolean
}

/** Progress of a download, stored as the checkpoint of its task. */
export interface DownloadState {
  readonly answer: ChargeAnswer | null
  /** The seller accepts that pictures beyond the balance are left out. */
  readonly acceptsShort: boolean
  /** The price that the seller accepted instead of the plan's, and the one that the server asked for last. */
  readonly price?: number
  readonly offeredPrice?: number
  /** The seller accepts that pictures refused by the server are left out. */
  readonly acceptsRefused?: boolean
  /** A further charge for pictures that an earlier one left out. Stored before its request; its key contains `number`. */
  readonly again?: {
    readonly number: number
    readonly ids: readonly number[]
    readonly confirmed: readonly number[]
    /** Whether the response is still missing. */
    readonly isOpen: boolean
  }
  readonly parts: readonly Part[]
}

/** Returns the stored state, or the initial state of a download that has stored none. */
export const stateOf = (saved: unknown, { acceptsShort }: Pick<DownloadPlan, 'acceptsShort'>): DownloadState =>
  (saved as DownloadState | undefined) ?? { answer: null, acceptsShort, parts: [] }

/** Reason of a picture that failed because the balance did not cover it. */
export const unpaid = '点数不足，没有扣点，也没有下载'

/** Data from which the tables of a download are made. */
export interface DownloadContents {
  readonly plan: DownloadPlan
  readonly items: readonly TaskItem<DownloadItem, PackedPicture>[]
  readonly parts: readonly Part[]
}

export type DownloadTask = Task<DownloadItem, PackedPicture>
