/** Where the effects of a layer show and in which colours: rasters of shadows, glows, overlays and strokes. */
import { rgbOf } from '../../contract/ground/hex-color'
import { clamp } from '../../contract/ground/number'
import type { Effect, Paint } from '../../contract/rules/appearance'
import { alphaPlane, blankPlane, blurPlane, blurReach, type Plane } from './blur'
import { edgeDistance, grow, invertPlane } from './edge-distance'
import { direction, gradientColors, gradientRaster } from './gradient'
import { type Box, blank, filled, type Raster } from './raster'

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>
type Shadow = EffectOf<'dropShadow' | 'innerShadow'>
type Glow = EffectOf<'outerGlow' | 'innerGlow'>

/** Standard deviation of the blur of an effect, as a share of its size: the blur fades out about one size from the edge. */
const sigmaShare = 0.42

/** Share of a blurred edge's height at which a glow reaches its full strength. */
const glowRange = 0.5

const sigmaOf = ({ size, spread }: Shadow | Glow, scale: number): number => size * scale * (1 - spread) * sigmaShare

function reachOf(effect: Effect, scale: number): number {
  switch (effect.kind) {
    case 'dropShadow':
      return effect.distance * scale + effect.size * effect.spread * scale + blurReach(sigmaOf(effect, scale)) + 1
    case 'outerGlow':
      return effect.precise
        ? effect.size * scale + 1
        : effect.size * effect.spread * scale + blurReach(sigmaOf(effect, scale)) + 1
    case 'stroke':
      return effect.position === 'inside' ? 0 : effect.size * scale * (effect.position === 'outside' ? 1 : 0.5) + 1
    default:
      return 0
  }
}

/** Returns how many px the effects extend beyond the layer. */
export const effectReach = (effects: readonly Effect[] | undefined, scale: number): number =>
  Math.ceil((effects ?? []).reduce((reach, effect) => Math.max(reach, reachOf(effect, scale)), 0))

/** Whether a gradient spans the box of the layer. */
const spansLayer = (effect: Effect): boolean =>
  effect.kind === 'gradientOverlay' || (effect.kind === 'stroke' && effect.paint.kind === 'gradient')

function inwardReachOf(effect: Effect, scale: number): number {
  switch (effect.kind) {
    case 'innerShadow':
      return (effect.distance + effect.size) * scale + blurReach(sigmaOf(effect, scale)) + 1
    case 'innerGlow':
      return effect.size * scale + blurReach(sigmaOf(effect, scale)) + 1
    case 'stroke':
      return effect.size * scale + 2
    default:
      return 0
  }
}

/**
 * Returns the px around a place on which the look of that place depends through the effects: a layer may be cut off farther away
 * without a visible change. Infinite when a gradient spans the layer's box.
 */
export const effectSupport = (effects: readonly Effect[] | undefined, scale: number): number =>
  (effects ?? []).some(spansLayer)
    ? Number.POSITIVE_INFINITY
    : Math.ceil(
        (effects ?? []).reduce((reach, effect) => Math.max(reach, inwardReachOf(effect, scale)), effectReach(effects, scale)),
      )

/** The layer's alpha, widened by the solid share of an effect and blurred by the rest; inwards, the area around it grows. */
function softShape(layer: Raster, effect: Shadow | Glow, scale: number, inwards: boolean): Plane {
  const solid = effect.size * effect.spread * scale
  const sigma = sigmaOf(effect, scale)
  const plane = alphaPlane(layer, Math.ceil(solid) + blurReach(sigma) + 1)
  if (solid > 0) {
    if (inwards) invertPlane(plane)
    grow(plane, solid)
    if (inwards) invertPlane(plane)
  }
  blurPlane(plane, sigma)
  return plane
}

/** Returns the offset of a shadow in whole px: light from one side throws it to the other. */
function throwOf({ angle, distance }: Shadow, scale: number): readonly [x: number, y: number] {
  const [cos, sin] = direction(angle)
  // Adding 0 turns −0 into 0.
  return [Math.round(-distance * scale * cos) + 0, Math.round(distance * scale * sin) + 0]
}

/** Sets the alpha of a raster of one colour. */
function tinted(box: Box, color: string, alphas: ArrayLike<number>): Raster {
  const raster = filled(box, rgbOf(color))
  for (let at = 0, to = 3; to < raster.data.length; at++, to += 4) raster.data[to] = alphas[at] as number
  return raster
}

/** Colours the strength of a glow, 0 to 255 per px; a gradient begins at the strongest point. */
function glowing(box: Box, paint: Paint, strengths: Float32Array): Raster {
  if (paint.kind === 'solid') return tinted(box, paint.color, strengths)
  const raster = blank(box)
  const colors = new Uint32Array(gradientColors(paint.gradient.stops, 256).buffer)
  const pixels = new Uint32Array(raster.data.buffer)
  for (let at = 0; at < pixels.length; at++) {
    const strength = clamp(Math.round(strengths[at] as number), 0, 255)
    if (strength > 0) pixels[at] = colors[255 - strength] as number
  }
  return raster
}

export function dropShadow(layer: Raster, effect: EffectOf<'dropShadow'>, scale: number): Raster {
  const plane = softShape(layer, effect, scale, false)
  const [dx, dy] = throwOf(effect, scale)
  const box = { left: plane.left + dx, top: plane.top + dy, right: plane.right + dx, bottom: plane.bottom + dy }
  return tinted(box, effect.color, plane.data)
}

