import { boundsOfAll } from '../geometry/bounds'
import { centredAt, centreOf, placementCentre } from '../geometry/box'
import { normaliseAngle, rotateAbout } from '../geometry/rotate'
import { type LayerPlacement, type Placeable, placementOf } from './placement'

/** How near a right angle a turn is caught, degrees. */
export const rotationTolerance = 3

/** The angle, or the right angle within 3° of it; in the document's spelling, (−180, 180]. */
export function snapRotation(degrees: number): number {
  const right = Math.round(degrees / 90) * 90
  return normaliseAngle(Math.abs(degrees - right) <= rotationTolerance ? right : degrees)
}

/**
 * The layers after a turn by `degrees`: one about its own centre, its angle caught at right angles; several as one body
 * about the centre of their bounds, where the turn itself is caught, for they have no angle in common.
 */
export function planRotate(layers: readonly Placeable[], degrees: number): readonly LayerPlacement[] {
  const [only] = layers
  if (only && layers.length === 1) return [placementOf(only, { rotation: snapRotation(only.rotation + degrees) })]
  const bounds = boundsOfAll(layers)
  if (!bounds) return []
  const turn = snapRotation(degrees)
  const pivot = centreOf(bounds)
  return layers.map((layer) => {
    const centre = rotateAbout(placementCentre(layer), pivot, turn)
    return centredAt(placementOf(layer, { rotation: normaliseAngle(layer.rotation + turn) }), centre)
  })
}
