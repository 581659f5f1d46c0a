import { boundsOfAll } from '../geometry/bounds'
import type { Size } from '../model/types'
import { type Placeable, type Placed, placed } from './place'
import { type Guide, snapToCentre } from './snap'

export interface MovePlan {
  readonly placements: readonly Placed[]
  readonly guides: readonly Guide[]
}

/** Where the layers stand after a drag of (dx, dy) document px from where they are, held on the centre lines nearby. */
export function planMove(layers: readonly Placeable[], canvas: Size, dx: number, dy: number, zoom = 1): MovePlan {
  const bounds = boundsOfAll(layers)
  if (!bounds) return { placements: [], guides: [] }
  const snap = snapToCentre({ ...bounds, x: bounds.x + dx, y: bounds.y + dy }, canvas, zoom)
  return { placements: shift(layers, dx + snap.dx, dy + snap.dy), guides: snap.guides }
}

/** The layers moved by (dx, dy) as they are. */
export function shift(layers: readonly Placeable[], dx: number, dy: number): readonly Placed[] {
  return layers.map((layer) => placed(layer, { left: layer.left + dx, top: layer.top + dy }))
}
