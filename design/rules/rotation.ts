import { normaliseAngle } from '../../contract/rules/rounding'
import { boundsOfAll } from '../geometry/bounds'
import { centredAt, centreOf, placementCentre } from '../geometry/box'
import { rotateAbout } from '../geometry/rotate'
import { type LayerPlacement, type Placeable, placementOf } from './placement'

/** A rotation this near to a right angle snaps to it, degrees. */
export const rotationTolerance = 3

/** Returns the angle, or the right angle within 3° of it, normalised to (−180, 180]. */
export function snapRotation(degrees: number): number {
  const right = Math.round(degrees / 90) * 90
  return normaliseAngle(Math.abs(degrees - right) <= rotationTolerance ? right : degrees)
}

/**
 * Rotates layers by `degrees`. A single layer rotates about its own centre, and its angle snaps to right angles; several rotate
 * as one body about the centre of their bounds, and the rotation itself snaps, because they have no common angle.
 */
export function planRotate(layers: readonly Placeable[], degrees: number): readonly LayerPlacement[] {
  const [only] = layers
  if (only && layers.length === 1) return [placementOf(only, { rotation: snapRotation(only.rotation + degrees) })]
  const bounds = boundsOfAll(layers)
  if (!bounds) return []
  const rotation = snapRotation(degrees)
  const pivot = centreOf(bounds)
  return layers.map((layer) => {
    const centre = rotateAbout(placementCentre(layer), pivot, rotation)
    return centredAt(placementOf(layer, { rotation: normaliseAngle(layer.rotation + rotation) }), centre)
  })
}
