/**
 * Parses what a buyer designed for an item from the JSON text of an order. Unknown versions and formats are stored with the item
 * but ignored. Parsing never fails, whatever the text contains. Pure.
 */
import { createHash } from 'node:crypto'
import { type Fields, isFields } from '../../../contract/ground/fields'
import { forOrderTexts, type OrderTextName, type OrderTexts } from '../../../contract/rules/order-texts'

/** Maximum length of names and addresses, characters. */
const maxName = 200
const maxUrl = 2048
/** Maximum number of designs per item, and of layers per design. */
const maxDesigns = 200
const maxLayers = 500
/** Maximum nesting depth of a layer, and its maximum length as JSON text. */
const maxDepth = 20
const maxLayerLength = 500_000

/** The design that came with a customization, as the buyer left it. */
export interface ParsedDesign {
  readonly templateId: number | null
  readonly templateRevision: number | null
  readonly canvas: { readonly width: number; readonly height: number } | null
  readonly layers: readonly Readonly<Record<string, unknown>>[] | null
}

export interface ParsedCustomization {
  /** Key of the customization within its shop; the same under a merged order and its parts. */
  readonly key: string
  readonly phoneBrandId: number | null
  readonly phoneModelId: number | null
  readonly materialId: number | null
  readonly materialColorId: number | null
  readonly phoneBrandName: string
  readonly phoneModelName: string
  readonly materialName: string
  readonly materialColorName: string
  /** Unchanged; whether it can be used is decided later. */
  readonly customizedImageUrl: string | null
  readonly previewImageUrl: string | null
  readonly design: ParsedDesign | null
  /** Hash of everything that was parsed: an equal one changes nothing. */
  readonly sha256: string
}

// PostgreSQL can store neither NUL in text nor half of a surrogate pair in JSON.
const unstorable = /[\0\p{Cs}]/gu

/** Removes the characters that the database cannot store. */
export const storable = (text: string): string => text.replace(unstorable, '')

/** Like `storable`, cut to a length: a character of two halves is not cut through. */
export const storableUpTo = (text: string, maxLength: number): string => storable(text.slice(0, maxLength))

/** Whether an id can be stored as it is; without some of its characters it would be another one. */
export const isStorableId = (id: string): boolean => id !== '' && id.length <= maxName && storable(id) === id

/**
 * Returns the texts of an order as they are stored: without spaces at their ends, null where nothing is left. A text that its source
 * does not know stays undefined.
 */
export const storableTexts = (order: { readonly [N in OrderTextName]?: string | null | undefined }): Partial<OrderTexts> =>
  forOrderTexts((name) => {
    const text = order[name]
    return text === undefined ? undefined : storable(text ?? '').trim() || null
  }) as Partial<OrderTexts>

/** Returns the address if a page can show a picture from it; null for any other text. */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//.test(url) && url.length <= maxUrl && storable(url) === url ? url : null

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? storable(value).normalize('NFC').trim().slice(0, maxName) : ''

function urlOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const url = storable(value).trim()
  return url === '' || url.length > maxUrl ? null : url
}

/** Converts a value so that the database can store it; undefined when it is nested too deeply. */
function storableJson(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return undefined
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => storableJson(item, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (!isFields(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [storable(key), storableJson(inner, depth + 1)] as const)
  return entries.some(([, inner]) => inner === undefined) ? undefined : Object.fromEntries(entries)
}

/** Returns all layers, or null if one is unusable: a design without some of its layers would be another design. */
function layersOf(value: unknown): ParsedDesign['layers'] {
  if (!Array.isArray(value) || value.length > maxLayers) return null
  const layers = value.map((layer) => (isFields(layer) ? storableJson(layer) : undefined))
  const usable = layers.filter(isFields).filter((layer) => JSON.stringify(layer).length <= maxLayerLength)
  return usable.length === value.length ? usable : null
}

const canvasSideOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 100_000 ? value : null

function designOf(value: unknown): ParsedDesign | null {
  if (!isFields(value)) return null
  const canvas = isFields(value.canvas) ? value.canvas : {}
  const width = canvasSideOf(canvas.width)
  const height = canvasSideOf(canvas.height)
  return {
    templateId: idOf(value.templateId),
    templateRevision: idOf(value.templateRevision),
    canvas: width === null || height === null ? null : { width, height },
    layers: layersOf(value.layers),
  }
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns the key from the id that came with it or, without one, from the fields that identify the design within its item. */
function keyOf(info: Fields, itemOriginalId: string, fields: Omit<ParsedCustomization, 'key' | 'sha256'>): string {
  const { id } = info
  const given =
    typeof id === 'string' ? storable(id).trim() : typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : ''
  if (given !== '') return given.length <= 100 ? `id:${given}` : `id:${hash(given)}`
  const model = fields.phoneModelId ?? fields.phoneModelName
  const color = fields.materialColorId ?? fields.materialColorName
  return `of:${hash([itemOriginalId, model, color, fields.customizedImageUrl])}`
}

function customizationOf(info: Fields, itemOriginalId: string): ParsedCustomization {
  const fields = {
    phoneBrandId: idOf(info.phoneBrandId),
    phoneModelId: idOf(info.phoneModelId),
    materialId: idOf(info.phoneCaseMaterialId),
    materialColorId: idOf(info.phoneCaseMaterialColorId),
    phoneBrandName: nameOf(info.phoneBrandName),
    phoneModelName: nameOf(info.phoneModelName),
    materialName: nameOf(info.phoneCaseMaterialName),
    materialColorName: nameOf(info.phoneCaseMaterialColorName),
    customizedImageUrl: urlOf(info.customizedImageUrl),
    previewImageUrl: urlOf(info.previewImageUrl),
    design: designOf(info.design),
  }
  return { ...fields, key: keyOf(info, itemOriginalId, fields), sha256: hash(fields) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Parses the designs of an item in order, each once. Returns [] for unknown content: no JSON, a `v` other than 1, or entries that
 * are no objects.
 */
export function readContent(content: string | null, itemOriginalId: string): readonly ParsedCustomization[] {
  const json = content === null ? null : parse(content)
  if (!isFields(json) || json.v !== 1) return []
  const infos = json.phoneCaseCustomizationInfos
  if (!Array.isArray(infos) || infos.length > maxDesigns || !infos.every(isFields)) return []
  const byKey = new Map<string, ParsedCustomization>()
  for (const info of infos) {
    const customization = customizationOf(info, itemOriginalId)
    if (!byKey.has(customization.key)) byKey.set(customization.key, customization)
  }
  return [...byKey.values()]
}
