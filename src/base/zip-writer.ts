/**
 * Puts files into one zip, uncompressed, because pictures are compressed already. Reads one file at a time and holds none in the
 * page's memory: the parts of the archive are Blobs, which the browser may store on disk.
 */
import { crc32 } from '../../contract/ground/crc32'
import { localHeader, maxZipBytes, maxZipFiles, type ZipEntry, zipEnding, zipStamp } from '../../contract/ground/zip-format'

export interface ZipWriter {
  /** Reads the file once. Rejects when it can no longer be read, or when the archive would exceed the limits of a zip. */
  add(name: string, file: Blob): Promise<void>
  readonly count: number
  /** Returns the archive of the files added so far. */
  finish(): Blob
}

/** @param now the modification time of all files. */
export function createZip(now = new Date()): ZipWriter {
  const parts: Blob[] = []
  const entries: ZipEntry[] = []
  const stamp = zipStamp(now)
  let offset = 0

  return {
    async add(name, file) {
      if (entries.length >= maxZipFiles || offset + file.size > maxZipBytes) {
        throw new RangeError('压缩包超过 3.7 GB 或 65535 个文件，请分几次保存')
      }
      const bytes = new Uint8Array(await file.arrayBuffer())
      const entry: ZipEntry = { name, size: bytes.length, crc: crc32(bytes), offset }
      const header = localHeader(entry, stamp)
      parts.push(new Blob([header]), file)
      entries.push(entry)
      offset += header.length + entry.size
    },
    get count() {
      return entries.length
    },
    finish: () => new Blob([...parts, ...zipEnding(entries, offset, stamp)], { type: 'application/zip' }),
  }
}
