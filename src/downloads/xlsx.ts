/** Writes a table as a workbook for Excel and WPS: order numbers stay complete as texts, and no cell is a formula. */
import { createZip } from '../base/zip-writer'

type Cell = string | number

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/**
 * Removes characters that XML cannot contain; the underscore of `_x0041_` is escaped, because Excel would read it as a letter.
 */
const textOf = (text: string): string =>
  text
    .slice(0, maxCellLength)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (mark) => escaped[mark] ?? mark)
/** Excel's limit. */
const maxCellLength = 32_767

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Indexes of the cell styles in styles.xml: texts have the text format, or Excel would convert them to numbers when edited. */
const style = { number: 0, text: 1, head: 2 } as const

function cellXml(value: Cell, row: number, column: number): string {
  const reference = `${columnName(column)}${row}`
  if (typeof value === 'number') return `<c r="${reference}" s="${style.number}"><v>${value}</v></c>`
  if (value === '') return ''
  const styleIndex = row === 1 ? style.head : style.text
  return `<c r="${reference}" s="${styleIndex}" t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
}

/** Width of each column in characters, Chinese ones counting twice; the next cell covers the end of longer texts. */
function widths(rows: readonly (readonly Cell[])[]): string {
  const count = Math.max(0, ...rows.map(({ length }) => length))
  const widthOf = (cell: Cell | undefined) =>
    [...String(cell ?? '')].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 2)
  return Array.from({ length: count }, (_, column) => {
    // A plain loop: a spread of 20,000 rows would overflow the stack.
    let width = 6
    for (const row of rows) width = Math.max(width, Math.min(60, widthOf(row[column])))
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`
  }).join('')
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** All parts except the table: the minimum of a workbook by ECMA-376 part 1. */
const fixedParts = (sheet: string): readonly (readonly [name: string, xml: string])[] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets><sheet name="${textOf(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  ],
]

/**
 * @param rows the first one is the heading: bold, fixed while scrolling, with a filter.
 * @param sheet name of the only sheet.
 */
export async function xlsxFile(rows: readonly (readonly Cell[])[], sheet: string): Promise<Blob> {
  const zip = createZip()
  for (const [name, xml] of fixedParts(sheet)) await zip.add(name, new Blob([declaration, xml]))
  const head = rows[0] ?? []
  const table = rows.map((cells, index) => {
    const row = index + 1
    return `<row r="${row}">${cells.map((value, column) => cellXml(value, row, column)).join('')}</row>`
  })
  const filter = head.length === 0 ? '' : `<autoFilter ref="A1:${columnName(head.length - 1)}${Math.max(1, rows.length)}"/>`
  await zip.add(
    'xl/worksheets/sheet1.xml',
    new Blob([
      declaration,
      `<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
      head.length === 0 ? '' : `<cols>${widths(rows)}</cols>`,
      '<sheetData>',
      ...table,
      `</sheetData>${filter}</worksheet>`,
    ]),
  )
  return zip.finish()
}
