/** Reads a chosen file, or pasted text, up to the table with its headings, for the import of orders. */
import { sha256Of } from '../../../../contract/ground/sha256'
import type { PickedFile } from '../../../base/picked-files'
import { cellText } from './cells'
import { openTable, type TableHandle, tableHere } from './file-table'
import {
  type Columns,
  type FileField,
  fileFieldNames,
  guessColumns,
  headingRowOf,
  type Preset,
  plainHeading,
  recognise,
} from './headings'
import { joinedRows } from './read-orders'
import { headingRows, textRows } from './read-table'

/** A file that was read, and what is known of its columns. */
export interface OpenedFile {
  /** Unique in the dialog. */
  readonly key: string
  readonly name: string
  /** Of its bytes, hex: the same file again is recognised by it. */
  readonly sha256: string
  readonly table: TableHandle
  readonly headingRow: number
  readonly preset: Preset
  readonly columns: Columns
  /** Fields whose heading stands twice. */
  readonly doubtful: readonly FileField[]
  /** When the file was made, ms, as far as its name and its last change say. */
  readonly madeAt: number
}

function openRows(table: TableHandle, file: Pick<OpenedFile, 'key' | 'name' | 'madeAt' | 'sha256'>): OpenedFile {
  const { rows, count } = table
  const found = headingRowOf(rows, headingRows)
  if (found === null && count < 2) {
    table.close()
    throw new Error('没有读到表格：第一行应是列名，下面每行一个订单或商品')
  }
  const headingRow = found ?? 0
  const headings = rows[headingRow] ?? []
  const preset = recognise(headings)
  return { ...file, table, headingRow, preset, ...guessColumns(headings, preset) }
}

/** Douyin writes the time of the export, in seconds, into the name of the file. */
const secondsInName = /(?:^|\D)(1[5-9]\d{8})(?:\D|$)/

/** Rejects with an Error in words for the seller. */
export async function openFile({ name, blob, path }: PickedFile, now: number): Promise<OpenedFile> {
  const seconds = secondsInName.exec(name)?.[1]
  const saved = blob instanceof File ? blob.lastModified : now
  const madeAt = Math.min(now, seconds === undefined ? saved : Number(seconds) * 1000)
  const { table, sha256 } = await openTable(blob)
  return openRows(table, { key: `${path}/${blob.size}/${saved}`, name, madeAt, sha256 })
}

/** Rejects with an Error in words for the seller. */
export async function openText(text: string, now: number): Promise<OpenedFile> {
  const sha256 = await sha256Of(new TextEncoder().encode(text))
  return openRows(tableHere(textRows(text)), { key: `text/${now}`, name: '粘贴的内容', madeAt: now, sha256 })
}

export const headingsOf = ({ table, headingRow }: OpenedFile): string[] =>
  (table.rows[headingRow] ?? []).map((cell) => cellText(cell))

/** Returns the first value of a column, to show what it holds. */
export function sampleOf({ table, headingRow }: OpenedFile, column: number): string {
  for (const row of table.rows.slice(headingRow + 1, headingRow + 200)) {
    const text = cellText(row[column])
    if (text !== '') return text.slice(0, 40)
  }
  return ''
}

/** Names a file's columns whatever their order: SHA-256 of the sorted headings, hex. */
export async function fingerprintOf(file: OpenedFile): Promise<string> {
  const text = JSON.stringify(headingsOf(file).map(plainHeading).sort())
  return sha256Of(new TextEncoder().encode(text))
}

/** Returns the headings that stand for the columns, as they are remembered. */
export const rememberedColumns = (file: OpenedFile): Record<string, string | null> => {
  const headings = headingsOf(file)
  return Object.fromEntries(
    fileFieldNames.map((field) => {
      const column = file.columns[field]
      return [field, column === null ? null : (headings[column] ?? null)]
    }),
  )
}

/** Returns the file with the columns that the seller chose for such a file before. */
export function withRemembered(file: OpenedFile, remembered: Readonly<Record<string, string | null>> | undefined): OpenedFile {
  if (remembered === undefined) return file
  const headings = headingsOf(file)
  const columnOf = (field: FileField): number | null => {
    const heading = remembered[field]
    if (heading === undefined) return file.columns[field]
    const column = heading === null ? -1 : headings.indexOf(heading)
    return column < 0 ? null : column
  }
  const columns = Object.fromEntries(fileFieldNames.map((field) => [field, columnOf(field)])) as unknown as Columns
  return { ...file, columns, doubtful: file.doubtful.filter((field) => columns[field] === null) }
}

/** Why the file cannot be imported as its columns are now; null when it can. */
export function columnProblem({ columns, preset }: OpenedFile): string | null {
  if (columns.orderNo === null) return '请选择哪一列是订单号'
  if (preset.id === 'doudian' && columns.lineNo === null) {
    return joinedRows
  }
  if (preset.hasNoLines) return null
  if (columns.quantity === null) return '请选择哪一列是数量'
  return columns.title === null && columns.choice === null ? '请选择哪一列是商品标题或商品规格' : null
}
