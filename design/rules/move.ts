import { boundsOfAll } from '../geometry/bounds'
import type { Size } from '../model/types'
import { type Snap, type SnapTargets, snapMove } from './guides'
import { type LayerPlacement, type Placeable, placementOf } from './placement'
import { stepInReach } from './reach'

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

/** Returns the layers moved by (dx, dy), but never so far off the canvas that nobody would find them again. */
export function shiftInReach(layers: readonly Placeable[], canvas: Size, dx: number, dy: number): readonly LayerPlacement[] {
  const bounds = boundsOfAll(layers)
  const step = bounds ? stepInReach(bounds, canvas, dx, dy) : { x: 0, y: 0 }
  return shift(layers, step.x, step.y)
}

/** Returns the layers moved by exactly (dx, dy). */
export function shift(layers: readonly Placeable[], dx: number, dy: number): readonly LayerPlacement[] {
  return layers.map((layer) => placementOf(layer, { left: layer.left + dx, top: layer.top + dy }))
}
