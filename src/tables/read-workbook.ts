/**
 * Reads the table of a workbook (ECMA-376), piece by piece: numbers as the digits in the file, so that a rounded one is noticed, and dates
 * as the time that their cell shows. Of several sheets the one with the most headings is read.
 */
import { SaxesParser } from 'saxes'
import type { Cell, Row } from './cells'
import { bestHits, headingRows, type TableKind } from './table-kind'
import { unpackedPieces, ZipBudget, type ZipPart, zipParts } from './zip-parts'

interface XmlReader {
  /** Names are without prefixes. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads an XML file until its end or until `isDone`. */
async function readXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader, isDone = () => false): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  if (reader.open) parser.on('opentag', ({ name, attributes }) => reader.open?.(localName(name), attributes))
  if (reader.close) parser.on('closetag', ({ name }) => reader.close?.(localName(name)))
  if (reader.text) {
    parser.on('text', reader.text)
    parser.on('cdata', reader.text)
  }
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }))
    if (isDone()) return
  }
  parser.write(decoder.decode()).close()
}

/** Excel writes control characters and lone underscores as _x000D_. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const builtInDates = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').replace(/general/gi, ''))

const dayMs = 86_400_000
/** The last day that spreadsheets count, 9999-12-31. */
const lastDay = 2_958_465
/** Days from 1899-12-30 to 1970-01-01, and from there to 1904-01-01, from which some workbooks of Macs count. */
const epochDays = 25_569
const macDays = 1462

class Workbook {
  private readonly budget: ZipBudget
  private readonly shared: string[] = []
  private readonly dateStyles = new Set<string>()
  private isMac = false

  constructor(
    private readonly blob: Blob,
    private readonly parts: ReadonlyMap<string, ZipPart>,
  ) {
    this.budget = new ZipBudget(blob.size)
  }

  private pieces(path: string): AsyncIterable<Uint8Array> | null {
    const part = this.parts.get(path.toLowerCase())
    return part === undefined ? null : unpackedPieces(this.blob, part, this.budget)
  }

  /** Reads what the sheets refer to, and returns the sheets that are shown, or all where none is. */
  async open(): Promise<readonly { readonly name: string; readonly path: string }[]> {
    const book = this.pieces('xl/workbook.xml')
    if (book === null) throw new Error('not a workbook')
    const sheets: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = []
    await readXml(book, {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.isMac = /^(?:1|true)$/.test(attributes.date1904 ?? '')
        if (name !== 'sheet') return
        const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? ''
        sheets.push({ name: attributes.name ?? '', id, isHidden: /hidden/i.test(attributes.state ?? '') })
      },
    })
    const targets = new Map<string, string>()
    const relations = this.pieces('xl/_rels/workbook.xml.rels')
    if (relations !== null) {
      await readXml(relations, {
        open: (name, { Id = '', Target = '' }) => {
          if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
        },
      })
    }
    await this.readStyles()
    await this.readShared()
    const found = sheets.flatMap(({ name, id, isHidden }) => {
      const path = targets.get(id)
      return path === undefined || !this.parts.has(path.toLowerCase()) ? [] : [{ name, path, isHidden }]
    })
    const shown = found.filter(({ isHidden }) => !isHidden)
    return shown.length > 0 ? shown : found
  }

  private async readStyles(): Promise<void> {
    const pieces = this.pieces('xl/styles.xml')
    if (pieces === null) return
    const dates = new Set<string>()
    let isCells = false
    let style = 0
    await readXml(pieces, {
      open: (name, { numFmtId = '0', formatCode = '' }) => {
        if (name === 'numFmt' && isDateFormat(formatCode)) dates.add(numFmtId)
        if (name === 'cellXfs') isCells = true
        if (name !== 'xf' || !isCells) return
        if (builtInDates.test(numFmtId) || dates.has(numFmtId)) this.dateStyles.add(String(style))
        style++
      },
      close: (name) => {
        if (name === 'cellXfs') isCells = false
      },
    })
  }

  private async readShared(): Promise<void> {
    const pieces = this.pieces('xl/sharedStrings.xml')
    if (pieces === null) return
    let text = ''
    let isText = false
    // The reading of Chinese letters stands beside their text.
    let isReading = false
    await readXml(pieces, {
      open: (name) => {
        if (name === 'si') text = ''
        if (name === 'rPh') isReading = true
        isText = name === 't'
      },
      close: (name) => {
        if (name === 'si') this.shared.push(unescaped(text))
        if (name === 'rPh') isReading = false
        isText = false
      },
      text: (part) => {
        if (isText && !isReading) text += part
      },
    })
  }

  /** Returns what a cell of this type holds by its text. */
  private cell(type: string, style: string, text: string): Cell {
    if (type === 's') return this.shared[Number(text)] ?? ''
    if (type === 'inlineStr' || type === 'str') return unescaped(text)
    if (text === '') return ''
    if (type === 'b') return String(text === '1')
    if (type === 'e') return `公式出错 ${text}`
    if (type === 'd') return text
    const days = this.dateStyles.has(style) ? Number(text) : Number.NaN
    if (!(days >= 0 && days <= lastDay)) return { number: text }
    const ms = Math.round((days - epochDays + (this.isMac ? macDays : 0)) * (dayMs / 1000)) * 1000
    return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  }

  /** Adds the rows of a sheet, those that it leaves out empty, until `isDone`. Returns the numbers of its hidden rows, from 1. */
  async read(path: string, add: (row: Row) => void, isDone?: () => boolean): Promise<number[]> {
    const hiddenRows: number[] = []
    let row: Cell[] = []
    let rows = 0
    let column = 0
    let [type, style, text] = ['', '', '']
    let isValue = false
    let isReading = false
    const pieces = this.pieces(path)
    if (pieces === null) throw new Error(`no part ${path}`)
    await readXml(
      pieces,
      {
        open: (name, { r = '', t = '', s = '', hidden = '' }) => {
          if (name === 'row') {
            row = []
            column = 0
            for (const number = Number(r); rows + 1 < number; rows++) add([])
            if (hidden === '1' || hidden === 'true') hiddenRows.push(rows + 1)
          } else if (name === 'c') {
            if (r !== '') column = columnOf(r)
            ;[type, style, text] = [t, s, '']
          } else if (name === 'rPh') isReading = true
          isValue = name === 'v' || name === 't'
        },
        close: (name) => {
          isValue = false
          if (name === 'rPh') isReading = false
          else if (name === 'c') {
            const cell = this.cell(type, style, text)
            if (cell !== '') {
              while (row.length < column) row.push('')
              row[column] = cell
            }
            column++
          } else if (name === 'row') {
            add(row)
            rows++
          }
        },
        text: (part) => {
          if (isValue && !isReading) text += part
        },
      },
      isDone,
    )
    return hiddenRows
  }
}

