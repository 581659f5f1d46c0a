/** JSON as cassettes keep it, and ways through it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record whose names may be those of every object's parts, such as __proto__. */
export const recordOf = (entries: readonly (readonly [string, Json])[]): Json => Object.fromEntries(entries)

/**
 * The value as JSON with sorted names. `change` is asked for every field first; what it answers stands, undefined goes on
 * into the field.
 */
export function mapFields(value: unknown, change: (name: string, value: unknown) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change))
  if (isRecord(value)) {
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

/** The same JSON with every text and number changed. */
export function mapLeaves(value: Json, change: (leaf: string | number) => Json): Json {
  if (typeof value === 'string' || typeof value === 'number') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change))
  if (isRecord(value)) return recordOf(Object.keys(value).map((name) => [name, mapLeaves(value[name] as Json, change)] as const))
  return value
}

/** No client nests deeper; what walks through a value calls itself once a level. */
const deepestNesting = 200

function nestsDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return level.length > 0
}

/** The object or list a text holds; undefined for every other text, and for one nested too deep to be walked through. */
export function parsedText(text: string): Fields | readonly unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !nestsDeeper(parsed, deepestNesting)
      ? (parsed as Fields | readonly unknown[])
      : undefined
  } catch {
    // A sentence that begins with a bracket.
    return undefined
  }
}
