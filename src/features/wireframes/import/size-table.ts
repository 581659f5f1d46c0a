/** Reads a table of the sizes of phone models, as factories hand it out: a model a row, its width and height in mm, cm or inches. */
import { type Cell, cellText, type Row } from '../../../tables/cells'
import { headingRowOf, plainHeading, type TableKind } from '../../../tables/table-kind'
import { readMm, readSize } from '../sizes/read-size'

/** One row of a table. */
export interface SizeEntry {
  /** The row's number in the file, from 1. */
  readonly line: number
  /** '' where the table does not say it. */
  readonly brand: string
  readonly name: string
  readonly widthMm: number
  readonly heightMm: number
}

export interface SizeTable {
  readonly file: string
  readonly entries: readonly SizeEntry[]
  /** A sentence for the seller about each row that could not be read. */
  readonly unread: readonly string[]
  /** A sentence about the file, or null. */
  readonly note: string | null
}

const columnNames = {
  brand: ['品牌', '手机品牌', 'brand'],
  model: ['型号', '机型', '手机型号', '手机机型', '机型名称', '型号名称', '机型型号', '名称', '手机', 'model'],
  width: ['宽', '宽度', '打印宽', '打印宽度', '印刷宽度', '图案宽', '画布宽', 'width', 'w'],
  height: ['高', '高度', '长', '长度', '打印高', '打印高度', '打印长度', '印刷高度', '图案高', '画布高', 'height', 'h'],
  size: ['尺寸', '大小', '打印尺寸', '印刷尺寸', '实物尺寸', '画布尺寸', '图片尺寸', '模具尺寸', '宽高', '长宽', 'size'],
} as const
type Column = keyof typeof columnNames
const columns = Object.keys(columnNames) as Column[]

/** A heading with the unit that it says, such as 宽（cm）; signs between the sides of 宽×高 do not count. */
function readHeading(cell: Cell): { readonly column: Column; readonly unit: string; readonly isHeightFirst: boolean } | null {
  const text = plainHeading(cellText(cell))
  const [, words = '', unit = ''] = /^(.*?)[([/:]?(毫米|公厘|mm|厘米|公分|cm|英寸|inch|in)?[)\]]?$/.exec(text) ?? []
  const base = words.replace(/[×x*✕/和、,]/g, '')
  const name = /^(?:宽度?[高长]度?|[高长]度?宽度?)$/.test(base) ? '宽高' : base
  const column = columns.find((one) => columnNames[one].some((alias) => alias === name || alias === base))
  return column ? { column, unit, isHeightFirst: /^[高长]度?宽/.test(base) } : null
}

/** The tables of sizes, for those who read tables. */
export const sizeTableKind: TableKind = {
  name: '尺寸表',
  headingHits: (row) => new Set(row.flatMap((cell) => readHeading(cell)?.column ?? [])).size,
}

/** Cases stand upright, so that of two figures the larger is the height, whichever comes first. */
const upright = { width: 1, height: 2 }
/** More rows are no list of phone models, and reading their names would take minutes. */
const maxEntries = 5000

const hasUnit = (text: string): boolean => /[^\d.,，。\s×x*✕]/i.test(text.normalize('NFKC'))
/** The text with the unit of its heading, unless it says one itself. */
const withUnit = (text: string, unit: string): string => (unit === '' || hasUnit(text) ? text : `${text}${unit}`)

/** Reads one length; a comma between digits is a decimal point, because a cell of one side holds no two figures. */
const readLength = (text: string, unit: string): number | null =>
  readMm(withUnit(text.normalize('NFKC').replace(/^(\D*\d+),(\d{1,2}\D*)$/, '$1.$2'), unit)) ?? null

/**
 * Reads the rows of a table. Throws an Error in words for the seller where it has no headings.
 *
 * @param head the first rows, among which the headings are.
 */
export function readSizeRows(head: readonly Row[], rows: Iterable<Row>): Pick<SizeTable, 'entries' | 'unread'> {
  const headingRow = headingRowOf(head, sizeTableKind)
  const headings = (headingRow === null ? [] : (head[headingRow] ?? [])).map(readHeading)
  const at = (column: Column) => headings.findIndex((heading) => heading?.column === column)
  const [brandAt, modelAt, widthAt, heightAt, sizeAt] = [at('brand'), at('model'), at('width'), at('height'), at('size')]
  if (headingRow === null || modelAt < 0 || (sizeAt < 0 && (widthAt < 0 || heightAt < 0))) {
    throw new Error('没有认出标题行：第一行要有「型号」，和「宽」「高」两列或「尺寸」一列')
  }
  const entries: SizeEntry[] = []
  const unread: string[] = []
  let brand = ''
  let line = 0
  const read = (row: Row) => {
    const text = (index: number) => (index < 0 ? '' : cellText(row[index]))
    const unitAt = (index: number) => headings[index]?.unit ?? ''
    // Of merged cells only the first holds the brand.
    brand = text(brandAt) || brand
    const name = text(modelAt)
    const [size, width, height] = [text(sizeAt), text(widthAt), text(heightAt)]
    if (size + width + height === '') return
    if (name === '') {
      unread.push(`第 ${line} 行没有型号`)
      return
    }
    const both =
      size !== ''
        ? sizeOf(size, unitAt(sizeAt), headings[sizeAt]?.isHeightFirst === true)
        : height === ''
          ? sizeOf(width, unitAt(widthAt), false)
          : null
    const widthMm = both?.widthMm ?? (height === '' ? null : readLength(width, unitAt(widthAt)))
    const heightMm = both?.heightMm ?? (height === '' ? null : readLength(height, unitAt(heightAt)))
    if (widthMm === null || heightMm === null) {
      const shown = [size, width, height].filter((one) => one !== '').join('、')
      unread.push(`第 ${line} 行「${name.slice(0, 40)}」：看不懂尺寸「${shown.slice(0, 40)}」`)
      return
    }
    if (entries.length === maxEntries) throw new Error(`尺寸表超过 ${maxEntries} 行，请只留要导入的型号`)
    entries.push({ line, brand: brandAt < 0 ? '' : brand, name, widthMm, heightMm })
  }
  for (const row of rows) {
    line += 1
    if (line > headingRow + 1) read(row)
  }
  return { entries, unread }
}

/** Reads both sides of one cell. A heading such as 长×宽 says the order; otherwise the larger figure is the height. */
function sizeOf(text: string, unit: string, isHeightFirst: boolean) {
  const size = readSize(withUnit(text, unit), isHeightFirst ? null : upright)
  if (size === null || !isHeightFirst || /[宽高长wh]/i.test(text)) return size
  return { widthMm: size.heightMm, heightMm: size.widthMm }
}

/** Whether a file is read as a table and not as a picture. */
export const isTableFile = (name: string): boolean => /\.(?:csv|tsv|xlsx|xlsm|xls)$/i.test(name)

/** Reads the table of a file. Rejects with an Error in words for the seller. */
export async function readSizeTable(file: string, blob: Blob): Promise<SizeTable> {
  const { readTable } = await import('../../../tables/read-table')
  const { rows, note } = await readTable(blob, sizeTableKind)
  return { file, note, ...readSizeRows(rows.head, rows) }
}
