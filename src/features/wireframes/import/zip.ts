/** Reads pictures from a zip file, one entry at a time. Sizes stated in the file are not trusted; unpacked bytes are counted. */
import type JSZip from 'jszip'
import type { JSZipObject } from 'jszip'
import { fileKind, fileSizeLimit } from '../../../../contract/constants'
import { abortError } from '../../../../contract/ground/thrown'
import { bytesText, byteUnits } from '../../../../contract/rules/sizes'
import { baseName, isSystemFile } from './file-name'

export interface UnpackedFile {
  readonly name: string
  readonly path: string
  readonly blob: Blob
}

/** A zip file that cannot be used at all; `message` tells the seller why and what to do. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem'
}

/** Largest zip file in bytes: it is held in memory while it is read. */
export const maxZipBytes = 500 * byteUnits.MB
/** Most files in a zip file. */
export const maxZipFiles = 5000
/** Most unpacked bytes of a zip file. */
export const maxUnpackedBytes = 2 * byteUnits.GB
/** Most unpacked bytes of one file. Pictures over the size limit are refused, so one byte more than the limit suffices. */
const maxEntryBytes = fileSizeLimit[fileKind.wireframe] + 1

export const isZip = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed'

/** Decodes a name that is not flagged as UTF-8: Macs write UTF-8 nevertheless, Chinese Windows writes GBK. */
export function decodeZipName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gbk').decode(bytes)
  }
}

async function openZip(zip: Blob, name: string): Promise<JSZip> {
  if (zip.size > maxZipBytes) throw new ZipProblem(`「${name}」超过 ${bytesText(maxZipBytes, 'down')}，请分成几个压缩包`)
  const { default: Zip } = await import('jszip')
  try {
    return await Zip.loadAsync(await zip.arrayBuffer(), {
      decodeFileName: (bytes) =>
        typeof bytes === 'string' ? bytes : Array.isArray(bytes) ? bytes.join('') : decodeZipName(bytes),
    })
  } catch (cause) {
    const isLocked = cause instanceof Error && /encrypted/i.test(cause.message)
    throw new ZipProblem(isLocked ? `「${name}」有密码，请解压后再选` : `「${name}」不是完整的 zip 压缩包，请重新打包`, { cause })
  }
}

/** The library's types lack its documented stream. */
const streamOf = (entry: JSZipObject): JSZip.JSZipStreamHelper<Uint8Array<ArrayBuffer>> =>
  (entry as unknown as { internalStream(type: 'uint8array'): JSZip.JSZipStreamHelper<Uint8Array<ArrayBuffer>> }).internalStream(
    'uint8array',
  )

/** True if a path would leave the folder it is unpacked into (path traversal). */
const isPathTraversal = (path: string): boolean => /^(?:[\\/]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..')

/** Unpacks up to the limit; a zip bomb is stopped while it is unpacked, whatever size it states. */
function unpack(entry: JSZipObject, limit: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    let ended = false
    const finish = () => {
      ended = true
      resolve(new Blob(parts))
    }
    const stream = streamOf(entry)
    stream.on('data', (part) => {
      if (ended) return
      parts.push(part)
      size += part.length
      if (size <= limit) return
      stream.pause()
      finish()
    })
    stream.on('error', (error) => (ended ? undefined : reject(error)))
    stream.on('end', () => (ended ? undefined : finish()))
    stream.resume()
  })
}

/**
 * The files of a zip, folders included, without those that operating systems add. An entry that cannot be unpacked is returned as
 * an empty file and later refused as no picture.
 *
 * @param onFile called after each file with the number done and the total.
 * @throws ZipProblem when it is no zip, has a password, is too large, or is malformed.
 */
export async function unpackZip(
  { name, blob }: { readonly name: string; readonly blob: Blob },
  { onFile, signal }: { readonly onFile?: (done: number, total: number) => void; readonly signal?: AbortSignal } = {},
): Promise<readonly UnpackedFile[]> {
  const zip = await openZip(blob, name)
  const entries = Object.values(zip.files)
  const traversingEntry = entries.find((entry) => isPathTraversal(entry.unsafeOriginalName ?? entry.name))
  if (traversingEntry) throw new ZipProblem(`「${name}」里有不安全的路径 ${traversingEntry.unsafeOriginalName}，请重新打包`)
  const pictureEntries = entries.filter((entry) => !entry.dir && !isSystemFile(entry.name))
  if (pictureEntries.length > maxZipFiles)
    throw new ZipProblem(`「${name}」里有 ${pictureEntries.length} 个文件，最多 ${maxZipFiles} 个，请分成几个压缩包`)
  const files: UnpackedFile[] = []
  let unpackedBytes = 0
  for (const entry of pictureEntries) {
    if (signal?.aborted) throw abortError()
    const content = await unpack(entry, maxEntryBytes).catch(() => new Blob())
    unpackedBytes += content.size
    if (unpackedBytes > maxUnpackedBytes) throw new ZipProblem(`「${name}」解压后超过 2 GB，请分成几个压缩包`)
    files.push({ name: baseName(entry.name), path: `${name}/${entry.name}`, blob: content })
    onFile?.(files.length, pictureEntries.length)
  }
  return files
}
