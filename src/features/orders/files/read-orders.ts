/** Makes orders of the rows of a marketplace's file. Rows that cannot be trusted are refused with their number and a reason. Pure. */
import type { ItemState } from '../../../../contract/rules/item-state'
import { numberLines } from '../../../../contract/rules/line-numbers'
import { type Cell, cellCount, cellText, cellTime, choiceText, isRounded, looksRounded, type Row } from './cells'
import { type Columns, type FileField, fileFields, type Preset } from './headings'
import { readState, type StateAnswers } from './states'

/** A line of an order; what is absent has no column in the file, null is an empty cell. */
export interface FileItem {
  readonly originalId: string
  readonly quantity: number
  readonly productOriginalId?: string | null
  readonly skuOriginalId?: string | null
  readonly title?: string
  readonly propertiesName?: string
  readonly merchantSku?: string | null
  readonly state?: ItemState
  readonly hold?: string | null
}
export interface FileOrder {
  readonly originalId: string
  readonly createdAt: number
  readonly paidAt?: number | null
  readonly shipUntil?: number | null
  readonly buyerMessage?: string | null
  readonly sellerMemo?: string | null
  readonly items: readonly FileItem[]
  /** Numbers of its rows in the file, from 1. */
  readonly rows: readonly number[]
}
export interface RefusedRow {
  readonly row: number
  readonly orderNo: string
  readonly reason: string
  /** The reason without what the cell says, which may be about a person: only this one leaves the page. */
  readonly kept: string
}
export interface ReadFile {
  readonly orders: readonly FileOrder[]
  readonly refused: readonly RefusedRow[]
  /** Words for states that only the seller can explain, answered or not, each once. */
  readonly askedStates: readonly string[]
  /** The newest time in the rows, ms; null without one. */
  readonly newest: number | null
}

export interface FileTable {
  readonly rows: readonly Row[]
  /** Index of the row of headings. */
  readonly headingRow: number
  readonly preset: Preset
  readonly columns: Columns
  readonly answers: StateAnswers
}
/** How the rows of a table are read as orders. */
export type Reading = Omit<FileTable, 'rows'>

class Refusal extends Error {
  constructor(
    message: string,
    /** The message without the words of a cell. */
    readonly kept = message,
  ) {
    super(message)
  }
}

const rounded = (name: string) =>
  new Refusal(`${name}被表格软件改成了科学计数，或丢了末尾的数字，请从平台重新导出，不要用 Excel 另存`)
const longest = { title: 500, choice: 500, merchantSku: 200, buyerMessage: 2000, sellerMemo: 2000 } as const

/** The day of an order of Pinduoduo by its number, ms: 241118-… was ordered on 2024-11-18. */
function dayOfNumber(orderNo: string): number | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)-\d{15}$/.exec(orderNo) ?? []
  return year === undefined ? null : cellTime(`20${year}-${month}-${day}`)
}

interface Line {
  readonly row: number
  readonly lineNo: string | null
  readonly createdAt: number | null
  readonly facts: Omit<FileOrder, 'originalId' | 'createdAt' | 'items' | 'rows'>
  readonly item: Omit<FileItem, 'originalId'> | null
}

/** Reads the cells of one row by their fields. */
class RowReader {
  constructor(
    private readonly row: Row,
    private readonly columns: Columns,
  ) {}

