/**
 * Reads the table of a name list: where its headings are, and which column is which text of the template, phone, colour, number of pieces,
 * recipient or note. What two columns could be is left to the seller. Pure.
 */
import { nameListLimits } from '../../../../contract/rules/limits'
import type { NameTemplate } from '../../../../contract/types'
import { type Cell, cellText, type Row } from '../../../tables/cells'
import { plainHeading, type TableKind } from '../../../tables/table-kind'

/** The facts that a row may have besides the texts of the template, in the words of the screen. */
export const listFacts = {
  phone: '手机型号',
  color: '材质和颜色',
  quantity: '数量',
  recipient: '收件人',
  note: '备注',
} as const
export type ListFact = keyof typeof listFacts
export const listFactNames = Object.keys(listFacts) as ListFact[]

/** A fact, or the uuid of a text layer. */
export type ListField = ListFact | `text:${string}`
export const textField = (uuid: string): ListField => `text:${uuid}`
/** The index of the column of each field; null: the list does not say it. */
export type ListColumns = Readonly<Record<string, number | null>>

const factHeadings: Readonly<Record<ListFact, RegExp>> = {
  phone: /^(?:手机|手机型号|手机机型|机型|型号|手机品牌型号|适用机型|品牌型号|phone|model)$/,
  color: /^(?:颜色|材质|材质颜色|颜色材质|材质和颜色|壳|壳子|款式|color|colour)$/,
  quantity: /^(?:数量|件数|个数|份数|qty|quantity|pcs)$/,
  recipient: /^(?:收件人|收货人|收件人姓名|收货人姓名|收件人信息|收货信息|领取人|recipient)$/,
  note: /^(?:备注|说明|留言|备注信息|note|remark|memo)$/,
}
const nameHeading = /^(?:姓名|名字|名称|人名|学生姓名|队员|队员姓名|球员|球员姓名|印字|印名|定制文字|定制内容|刻字|文字|name)$/
const numberHeading = /^(?:号码|球衣号码|球衣号|背号|编号|数字|号|number|no|no\.|num)$/
/** Headings of lists that are none of these facts: they tell that a row is one of headings. */
const otherHeading =
  /^(?:序号|班级|年级|学号|性别|尺码|尺寸|电话|手机号|手机号码|联系电话|地址|收货地址|日期|学校|队名|size|phone number)$/

const isHeading = (cell: Cell): boolean => {
  const text = plainHeading(cellText(cell))
  return [...Object.values(factHeadings), nameHeading, numberHeading, otherHeading].some((known) => known.test(text))
}

/** Name lists, for the readers of tables. */
export const nameTable: TableKind = { name: '名单', headingHits: (row) => row.filter(isHeading).length }

/** The date of a cell without a time of day says nothing more with 00:00:00. */
const withoutMidnight = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1')
const cellOf = (row: Row | undefined, at: number): string => withoutMidnight(cellText(row?.[at]))

/** The rows of a table as texts, up to the longest list. */
export interface ListTable {
  readonly cells: readonly (readonly string[])[]
  /** Index of the row of headings; null where there is none. */
  readonly headingRow: number | null
  /** Numbers of rows that the workbook hides, from 1. */
  readonly hidden: readonly number[]
}

/** Rows above the list: a title, a description, the headings. */
const headRows = 50

/** Returns the index of the row of headings among the first ones: the first with the most; null where no row has any. */
function headingRowIn(rows: readonly Row[]): number | null {
  const hits = rows.slice(0, headRows).map(nameTable.headingHits)
  const best = Math.max(0, ...hits)
  return best === 0 ? null : hits.indexOf(best)
}

/** Reads the rows of a table. Throws an Error in words for the seller where there are none, or too many. */
export function readList(rows: Iterable<Row>, hidden: readonly number[]): ListTable {
  const all: Row[] = []
  for (const row of rows) {
    all.push(row)
    if (all.length > nameListLimits.rows + headRows) throw new Error(`名单超过 ${nameListLimits.rows} 行，请分成几份，一份一份做`)
  }
  const width = Math.max(0, ...all.map(({ length }) => length))
  const cells = all.map((row) => Array.from({ length: width }, (_, at) => cellOf(row, at)))
  const headingRow = headingRowIn(all)
  const left = cells.slice((headingRow ?? -1) + 1).filter((row) => row.some((text) => text !== ''))
  if (left.length === 0) throw new Error(headingRow === null ? '没有读到名单：每行写一个人' : '表格里只有列名，下面没有名字')
  if (left.length > nameListLimits.rows) throw new Error(`名单超过 ${nameListLimits.rows} 行，请分成几份，一份一份做`)
  return { cells, headingRow, hidden }
}

