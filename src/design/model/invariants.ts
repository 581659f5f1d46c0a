/**
 * What is true of every document, whatever command made it. `normalise` repairs what has one right repair; `violations`
 * names what has none, and such a document is refused.
 */
import { maxLayers } from '../../../contract/constants'
import { cover } from '../geometry/fit'
import { clamp, roundLength } from '../geometry/number'
import { normaliseAngle } from '../geometry/rotate'
import { withFields } from './queries'
import type { DesignDoc, ImageLayer, Layer, Placement, Size } from './types'

/** Bounds the server accepts, canvas px. */
const farthest = 100_000
const smallest = 0.001

/**
 * The same design in its one spelling: at most one background (the lowest marked one), at the bottom, covering the canvas, not
 * turned, without stroke and of no group; no group of one; angles and lengths rounded. What needs no repair keeps its identity.
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

/** Where the background lies: over the whole canvas, its proportions kept, centred. */
export function backgroundPlacement(picture: Size, doc: Size): Placement {
  const box = cover(picture, { x: 0, y: 0, width: doc.width, height: doc.height })
  // A picture one pixel high would cover with a width that no save takes; past the bound it is squeezed instead.
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

/** Ids that at least two layers share. */
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

/** What is wrong with a normalised document, in words for a developer; empty for a good one. */
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
