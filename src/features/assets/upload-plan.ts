/** What becomes of each file the seller picked: sent, refused with a reason, or left out because it was picked twice. */
import type { LocalFile } from '../../../adapters/platform'
import { type AssetType, fileKind, fileSizeLimit } from '../../../contract/constants'
import { inspectPicture, PictureProblem } from './picture-check'

/** Where the pictures go. */
export interface UploadTarget {
  readonly type: AssetType
  readonly collectionId: number
}

/** One row of an upload; it is kept through a reload, so it holds plain values and the file itself. */
export type AssetUpload =
  | (UploadTarget & {
      readonly what: 'send'
      readonly name: string
      readonly file: Blob
      /** The pick this belongs to, and its place in it. */
      readonly batch: string
      readonly place: number
    })
  | { readonly what: 'refused'; readonly reason: string }
  | { readonly what: 'same'; readonly as: string }

export interface PlannedUpload {
  readonly key: string
  readonly name: string
  readonly input: AssetUpload
}

export interface UploadPlan {
  readonly rows: readonly PlannedUpload[]
  /** How many will be sent. */
  readonly sending: number
}

export const assetSizeLimit = fileSizeLimit[fileKind.designAsset]

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

const unreadable = '读取不到这个文件，可能已被移动或删除，请重新选择'

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (cause) {
    throw new PictureProblem(unreadable, { cause })
  }
}

/** Why a file cannot become an asset; null when it may be sent. */
export async function fileProblem(file: Blob): Promise<string | null> {
  if (file.size === 0) return '文件是空的，请重新导出图片后上传'
  // Two digits, because 3.0 MB over a limit of 3 MB would puzzle.
  if (file.size > assetSizeLimit) return `图片 ${megabytes(file.size)}，超过 3 MB 的上限，请压缩后上传`
  try {
    inspectPicture(await bytesOf(file))
    return null
  } catch (error) {
    if (error instanceof PictureProblem) return error.message
    throw error
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])

/** FNV-1a: tells almost all different files of one size apart, so that few are compared byte by byte. */
function fingerprint(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Finds files that hold the same bytes as one before them; only those of equal size are read. */
function createTwinFinder(files: readonly LocalFile[]) {
  const ofSize = new Map<number, number>()
  for (const { blob } of files) ofSize.set(blob.size, (ofSize.get(blob.size) ?? 0) + 1)
  const seen = new Map<string, LocalFile[]>()
  return async (file: LocalFile): Promise<string | null> => {
    if ((ofSize.get(file.blob.size) ?? 0) < 2) return null
    const bytes = await bytesOf(file.blob)
    const mark = `${bytes.length}:${fingerprint(bytes)}`
    const alike = seen.get(mark) ?? []
    for (const other of alike) if (sameBytes(bytes, await bytesOf(other.blob))) return other.name
    seen.set(mark, [...alike, file])
    return null
  }
}

export interface PlanOptions {
  /** Names the pick; unlike that of any other. */
  readonly batch: string
  readonly onChecked?: (checked: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Looks at every file, in the order they were picked. Rejects with the signal's AbortError when it fires. */
export async function planUpload(
  files: readonly LocalFile[],
  target: UploadTarget,
  { batch, onChecked, signal }: PlanOptions,
): Promise<UploadPlan> {
  const twinOf = createTwinFinder(files.filter(({ blob }) => blob.size > 0 && blob.size <= assetSizeLimit))
  const rows: PlannedUpload[] = []
  for (const [place, file] of files.entries()) {
    if (signal?.aborted) throw new DOMException('取消操作', 'AbortError')
    onChecked?.(place, files.length)
    rows.push({ key: `${batch}-${place}`, name: file.name, input: await inputFor(file, place) })
  }
  return { rows, sending: rows.filter(({ input }) => input.what === 'send').length }

  async function inputFor(file: LocalFile, place: number): Promise<AssetUpload> {
    const reason = await fileProblem(file.blob)
    if (reason !== null) return { what: 'refused', reason }
    const twin = await twinOf(file)
    return twin === null
      ? { what: 'send', ...target, name: file.name, file: file.blob, batch, place }
      : { what: 'same', as: twin }
  }
}
