/**
 * JSON Schemas of the contract's zod schemas, for the description of the API. A schema that a file of contract/schemas exports gets a name
 * and stands once among the components; all others stand where they are used.
 */
import { z } from 'zod'
import type { Schema } from '../../../contract/core'
import * as alarms from '../../../contract/schemas/alarms'
import * as apiKeys from '../../../contract/schemas/api-keys'
import * as assets from '../../../contract/schemas/assets'
import * as automation from '../../../contract/schemas/automation'
import * as catalogue from '../../../contract/schemas/catalogue'
import * as credits from '../../../contract/schemas/credits'
import * as customizations from '../../../contract/schemas/customizations'
import * as erp from '../../../contract/schemas/erp'
import * as files from '../../../contract/schemas/files'
import * as fonts from '../../../contract/schemas/fonts'
import * as entries from '../../../contract/schemas/order-entries'
import * as orders from '../../../contract/schemas/orders'
import * as shops from '../../../contract/schemas/shops'
import * as templates from '../../../contract/schemas/templates'
import { fieldNames } from '../field-names'

export type Json = Record<string, unknown>

const modules = {
  orders,
  entries,
  customizations,
  erp,
  credits,
  shops,
  templates,
  assets,
  fonts,
  catalogue,
  automation,
  alarms,
  apiKeys,
  files,
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The names of the exported object schemas; two files that export the same name have theirs in front of it. */
function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  const taken = new Set<string>()
  for (const [file, exported] of Object.entries(modules)) {
    for (const [name, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodObject) || registry.has(schema)) continue
      const id = taken.has(capital(name)) ? capital(file) + capital(name) : capital(name)
      taken.add(id)
      registry.add(schema, { id })
    }
  }
  return registry
}

/** Adds the names of fields in the words of the screens, and sends references to the components. */
function described(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => described(inner, suffix))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    // Answers get more fields in time, which a program has to bear.
    if (key === 'additionalProperties' && inner === false) return []
    return [describedEntry(key, inner, suffix)]
  })
  return Object.fromEntries(entries)
}

function describedEntry(key: string, inner: unknown, suffix: string): readonly [string, unknown] {
  if (key === '$ref' && typeof inner === 'string') return [key, inner.replace('#/$defs/', '#/components/schemas/') + suffix]
  if (key === 'properties' && typeof inner === 'object' && inner !== null) return [key, withNames(inner as Json, suffix)]
  return [key, described(inner, suffix)]
}

function withNames(properties: Json, suffix: string): Json {
  const named = Object.entries(properties).map(([field, schema]) => {
    const inner = described(schema, suffix) as Json
    const name = fieldNames[field]
    return [field, name === undefined || inner.description !== undefined ? inner : { description: name, ...inner }]
  })
  return Object.fromEntries(named)
}

export interface SchemaBook {
  /** Returns the JSON Schema of what a caller sends, or of what he gets. */
  read(schema: Schema, io: 'input' | 'output'): Json
  /** The named schemas of all that was read, for `components`. Those of inputs end in `Input`. */
  readonly components: Readonly<Record<string, Json>>
}

export function openSchemaBook(): SchemaBook {
  const registry = namedSchemas()
  const components: Record<string, Json> = {}
  return {
    components,
    read(schema, io) {
      const options = { io, unrepresentable: 'any', metadata: registry } as const
      const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema as unknown as z.ZodType, options) as Json
      const suffix = io === 'input' ? 'Input' : ''
      for (const [name, { id: _id, ...definition }] of Object.entries($defs as Record<string, Json>))
        components[name + suffix] = described(definition, suffix) as Json
      const { id: _id, ...own } = rest
      return described(own, suffix) as Json
    },
  }
}
