/**
 * Maps a design to a canvas of another size, as for another phone model: each layer keeps to the edge that it lies at, and what
 * fills the canvas goes on filling it.
 */
import { scaledStroke } from '../../contract/rules/layer-stroke'
import { boundsOfAll } from '../geometry/bounds'
import { boxAround, placementCentre } from '../geometry/box'
import { roundLength } from '../geometry/number'
import type { Anchor, Box, DesignDoc, Layer, LayoutRule, Placement, Scaling, Size } from '../model/types'
import { bodiesOf } from './group'

/** A layer that takes this share of a side lies across it. */
const acrossShare = 0.9
/** A layer whose nearer edge is within this share of the canvas keeps to it. */
const edgeShare = 0.12
/** A layer whose middle is within this share of the canvas's keeps to the middle. */
const centreShare = 0.06

function anchorOf(from: number, length: number, side: number): Anchor {
  const before = from / side
  const after = (side - from - length) / side
  if (Math.abs(before - after) / 2 <= centreShare) return 'centre'
  if (before <= edgeShare && before < after) return 'start'
  if (after <= edgeShare && after < before) return 'end'
  return 'share'
}

/** Guesses the rule of a layer, or of a group as a whole, from where it lies. */
export function guessRule(bounds: Box, canvas: Size): LayoutRule {
  const isWide = bounds.width >= acrossShare * canvas.width
  const isHigh = bounds.height >= acrossShare * canvas.height
  return {
    horizontal: isWide ? 'centre' : anchorOf(bounds.x, bounds.width, canvas.width),
    vertical: isHigh ? 'centre' : anchorOf(bounds.y, bounds.height, canvas.height),
    scaling: isWide || isHigh ? 'fill' : 'scale',
  }
}

/** A layer, or the layers of a group, that follow another canvas size as one. */
export interface LayoutBody {
  /** From the bottom to the top; at least one. */
  readonly layers: readonly [Layer, ...Layer[]]
  readonly bounds: Box
  readonly rule: LayoutRule
}

/**
 * Returns the layers and groups that are placed anew on another canvas size, each with its rule: the seller's, with guesses for
 * the fields that the seller left open. The background has none.
 */
export function layoutBodies(doc: DesignDoc): readonly LayoutBody[] {
  return bodiesOf(doc.layers.filter((layer) => !layer.isBackground)).flatMap((body) => {
    const [first, ...others] = body
    const bounds = boundsOfAll(body)
    if (!first || !bounds) return []
    const chosen = body.find(({ layoutRule }) => layoutRule !== null)?.layoutRule
    return [{ layers: [first, ...others] as const, bounds, rule: { ...guessRule(bounds, doc), ...chosen } }]
  })
}

/** Returns the design on a canvas of this size. The background is left to the document's invariants. */
export function relayout(doc: DesignDoc, canvas: Size): DesignDoc {
  const placed = new Map<string, Layer>()
  for (const { layers, bounds, rule } of layoutBodies(doc)) {
    const next = bodyBox(bounds, doc, canvas, rule)
    const scale = next.width / bounds.width
    for (const layer of layers) placed.set(layer.uuid, moved(layer, bounds, next, scale))
  }
  return {
    ...doc,
    width: canvas.width,
    height: canvas.height,
    layers: doc.layers.map((layer) => placed.get(layer.uuid) ?? layer),
  }
}

/** Returns the new bounds; proportions never change. */
function bodyBox(bounds: Box, from: Size, to: Size, rule: LayoutRule): Box {
  const across = to.width / from.width
  const down = to.height / from.height
  const scale = factorOf(rule.scaling, bounds, from, across, down)
  const size = { width: bounds.width * scale, height: bounds.height * scale }
  const margin = rule.scaling === 'keep' ? 1 : Math.min(across, down)
  const along = (anchor: Anchor, start: number, length: number, next: number, side: number, nextSide: number) => {
    if (anchor === 'start') return start * margin
    if (anchor === 'end') return nextSide - (side - start - length) * margin - next
    const middle = start + length / 2
    if (anchor === 'centre') return nextSide / 2 + (middle - side / 2) * margin - next / 2
    return (middle / side) * nextSide - next / 2
  }
  return {
    x: along(rule.horizontal, bounds.x, bounds.width, size.width, from.width, to.width),
    y: along(rule.vertical, bounds.y, bounds.height, size.height, from.height, to.height),
    ...size,
  }
}

function factorOf(scaling: Scaling, bounds: Box, from: Size, across: number, down: number): number {
  if (scaling === 'keep') return 1
  if (scaling === 'scale') return Math.min(across, down)
  // A body that lay across both sides covers both; one that lay across one side goes on lying across that side.
  const isWide = bounds.width >= acrossShare * from.width
  const isHigh = bounds.height >= acrossShare * from.height
  if (isWide === isHigh) return Math.max(across, down)
  return isWide ? across : down
}

function moved(layer: Layer, bounds: Box, next: Box, scale: number): Layer {
  const centre = placementCentre(layer)
  const size = { width: roundLength(layer.width * scale), height: roundLength(layer.height * scale) }
  const box = boxAround({ x: next.x + (centre.x - bounds.x) * scale, y: next.y + (centre.y - bounds.y) * scale }, size)
  const placement: Omit<Placement, 'rotation'> = { ...size, left: roundLength(box.x), top: roundLength(box.y) }
  return { ...layer, ...placement, stroke: scaledStroke(layer, size) }
}
