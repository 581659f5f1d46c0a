/**
 * Checks an appearance that another program may have written: drafts and the clipboard. Kinds that this version does not know are
 * accepted and not drawn; what it knows must have the structure that drawing relies on. Numbers are checked by the server.
 */

import { isFields } from '../../contract/ground/fields'
import type { LayerAppearance } from '../../contract/rules/appearance'

type Check = (value: unknown) => boolean

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isList =
  (each: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(each)
const hasNumbers =
  (...keys: readonly string[]): Check =>
  (value) =>
    isFields(value) && keys.every((key) => isNumber(value[key]))
const hasKind: Check = (value) => isFields(value) && isText(value.kind)

const isGradient: Check = (value) => isFields(value) && isList((stop) => isFields(stop) && isText(stop.color))(value.stops)
const isPaint: Check = (value) =>
  isFields(value) && (value.kind === 'gradient' ? isGradient(value.gradient) : isText(value.color))

const isEffect: Check = (value) => {
  if (!isFields(value) || !isText(value.kind)) return false
  if (value.kind === 'gradientOverlay') return isGradient(value.gradient)
  if (value.kind === 'outerGlow' || value.kind === 'innerGlow' || value.kind === 'stroke') return isPaint(value.paint)
  return !['dropShadow', 'innerShadow', 'colorOverlay'].includes(String(value.kind)) || isText(value.color)
}

const fields: Readonly<Record<keyof LayerAppearance, Check>> = {
  opacity: isNumber,
  fillOpacity: isNumber,
  blur: isNumber,
  blend: isText,
  clipped: isFlag,
  adjustsBelow: isFlag,
  crop: hasNumbers('left', 'top', 'width', 'height', 'angle'),
  pattern: hasNumbers('tile', 'gap', 'angle', 'seed'),
  mask: hasKind,
  adjustments: isList(hasKind),
  effects: isList(isEffect),
  bare: isFlag,
}

/** Whether a value can be drawn as an appearance; null is none. */
export function isAppearance(value: unknown): value is LayerAppearance | null {
  if (value === null) return true
  return isFields(value) && Object.entries(fields).every(([key, check]) => value[key] === undefined || check(value[key]))
}
