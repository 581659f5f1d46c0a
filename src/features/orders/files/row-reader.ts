/** Reads the cells of one row of an order file by their fields, and refuses what cannot be trusted. Pure. */
import { type Cell, cellText, type Row } from '../../../tables/cells'
import { cellTime, isRounded } from './cells'
import { type Columns, type FileField, fileFields } from './headings'

/** Why a row or an order is not taken, in words for the seller. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** The message without the words of a cell. */
    readonly kept = message,
  ) {
    super(message)
  }
}

export const roundedNumber = (name: string) =>
  new Refusal(`${name}被表格软件改成了科学计数，或丢了末尾的数字，请从平台重新导出，不要用 Excel 另存`)
export const longest = { title: 500, choice: 500, merchantSku: 200, buyerMessage: 2000, sellerMemo: 2000 } as const

/** Fields whose texts stand in many rows. */
const sharedFields: ReadonlySet<FileField> = new Set([
  'title',
  'choice',
  'merchantSku',
  'state',
  'afterSale',
  'productId',
  'skuId',
])

/** Reads the cells of one row by their fields. */
export class RowReader {
  constructor(
    private readonly row: Row,
    private readonly columns: Columns,
    /** The row above, where this one is a further line of its order. */
    private readonly above?: RowReader,
    private readonly shared: (text: string) => string = (text) => text,
  ) {}

  has(field: FileField): boolean {
    return this.columns[field] !== null
  }
  cell(field: FileField): Cell | undefined {
    const column = this.columns[field]
    return column === null ? undefined : this.row[column]
  }
  text(field: FileField): string {
    const text = cellText(this.cell(field))
    const limit = field in longest ? longest[field as keyof typeof longest] : undefined
    if (limit !== undefined && text.length > limit) throw new Refusal(`${fileFields[field]}超过 ${limit} 字`)
    return sharedFields.has(field) ? this.shared(text) : text
  }
  /** A word of the order's state, which some files write only into its first row. */
  word(field: FileField): string {
    return this.text(field) || (this.above?.word(field) ?? '')
  }
  /** A marketplace's number; null where the cell is empty. */
  id(field: FileField): string | null {
    if (isRounded(this.cell(field))) throw roundedNumber(fileFields[field])
    const text = this.text(field)
    if (text !== '' && !/^[\x21-\x7e]{1,64}$/.test(text))
      throw new Refusal(`${fileFields[field]}「${text.slice(0, 40)}」的格式不正确`, `${fileFields[field]}的格式不正确`)
    return text || null
  }
  /** Returns a time, or null for an empty cell. Refuses the row when the cell holds something else. */
  time(field: FileField): number | null {
    const time = cellTime(this.cell(field))
    if (time === null && this.text(field) !== '')
      throw new Refusal(`${fileFields[field]}「${this.text(field).slice(0, 40)}」看不懂`, `${fileFields[field]}看不懂`)
    return time
  }
  /** The text or null of an order's or a line's field; undefined where the file has no such column. */
  maybe<T>(field: FileField, read: (field: FileField) => T): T | undefined {
    return this.has(field) ? read(field) : undefined
  }
}

/** Whether a row without a number is a further line of the order above it: it names a thing and its quantity. */
export const isFurtherLine = (reader: RowReader): boolean =>
  cellText(reader.cell('quantity')) !== '' && cellText(reader.cell('title') ?? '') + cellText(reader.cell('choice') ?? '') !== ''
