/**
 * Reads what PostgreSQL answers to one statement by its wire protocol (its manual: "Message Formats"). The database's thread reads only
 * how it ended; the rows stay bytes, which change threads without a copy and are read where they are used. PGlite's own reader takes
 * longer for a page of a list than PostgreSQL does to find it, and a copy of its objects as long again.
 *
 * A seller gains half a second of a busy moment: of a hundred pages of 10,000 orders that are opened at once the last comes after 0.6–0.9 s, and
 * after 1.4–1.5 s with PGlite's own query() in place of this file and statements.ts (`npm run bench -- embedded` measures both). A page
 * alone takes a third less, which nobody notices.
 */
import { isAscii } from 'node:buffer'
import type { RunResult, SqlErrorFields } from '../connection'
import { parserFor } from '../values'

/** How a statement ended. */
export interface Outcome {
  /** First word of the command tag; undefined when the text held no statement. */
  readonly command: string | undefined
  readonly affected: number | undefined
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
const notAscii = /[^\0-\x7f]/

const textUntilZero = (bytes: Buffer, start: number): string => bytes.toString('utf8', start, bytes.indexOf(0, start))

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

function readColumns(bytes: Buffer, start: number): Column[] {
  let at = start + 2
  return Array.from({ length: bytes.readInt16BE(start) }, () => {
    const nameEnd = bytes.indexOf(0, at)
    const column = { name: bytes.toString('utf8', at, nameEnd), parse: parserFor(bytes.readInt32BE(nameEnd + 1 + typeOffset)) }
    at = nameEnd + 1 + columnBytes
    return column
  })
}

/** Decodes a row at once and cuts its values out of that text: decoding each by itself takes several times as long. */
function readRow(bytes: Buffer, start: number, end: number, columns: readonly Column[]): Record<string, unknown> {
  const text = bytes.toString('latin1', start, end)
  const hasOtherThanAscii = !isAscii(bytes.subarray(start, end))
  const row: Record<string, unknown> = {}
  let at = start + 2
  for (const { name, parse } of columns) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    let value = text.slice(at - start, at - start + length)
    if (hasOtherThanAscii && notAscii.test(value)) value = bytes.toString('utf8', at, at + length)
    row[name] = parse(value)
    at += length
  }
  return row
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

/** Calls `visit` with the letter, the first byte and the end of the content of each message. */
function eachMessage(bytes: Buffer, visit: (letter: number | undefined, start: number, end: number) => void): void {
  // A message is a letter, the length of what follows the letter, and its content.
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    visit(bytes[at], at + 5, end)
    at = end
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns how the statement ended in the messages of its answer, or why PostgreSQL refused it. */
export function readOutcome(answer: Uint8Array): Outcome | { readonly failure: SqlErrorFields } {
  const bytes = bufferOf(answer)
  let tag: string[] = []
  let failure: SqlErrorFields | undefined
  eachMessage(bytes, (letter, start) => {
    if (letter === commandComplete) tag = textUntilZero(bytes, start).split(' ')
    else if (letter === errorResponse) failure ??= readFailure(bytes, start)
  })
  if (failure) return { failure }
  // A tag that carries a number of rows ends in it: `UPDATE 3`, `INSERT 0 5`; others are words, as `CREATE TABLE`.
  const count = Number(tag.at(-1))
  return { command: tag[0], affected: Number.isNaN(count) ? undefined : count }
}

/** The answer to a statement: its rows as the bytes of the protocol, or as PGlite read them. */
export type Answer = Outcome & ({ readonly bytes: Uint8Array } | { readonly rows: unknown[] })

/** Reads the rows of an answer; throws RangeError for a value that does not fit JavaScript. */
export const readAnswer = (answer: Answer): RunResult => ({
  rows: 'bytes' in answer ? readRows(answer.bytes) : answer.rows,
  command: answer.command,
  affected: answer.affected,
})

function readRows(answer: Uint8Array): RunResult['rows'] {
  const bytes = bufferOf(answer)
  const rows: unknown[] = []
  let columns: readonly Column[] = []
  eachMessage(bytes, (letter, start, end) => {
    if (letter === dataRow) rows.push(readRow(bytes, start, end, columns))
    else if (letter === rowDescription) columns = readColumns(bytes, start)
  })
  return rows
}
