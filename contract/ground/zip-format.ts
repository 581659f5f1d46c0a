/** The binary format of zip archives: headers, directory, checksum. Files are stored uncompressed, names are UTF-8. */

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly crc: number
  /** Offset of its header in the archive, bytes. */
  readonly offset: number
}

/** A zip without Zip64 counts in 32 bits; the rest is reserved for its directory. Sellers' tools may not support Zip64. */
export const maxZipBytes = 0xf000_0000
export const maxZipFiles = 0xffff

/** Marks every name as UTF-8: tools on Chinese Windows would read an unmarked one as GBK. */
const utf8Flag = 1 << 11
const version = 20
const localHeaderBytes = 30
const directoryHeaderBytes = 46
const endingBytes = 22

const encoder = new TextEncoder()
const nameBytes = (name: string): number => encoder.encode(name).length

/** Returns the size that one more file adds before the directory: its header and its content, bytes. */
export const localBytes = ({ name, size }: Pick<ZipEntry, 'name' | 'size'>): number => localHeaderBytes + nameBytes(name) + size
/** Returns the size that one more file adds to the whole archive, bytes. */
export const entryBytes = (file: Pick<ZipEntry, 'name' | 'size'>): number =>
  localBytes(file) + directoryHeaderBytes + nameBytes(file.name)
/** Returns the exact length of an archive of these files, bytes. */
export const archiveBytes = (files: readonly Pick<ZipEntry, 'name' | 'size'>[]): number =>
  files.reduce((sum, file) => sum + entryBytes(file), endingBytes)

type Field = readonly [value: number, bytes: 2 | 4]

function bytesOf(fields: readonly Field[], name = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 0)
  const out = new Uint8Array(length + name.length)
  const view = new DataView(out.buffer)
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  out.set(name, at)
  return out
}

export type ZipStamp = { readonly time: number; readonly date: number }

/** Encodes local time in steps of two seconds, from 1980. */
export function zipStamp(now: Date): ZipStamp {
  const years = Math.min(127, Math.max(0, now.getFullYear() - 1980))
  return {
    time: (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1),
    date: (years << 9) | ((now.getMonth() + 1) << 5) | now.getDate(),
  }
}

/**
 * Fields of both headers of a file: needed version, flags, method 0 (stored), time, checksum, sizes, lengths of name and extra.
 */
const common = ({ size, crc }: Omit<ZipEntry, 'name'>, name: Uint8Array, { time, date }: ZipStamp): readonly Field[] => [
  [version, 2],
  [utf8Flag, 2],
  [0, 2],
  [time, 2],
  [date, 2],
  [crc, 4],
  [size, 4],
  [size, 4],
  [name.length, 2],
  [0, 2],
]

/** Returns the header that precedes a file. */
export function localHeader(entry: ZipEntry, stamp: ZipStamp): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(entry.name)
  return bytesOf([[0x0403_4b50, 4], ...common(entry, name, stamp)], name)
}

/** Returns the end of an archive whose files take `offset` bytes: the directory and its location. */
export function zipEnding(entries: readonly ZipEntry[], offset: number, stamp: ZipStamp): Uint8Array<ArrayBuffer>[] {
  const directory = entries.map((entry) => {
    const name = encoder.encode(entry.name)
    return bytesOf(
      [
        [0x0201_4b50, 4],
        [version, 2],
        ...common(entry, name, stamp),
        // Comment, disk, inner and outer attributes are empty.
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [entry.offset, 4],
      ],
      name,
    )
  })
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const ending = bytesOf([
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ])
  return [...directory, ending]
}
