/** Plans alignment and distribution. A group is one body; a rotated layer is measured by its bounds. */
import { boundsOfAll } from '../geometry/bounds'
import { union } from '../geometry/box'
import type { Box, Layer, Size } from '../model/types'
import { bodiesOf } from './group'
import { type LayerPlacement, type Placeable, placementOf } from './placement'

/** The line that layers are aligned with: `centre` is the vertical middle line, `middle` the horizontal one. */
export type Edge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'horizontal' | 'vertical'

type Alignable = Placeable & Pick<Layer, 'groupId'>

/** Shifts below this are rounding errors of an earlier alignment and are ignored, document px. */
const minShift = 0.002

/**
 * Aligns one body (a layer or a group) with the canvas, and several with their common bounds. Returns only the layers that move.
 */
export function planAlign(layers: readonly Alignable[], canvas: Size, edge: Edge): readonly LayerPlacement[] {
  const bodies = bodiesWithBounds(layers)
  const frame = bodies.length === 1 ? { x: 0, y: 0, ...canvas } : union(bodies.map(({ bounds }) => bounds))
  if (!frame) return []
  return bodies.flatMap(({ body, bounds }) => shiftedBody(body, shiftTo(edge, bounds, frame)))
}

/**
 * Makes the gaps between the bodies equal, in their present order; the first and the last stay. Fewer than three bodies have no
 * gaps to change. Bodies that together are longer than the space overlap by equal amounts.
 */
export function planDistribute(layers: readonly Alignable[], axis: Axis): readonly LayerPlacement[] {
  const [start, length] = axis === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const middle = (box: Box) => box[start] + box[length] / 2
  const bodies = [...bodiesWithBounds(layers)].sort((a, b) => middle(a.bounds) - middle(b.bounds))
  const first = bodies[0]
  const last = bodies[bodies.length - 1]
  if (!first || !last || bodies.length < 3) return []
  const extent = last.bounds[start] + last.bounds[length] - first.bounds[start]
  const occupied = bodies.reduce((sum, { bounds }) => sum + bounds[length], 0)
  const gap = (extent - occupied) / (bodies.length - 1)
  let position = first.bounds[start]
  return bodies.flatMap(({ body, bounds }) => {
    const distance = body === first.body || body === last.body ? 0 : position - bounds[start]
    position += bounds[length] + gap
    return shiftedBody(body, axis === 'horizontal' ? { dx: distance, dy: 0 } : { dx: 0, dy: distance })
  })
}

interface Shift {
  readonly dx: number
  readonly dy: number
}

function shiftTo(edge: Edge, own: Box, frame: Box): Shift {
  switch (edge) {
    case 'left':
      return { dx: frame.x - own.x, dy: 0 }
    case 'centre':
      return { dx: frame.x + frame.width / 2 - (own.x + own.width / 2), dy: 0 }
    case 'right':
      return { dx: frame.x + frame.width - (own.x + own.width), dy: 0 }
    case 'top':
      return { dx: 0, dy: frame.y - own.y }
    case 'middle':
      return { dx: 0, dy: frame.y + frame.height / 2 - (own.y + own.height / 2) }
    case 'bottom':
      return { dx: 0, dy: frame.y + frame.height - (own.y + own.height) }
  }
}

function bodiesWithBounds<L extends Alignable>(layers: readonly L[]) {
  return bodiesOf(layers).flatMap((body) => {
    const bounds = boundsOfAll(body)
    return bounds ? [{ body, bounds }] : []
  })
}

function shiftedBody(body: readonly Placeable[], { dx, dy }: Shift): readonly LayerPlacement[] {
  if (Math.abs(dx) < minShift && Math.abs(dy) < minShift) return []
  return body.map((layer) => placementOf(layer, { left: layer.left + dx, top: layer.top + dy }))
}
