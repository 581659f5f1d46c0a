/** Keeps the rows of a table as bytes, because 100,000 rows as arrays of texts would take hundreds of megabytes of the page's process. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import type { Row } from './cells'
import { headingRows } from './table-kind'

/** Limits of a table. */
const maxRows = 100_000
const maxColumns = 200

/** Rows that are kept unpacked besides: the headings and rows with samples. */
const headLength = 250
const rowsPerPack = 500

/** Bytes that are read again at once are not compressed: that would take half the time of reading a file. */
export const toBytes = (value: unknown): Uint8Array => strToU8(JSON.stringify(value))
export const fromBytes = (bytes: Uint8Array): unknown => JSON.parse(strFromU8(bytes))
/** Compressed, for what is kept for long. */
export const pack = (value: unknown): Uint8Array<ArrayBuffer> =>
  deflateSync(toBytes(value), { level: 1 }) as Uint8Array<ArrayBuffer>
export const unpack = (bytes: Uint8Array): unknown => fromBytes(inflateSync(bytes))

/** Returns the row up to its last cell that is not empty. */
function withoutEmptyEnd(row: Row): Row {
  let length = row.length
  while (length > 0 && row[length - 1] === '') length--
  return length === row.length ? row : row.slice(0, length)
}

/** Texts that are kept to be shared: titles, states and choices repeat, numbers do not. */
const maxShared = 20_000

/** Returns a function that gives the same text for equal ones, so that what stands in every row lies in memory once. */
export function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before === undefined && known.size < maxShared) known.set(text, text)
    return before ?? text
  }
}

/** Rows are added one after another; empty ones at the end of the table do not count. */
export class RowStore implements Iterable<Row> {
  /** The first rows of the table. */
  readonly head: Row[] = []
  private readonly packs: Uint8Array[] = []
  private open: Row[] = []
  private empty = 0
  private rows = 0

  /** The number of rows. */
  get count(): number {
    return this.rows
  }

  /** Throws an Error in words for the seller beyond the limits. */
  add(given: Row): void {
    const row = withoutEmptyEnd(given)
    if (row.length === 0) {
      this.empty++
      return
    }
    if (row.length > maxColumns) throw new Error(`表格超过 ${maxColumns} 列，请只导出需要的列`)
    // The headings and titles above them are no rows.
    if (this.rows + this.empty + 1 > maxRows + headingRows) throw new Error(`表格超过 ${maxRows} 行，请分成几个文件导入`)
    for (; this.empty > 0; this.empty--) this.keep([])
    this.keep(row)
  }

  private keep(row: Row): void {
    this.rows++
    if (this.head.length < headLength) this.head.push(row)
    this.open.push(row)
    if (this.open.length < rowsPerPack) return
    this.packs.push(toBytes(this.open))
    this.open = []
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const bytes of this.packs) yield* fromBytes(bytes) as Row[]
    yield* this.open
  }
}
