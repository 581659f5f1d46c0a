/** Makes orders of the rows of a marketplace's file. Rows that cannot be trusted are refused with their number and a reason. Pure. */
import type { ItemState } from '../../../../contract/rules/item-state'
import { giftNamed } from '../../../../contract/rules/line-kind'
import { numberLines } from '../../../../contract/rules/line-numbers'
import { flagOfWords, type OrderFlag } from '../../../../contract/rules/order-flag'
import { cellText, type Row } from '../../../tables/cells'
import { sharedTexts } from '../../../tables/row-store'
import { cellCount, cellTime, choiceText, looksRounded } from './cells'
import { type Columns, type FileField, fileFields, type Preset } from './headings'
import { isFurtherLine, longest, Refusal, RowReader, roundedNumber } from './row-reader'
import { isNoRefund, readState, type StateAnswers } from './states'

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
  /** The file's words for the state. */
  readonly platformState?: string | null
  /** The picture of what the buyer customized, in the form in which orders hold designs. */
  readonly customizationInfo?: { readonly content: string }
}
export interface FileOrder {
  readonly originalId: string
  readonly createdAt: number
  readonly paidAt?: number | null
  readonly shipUntil?: number | null
  readonly buyerMessage?: string | null
  readonly sellerMemo?: string | null
  readonly flag?: OrderFlag | null
  readonly flagText?: string | null
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
  readonly rows: Iterable<Row>
  /** Index of the row of headings. */
  readonly headingRow: number
  readonly preset: Preset
  readonly columns: Columns
  readonly answers: StateAnswers
}
/** The day of an order of Pinduoduo by its number, ms: 241118-… was ordered on 2024-11-18. */
function dayOfNumber(orderNo: string): number | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)-\d{15}$/.exec(orderNo) ?? []
  return year === undefined ? null : cellTime(`20${year}-${month}-${day}`)
}