/** Returns the names of the columns: their headings, or 第 2 列. */
export const columnNames = ({ cells, headingRow }: ListTable): readonly string[] =>
  (cells[0] ?? []).map((_, at) => (headingRow === null ? '' : (cells[headingRow]?.[at] ?? '')) || `第 ${at + 1} 列`)

/** The rows of the list with their numbers in the table, from 1; empty ones are left out. */
export const listRows = ({
  cells,
  headingRow,
}: ListTable): readonly { readonly line: number; readonly cells: readonly string[] }[] =>
  cells
    .map((row, at) => ({ line: at + 1, cells: row }))
    .slice((headingRow ?? -1) + 1)
    .filter(({ cells: row }) => row.some((text) => text !== ''))

/** Returns the first values of a column, to show what it holds. */
export const columnSample = (table: ListTable, column: number): string =>
  listRows(table)
    .map(({ cells }) => cells[column] ?? '')
    .filter((text) => text !== '')
    .slice(0, 3)
    .join('、')

type Layer = Pick<NameTemplate['layers'][number], 'uuid' | 'name' | 'text'>
const isNumberText = (text: string): boolean => /^\d{1,4}$/.test(text.normalize('NFKC').trim())

export interface GuessedColumns {
  readonly columns: ListColumns
  /** Fields that several columns could be: the seller chooses. */
  readonly asked: readonly ListField[]
}

/** Returns which columns are certain by their headings or, without headings, by what stands in them. */
export function guessColumns(table: ListTable, layers: readonly Layer[], isPhone: (text: string) => boolean): GuessedColumns {
  const width = table.cells[0]?.length ?? 0
  const columns: Record<string, number | null> = {}
  const asked: ListField[] = []
  const used = new Set<number>()
  const put = (field: ListField, found: readonly number[]) => {
    const free = found.filter((at) => !used.has(at))
    const [first] = free
    if (free.length === 1 && first !== undefined) {
      columns[field] = first
      used.add(first)
    } else if (free.length > 1) asked.push(field)
  }
  const at = (test: (column: number) => boolean) => Array.from({ length: width }, (_, index) => index).filter(test)
  const headings = table.headingRow === null ? null : (table.cells[table.headingRow] ?? []).map(plainHeading)
  const isNumber = ({ text, name }: Layer) => isNumberText(text) || numberHeading.test(plainHeading(name))
  if (headings !== null) {
    // A layer that is called like a column is that column.
    for (const { uuid, name, text } of layers) {
      const words = [name, text].map(plainHeading).filter((word) => word !== '')
      put(
        textField(uuid),
        at((column) => words.includes(headings[column] ?? '')),
      )
    }
    for (const fact of listFactNames)
      put(
        fact,
        at((column) => factHeadings[fact].test(headings[column] ?? '')),
      )
    const open = layers.filter(({ uuid }) => columns[textField(uuid)] === undefined && !asked.includes(textField(uuid)))
    for (const [candidates, heading] of [
      [open.filter(isNumber), numberHeading],
      [open.filter((layer) => !isNumber(layer)), nameHeading],
    ] as const) {
      // Of several texts the one that is itself called a name, or a number, is meant.
      const named = candidates.filter(({ name }) => heading.test(plainHeading(name)))
      const wanted = named.length === 1 ? named : candidates
      const [layer] = wanted
      const found = at((column) => heading.test(headings[column] ?? '') && !used.has(column))
      if (layer && wanted.length === 1) put(textField(layer.uuid), found)
      else if (found.length > 0) asked.push(...wanted.map(({ uuid }) => textField(uuid)))
    }
  } else {
    const valuesOf = (column: number) => listRows(table).flatMap(({ cells }) => cells[column] || [])
    const mostly = (column: number, test: (text: string) => boolean) => {
      const values = valuesOf(column)
      return values.length > 0 && values.filter(test).length >= 0.8 * values.length
    }
    put(
      'phone',
      at((column) => mostly(column, isPhone)),
    )
    const numbers = layers.filter(isNumber)
    const [number] = numbers
    const digits = at((column) => !used.has(column) && mostly(column, isNumberText))
    if (number && numbers.length === 1) put(textField(number.uuid), digits)
    const words = layers.filter((layer) => !isNumber(layer))
    const [word] = words
    const texts = at((column) => !used.has(column) && !digits.includes(column) && valuesOf(column).length > 0)
    if (word && words.length === 1) put(textField(word.uuid), texts)
    // A list of one column is that of the only text.
    else if (layers.length === 1 && width === 1) put(textField(layers[0]?.uuid ?? ''), [0])
  }
  for (const { uuid } of layers)
    if (columns[textField(uuid)] === undefined && !asked.includes(textField(uuid))) asked.push(textField(uuid))
  return { columns, asked }
}