  has = (field: FileField): boolean => this.columns[field] !== null
  cell = (field: FileField): Cell | undefined => {
    const column = this.columns[field]
    return column === null ? undefined : this.row[column]
  }
  text(field: FileField): string {
    const text = cellText(this.cell(field))
    const limit = field in longest ? longest[field as keyof typeof longest] : undefined
    if (limit !== undefined && text.length > limit) throw new Refusal(`${fileFields[field]}超过 ${limit} 字`)
    return text
  }
  /** A marketplace's number; null where the cell is empty. */
  id(field: FileField): string | null {
    if (isRounded(this.cell(field))) throw rounded(fileFields[field])
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

function readLine(reader: RowReader, row: number, { preset, answers }: FileTable, note: (asked: string) => void): Line {
  const textOrNull = (field: FileField) => reader.text(field) || null
  const word = (field: FileField) => reader.maybe(field, (of) => reader.text(of)) ?? null
  const lineNo = reader.maybe('lineNo', (field) => reader.id(field)) ?? null
  if (lineNo?.includes(';')) throw new Refusal(joinedRows)
  const shipText = reader.text('shipUntil')
  const facts = defined({
    paidAt: reader.maybe('paidAt', (field) => reader.time(field)),
    // Taobao names each line in this cell when they differ: the first time counts.
    shipUntil: reader.maybe('shipUntil', () => cellTime(/\d{4}[-/]\d\d?[-/]\d\d?(?: \d\d?:\d\d(?::\d\d)?)?/.exec(shipText)?.[0])),
    buyerMessage: reader.maybe('buyerMessage', textOrNull),
    sellerMemo: reader.maybe('sellerMemo', textOrNull),
  })
  const createdAt = reader.maybe('createdAt', (field) => reader.time(field)) ?? null
  if (preset.hasNoLines) return { row, lineNo, createdAt, facts, item: null }
  const quantity = cellCount(reader.cell('quantity'))
  if (quantity === null) throw new Refusal(`数量「${reader.text('quantity').slice(0, 40)}」不是整数`, '数量不是整数')
  const { state, asked } = readState(
    preset.id,
    { state: word('state'), afterSale: word('afterSale'), underReview: word('underReview') },
    answers,
  )
  if (asked !== null) note(asked)
  const item = defined({
    quantity,
    productOriginalId: reader.maybe('productId', (field) => reader.id(field)),
    skuOriginalId: reader.maybe('skuId', (field) => reader.id(field)),
    title: reader.text('title') || undefined,
    propertiesName: reader.maybe('choice', (field) => choiceText(reader.text(field)).slice(0, longest.choice)),
    merchantSku: reader.maybe('merchantSku', textOrNull),
    ...state,
  })
  return { row, lineNo, createdAt, facts, item }
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

export const joinedRows = '这是抖店「订单维度」的报表，同一订单的商品合在一格里，分不开；请在抖店改用「商品维度」重新导出'

/** Merges what the rows of one order say: an empty cell agrees with everything, two different texts do not. */
function mergeFacts(lines: readonly Line[]): Line['facts'] {
  const merged: Record<string, unknown> = {}
  for (const { facts } of lines) {
    for (const [name, value] of Object.entries(facts)) {
      const before = merged[name] ?? null
      if (before !== null && value !== null && before !== value) {
        throw new Refusal(`同一订单的几行里${fileFields[name as FileField]}不一样，请核对后重新导出`)
      }
      merged[name] = before ?? value
    }
  }
  return merged as Line['facts']
}

/** Returns the lines of an order with their numbers: the marketplace's, or those that the rule for lines without a number gives. */
function itemsOf(orderNo: string, lines: readonly Line[]): FileItem[] {
  const numbered = new Map<string, FileItem>()
  const loose: Omit<FileItem, 'originalId'>[] = []
  for (const line of lines) {
    if (line.item === null) continue
    if (line.lineNo === null) loose.push(line.item)
    else {
      const before = numbered.get(line.lineNo)
      const item = { ...line.item, originalId: line.lineNo }
      if (before && JSON.stringify(before) !== JSON.stringify(item)) throw new Refusal(`子订单 ${line.lineNo} 有两行，内容不一样`)
      numbered.set(line.lineNo, item)
    }
  }
  return [...numbered.values(), ...numberLines(orderNo, loose)]
}

/** Whether most long numbers of a column end in zeros, as a spreadsheet leaves them. */
function isColumnRounded(rows: readonly Row[], column: number | null): boolean {
  if (column === null) return false
  const long = rows.map((row) => cellText(row[column])).filter((text) => /^\d{17,}$/.test(text))
  return long.length > 0 && long.filter(looksRounded).length * 2 > long.length
}

export function readOrders(table: FileTable): ReadFile {
  const { rows, headingRow, columns } = table
  const body = rows.slice(headingRow + 1)
  const refused: RefusedRow[] = []
  const asked = new Set<string>()
  const orders = new Map<string, Line[]>()
  const broken = new Map<string, Refusal>()
  const isRoundedFile = isColumnRounded(body, columns.orderNo) || isColumnRounded(body, columns.lineNo)
  let last: string | null = null
  body.forEach((cells, at) => {
    const row = headingRow + at + 2
    if (cells.every((cell) => cellText(cell) === '')) return
    let orderNo = cellText(columns.orderNo === null ? undefined : cells[columns.orderNo])
    try {
      const reader = new RowReader(cells, columns)
      if (orderNo === '' && last !== null && reader.text('quantity') !== '') orderNo = last
      else orderNo = reader.id('orderNo') ?? ''
      if (orderNo === '') throw new Refusal('没有订单号')
      if (isRoundedFile && looksRounded(orderNo)) throw rounded(fileFields.orderNo)
      last = orderNo
      const line = readLine(reader, row, table, (word) => asked.add(word))
      const lines = orders.get(orderNo)
      if (lines === undefined) orders.set(orderNo, [line])
      else lines.push(line)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ row, orderNo, reason: error.message, kept: error.kept })
      // An order of which one row is refused would lack a line.
      if (orderNo !== '') broken.set(orderNo, new Refusal(`第 ${row} 行${error.message}`, `第 ${row} 行${error.kept}`))
    }
  })
  const read: FileOrder[] = []
  for (const [originalId, lines] of orders) {
    const numbers = lines.map(({ row }) => row)
    try {
      const reason = broken.get(originalId)
      if (reason !== undefined) throw new Refusal(`同一订单的${reason.message}`, `同一订单的${reason.kept}`)
      const facts = mergeFacts(lines)
      const createdAt = lines.find((line) => line.createdAt !== null)?.createdAt ?? facts.paidAt ?? dayOfNumber(originalId)
      if (createdAt === null || createdAt === undefined) throw new Refusal('没有下单时间')
      read.push({ originalId, createdAt, ...facts, items: itemsOf(originalId, lines), rows: numbers })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(...numbers.map((row) => ({ row, orderNo: originalId, reason: error.message, kept: error.kept })))
    }
  }
  const times = read.flatMap(({ createdAt, paidAt }) => [createdAt, paidAt ?? 0])
  return {
    orders: read,
    refused: refused.sort((one, next) => one.row - next.row),
    askedStates: [...asked],
    newest: times.length === 0 ? null : times.reduce((one, next) => Math.max(one, next)),
  }
}

const shapes: readonly (readonly [name: string, types: readonly string[], shape: RegExp])[] = [
  ['拼多多', ['PINDUODUO'], /^\d{6}-\d{15}$/],
  ['抖店', ['DOUDIAN'], /^69\d{17}$/],
  ['小红书', ['XIAOHONGSHU'], /^P\d{18}$/],
  ['微信小店', ['WECHAT_STORE'], /^37\d{17}$/],
]
/** Names the marketplace whose numbers most orders have, where it is not the shop's: a warning, because no marketplace promises them. */
export function otherMarketplace(orders: readonly Pick<FileOrder, 'originalId'>[], shopType: string): string | null {
  const found = shapes.find(([, , shape]) => orders.filter(({ originalId }) => shape.test(originalId)).length * 2 > orders.length)
  return found === undefined || found[1].includes(shopType) ? null : found[0]
}
