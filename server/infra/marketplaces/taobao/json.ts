/** Reads values of the marketplace's JSON: lists, texts and times. */
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { beijingTime, textOf } from '../values'

export { textOf }

/** Returns the list under `path`, as in `{"items":{"item":[…]}}`: [] when there is none, and a single object as a list of one. */
export function listOf(value: unknown, ...path: readonly string[]): Fields[] {
  const found = path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value)
  if (Array.isArray(found)) return found.map(fieldsOf)
  return isFields(found) ? [found] : []
}

/** Offset of the marketplace's clock, GMT+8, ms. */
const offsetMs = 8 * 3_600_000

/** Formats a time as the marketplace does: `2026-03-01 16:00:00`. */
export const topTime = (date: Date): string => new Date(date.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** Parses such a time; null for anything else. */
export const readTopTime = beijingTime
