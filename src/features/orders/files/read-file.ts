/** Reads a chosen file, or pasted text, up to the table with its headings, for the import of orders. */
import { sha256Of } from '../../../../contract/ground/sha256'
import type { PickedFile } from '../../../base/picked-files'
import { cellText } from '../../../tables/cells'
import { headingRowOf, plainHeading } from '../../../tables/table-kind'
import type { FileDesk, TableHead } from './file-desk'
import { type Columns, type FileField, fileFieldNames, guessColumns, orderTable, type Preset, recognise } from './headings'
import { joinedRows } from './read-orders'

/** A file that was read, and what is known of its columns. */
export interface OpenedFile {
  /** Unique in the dialog. */
  readonly key: string
  readonly name: string
  /** Of its bytes, hex: the same file again is recognised by it. */
  readonly sha256: string
  readonly table: Pick<TableHead, 'rows' | 'count'>
  /** A sentence for the seller about the file, or null. */
  readonly note: string | null
  readonly headingRow: number
  readonly preset: Preset
  readonly columns: Columns
  /** Fields whose heading stands twice. */
  readonly doubtful: readonly FileField[]
  /** When the file was made, ms, as far as its name and its last change say. */
  readonly madeAt: number
}

/** Reads a table at the desk up to its headings; a file that cannot be read does not stay there. */
async function openTable(
  desk: Pick<FileDesk, 'open' | 'remove'>,
  blob: Blob,
  file: Pick<OpenedFile, 'key' | 'name' | 'madeAt'>,
): Promise<OpenedFile> {
  const { note, sha256, ...table } = await desk.open(file.key, blob)
  const found = headingRowOf(table.rows, orderTable)
  const headingRow = found ?? 0
  if (table.count < headingRow + 2) {
    await desk.remove(file.key)
    throw new Error(
      found === null
        ? '没有读到表格：第一行应是列名，下面每行一个订单或商品'
        : '表格里只有列名，没有订单，请确认导出时选对了时间和状态',
    )
  }
  const headings = table.rows[headingRow] ?? []
  const preset = recognise(headings)
  return { ...file, sha256, note, table, headingRow, preset, ...guessColumns(headings, preset) }
}

/** Douyin writes the time of the export, in seconds, into the name of the file. */
const secondsInName = /(?:^|\D)(1[5-9]\d{8})(?:\D|$)/

/** Rejects with an Error in words for the seller. */
export async function openFile(
  desk: Pick<FileDesk, 'open' | 'remove'>,
  { name, blob, path }: PickedFile,
  now: number,
): Promise<OpenedFile> {
  const seconds = secondsInName.exec(name)?.[1]
  const saved = blob instanceof File ? blob.lastModified : now
  const madeAt = Math.min(now, seconds === undefined ? saved : Number(seconds) * 1000)
  return openTable(desk, blob, { key: `${path}/${blob.size}/${saved}`, name, madeAt })
}

/** Rejects with an Error in words for the seller. */
export const openText = (desk: Pick<FileDesk, 'open' | 'remove'>, text: string, now: number): Promise<OpenedFile> =>
  openTable(desk, new Blob([text]), { key: `text/${now}`, name: '粘贴的内容', madeAt: now })

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
