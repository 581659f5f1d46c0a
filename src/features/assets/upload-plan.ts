/** Plans an upload: each picked file is sent, refused with a reason, or left out as a duplicate. */

import type { LocalFile } from '../../../adapters/platform'
import { type AssetType, fileKind, fileSizeLimit } from '../../../contract/constants'
import { sha256Of } from '../../../contract/ground/sha256'
import { abortError } from '../../../contract/ground/thrown'
import { bytesText, byteUnits } from '../../../contract/rules/sizes'
import type { KnownDesignAsset } from '../../../contract/types'
import { batchesOf } from '../../base/batches'
import { convertedFormat, type DrawPicture, preparePicture } from '../../base/prepare-picture'
import { inspectPicture, PictureProblem } from './picture-check'

/** The collection that receives the pictures. */
export interface UploadTarget {
  readonly type: AssetType
  readonly collectionId: number
}

/** One item of an upload task. It is persisted across a reload, so it holds plain values and the file itself. */
export type AssetUpload =
  | (UploadTarget & {
      readonly what: 'send'
      readonly name: string
      readonly file: Blob
      /** SHA-256 of the seller's original file. */
      readonly sha256?: string
      /** A note for the seller, such as that an animation becomes a still picture. */
      readonly note?: string
      /** Id of the selection of files, and the index in it. */
      readonly batch: string
      readonly place: number
    })
  | { readonly what: 'refused'; readonly reason: string }
  /** A duplicate of another file of this selection or, with `collection`, of an asset in that collection. */
  | { readonly what: 'same'; readonly as: string; readonly collection?: string }

export interface PlannedUpload {
  readonly key: string
  readonly name: string
  readonly input: AssetUpload
}

export interface UploadPlan {
  readonly rows: readonly PlannedUpload[]
  /** Number of files that will be sent. */
  readonly sendCount: number
}

export const assetSizeLimit = fileSizeLimit[fileKind.designAsset]

const unreadable = '读取不到这个文件，可能已被移动或删除，请重新选择'

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (cause) {
    throw new PictureProblem(unreadable, { cause })
  }
}

/** Larger files of a phone's formats are not converted, bytes. */
const convertedLimit = 30 * byteUnits.MB

type Inspection =
  | { readonly reason: string }
  | { readonly file: LocalFile; readonly note: string | null; readonly sha256: string }

/** Checks a file: the picture to send with its hash, or why it cannot become an asset. */
async function inspectFile(picked: LocalFile, draw: DrawPicture | undefined): Promise<Inspection> {
  if (picked.blob.size === 0) return { reason: '文件是空的，请重新导出图片后上传' }
  try {
    const format = await convertedFormat(picked).catch((cause: unknown) => {
      throw new PictureProblem(unreadable, { cause })
    })
    const { size } = picked.blob
    const limit = format === null ? assetSizeLimit : convertedLimit
    if (size > limit) {
      return { reason: `图片 ${bytesText(size, 'up')}，超过 ${bytesText(limit, 'down')} 的上限，请压缩后上传` }
    }
    const { file, note } = await preparePicture(picked, draw).catch((cause: unknown) => {
      throw new PictureProblem(cause instanceof Error && !(cause instanceof DOMException) ? cause.message : unreadable, { cause })
    })
    if (file.blob.size > assetSizeLimit) {
      const [convertedText, limitText] = [bytesText(file.blob.size, 'up'), bytesText(assetSizeLimit, 'down')]
      return { reason: `${format} 图片转成 JPG 或 PNG 后有 ${convertedText}，超过 ${limitText} 的上限，请缩小后上传` }
    }
    const bytes = await bytesOf(file.blob)
    inspectPicture(bytes)
    return { file, note, sha256: await sha256Of(bytes) }
  } catch (error) {
    if (error instanceof PictureProblem) return { reason: error.message }
    throw error
  }
}

export interface PlanOptions {
  /** A unique id of the selection. */
  readonly batch: string
  readonly onChecked?: (checked: number, total: number) => void
  readonly signal?: AbortSignal
  /** Decodes what only the browser can read; defaults to the page's canvas. */
  readonly draw?: DrawPicture
}

/** Checks every file, in the order in which they were picked. Rejects with the signal's AbortError when it aborts. */
export async function planUpload(
  files: readonly LocalFile[],
  target: UploadTarget,
  { batch, onChecked, signal, draw }: PlanOptions,
): Promise<UploadPlan> {
  /** Name of the first file by hash. */
  const nameByHash = new Map<string, string>()
  const rows: PlannedUpload[] = []
  for (const [index, file] of files.entries()) {
    if (signal?.aborted) throw abortError()
    onChecked?.(index, files.length)
    rows.push({ key: `${batch}-${index}`, name: file.name, input: await inputFor(file, index) })
  }
  return { rows, sendCount: rows.filter(({ input }) => input.what === 'send').length }

  async function inputFor(picked: LocalFile, index: number): Promise<AssetUpload> {
    const inspection = await inspectFile(picked, draw)
    if ('reason' in inspection) return { what: 'refused', reason: inspection.reason }
    const duplicateOf = nameByHash.get(inspection.sha256)
    if (duplicateOf !== undefined) return { what: 'same', as: duplicateOf }
    nameByHash.set(inspection.sha256, picked.name)
    const { file, note, sha256 } = inspection
    return {
      what: 'send',
      ...target,
      name: file.name,
      file: file.blob,
      sha256,
      batch,
      place: index,
      ...(note !== null && { note }),
    }
  }
}

/** Most hashes that are asked about in one call. */
const sumsPerCall = 1000

/**
 * Which files of a plan are in the library already.
 *
 * @param findKnown returns the assets with these SHA-256.
 * @returns the known assets by the key of the row.
 */
export async function knownFiles(
  { rows }: UploadPlan,
  findKnown: (sums: string[]) => Promise<readonly KnownDesignAsset[]>,
): Promise<ReadonlyMap<string, KnownDesignAsset>> {
  const keyOf = new Map(
    rows.flatMap(({ key, input }) => (input.what === 'send' && input.sha256 !== undefined ? [[input.sha256, key] as const] : [])),
  )
  const sums = [...keyOf.keys()]
  const known = new Map<string, KnownDesignAsset>()
  for (const batch of batchesOf(sums, sumsPerCall)) {
    for (const asset of await findKnown(batch)) {
      const key = keyOf.get(asset.sha256)
      if (key !== undefined) known.set(key, asset)
    }
  }
  return known
}

/** The plan without files that are in the library already. */
export function withoutKnown({ rows }: UploadPlan, known: ReadonlyMap<string, KnownDesignAsset>): UploadPlan {
  const remaining = rows.map((row): PlannedUpload => {
    const asset = known.get(row.key)
    return asset ? { ...row, input: { what: 'same', as: asset.name, collection: asset.collectionName } } : row
  })
  return { rows: remaining, sendCount: remaining.filter(({ input }) => input.what === 'send').length }
}
