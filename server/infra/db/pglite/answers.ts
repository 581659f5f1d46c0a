/**
 * Reads what PostgreSQL answers to one statement by its wire protocol (its manual: "Message Formats"). PGlite's own reader takes longer
 * for a page of a list than PostgreSQL does to find it.
 */
import type { SqlErrorFields } from '../connection'

/** What PostgreSQL answered to one statement, in the form of PGlite's own results. */
export interface Answer {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** First word of the command tag; undefined when the text held no statement. */
  readonly command: string | undefined
  readonly affectedRows: number | undefined
}

/** Letters of the fields of an error message. */
const errorFields = {
  message: 'M',
  code: 'C',
  severity: 'S',
  detail: 'D',
  hint: 'H',
  where: 'W',
  schema: 's',
  table: 't',
  column: 'c',
  constraint: 'n',
  routine: 'R',
} as const

const [rowDescription, dataRow, commandComplete, errorResponse] = [...'TDCE'].map((letter) => letter.charCodeAt(0))
/** Bytes of a described column behind its name, and where among them its type id begins. */
const [columnBytes, typeOffset] = [18, 6]

const textUntilZero = (bytes: Buffer, start: number): string => bytes.toString('utf8', start, bytes.indexOf(0, start))

function readColumns(bytes: Buffer, start: number): Answer['fields'] {
  let at = start + 2
  return Array.from({ length: bytes.readInt16BE(start) }, () => {
    const nameEnd = bytes.indexOf(0, at)
    const column = { name: bytes.toString('utf8', at, nameEnd), dataTypeID: bytes.readInt32BE(nameEnd + 1 + typeOffset) }
    at = nameEnd + 1 + columnBytes
    return column
  })
}

function readRow(bytes: Buffer, start: number): (string | null)[] {
  const values: (string | null)[] = new Array(bytes.readInt16BE(start)).fill(null)
  let at = start + 2
  for (let index = 0; index < values.length; index += 1) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) continue
    values[index] = bytes.toString('utf8', at, at + length)
    at += length
  }
  return values
}

function readFailure(bytes: Buffer, start: number): SqlErrorFields {
  const byLetter: Record<string, string> = {}
  for (let at = start; bytes[at] !== 0; ) {
    const letter = String.fromCharCode(bytes[at] ?? 0)
    const text = textUntilZero(bytes, at + 1)
    byLetter[letter] = text
    at += 2 + Buffer.byteLength(text)
  }
  const fields = Object.entries(errorFields).map(([name, letter]) => [name, byLetter[letter]])
  return { message: '', ...Object.fromEntries(fields) }
}

/** Returns the answer in the messages of one statement, or why PostgreSQL refused it. */
export function readAnswer(bytes: Buffer): Answer | { readonly failure: SqlErrorFields } {
  let fields: Answer['fields'] = []
  let tag: string[] = []
  const rows: (string | null)[][] = []
  // A message is a letter, the length of what follows the letter, and its content.
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const [letter, start] = [bytes[at], at + 5]
    if (letter === dataRow) rows.push(readRow(bytes, start))
    else if (letter === rowDescription) fields = readColumns(bytes, start)
    else if (letter === commandComplete) tag = textUntilZero(bytes, start).split(' ')
    else if (letter === errorResponse) return { failure: readFailure(bytes, start) }
  }
  // A tag that carries a number of rows ends in it: `UPDATE 3`, `INSERT 0 5`; others are words, as `CREATE TABLE`.
  const count = Number(tag.at(-1))
  return { fields, rows, command: tag[0], affectedRows: Number.isNaN(count) ? undefined : count }
}