const highestColumn = 16_384
/** The index of the column of a cell such as AB12. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const at = letter.charCodeAt(0) - 64
    if (at < 1 || at > 26) break
    column = column * 26 + at
  }
  return Math.min(column, highestColumn) - 1
}

/** The facts of a workbook besides the rows that were read. */
export interface WorkbookFacts {
  /** A sentence about the other sheets for the seller, or null. */
  readonly note: string | null
  /** The names of the sheets, and of the one that was read. */
  readonly sheets: readonly string[]
  readonly sheet: string
  /** Numbers of the rows that the workbook hides, such as by a filter, from 1. */
  readonly hidden: readonly number[]
}

/**
 * Adds the rows of the sheet named `wanted`, or else of that with the most headings. Rejects where the workbook is damaged.
 */
export async function readWorkbook(
  blob: Blob,
  kind: TableKind,
  add: (row: Row) => void,
  wanted?: string,
): Promise<WorkbookFacts> {
  const book = new Workbook(blob, await zipParts(blob))
  const sheets = await book.open()
  const [only] = sheets
  if (only === undefined) throw new Error('the workbook has no sheet')
  const found: { readonly name: string; readonly path: string; readonly hits: number }[] = []
  for (const sheet of sheets.length === 1 ? [] : sheets) {
    const rows: Row[] = []
    await book.read(
      sheet.path,
      (row) => rows.push(row),
      () => rows.length >= headingRows,
    )
    found.push({ ...sheet, hits: bestHits(rows, kind) })
  }
  const best =
    found.find(({ name }) => name === wanted) ??
    found.reduce((one, next) => (next.hits > one.hits ? next : one), { ...only, hits: -1 })
  const hidden = await book.read(best.path, add)
  const others = found.filter((sheet) => sheet.path !== best.path && sheet.hits > 1).map(({ name }) => `「${name}」`)
  return {
    note:
      others.length === 0
        ? null
        : `这个工作簿有几张表像${kind.name}，只读了「${best.name}」；${others.join('、')}请另存为单独的文件再导入。`,
    sheets: sheets.map(({ name }) => name),
    sheet: best.name,
    hidden,
  }
}
