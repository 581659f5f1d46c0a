/** A drag as the designer's gestures make it, in one step. */
import { boundsOfAll } from '../geometry/bounds'
import { type Snap, type SnapTargets, snapMove } from '../rules/guides'
import { shift } from '../rules/move'
import type { LayerPlacement, Placeable } from '../rules/placement'

export interface MovePlan extends Pick<Snap, 'guides' | 'gaps'> {
  readonly placements: readonly LayerPlacement[]
}

/** Returns the layers after a drag by (dx, dy) document px from where they are, snapped to the guides. */
export function planMove(layers: readonly Placeable[], targets: SnapTargets, dx: number, dy: number, zoom = 1): MovePlan {
  const bounds = boundsOfAll(layers)
  if (!bounds) return { placements: [], guides: [], gaps: [] }
  const snap = snapMove({ ...bounds, x: bounds.x + dx, y: bounds.y + dy }, targets, zoom)
  return { placements: shift(layers, dx + snap.dx, dy + snap.dy), guides: snap.guides, gaps: snap.gaps }
}
