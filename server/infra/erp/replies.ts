/**
 * Normalizes the responses of factories' programs. The same program uses `code` or `status`, `msg` or `message`, numbers as text,
 * or a single row without its list.
 */
import { type Fields, isFields } from '../../../contract/rules/fields'

/** Returns a text or number as text; '' for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

/** Returns the first non-empty field of `names`. */
export function firstText(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== '') return text
  }
  return ''
}

/** Parses a non-negative integer from a number or text; null for anything else. */
export function countOf(value: unknown): number | null {
  const text = textOf(value)
  const number = Number(text)
  return text !== '' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** Parses millimetres such as 73.24 or "73.24mm"; null for sizes that no case can have. */
export function millimetresOf(value: unknown): number | null {
  const number = Number(textOf(value).replace(/\s*(?:mm|毫米)$/i, ''))
  return number >= 10 && number <= 500 ? number : null
}

/** Returns the rows of a list, of a list under `list`, `items` or `rows`, or of a single row; [] for anything else. */
export function rowsOf(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.filter(isFields)
  if (!isFields(value)) return []
  for (const name of ['list', 'items', 'rows']) if (Array.isArray(value[name])) return rowsOf(value[name])
  return Object.keys(value).length > 0 && !('count' in value) ? [value] : []
}

export interface Reply {
  readonly ok: boolean
  /** Stable word or number of a refusal. */
  readonly code: string
  readonly message: string
  readonly data: unknown
}

const goodCodes = new Set(['0', '1', '200', 'ok', 'success', 'true'])

/** Parses a response; null when the body is not one, such as a proxy's page or truncated JSON. */
export function readReply(text: string): Reply | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(body)) return null
  const { success } = body
  const code = firstText(body, 'code', 'status', 'errcode', 'errorCode')
  if (code === '' && typeof success !== 'boolean') return null
  const ok = typeof success === 'boolean' ? success : goodCodes.has(code.toLowerCase())
  return { ok, code, message: firstText(body, 'message', 'msg', 'errmsg', 'error'), data: body.data ?? body.result ?? null }
}
