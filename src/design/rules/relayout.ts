/**
 * Maps a design to a canvas of another size, as for another phone model: each layer keeps to the edge that it lies at, and what
 * fills the canvas goes on filling it.
 */
import { boundsOfAll } from '../geometry/bounds'
import { boxAround, placementCentre } from '../geometry/box'
import { roundLength } from '../geometry/number'
import type { Box, DesignDoc, Layer, Placement, Size } from '../model/types'
import { bodiesOf } from './group'
import { scaledStroke } from './stroke'

/** The part of the canvas that a layer keeps its distance to, in one direction; `share` keeps its relative position. */
export type Anchor = 'start' | 'centre' | 'end' | 'share'

/** How the size follows the canvas: not at all, with the canvas, or so that the canvas stays covered. */
export type Scaling = 'keep' | 'scale' | 'fill'

export interface LayoutRule {
  readonly horizontal: Anchor
  readonly vertical: Anchor
  readonly scaling: Scaling
}

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

/** Returns the guessed rules of all layers but the background, by uuid; layers of one group share one. */
export function guessRules(doc: DesignDoc): ReadonlyMap<string, LayoutRule> {
  const rules = new Map<string, LayoutRule>()
  for (const body of bodiesOf(doc.layers.filter((layer) => !layer.isBackground))) {
    const bounds = boundsOfAll(body)
    if (bounds) for (const { uuid } of body) rules.set(uuid, guessRule(bounds, doc))
  }
  return rules
}

/**
 * Returns the design on a canvas of this size. `changed` overrides guessed rules by uuid; of a group, its first layer's rule
 * holds. The background is left to the document's invariants.
 */
export function relayout(doc: DesignDoc, canvas: Size, changed: ReadonlyMap<string, Partial<LayoutRule>> = new Map()): DesignDoc {
  const guessed = guessRules(doc)
  const placed = new Map<string, Layer>()
  for (const body of bodiesOf(doc.layers.filter((layer) => !layer.isBackground))) {
    const [first] = body
    const rule = first && guessed.get(first.uuid)
    const bounds = boundsOfAll(body)
    if (!rule || !bounds) continue
    const next = bodyBox(bounds, doc, canvas, { ...rule, ...changed.get(first.uuid) })
    const scale = next.width / bounds.width
    for (const layer of body) placed.set(layer.uuid, moved(layer, bounds, next, scale))
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
  // What lay across both sides covers both; what lay across one goes on lying across that one.
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
