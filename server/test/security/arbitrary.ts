/** Arbitraries of all values that a JSON schema allows; the contract tests send them to every endpoint. */
import fc from 'fast-check'

export interface JsonSchema {
  readonly anyOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
      return anyText({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 300) })
    case 'integer': {
      const min = schema.exclusiveMinimum === undefined ? (schema.minimum ?? -1000) : schema.exclusiveMinimum + 1
      const max = schema.maximum ?? Number.MAX_SAFE_INTEGER
      // Small ids meet existing rows, large ones the limits of the column types.
      return fc.oneof(
        fc.integer({ min, max: Math.min(max, min + 60) }),
        fc.maxSafeInteger().map((n) => Math.min(max, Math.max(min, n))),
      )
    }
    case 'number': {
      const min = schema.exclusiveMinimum === undefined ? (schema.minimum ?? -1e6) : schema.exclusiveMinimum
      const minExcluded = schema.exclusiveMinimum !== undefined
      return fc.double({ min, minExcluded, max: schema.maximum ?? 1e6, noNaN: true })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
      })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, arbitraryOf(inner)])),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    default:
      return fc.jsonValue()
  }
}

/** Typed text, raw binary text, and text with NUL, which PostgreSQL does not store. */
function anyText(length: { minLength: number; maxLength: number }): fc.Arbitrary<string> {
  const typed = fc.string({ ...length, unit: 'grapheme' })
  const raw = fc.string({ ...length, unit: 'binary' })
  return fc.oneof(
    { arbitrary: typed, weight: 4 },
    { arbitrary: raw, weight: 1 },
    { arbitrary: typed.map((text) => text.replace(/^./u, '\0')), weight: 1 },
  )
}
