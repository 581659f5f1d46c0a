/** Pictures out of a zip file, one entry at a time; nothing of it is believed before it is counted. */
import type JSZip from 'jszip'
import type { JSZipObject } from 'jszip'
import { fileKind, fileSizeLimit } from '../../../../contract/constants'
import { bytesText, byteUnits } from '../../../../contract/rules/sizes'
import { baseName, isLitter } from './file-name'

export interface UnpackedFile {
  readonly name: string
  readonly path: string
  readonly blob: Blob
}

/** A zip file that cannot be used as a whole; `message` says why and what to do. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem'
}

/** Largest zip file, bytes: it is held in memory while it is read. */
export const maxZipBytes = 500 * byteUnits.MB
/** Most files in one. */
export const maxZipFiles = 5000
/** Most bytes that come out of one. */
export const maxUnpackedBytes = 2 * byteUnits.GB
/** Most bytes of one file: a picture over the limit is refused as such, so one byte more is enough to know. */
const maxEntryBytes = fileSizeLimit[fileKind.wireframe] + 1

export const isZip = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed'

/** Names that the zip does not mark as UTF-8: those of a Mac are all the same, those of Chinese Windows are GBK. */
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

/** The library's types leave its documented stream out. */
const streamOf = (entry: JSZipObject): JSZip.JSZipStreamHelper<Uint8Array<ArrayBuffer>> =>
  (entry as unknown as { internalStream(type: 'uint8array'): JSZip.JSZipStreamHelper<Uint8Array<ArrayBuffer>> }).internalStream(
    'uint8array',
  )

/** A path that would leave the folder it is unpacked into; nothing honest writes one. */
const leadsOut = (path: string): boolean => /^(?:[\\/]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..')

/** Unpacks until the limit; a bomb is stopped while it explodes, whatever size it announces. */
function unpack(entry: JSZipObject, limit: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    let ended = false
    const stop = () => {
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
      stop()
    })
    stream.on('error', (error) => (ended ? undefined : reject(error)))
    stream.on('end', () => (ended ? undefined : stop()))
    stream.resume()
  })
}

/**
 * The files of a zip, without what systems put there; folders are opened. An entry that cannot be unpacked comes as an empty file:
 * it is refused with the others that are no pictures.
 *
 * @param onFile told after each file: how many of how many.
 * @throws ZipProblem when it is no zip, is locked, too large, or not what an honest program writes.
 */
export async function unpackZip(
  { name, blob }: { readonly name: string; readonly blob: Blob },
  { onFile, signal }: { readonly onFile?: (done: number, total: number) => void; readonly signal?: AbortSignal } = {},
): Promise<readonly UnpackedFile[]> {
  const zip = await openZip(blob, name)
  const entries = Object.values(zip.files)
  const astray = entries.find((entry) => leadsOut(entry.unsafeOriginalName ?? entry.name))
  if (astray) throw new ZipProblem(`「${name}」里有不安全的路径 ${astray.unsafeOriginalName}，请重新打包`)
  const wanted = entries.filter((entry) => !entry.dir && !isLitter(entry.name))
  if (wanted.length > maxZipFiles)
    throw new ZipProblem(`「${name}」里有 ${wanted.length} 个文件，最多 ${maxZipFiles} 个，请分成几个压缩包`)
  const files: UnpackedFile[] = []
  let unpacked = 0
  for (const entry of wanted) {
    if (signal?.aborted) throw new DOMException('取消操作', 'AbortError')
    const content = await unpack(entry, maxEntryBytes).catch(() => new Blob())
    unpacked += content.size
    if (unpacked > maxUnpackedBytes) throw new ZipProblem(`「${name}」解压后超过 2 GB，请分成几个压缩包`)
    files.push({ name: baseName(entry.name), path: `${name}/${entry.name}`, blob: content })
    onFile?.(files.length, wanted.length)
  }
  return files
}
