/** Reads the tables in texts, piece by piece: CSV and TSV of any encoding, and HTML tables. Refuses in words for the seller. */
import Papa from 'papaparse'
import type { Row } from './cells'
import { bestHits, headingRows, type TableKind } from './table-kind'

const pieceBytes = 262_144

/** Yields the bytes of a part of a file, a quarter of a megabyte at a time. */
export async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < blob.size; start += pieceBytes)
    yield new Uint8Array(await blob.slice(start, start + pieceBytes).arrayBuffer())
}

export const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/**
 * The byte order of UTF-16 that has no mark: commas, tabs, line ends and digits have a zero on one side only. Null for other bytes.
 */
function unmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // 一 and some other letters have a zero on the other side.
  if (odd > 2 && odd > 5 * even) return 'utf-16le'
  return even > 2 && even > 5 * odd ? 'utf-16be' : null
}

/** Returns the encoding: by the byte order mark, else UTF-8, else GB18030, which Chinese back offices and Excel write. */
async function encodingOf(blob: Blob): Promise<string> {
  const head = new Uint8Array(await blob.slice(0, 4096).arrayBuffer())
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
  const utf16 = unmarkedUtf16(head)
  if (utf16 !== null) return utf16
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of piecesOf(blob)) strict.decode(piece, { stream: true })
    strict.decode()
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** Control characters that no text holds, and what no encoding allows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const noText = /[\u0001-\u0008\u000e-\u001f\ufffd]/

/** Yields the text with line feeds for all line ends, and without zeros, which mean nothing. */
async function* textsOf(blob: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(blob))
  let isFirst = true
  let carried = ''
  const plain = (text: string, isLast: boolean): string => {
    const whole = carried + text
    carried = !isLast && whole.endsWith('\r') ? '\r' : ''
    const taken = carried === '' ? whole : whole.slice(0, -1)
    return taken.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  }
  for await (const piece of piecesOf(blob)) {
    const text = decoder.decode(piece, { stream: true })
    if (isFirst && noText.test(text.slice(0, 1000))) throw new Error('这不是表格文件，请导入 CSV 或 .xlsx')
    isFirst = false
    yield plain(text, false)
  }
  yield plain(decoder.decode(), true)
}

const delimiters = ['\t', ',', ';']
/** The delimiter that gives the most headings; where there are none, the most cells. */
function delimiterOf(text: string, kind: TableKind): string {
  const scores = delimiters.map((delimiter) => {
    const rows = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: headingRows }).data
    return bestHits(rows, kind) * 1e6 + rows.reduce((sum, { length }) => sum + length, 0)
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** No row of an order is longer; a quotation mark that is never closed takes in all that follows. */
const maxRowLength = 1_000_000

async function readDelimited(texts: AsyncIterable<string>, kind: TableKind, add: (row: Row) => void): Promise<void> {
  let delimiter: string | null = null
  let rest = ''
  let rows = 0
  const unclosed = () =>
    new Error(`第 ${rows + 1} 行的引号没有成对，后面的行分不开，请从平台重新导出，或用 WPS、Excel 打开后另存为 .xlsx 再导入`)
  const take = ({ data, errors }: Papa.ParseStepResult<string[]>, isLast: boolean) => {
    const has = (code: string) => errors.some((error) => error.code === code)
    // A mark within a text does no harm; one that was not closed has taken in the next cell or row.
    const hasTaken = (cell: string) => cell.includes('\n') || cell.includes(`${delimiter}"`)
    if ((isLast && has('MissingQuotes')) || (has('InvalidQuotes') && data.some(hasTaken))) throw unclosed()
    add(data)
    rows++
  }
  const takeRows = (isLast: boolean) => {
    delimiter ??= delimiterOf(rest, kind)
    // The last row may go on in the next piece.
    let last: Papa.ParseStepResult<string[]> | null = null
    let start = 0
    const step = (row: Papa.ParseStepResult<string[]>) => {
      if (last !== null) {
        take(last, false)
        start = last.meta.cursor
      }
      last = row
    }
    Papa.parse<string[]>(rest, { delimiter, newline: '\n', skipEmptyLines: false, step })
    if (isLast && last !== null) take(last, true)
    rest = rest.slice(start)
    if (rest.length > maxRowLength) throw unclosed()
  }
  for await (const text of texts) {
    rest += text
    takeRows(false)
  }
  takeRows(true)
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
function readHtml(html: string, add: (row: Row) => void): void {
  const bare = html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  for (const row of bare.split(/<tr\b/i).slice(1)) {
    const cells = [...row.matchAll(/<t[dh]\b([^>]*)>([\s\S]*?)(?=<\/?t[dhr]\b|<\/table|$)/gi)]
    add(
      cells.flatMap(([, attributes = '', content = '']) => {
        const span = Number(/colspan\s*=\s*["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1)
        return [htmlText(content), ...Array.from({ length: Math.max(0, span - 1) }, () => '')]
      }),
    )
  }
}

/** Adds the rows of a text. Rejects with an Error in words for the seller. */
export async function readText(blob: Blob, kind: TableKind, add: (row: Row) => void): Promise<void> {
  const texts = textsOf(blob)
  const first = (await texts.next()).value ?? ''
  const head = first.slice(0, 100_000)
  async function* all(): AsyncGenerator<string> {
    yield first
    yield* texts
  }
  if (!/^\s*</.test(head)) return readDelimited(all(), kind, add)
  if (/^\s*<\?xml/.test(head) && !/<(?:table|tr)\b/i.test(head)) {
    throw new Error('这是 XML 格式的表格，请用 Excel 或 WPS 打开后另存为 .xlsx 再导入')
  }
  if (!/<(?:table|tr)\b/i.test(head)) return readDelimited(all(), kind, add)
  // Tags reach over the ends of pieces; such pages are small, because a row takes many times the bytes of one of a CSV file.
  let html = ''
  for await (const text of all()) html += text
  readHtml(html, add)
}