/** Strength of a precise glow by the distance from the edge. */
function preciseStrengths(shape: Plane, { size, spread }: Glow, scale: number): Float32Array<ArrayBuffer> {
  const reach = size * scale
  const distance = edgeDistance(shape, reach + 1)
  const fading = Math.max(1, reach * (1 - spread))
  for (let at = 0; at < distance.length; at++) {
    distance[at] = clamp((reach - (distance[at] as number)) / fading, 0, 1) * 255
  }
  return distance
}

function strengthen(strengths: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let at = 0; at < strengths.length; at++) strengths[at] = Math.min(255, (strengths[at] as number) / glowRange)
  return strengths
}

export function outerGlow(layer: Raster, effect: EffectOf<'outerGlow'>, scale: number): Raster {
  if (effect.precise) {
    const shape = alphaPlane(layer, Math.ceil(effect.size * scale) + 1)
    return glowing(shape, effect.paint, strengthen(preciseStrengths(shape, effect, scale)))
  }
  const plane = softShape(layer, effect, scale, false)
  return glowing(plane, effect.paint, strengthen(plane.data))
}

/** Cuts a plane to the layer's box, moved by an offset; `outside` counts where it ends. */
function cut(plane: Plane, layer: Raster, [dx, dy]: readonly [number, number], outside: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(layer.width * layer.height)
  for (let y = layer.top, at = 0; y < layer.bottom; y++) {
    const row = y - dy - plane.top
    for (let x = layer.left - dx - plane.left, end = x + layer.width; x < end; x++, at++) {
      const inside = row >= 0 && row < plane.height && x >= 0 && x < plane.width
      values[at] = inside ? (plane.data[row * plane.width + x] as number) : outside
    }
  }
  return values
}

/** Returns the shadow over the whole box of the layer; the caller keeps it within the layer's shape. */
export function innerShadow(layer: Raster, effect: EffectOf<'innerShadow'>, scale: number): Raster {
  const plane = softShape(layer, effect, scale, true)
  invertPlane(plane)
  return tinted(layer, effect.color, cut(plane, layer, throwOf(effect, scale), 255))
}

/** Returns the glow over the whole box of the layer; the caller keeps it within the layer's shape. */
export function innerGlow(layer: Raster, effect: EffectOf<'innerGlow'>, scale: number): Raster {
  let plane: Plane
  if (effect.precise) {
    plane = alphaPlane(layer, 1)
    invertPlane(plane)
    plane.data.set(preciseStrengths(plane, effect, scale))
  } else {
    plane = softShape(layer, effect, scale, true)
    invertPlane(plane)
  }
  const strengths = strengthen(cut(plane, layer, [0, 0], 255))
  if (effect.from === 'centre') for (let at = 0; at < strengths.length; at++) strengths[at] = 255 - (strengths[at] as number)
  return glowing(layer, effect.paint, strengths)
}

/** Paints a box; a gradient spans `frame`. */
export const painted = (box: Box, paint: Paint, frame: Box): Raster =>
  paint.kind === 'solid' ? filled(box, rgbOf(paint.color)) : gradientRaster(box, paint.gradient, frame)

export interface StrokeMask {
  /** Alpha of the stroke, 0 to 255; its box is larger than the layer's. */
  readonly cover: Plane
  /** Share of each px of `cover` that is left to what lies inside, 0 to 1. */
  readonly kept: Float32Array<ArrayBuffer>
}

/** Whether the edge of the shape runs along a px that belongs to it. */
function onEdge({ data, width }: Plane, at: number): boolean {
  const solid = 127.5
  return (
    (data[at - 1] as number) < solid ||
    (data[at + 1] as number) < solid ||
    (data[at - width] as number) < solid ||
    (data[at + width] as number) < solid
  )
}

/** Returns where a stroke covers a layer and what surrounds it. A stroke replaces the layer below it. */
export function strokeMask(layer: Raster, { size, position }: EffectOf<'stroke'>, scale: number): StrokeMask {
  const width = size * scale
  const outside = position === 'outside' ? width : position === 'centre' ? width / 2 : 0
  const inside = position === 'inside' ? width : position === 'centre' ? width / 2 : 0
  const shape = alphaPlane(layer, Math.ceil(outside) + 2)
  const cover = blankPlane(shape)
  const kept = new Float32Array(cover.data.length).fill(1)
  const { data } = shape
  const outwards = outside > 0 ? edgeDistance(shape, outside + 1) : null
  invertPlane(shape)
  const inwards = inside > 0 ? edgeDistance(shape, inside + 1) : null
  invertPlane(shape)
  for (let y = 1; y < shape.height - 1; y++) {
    for (let x = 1, at = y * shape.width + 1; x < shape.width - 1; x++, at++) {
      const alpha = data[at] as number
      let amount = 0
      if (outwards !== null && (alpha < 127.5 || onEdge(shape, at))) {
        amount = Math.max(0, Math.min(1, outside - (outwards[at] as number) + 0.5) * 255 - alpha)
      }
      if (inwards !== null && alpha > 0) {
        const share = clamp(inside - (inwards[at] as number) + 0.5, 0, 1)
        kept[at] = 1 - share
        amount += alpha * share
      }
      cover.data[at] = amount
    }
  }
  return { cover, kept }
}
