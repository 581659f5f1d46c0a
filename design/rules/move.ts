import { boundsOfAll } from '../geometry/bounds'
import type { Size } from '../model/types'
import { type LayerPlacement, type Placeable, placementOf } from './placement'
import { stepInReach } from './reach'

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
