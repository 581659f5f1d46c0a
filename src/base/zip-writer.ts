/**
 * Files put together into one zip, stored as they are: pictures are compressed already. Reads one file at a time and keeps none of
 * them in the page's memory: the parts of the archive are Blobs, which the browser may hold on disk.
 */

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>
  readonly size: number
  readonly crc: number
  /** Of its header in the archive, bytes. */
  readonly offset: number
}

export interface ZipWriter {
  /** Reads the file once. Rejects when it can no longer be read, or when the archive would pass what a plain zip can hold. */
  add(name: string, file: Blob): Promise<void>
  readonly count: number
  /** The archive of what was added so far. */
  finish(): Blob
}

/** A plain zip counts in 32 bits, with room left for its directory; no seller's tool should need Zip64. */
const maxBytes = 0xf000_0000
const maxFiles = 0xffff

/** Every name is UTF-8: tools on Chinese Windows would take an unmarked one for GBK. */
const utf8Flag = 1 << 11
const version = 20

/** @param now the time all files are marked with. */
export function createZip(now = new Date()): ZipWriter {
  const parts: Blob[] = []
  const entries: Entry[] = []
  const stamp = dosTime(now)
  let offset = 0

  return {
    async add(name, file) {
      if (entries.length >= maxFiles || offset + file.size > maxBytes) {
        throw new RangeError('压缩包超过 3.7 GB 或 65535 个文件，请分几次保存')
      }
      const bytes = new Uint8Array(await file.arrayBuffer())
      const entry: Entry = { name: new TextEncoder().encode(name), size: bytes.length, crc: crc32(bytes), offset }
      const header = localHeader(entry, stamp)
      parts.push(new Blob([header]), file)
      entries.push(entry)
      offset += header.length + entry.size
    },
    get count() {
      return entries.length
    },
    finish() {
      const directory = entries.map((entry) => directoryHeader(entry, stamp))
      const size = directory.reduce((sum, { length }) => sum + length, 0)
      return new Blob([...parts, ...directory, ending(entries.length, size, offset)], { type: 'application/zip' })
    },
  }
}

function bytesOf(numbers: readonly (readonly [value: number, bytes: 2 | 4])[], name?: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = numbers.reduce((sum, [, bytes]) => sum + bytes, 0)
  const out = new Uint8Array(length + (name?.length ?? 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  if (name) out.set(name, at)
  return out
}

type Stamp = { readonly time: number; readonly date: number }

/** What both headers of a file say: needed version, flags, method 0 (stored), time, sum, sizes, lengths of name and extra. */
const common = ({ name, size, crc }: Entry, { time, date }: Stamp): readonly (readonly [number, 2 | 4])[] => [
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

const localHeader = (entry: Entry, stamp: Stamp) => bytesOf([[0x0403_4b50, 4], ...common(entry, stamp)], entry.name)

const directoryHeader = (entry: Entry, stamp: Stamp) =>
  bytesOf(
    [
      [0x0201_4b50, 4],
      [version, 2],
      ...common(entry, stamp),
      // Comment, disk, inner and outer attributes: nothing.
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [entry.offset, 4],
    ],
    entry.name,
  )

const ending = (count: number, size: number, offset: number) =>
  bytesOf([
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ])

/** Local time in steps of two seconds, from 1980. */
function dosTime(now: Date): Stamp {
  const years = Math.min(127, Math.max(0, now.getFullYear() - 1980))
  return {
    time: (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1),
    date: (years << 9) | ((now.getMonth() + 1) << 5) | now.getDate(),
  }
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  return value
})

/** The checksum a zip keeps of each file. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffff_ffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffff_ffff) >>> 0
}