/** The first picture that a cell names, with https. */
function pictureAddress(text: string): string | null {
  const address = /(?:https?:)?\/\/[^\s,，;；"'<>|]+/i.exec(text)?.[0]
  return address === undefined ? null : address.replace(/^(?:http:)?\/\//i, 'https://').slice(0, 2000)
}
/** The picture is all that a file knows of a design. */
const shownDesign = (picture: string) => ({
  content: JSON.stringify({
    v: 1,
    phoneCaseCustomizationInfos: [{ customizedImageUrl: picture, previewImageUrl: picture }],
  }),
})

/** The words of both columns that say something, as the file has them. */
const stateWords = (state: string | null, afterSale: string | null): string | null => {
  const words = [state, isNoRefund(afterSale) ? null : afterSale].filter(Boolean)
  return words.length === 0 ? null : words.join('，').slice(0, 100)
}

interface Line {
  readonly row: number
  readonly lineNo: string | null
  readonly createdAt: number | null
  readonly facts: Omit<FileOrder, 'originalId' | 'createdAt' | 'items' | 'rows'>
  readonly item: Omit<FileItem, 'originalId'> | null
}

interface LineTools {
  /** Notes a word for a state that only the seller can explain. */
  readonly note: (word: string) => void
  readonly shared: (text: string) => string
}

function readLine(reader: RowReader, row: number, { preset, answers }: FileTable, { note, shared }: LineTools): Line {
  const textOrNull = (field: FileField) => reader.text(field) || null
  const word = (field: FileField) => reader.maybe(field, (of) => reader.word(of)) ?? null
  const lineNo = reader.maybe('lineNo', (field) => reader.id(field)) ?? null
  if (lineNo?.includes(';')) throw new Refusal(joinedRows)
  const shipText = reader.text('shipUntil')
  const facts = defined({
    paidAt: reader.maybe('paidAt', (field) => reader.time(field)),
    // Taobao names each line in this cell when they differ: the first time counts.
    shipUntil: reader.maybe('shipUntil', () => cellTime(/\d{4}[-/]\d\d?[-/]\d\d?(?: \d\d?:\d\d(?::\d\d)?)?/.exec(shipText)?.[0])),
    buyerMessage: reader.maybe('buyerMessage', textOrNull),
    sellerMemo: reader.maybe('sellerMemo', textOrNull),
    ...reader.maybe('flag', (field) => flagOfWords(reader.text(field))),
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
  const sharedOrNull = (text: string | null) => (text === null ? null : shared(text))
  const isGift = /^(?:是|赠品|1|true|y|yes)$/i.test(reader.text('isGift'))
  const picture = isGift ? null : pictureAddress(reader.text('picture'))
  const item = defined({
    quantity,
    productOriginalId: reader.maybe('productId', (field) => reader.id(field)),
    skuOriginalId: reader.maybe('skuId', (field) => reader.id(field)),
    title: isGift ? giftNamed(reader.text('title')) : reader.text('title') || undefined,
    propertiesName: reader.maybe('choice', (field) => shared(choiceText(reader.text(field)).slice(0, longest.choice))),
    merchantSku: reader.maybe('merchantSku', textOrNull),
    ...state,
    platformState: reader.maybe('state', () => sharedOrNull(stateWords(word('state'), word('afterSale')))),
    customizationInfo: picture === null ? undefined : shownDesign(picture),
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
        const field = name === 'flagText' ? 'flag' : (name as FileField)
        throw new Refusal(`同一订单的几行里${fileFields[field]}不一样，请核对后重新导出`)
      }
      merged[name] = before ?? value
    }
  }
  return merged as Line['facts']
}

/** Returns the lines of an order with their numbers: the marketplace's, or those that the rule for lines without a number gives. */
function itemsOf(orderNo: string, lines: readonly Line[], { hasOneLine }: Preset): FileItem[] {
  const numbered = new Map<string, FileItem>()
  const loose: Omit<FileItem, 'originalId'>[] = []
  for (const line of lines) {
    if (line.item === null) continue
    if (line.lineNo === null) {
      const text = JSON.stringify(line.item)
      // Files that were joined hold a row twice.
      if (!hasOneLine || !loose.some((item) => JSON.stringify(item) === text)) loose.push(line.item)
    } else {
      const before = numbered.get(line.lineNo)
      const item = { ...line.item, originalId: line.lineNo }
      if (before && JSON.stringify(before) !== JSON.stringify(item)) throw new Refusal(`子订单 ${line.lineNo} 有两行，内容不一样`)
      numbered.set(line.lineNo, item)
    }
  }
  return [...numbered.values(), ...numberLines(orderNo, loose)]
}

/** Notices a column of which most long numbers end in zeros, as a spreadsheet leaves them. */
class RoundedColumn {
  private long = 0
  private rounded = 0
  add(text: string): void {
    if (!/^\d{17,}$/.test(text)) return
    this.long++
    if (looksRounded(text)) this.rounded++
  }
  get isRounded(): boolean {
    return this.rounded * 2 > this.long
  }
}

/** Words with which a line of sums begins, which some back offices write below the orders. */
const totals = /^(?:合计|总计|小计|共计|汇总)\s*[:：]?/

/** Whether a row is none of an order: empty, the headings again, or a line of sums. */
function isNoRow(cells: Row, headings: Row): boolean {
  const at = cells.findIndex((cell) => cellText(cell) !== '')
  if (at < 0) return true
  const first = cellText(cells[at])
  if (totals.test(first)) return true
  return first === cellText(headings[at]) && cells.every((cell, column) => cellText(cell) === cellText(headings[column]))
}

/** A row with the number of its order, and how to read its cells. */
interface NumberedRow {
  /** From 1. */
  readonly row: number
  readonly orderNo: string
  readonly reader: RowReader
}

/** Yields the rows of orders. One whose number cannot be trusted is given to `onRefused` with what stands in its cell. */
function* numberedRows(
  { rows, headingRow, columns }: FileTable,
  shared: (text: string) => string,
  onRefused: (row: number, orderNo: string, refusal: Refusal) => void,
): Generator<NumberedRow> {
  let headings: Row = []
  let row = 0
  let last: NumberedRow | null = null
  for (const cells of rows) {
    row++
    if (row <= headingRow + 1) {
      headings = cells
      continue
    }
    if (isNoRow(cells, headings)) continue
    const written = cellText(columns.orderNo === null ? undefined : cells[columns.orderNo])
    try {
      const above: NumberedRow | null = written === '' && isFurtherLine(new RowReader(cells, columns)) ? last : null
      const reader: RowReader = new RowReader(cells, columns, above?.reader, shared)
      const orderNo: string = above?.orderNo ?? reader.id('orderNo') ?? ''
      if (orderNo === '') throw new Refusal('没有订单号')
      last = { row, orderNo, reader }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      onRefused(row, written, error)
      continue
    }
    yield last
  }
}

/** The last row of each order, and the columns of numbers that a spreadsheet has rounded. */
interface Overview {
  readonly lastRows: ReadonlyMap<string, number>
  readonly rounded: readonly ('orderNo' | 'lineNo')[]
}

function overviewOf(table: FileTable): Overview {
  const lastRows = new Map<string, number>()
  const columns = { orderNo: new RoundedColumn(), lineNo: new RoundedColumn() }
  const noteRow = (row: number, orderNo: string) => lastRows.set(orderNo, row)
  for (const { row, orderNo, reader } of numberedRows(table, (text) => text, noteRow)) {
    noteRow(row, orderNo)
    columns.orderNo.add(orderNo)
    columns.lineNo.add(reader.text('lineNo'))
  }
  return { lastRows, rounded: (['orderNo', 'lineNo'] as const).filter((field) => columns[field].isRounded) }
}

/**
 * Reads a table twice: first for the last row of each order, then for the orders, each of which is complete at its last row. All lines
 * at once would take too much memory of the page's process, and rows of one order may lie apart.
 */
export class OrderReading {
  private newest: number | null = null
  private readonly refused: RefusedRow[] = []
  private readonly asked = new Set<string>()

  constructor(private readonly table: FileTable) {}

  /** Yields the orders, once. */
  *orders(): Generator<FileOrder> {
    const { lastRows, rounded } = overviewOf(this.table)
    const open = new Map<string, Line[]>()
    /** Orders of which a row was refused, with the reason: they would lack a line. */
    const broken = new Map<string, Refusal>()
    const refuse = (row: number, orderNo: string, { message, kept }: Refusal) => {
      this.refused.push({ row, orderNo, reason: message, kept })
      if (orderNo !== '') broken.set(orderNo, new Refusal(`第 ${row} 行${message}`, `第 ${row} 行${kept}`))
    }
    const tools = { note: (word: string) => this.asked.add(word), shared: sharedTexts() }
    const take = ({ row, orderNo, reader }: NumberedRow) => {
      try {
        const line = readLine(reader, row, this.table, tools)
        const lines = open.get(orderNo)
        if (lines === undefined) open.set(orderNo, [line])
        else lines.push(line)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refuse(row, orderNo, error)
      }
    }
    for (const numbered of numberedRows(this.table, tools.shared, refuse)) {
      take(numbered)
      const { row, orderNo } = numbered
      if (lastRows.get(orderNo) !== row) continue
      const lines = open.get(orderNo) ?? []
      open.delete(orderNo)
      const order = lines.length === 0 ? null : this.orderOf(orderNo, lines, rounded, broken.get(orderNo))
      if (order !== null) yield order
    }
    // Those whose last row was refused with its number.
    for (const [orderNo, lines] of open) {
      const order = this.orderOf(orderNo, lines, rounded, broken.get(orderNo))
      if (order !== null) yield order
    }
  }

  /** Returns the order of these lines, or null after they were refused. */
  private orderOf(
    originalId: string,
    lines: readonly Line[],
    rounded: Overview['rounded'],
    reason: Refusal | undefined,
  ): FileOrder | null {
    const rows = lines.map(({ row }) => row)
    for (const field of rounded) {
      if (!lines.some(({ lineNo }) => looksRounded((field === 'orderNo' ? originalId : lineNo) ?? ''))) continue
      const { message, kept } = roundedNumber(fileFields[field])
      this.refused.push(...rows.map((row) => ({ row, orderNo: originalId, reason: message, kept })))
      return null
    }
    try {
      if (reason !== undefined) throw new Refusal(`同一订单的${reason.message}`, `同一订单的${reason.kept}`)
      const facts = mergeFacts(lines)
      const createdAt = lines.find((line) => line.createdAt !== null)?.createdAt ?? facts.paidAt ?? dayOfNumber(originalId)
      if (createdAt === null || createdAt === undefined) throw new Refusal('没有下单时间')
      const items = itemsOf(originalId, lines, this.table.preset)
      this.newest = Math.max(this.newest ?? 0, createdAt, facts.paidAt ?? 0)
      return { originalId, createdAt, ...facts, items, rows }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refused.push(...rows.map((row) => ({ row, orderNo: originalId, reason: error.message, kept: error.kept })))
      return null
    }
  }

  /** Returns the rest of what was read, once the orders were taken. */
  rest(): Omit<ReadFile, 'orders'> {
    const refused = [...this.refused].sort((one, next) => one.row - next.row)
    return { refused, askedStates: [...this.asked], newest: this.newest }
  }
}

export function readOrders(table: FileTable): ReadFile {
  const reading = new OrderReading(table)
  return { orders: [...reading.orders()], ...reading.rest() }
}

const shapes: readonly (readonly [name: string, types: readonly string[], shape: RegExp])[] = [
  ['拼多多', ['PINDUODUO'], /^\d{6}-\d{15}$/],
  ['抖店', ['DOUDIAN'], /^69\d{17}$/],
  ['小红书', ['XIAOHONGSHU'], /^P\d{18}$/],
  ['微信小店', ['WECHAT_STORE'], /^37\d{17}$/],
]
/** Returns the names of the marketplaces whose numbers of orders have this form. */
export const shapesOf = (orderNo: string): string[] => shapes.flatMap(([name, , shape]) => (shape.test(orderNo) ? [name] : []))

/**
 * Names the marketplace whose numbers most orders have, where it is not the shop's: a warning, because no marketplace promises them.
 *
 * @param counts orders of each form, by the name of the marketplace.
 */
export function otherMarketplace(counts: Readonly<Record<string, number>>, orders: number, shopType: string): string | null {
  const found = shapes.find(([name]) => (counts[name] ?? 0) * 2 > orders)
  return found === undefined || found[1].includes(shopType) ? null : found[0]
}
