/** Reads the tables of files: CSV and TSV of either encoding, HTML tables and workbooks. Refuses in words for the seller. */
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { Cell, Row } from './cells'
import { headingHits } from './headings'

/** Limits of a file: bytes, bytes unpacked, rows and columns. */
const maxBytes = 50_000_000
const maxUnpackedBytes = 500_000_000
const maxRows = 100_000
const maxColumns = 200

/** Rows among which the headings are looked for: some files begin with a title or a description. */
export const headingRows = 50

/** Rows that the page keeps of a table that lies in a worker: the headings and rows with samples. */
export const headLength = 250

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** Decodes text: by its byte order mark, else as UTF-8, else as GB18030, which Chinese back offices and Excel write. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The most headings that one of the first rows holds. */
const bestHits = (rows: readonly Row[]): number => Math.max(0, ...rows.slice(0, headingRows).map(headingHits))

/** Returns the table that holds the most headings; the first of several. */
const bestTable = (tables: readonly (readonly Row[])[]): readonly Row[] =>
  tables.reduce<readonly Row[]>((best, rows) => (bestHits(rows) > bestHits(best) ? rows : best), tables[0] ?? [])

/** Texts that are kept to be shared: titles, states and choices repeat, and a table of numbers needs no more. */
const maxShared = 20_000

/** Returns a function that gives the same string for equal texts, so that a text which stands in every row is kept once. */
function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before === undefined && known.size < maxShared) known.set(text, text)
    return before ?? text
  }
}

function delimitedRows(text: string): readonly Row[] {
  const parse = (delimiter: string, preview = 0) => {
    const rows: Row[] = []
    const one = sharedTexts()
    const step = ({ data }: { data: string[] }) => rows.push(data.map(one))
    Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter, preview, skipEmptyLines: false, step })
    return rows
  }
  const delimiters = ['\t', ',', ';']
  const hits = delimiters.map((delimiter) => bestHits(parse(delimiter, headingRows)))
  return parse(delimiters[hits.indexOf(Math.max(...hits))] ?? ',')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const htmlText = (html: string): string =>
  html
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? all
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    })

/** Reads the cells of a page's tables as one table; some back offices call such a page .xls. A cell over several columns is repeated empty. */
function htmlRows(html: string): readonly Row[] {
  const bare = html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  return bare
    .split(/<tr\b/i)
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<t[dh]\b([^>]*)>([\s\S]*?)(?=<\/?t[dhr]\b|<\/table|$)/gi)].flatMap(
        ([, attributes = '', content = '']) => {
          const span = Number(/colspan\s*=\s*["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1)
          return [htmlText(content), ...Array.from({ length: Math.max(0, span - 1) }, () => '')]
        },
      ),
    )
}

/** The time that a date of a workbook shows: a Date in UTC has the fields of the cell. */
const shownTime = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' '))

async function workbookRows(bytes: Uint8Array): Promise<readonly Row[]> {
  let unpacked = 0
  // Only the sizes are read.
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize
      return false
    },
  })
  if (unpacked > maxUnpackedBytes) throw new Error('这个工作簿解压后太大，请分成几个文件导入')
  const { default: readWorkbook } = await import('read-excel-file/universal')
  const file = bytes.slice().buffer
  const sheets = await readWorkbook(file, { parseNumber: (number: string) => ({ number }), trim: false })
  return bestTable(
    sheets.map(({ data }) =>
      data.map((row) =>
        row.map((value: unknown): Cell => {
          if (value === null || value === undefined) return ''
          if (value instanceof Date) return shownTime(value)
          return typeof value === 'object' ? (value as Cell) : String(value)
        }),
      ),
    ),
  )
}

/** Rejects with an Error in words for the seller. */
export async function readTable(bytes: Uint8Array): Promise<readonly Row[]> {
  if (bytes.length === 0) throw new Error('文件是空的，请重新导出')
  if (bytes.length > maxBytes) throw new Error('文件超过 50 MB，请分成几个文件导入')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new Error('这是旧格式的 Excel 文件（.xls），或加了密码，请用 Excel 或 WPS 打开后另存为 .xlsx 或 CSV 再导入')
  }
  if (startsWith(bytes, 0x52, 0x61, 0x72, 0x21) || startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf)) {
    throw new Error('这是压缩包，请解压后导入里面的表格')
  }
  const rows = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? await readWorkbookInWords(bytes) : textRows(decodeText(bytes))
  // The headings, titles above them and an empty line at the end are no rows of orders.
  if (rows.length > maxRows + headingRows) throw new Error(`表格超过 ${maxRows} 行，请分成几个文件导入`)
  if (rows.some(({ length }) => length > maxColumns)) throw new Error(`表格超过 ${maxColumns} 列，请只导出需要的列`)
  return rows
}

async function readWorkbookInWords(bytes: Uint8Array): Promise<readonly Row[]> {
  try {
    return await workbookRows(bytes)
  } catch (error) {
    if (error instanceof Error && /[\u4e00-\u9fff]/.test(error.message)) throw error
    throw new Error('这个 Excel 文件打不开，可能没有下载完整，请重新导出，或另存为 .xlsx 或 CSV 再导入', { cause: error })
  }
}

/** Reads the table in a text, also one that was pasted from a spreadsheet. */
export function textRows(text: string): readonly Row[] {
  if (/<(?:table|tr)\b/i.test(text.slice(0, 100_000)) && /^[\s\ufeff]*</.test(text)) return htmlRows(text)
  if (/[\0\ufffd]/.test(text.slice(0, 1000))) throw new Error('这不是表格文件，请导入 CSV 或 .xlsx')
  return delimitedRows(text)
}
