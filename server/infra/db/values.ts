/**
 * Converts values between JavaScript and SQL, the same for both databases: every parameter is sent as PostgreSQL text and every
 * column is parsed by `parserFor`, so that a row has the same types wherever it was read.
 *
 * int8 (ids, count(*), sum of int4) → number, rejected when it cannot be exact · numeric (sum and avg of int8) → string ·
 * timestamptz → Date · date, timestamp, interval → string · json, jsonb → parsed · bytea is not used by this product.
 */

export type Parameter = string | null

const quoteElement = (text: string): string => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`

function arrayLiteral(items: readonly unknown[]): string {
  const parts = items.map((item) => {
    if (item === null) return 'null'
    if (Array.isArray(item)) return arrayLiteral(item)
    return quoteElement(toParameter(item) ?? 'null')
  })
  return `{${parts.join(',')}}`
}

/**
 * Returns the text of one parameter for PostgreSQL. Arrays become array literals (`text[]`, `bigint[]`): a jsonb value must be
 * passed as JSON text, as the table types require. Throws on undefined: `where id = undefined` is a bug of the caller, never "no
 * rows".
 */
export function toParameter(value: unknown): Parameter {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new TypeError('SQL 参数是无效的日期 (invalid Date as an SQL parameter)')
    return value.toISOString()
  }
  if (Array.isArray(value)) return arrayLiteral(value)
  if (value instanceof Uint8Array)
    throw new TypeError('二进制内容放进文件存储，不放进数据库 (bytea parameters are not supported)')
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`SQL 参数不能是 ${typeof value} (an SQL parameter must not be ${typeof value}; use null or leave it out)`)
}

/** Parses an int8. Throws when a double cannot hold it exactly: a rounded id would silently be another row. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`整数 ${text} 超出可精确表示的范围 (int8 beyond 2^53, cast it to text)`)
  return value
}

type Parser = (text: string) => unknown
const asText: Parser = (text) => text

function parseTime(text: string): Date {
  // PostgreSQL writes 2026-01-02 03:04:05.678901+00; ISO needs a T, and minutes in the offset.
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
  const value = new Date(iso)
  if (Number.isNaN(value.getTime())) throw new RangeError(`时间 ${text} 无法表示 (timestamptz outside the range of Date)`)
  return value
}

/** Parses a one-dimensional array literal; quoted, escaped and NULL elements as PostgreSQL writes them. */
function parseArray(text: string, element: Parser): unknown[] {
  const items: unknown[] = []
  const pattern = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/g
  for (const match of text.matchAll(pattern)) {
    const [, quoted, bare] = match
    if (quoted !== undefined) items.push(element(quoted.replace(/\\(.)/gs, '$1')))
    else items.push(bare === 'NULL' ? null : element(bare ?? ''))
  }
  return items
}

const scalars: Readonly<Record<number, Parser>> = {
  16: (text) => text === 't',
  20: parseInt8,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1184: parseTime,
  3802: JSON.parse,
}

/** Maps array type to element type, for the arrays that queries may return. */
const arrays: Readonly<Record<number, number>> = {
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1022: 701,
  1185: 1184,
}

/** Returns the parser of a column by type id; unknown types stay text. */
export function parserFor(typeId: number): Parser {
  const element = arrays[typeId]
  if (element !== undefined) return (text) => parseArray(text, scalars[element] ?? asText)
  return scalars[typeId] ?? asText
}
