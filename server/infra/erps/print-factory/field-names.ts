/** Reads fields of factories' programs, which write the same name as `order_sn`, `orderSn` or `OrderSN`, and numbers as text. */
import type { Fields } from '../../../../contract/ground/fields'

const plain = (name: string): string => name.replace(/[_\-\s]/g, '').toLowerCase()

/** Returns the first field of `names` that has a value; names are given in lower case without separators. */
export function field(fields: Fields, ...names: readonly string[]): unknown {
  const byName = new Map<string, unknown>()
  for (const [name, value] of Object.entries(fields)) {
    const key = plain(name)
    if (value !== null && value !== undefined && !byName.has(key)) byName.set(key, value)
  }
  const found = names.find((name) => byName.has(name))
  return found === undefined ? undefined : byName.get(found)
}

/**
 * Returns a text or number as text; '' for anything else, and for a number beyond 2^53: the reader keeps integers of any length as
 * text, so such a number was written as 1.8305512345679E+18 and has lost its last digits.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : ''
}

/** Whether the value is a number whose last digits were lost before it was sent. */
export const isRounded = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER

/** Returns the first non-empty text or number of `names`. */
export function firstText(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(field(fields, name))
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
