/**
 * Invariants of every document, whatever command made it. `normalise` repairs what has a single correct repair; `violations`
 * lists what has none, and such a document is refused.
 */

import { maxLayers } from '../../contract/constants'
import { clamp } from '../../contract/ground/number'
import type { LayerAppearance } from '../../contract/rules/appearance'
import { maxCoordinate } from '../../contract/rules/limits'
import { normaliseAngle } from '../../contract/rules/rounding'
import { cover } from '../geometry/fit'
import { roundLength } from '../geometry/number'
import { changedAppearance, shownSize } from './appearance'
import { withFields } from './queries'
import { withDrawnShape } from './shape'
import type { DesignDoc, ImageLayer, Layer, Placement, Size } from './types'

const minSide = 0.001

/**
 * Returns the normalised design: at most one background (the lowest marked one), at the bottom, covering the canvas, not
 * rotated, without stroke, group and component; no group of one layer; angles and lengths rounded; shapes drawn for the size that they
 * have, so that borders and corners are never stretched. Layers that need no repair keep their identity.
 */
export function normalise(doc: DesignDoc): DesignDoc {
  const background = doc.layers.find((layer) => layer.isBackground)
  const groups = groupsAmong(doc.layers.filter((layer) => layer !== background))
  let changed = false
  const repaired = doc.layers.map((layer) => {
    const next = withDrawnShape(
      layer === background && layer.type === 'IMAGE'
        ? asBackground(layer, doc)
        : withoutSingleGroup(withRoundedPlacement(withoutBackgroundFlag(layer)), groups),
    )
    if (next !== layer) changed = true
    return next
  })
  const layers = backgroundFirst(repaired)
  return changed || layers !== repaired ? { ...doc, layers } : doc
}

/** Returns the placement of a background: centred and covering the canvas, in its own proportions. */
export function backgroundPlacement(picture: Size, doc: Size): Placement {
  const box = cover(picture, { x: 0, y: 0, width: doc.width, height: doc.height })
  // A picture one pixel high would need a width that no save accepts; beyond the bound its proportions are given up.
  const width = Math.min(roundLength(box.width), maxCoordinate)
  const height = Math.min(roundLength(box.height), maxCoordinate)
  return {
    left: roundLength((doc.width - width) / 2),
    top: roundLength((doc.height - height) / 2),
    width,
    height,
    rotation: 0,
  }
}

function asBackground(layer: ImageLayer, doc: Size): ImageLayer {
  const appearance = asBackgroundAppearance(layer.appearance)
  return withFields(layer, {
    ...backgroundPlacement(shownSize(layer), doc),
    stroke: null,
    strokeSvgData: null,
    groupId: null,
    component: null,
    appearance,
  })
}

/** A background covers the whole canvas with its picture. */
function asBackgroundAppearance(appearance: LayerAppearance | null): LayerAppearance | null {
  if (!appearance || !(appearance.mask || appearance.pattern || appearance.clipped)) return appearance
  return changedAppearance(appearance, { mask: undefined, pattern: undefined, clipped: false })
}

/** Returns the group ids that at least two layers share. */
function groupsAmong(layers: readonly Layer[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const groups = new Set<string>()
  for (const { groupId } of layers) {
    if (groupId === null) continue
    if (seen.has(groupId)) groups.add(groupId)
    seen.add(groupId)
  }
  return groups
}

function withoutSingleGroup(layer: Layer, groups: ReadonlySet<string>): Layer {
  return layer.groupId === null || groups.has(layer.groupId) ? layer : { ...layer, groupId: null }
}

function withoutBackgroundFlag(layer: Layer): Layer {
  return layer.type === 'IMAGE' && layer.isBackground ? { ...layer, isBackground: false } : layer
}

function withRoundedPlacement(layer: Layer): Layer {
  if (!hasFinitePlacement(layer)) return layer
  return withFields<Layer>(layer, {
    left: clamp(roundLength(layer.left), -maxCoordinate, maxCoordinate),
    top: clamp(roundLength(layer.top), -maxCoordinate, maxCoordinate),
    width: layer.width > 0 ? clamp(roundLength(layer.width), minSide, maxCoordinate) : layer.width,
    height: layer.height > 0 ? clamp(roundLength(layer.height), minSide, maxCoordinate) : layer.height,
    rotation: normaliseAngle(layer.rotation),
  })
}

function backgroundFirst(layers: readonly Layer[]): readonly Layer[] {
  const index = layers.findIndex((layer) => layer.isBackground)
  if (index <= 0) return layers
  return [...layers.slice(index, index + 1), ...layers.slice(0, index), ...layers.slice(index + 1)]
}

function hasFinitePlacement(placement: Placement): boolean {
  return [placement.left, placement.top, placement.width, placement.height, placement.rotation].every(Number.isFinite)
}

/** Returns what is wrong with a normalised document, in English for developers; empty for a valid one. */
export function violations(doc: DesignDoc): readonly string[] {
  const found: string[] = []
  if (!(doc.width > 0 && doc.height > 0)) found.push(`canvas of ${doc.width}×${doc.height}`)
  if (doc.layers.length > maxLayers) found.push(`${doc.layers.length} layers, at most ${maxLayers}`)
  const seen = new Set<string>()
  doc.layers.forEach((layer, index) => {
    const name = `layer ${layer.uuid || `at ${index}`}`
    if (layer.uuid === '') found.push(`${name} has no uuid`)
    if (seen.has(layer.uuid)) found.push(`${name} occurs twice`)
    seen.add(layer.uuid)
    if (!hasFinitePlacement(layer)) found.push(`${name} stands at a place that is not a number`)
    else if (!(layer.width > 0 && layer.height > 0)) found.push(`${name} is ${layer.width}×${layer.height}`)
    if (!(layer.originalWidth > 0 && layer.originalHeight > 0)) found.push(`${name} has a picture without size`)
    if (layer.isBackground && layer.type !== 'IMAGE') found.push(`${name} is no image but the background`)
    if (layer.isBackground && index > 0) found.push(`${name} is the background but not at the bottom`)
  })
  return found
}
