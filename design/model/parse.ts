/**
 * Checks documents and layers that come from outside the page's memory: stored drafts and the clipboard. A field that a later version
 * adds needs its check here, and its value for documents stored before, or drafts of the version before are lost.
 */
import { aiCutoutTypes, textAligns } from '../../contract/constants'
import { isFields } from '../../contract/ground/fields'
import type { TextFlow } from '../../contract/rules/appearance'
import type { ComponentMark } from '../../contract/rules/component'
import type { LayerStroke } from '../../contract/types'
import { normalise, violations } from './invariants'
import { isAppearance } from './known-appearance'
import { isShape } from './shape'
import type { CutoutLayer, DesignDoc, ImageLayer, Layer, LayoutRule, TextLayer } from './types'

type Guard<T> = (value: unknown) => value is T
/** A guard for every field: a field of the type that has none, or one of another type, does not compile. */
type Guards<T> = { readonly [K in keyof T]-?: Guard<T[K]> }

const string: Guard<string> = (value) => typeof value === 'string'
const boolean: Guard<boolean> = (value) => typeof value === 'boolean'
const number: Guard<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value)
/** The fields of an object inside are not checked. */
const object = <T extends object>(value: unknown): value is T => isFields(value)
const oneOf =
  <T>(values: readonly T[]): Guard<T> =>
  (value): value is T =>
    (values as readonly unknown[]).includes(value)
const orNull =
  <T>(isValue: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || isValue(value)
const listOf =
  <T>(isItem: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(isItem)
const all =
  <T>(guards: Guards<T>): Guard<T> =>
  (value): value is T =>
    isFields(value) && Object.entries<Guard<unknown>>(guards).every(([key, isValue]) => isValue(value[key]))

const shared: Guards<Omit<Layer, 'type' | 'isBackground'>> = {
  uuid: string,
  id: orNull(number),
  name: string,
  imageUrl: string,
  imageFileId: orNull(number),
  originalWidth: number,
  originalHeight: number,
  left: number,
  top: number,
  width: number,
  height: number,
  rotation: number,
  locked: boolean,
  hidden: boolean,
  horizontalFlip: boolean,
  verticalFlip: boolean,
  isUserUploadImage: boolean,
  stroke: orNull<LayerStroke>(object),
  strokeSvgData: orNull(string),
  groupId: orNull(string),
  appearance: isAppearance,
  layoutRule: orNull<Partial<LayoutRule>>(object),
  component: orNull(all<ComponentMark>({ id: number, revision: number, layer: string })),
}
const isImage = all<ImageLayer>({ ...shared, type: oneOf(['IMAGE']), isBackground: boolean, shape: orNull(isShape) })
const isText = all<TextLayer>({
  ...shared,
  type: oneOf(['TEXT']),
  isBackground: oneOf([false]),
  text: string,
  fontId: orNull(number),
  fontColor: string,
  verticalText: boolean,
  fontFamilyUrl: orNull(string),
  textAlign: oneOf(textAligns),
  letterSpacing: number,
  lineHeight: number,
  textFlow: orNull<TextFlow>(object),
  fontWeight: orNull(number),
})
const isCutout = all<CutoutLayer>({
  ...shared,
  type: oneOf(['AI_CUTOUT']),
  isBackground: oneOf([false]),
  aiCutoutType: oneOf(aiCutoutTypes),
  aiCutoutPlaceholderImageType: orNull(string),
})

export const isLayer = (value: unknown): value is Layer => isImage(value) || isText(value) || isCutout(value)

/** Returns a value that was stored before layers had every field of today, with the value that stands for an absent one. */
const withLaterFields = (layer: unknown): unknown => (isFields(layer) ? { component: null, ...layer } : layer)

const isDoc = all<DesignDoc>({
  name: string,
  width: number,
  height: number,
  layers: listOf(isLayer),
  guides: all({ x: listOf(number), y: listOf(number) }),
  boundDesignAssetCollectionIds: listOf(number),
  previewPhoneModelId: orNull(number),
  previewMaterialColorId: orNull(number),
})

/** Returns the value as a normalised document, or null when it is none. */
export function parseDoc(value: unknown): DesignDoc | null {
  if (!isFields(value) || !Array.isArray(value.layers)) return null
  const stored: unknown = { ...value, layers: value.layers.map(withLaterFields) }
  if (!isDoc(stored)) return null
  const doc = normalise(stored)
  return violations(doc).length === 0 ? doc : null
}
