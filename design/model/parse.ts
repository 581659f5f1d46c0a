/** Reads documents that another version of this program may have written: stored drafts and the clipboard. */
import { aiCutoutTypes, textAligns } from '../../contract/constants'
import { isFields } from '../../contract/ground/fields'
import { noGuides, textDefaults } from './create'
import { normalise, violations } from './invariants'
import { isAppearance } from './known-appearance'
import { isShape } from './shape'
import type { DesignDoc, Layer } from './types'

type Kind = 'string' | 'number' | 'boolean' | 'string?' | 'number?' | 'object?'

const layerFields: Readonly<Record<string, Kind>> = {
  uuid: 'string',
  id: 'number?',
  name: 'string',
  imageUrl: 'string',
  imageFileId: 'number?',
  originalWidth: 'number',
  originalHeight: 'number',
  left: 'number',
  top: 'number',
  width: 'number',
  height: 'number',
  rotation: 'number',
  locked: 'boolean',
  hidden: 'boolean',
  horizontalFlip: 'boolean',
  verticalFlip: 'boolean',
  isUserUploadImage: 'boolean',
  isBackground: 'boolean',
  stroke: 'object?',
  strokeSvgData: 'string?',
  groupId: 'string?',
  layoutRule: 'object?',
}
const textFields: Readonly<Record<string, Kind>> = {
  text: 'string',
  fontId: 'number?',
  fontColor: 'string',
  verticalText: 'boolean',
  fontFamilyUrl: 'string?',
  textAlign: 'string',
  letterSpacing: 'number',
  lineHeight: 'number',
  textFlow: 'object?',
  fontWeight: 'number?',
}

/** Returns the value as a normalised document, or null when it is none. */
export function parseDoc(stored: unknown): DesignDoc | null {
  const value = docWithLaterFields(stored)
  if (!isDoc(value)) return null
  const doc = normalise(value)
  return violations(doc).length === 0 ? doc : null
}

/** Adds the fields of later versions to a stored document, with the values that keep its look. */
function docWithLaterFields(value: unknown): unknown {
  if (!isFields(value) || !Array.isArray(value.layers)) return value
  const layers: readonly unknown[] = value.layers
  return { name: '', guides: noGuides, ...value, layers: layers.map(withLaterFields) }
}

/** Adds the fields of later versions to a stored layer. */
export function withLaterFields(value: unknown): unknown {
  if (!isFields(value)) return value
  const ofType = value.type === 'TEXT' ? textDefaults : value.type === 'IMAGE' ? { shape: null } : {}
  return { groupId: null, appearance: null, layoutRule: null, ...ofType, ...value }
}

export function isLayer(value: unknown): value is Layer {
  if (!isFields(value) || !hasFields(value, layerFields) || !isAppearance(value.appearance)) return false
  if (value.type === 'IMAGE') return value.shape === null || isShape(value.shape)
  const aligns: readonly unknown[] = textAligns
  if (value.type === 'TEXT') return hasFields(value, textFields) && aligns.includes(value.textAlign)
  const cutouts: readonly unknown[] = aiCutoutTypes
  return (
    value.type === 'AI_CUTOUT' && cutouts.includes(value.aiCutoutType) && isOfKind(value.aiCutoutPlaceholderImageType, 'string?')
  )
}

function isDoc(value: unknown): value is DesignDoc {
  return (
    isFields(value) &&
    isOfKind(value.name, 'string') &&
    hasFields(value, { width: 'number', height: 'number', previewPhoneModelId: 'number?', previewMaterialColorId: 'number?' }) &&
    isFields(value.guides) &&
    [value.guides.x, value.guides.y].every(isNumbers) &&
    Array.isArray(value.boundDesignAssetCollectionIds) &&
    value.boundDesignAssetCollectionIds.every((id) => typeof id === 'number') &&
    Array.isArray(value.layers) &&
    value.layers.every(isLayer)
  )
}

const isNumbers = (value: unknown) => Array.isArray(value) && value.every((one) => Number.isFinite(one))

function hasFields(value: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, Kind>>): boolean {
  return Object.entries(fields).every(([key, kind]) => isOfKind(value[key], kind))
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind.endsWith('?') && value === null) return true
  const expected = kind.replace('?', '')
  if (expected === 'number') return typeof value === 'number' && Number.isFinite(value)
  return expected === 'object' ? isFields(value) : typeof value === expected
}
