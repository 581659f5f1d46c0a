/** Limits moves so that layers never leave the canvas so far that nobody finds them again. */
import { clamp } from '../../contract/ground/number'
import { boundsOfAll } from '../geometry/bounds'
import type { Box, Layer, Point, Size } from '../model/types'
import { bodiesOf } from './group'

/**
 * Minimum overlap of a body with the canvas in each direction: a quarter of the body, at least this many document px, or all of
 * a smaller body.
 */
const minOverlapPx = 40
const minOverlapOf = (side: number) => Math.min(side, Math.max(minOverlapPx, side / 4))

/** Returns the step nearest to (dx, dy) that keeps a body in reach. A body that is out of reach already may move back freely. */
export function stepInReach(body: Box, canvas: Size, dx: number, dy: number): Point {
  return {
    x: stepAlong(body.x, body.width, canvas.width, dx),
    y: stepAlong(body.y, body.height, canvas.height, dy),
  }
}

function stepAlong(start: number, side: number, canvasSide: number, step: number): number {
  const overlap = minOverlapOf(side)
  const low = Math.min(start, overlap - side)
  const high = Math.max(start, canvasSide - overlap)
  return clamp(start + step, low, high) - start
}

/** Returns the layers; those and the groups that lie wholly off the canvas are put in its middle. */
export function movedOntoCanvas(layers: readonly Layer[], canvas: Size): readonly Layer[] {
  const moved = new Map<string, Layer>()
  for (const body of bodiesOf(layers)) {
    const bounds = boundsOfAll(body)
    if (!bounds || overlaps(bounds, canvas)) continue
    const dx = canvas.width / 2 - (bounds.x + bounds.width / 2)
    const dy = canvas.height / 2 - (bounds.y + bounds.height / 2)
    for (const layer of body) moved.set(layer.uuid, { ...layer, left: layer.left + dx, top: layer.top + dy })
  }
  return layers.map((layer) => moved.get(layer.uuid) ?? layer)
}

/** Whether a box lies wholly off the canvas. */
export const isOffCanvas = (box: Box, canvas: Size): boolean => !overlaps(box, canvas)

function overlaps({ x, y, width, height }: Box, canvas: Size): boolean {
  return x < canvas.width && y < canvas.height && x + width > 0 && y + height > 0
}
