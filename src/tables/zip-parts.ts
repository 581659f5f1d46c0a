/** Reads single parts of a zip archive, piece by piece, by its directory. */
import { Inflate } from 'fflate'
import { piecesOf } from './read-text'

export interface ZipPart {
  readonly name: string
  readonly isDeflated: boolean
  /** Bytes in the archive, and unpacked, as the directory says. */
  readonly packedSize: number
  readonly size: number
  /** Where its own header begins. */
  readonly offset: number
}

/** Limits of all parts of an archive together: bytes unpacked, and how many times their bytes in the archive beyond the first ones. */
const maxUnpackedBytes = 500_000_000
const freeBytes = 20_000_000
const maxRatio = 200

const tooLarge = () => new Error('这个工作簿解压后太大，请分成几个文件导入')

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer())
const damaged = () => new Error('the archive is damaged')

/** Returns the numbers of a part's Zip64 field in place of those that stand as the largest number of four bytes. */
function wide(extra: DataView, given: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let next = at + 4
    return given.map((value) => {
      if (value !== 0xffff_ffff) return value
      next += 8
      return Number(extra.getBigUint64(next - 8, true))
    })
  }
  return [...given]
}

const endMark = 0x0605_4b50
const partMark = 0x0201_4b50
const partHeaderBytes = 46

/** Returns the parts of an archive by their names. Rejects where the archive is damaged, or, in words for the seller, too large unpacked. */
export async function zipParts(blob: Blob): Promise<ReadonlyMap<string, ZipPart>> {
  const tail = await viewOf(blob.slice(Math.max(0, blob.size - 66_000)))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end--
  if (end < 0) throw damaged()
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  const directory = await viewOf(blob.slice(start, start + length))
  const parts = new Map<string, ZipPart>()
  let unpacked = 0
  for (let at = 0; at + partHeaderBytes <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== partMark) throw damaged()
    const nameLength = directory.getUint16(at + 28, true)
    const extraLength = directory.getUint16(at + 30, true)
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + partHeaderBytes, nameLength))
    const extra = new DataView(directory.buffer, at + partHeaderBytes + nameLength, extraLength)
    const [size = 0, packedSize = 0, offset = 0] = wide(extra, [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ])
    parts.set(name.replaceAll('\\', '/').toLowerCase(), {
      name,
      isDeflated: directory.getUint16(at + 10, true) === 8,
      packedSize,
      size,
      offset,
    })
    unpacked += size
    at += partHeaderBytes + nameLength + extraLength + directory.getUint16(at + 32, true)
  }
  if (unpacked > maxUnpackedBytes) throw tooLarge()
  return parts
}

/** Counts what is unpacked of an archive: its directory may say less than there is. */
export class ZipBudget {
  private unpacked = 0
  constructor(private readonly archiveBytes: number) {}
  take(bytes: number): void {
    this.unpacked += bytes
    if (this.unpacked > Math.min(maxUnpackedBytes, Math.max(freeBytes, this.archiveBytes * maxRatio))) throw tooLarge()
  }
}

/** Yields the unpacked bytes of a part. */
export async function* unpackedPieces(blob: Blob, part: ZipPart, budget: ZipBudget): AsyncGenerator<Uint8Array> {
  const header = await viewOf(blob.slice(part.offset, part.offset + 30))
  const start = part.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  let out: Uint8Array[] = []
  const inflate = new Inflate((bytes) => {
    budget.take(bytes.length)
    out.push(bytes)
  })
  const end = start + part.packedSize
  // Small steps: what one piece unpacks to lies in memory whole.
  const step = 65_536
  for await (const piece of piecesOf(blob.slice(start, end))) {
    for (let at = 0; at < piece.length; at += step) {
      const bytes = piece.subarray(at, at + step)
      if (part.isDeflated) inflate.push(bytes)
      else {
        budget.take(bytes.length)
        out.push(bytes)
      }
      yield* out
      out = []
    }
  }
}
