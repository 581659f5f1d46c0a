/**
 * Invariants of every document, whatever command made it. `normalise` repairs what has a single correct repair; `violations`
 * lists what has none, and such a document is refused.
 */
import { maxLayers } from '../../../contract/constants'
import { cover } from '../geometry/fit'
import { clamp, roundLength } from '../geometry/number'
import { normaliseAngle } from '../geometry/rotate'
import { withFields } from './queries'
import type { DesignDoc, ImageLayer, Layer, Placement, Size } from './types'

/** Largest coordinate the server accepts, canvas px. */
const farthest = 100_000
const smallest = 0.001

/**
 * Returns the normalised design: at most one background (the lowest marked one), at the bottom, covering the canvas, not
 * rotated, without stroke and group; no group of one layer; angles and lengths rounded. Layers that need no repair keep their
 * identity.
 */
export function normalise(doc: DesignDoc): DesignDoc {
  const background = doc.layers.find((layer) => layer.isBackground)
  const groups = groupsAmong(doc.layers.filter((layer) => layer !== background))
  let changed = false
  const tidied = doc.layers.map((layer) => {
    const next =
      layer === background && layer.type === 'IMAGE' ? asBackground(layer, doc) : grouped(tidy(unmarked(layer)), groups)
    if (next !== layer) changed = true
    return next
  })
  const layers = backgroundFirst(tidied)
  return changed || layers !== tidied ? { ...doc, layers } : doc
}

/** Returns the placement of a background: centred and covering the canvas, in its own proportions. */
export function backgroundPlacement(picture: Size, doc: Size): Placement {
  const box = cover(picture, { x: 0, y: 0, width: doc.width, height: doc.height })
  // A picture one pixel high would need a width that no save accepts; beyond the bound its proportions are given up.
  const width = Math.min(roundLength(box.width), farthest)
  const height = Math.min(roundLength(box.height), farthest)
  return {
    left: roundLength((doc.width - width) / 2),
    top: roundLength((doc.height - height) / 2),
    width,
    height,
    rotation: 0,
  }
}

function asBackground(layer: ImageLayer, doc: Size): ImageLayer {
  const picture = { width: layer.originalWidth, height: layer.originalHeight }
  return withFields(layer, { ...backgroundPlacement(picture, doc), stroke: null, strokeSvgData: null, groupId: null })
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

function grouped(layer: Layer, groups: ReadonlySet<string>): Layer {
  return layer.groupId === null || groups.has(layer.groupId) ? layer : { ...layer, groupId: null }
}

function unmarked(layer: Layer): Layer {
  return layer.type === 'IMAGE' && layer.isBackground ? { ...layer, isBackground: false } : layer
}

function tidy(layer: Layer): Layer {
  if (!finite(layer)) return layer
  return withFields<Layer>(layer, {
    left: clamp(roundLength(layer.left), -farthest, farthest),
    top: clamp(roundLength(layer.top), -farthest, farthest),
    width: layer.width > 0 ? clamp(roundLength(layer.width), smallest, farthest) : layer.width,
    height: layer.height > 0 ? clamp(roundLength(layer.height), smallest, farthest) : layer.height,
    rotation: normaliseAngle(layer.rotation),
  })
}

function backgroundFirst(layers: readonly Layer[]): readonly Layer[] {
  const at = layers.findIndex((layer) => layer.isBackground)
  if (at <= 0) return layers
  return [...layers.slice(at, at + 1), ...layers.slice(0, at), ...layers.slice(at + 1)]
}

function finite(placement: Placement): boolean {
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
    if (!finite(layer)) found.push(`${name} stands at a place that is not a number`)
    else if (!(layer.width > 0 && layer.height > 0)) found.push(`${name} is ${layer.width}×${layer.height}`)
    if (!(layer.originalWidth > 0 && layer.originalHeight > 0)) found.push(`${name} has a picture without size`)
    if (layer.isBackground && layer.type !== 'IMAGE') found.push(`${name} is no image but the background`)
    if (layer.isBackground && index > 0) found.push(`${name} is the background but not at the bottom`)
  })
  return found
}
