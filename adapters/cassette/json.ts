/** JSON values of cassettes, and functions that traverse them. */
import { type Fields, isFields } from '../../contract/ground/fields'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Returns an object of these fields; names such as __proto__ become ordinary fields. */
export const recordOf = (entries: readonly (readonly [string, Json])[]): Json => Object.fromEntries(entries)

/**
 * Returns the value as JSON with sorted names. `change` is called for every field: its result replaces the value, and undefined
 * means that the value is traversed.
 */
export function mapFields(value: unknown, change: (name: string, value: unknown) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change))
  if (isFields(value)) {
    return recordOf(
      Object.keys(value)
        .sort()
        .filter((name) => value[name] !== undefined && typeof value[name] !== 'function')
        .map((name) => [name, change(name, value[name]) ?? mapFields(value[name], change)] as const),
    )
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return null
}

/**
 * Returns the same JSON with every text and number replaced by `change`, and every field's name by `rename`. Fields whose new names are
 * equal are all kept, under numbered names.
 */
export function mapLeaves(value: Json, change: (leaf: string | number) => Json, rename = (name: string): string => name): Json {
  if (typeof value === 'string' || typeof value === 'number') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, rename))
  if (!isFields(value)) return value
  const used = new Set<string>()
  const entries = Object.keys(value).map((name): readonly [string, Json] => {
    const wanted = rename(name)
    let next = wanted
    for (let count = 2; used.has(next); count += 1) next = `${wanted} ${count}`
    used.add(next)
    return [next, mapLeaves(value[name] as Json, change, rename)]
  })
  return recordOf(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** No client nests deeper. The limit keeps recursive functions from exhausting the stack. */
const deepestNesting = 200

function nestsDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return level.length > 0
}

/** Returns the object or list in a JSON text; undefined for any other text and for JSON nested too deeply. */
export function parsedText(text: string): Fields | readonly unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !nestsDeeper(parsed, deepestNesting)
      ? (parsed as Fields | readonly unknown[])
      : undefined
  } catch {
    // The text is a sentence that begins with a bracket.
    return undefined
  }
}
