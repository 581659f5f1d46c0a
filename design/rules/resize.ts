import { clamp } from '../../contract/ground/number'
import { placementCentre } from '../geometry/box'
import { rotateAbout } from '../geometry/rotate'
import type { Placement, Point } from '../model/types'
import { type LayerPlacement, type Placeable, placementOf } from './placement'

/** Minimum side of a selection box, document px. */
export const minBox = 60
/** Maximum side, document px, so that every gesture stays within what the server accepts. */
export const maxSide = 50_000

/**
 * Several layers, or a rotated one, keep their proportions: stretching them freely would skew the pictures. So does a copy of a
 * component.
 */
export function ratioLocked(placements: readonly (Pick<Placement, 'rotation'> & { readonly component?: unknown })[]): boolean {
  return placements.length > 1 || placements.some(({ rotation, component }) => rotation !== 0 || Boolean(component))
}

/**
 * Returns the factor nearest to `factor` that scales all layers together without making a box smaller than 60 px. A layer that
 * is thinner already (a line of text) is limited by its longer side; one that is smaller in both directions can only grow.
 */
export function clampScale(placements: readonly Pick<Placement, 'width' | 'height'>[], factor: number): number {
  let low = 0
  let high = Number.POSITIVE_INFINITY
  for (const { width, height } of placements) {
    const sides = [width, height].filter((side) => side >= minBox)
    low = Math.max(low, sides.length === 0 ? 1 : minBox / Math.min(...sides))
    high = Math.min(high, Math.max(1, maxSide / Math.max(width, height)))
  }
  return clamp(factor, low, high)
}

/** Returns the allowed length nearest to `wanted` for one side of an unrotated layer. A side under 60 px can only grow. */
export function clampSide(current: number, wanted: number): number {
  return clamp(wanted, Math.min(minBox, current), Math.max(maxSide, current))
}

/** Scales all layers together by `factor`, clamped, about a point of the document. */
export function planScale(layers: readonly Placeable[], factor: number, origin: Point): readonly LayerPlacement[] {
  const scale = clampScale(layers, factor)
  return layers.map((layer) => {
    const centre = placementCentre(layer)
    const width = layer.width * scale
    const height = layer.height * scale
    return placementOf(layer, {
      left: origin.x + (centre.x - origin.x) * scale - width / 2,
      top: origin.y + (centre.y - origin.y) * scale - height / 2,
      width,
      height,
    })
  })
}

/**
 * Resizes one layer by a handle. `anchor` is the point of its own box that stays in place, as fractions of width and height: the
 * corner or side opposite the handle, or the middle. Proportions are preserved where `ratioLocked` requires it or `keepRatio`
 * asks for it.
 */
export function planResize(
  layer: Placeable,
  size: { readonly width: number; readonly height: number },
  anchor: Point,
  keepRatio = false,
): LayerPlacement {
  const keepsRatio = keepRatio || ratioLocked([layer])
  const width = keepsRatio ? layer.width * uniformFactor(layer, size) : clampSide(layer.width, size.width)
  const height = keepsRatio ? layer.height * uniformFactor(layer, size) : clampSide(layer.height, size.height)
  const fixed = pointOnLayer(layer, anchor)
  const offset = rotateAbout({ x: (0.5 - anchor.x) * width, y: (0.5 - anchor.y) * height }, { x: 0, y: 0 }, layer.rotation)
  return placementOf(layer, { width, height, left: fixed.x + offset.x - width / 2, top: fixed.y + offset.y - height / 2 })
}

/** Where proportions are preserved, the side that was pulled farther decides. */
function uniformFactor(layer: Placeable, size: { readonly width: number; readonly height: number }): number {
  const byWidth = size.width / layer.width
  const byHeight = size.height / layer.height
  return clampScale([layer], Math.abs(byWidth - 1) >= Math.abs(byHeight - 1) ? byWidth : byHeight)
}

function pointOnLayer(layer: Placeable, fraction: Point): Point {
  const upright = { x: layer.left + fraction.x * layer.width, y: layer.top + fraction.y * layer.height }
  return rotateAbout(upright, placementCentre(layer), layer.rotation)
}
