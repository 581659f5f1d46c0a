/**
 * Converts placements between the document and Leafer's nodes. A node's origin is its centre, so that rotating and mirroring
 * never move it; mirroring is a negative scale. Plain numbers: nothing here imports Leafer.
 */
import { normaliseAngle } from '../../contract/rules/rounding'
import type { Layer, Placement } from '../model/types'

/** Position and transform of a node whose `around` is its centre. */
export interface NodePlacement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly scaleX: number
  readonly scaleY: number
}

type Mirrored = Pick<Layer, 'horizontalFlip' | 'verticalFlip'>

export function toNode(layer: Placement & Mirrored): NodePlacement {
  return {
    x: layer.left + layer.width / 2,
    y: layer.top + layer.height / 2,
    width: layer.width,
    height: layer.height,
    rotation: layer.rotation,
    scaleX: layer.horizontalFlip ? -1 : 1,
    scaleY: layer.verticalFlip ? -1 : 1,
  }
}

/**
 * Returns the placement that a node shows, for the layer it was made from. When Leafer rotates several nodes at once, it writes
 * a mirrored one as (rotation + 180°, the other axis mirrored), which is the same picture. The layer's flips decide how the node
 * is read; they are never read back from it.
 */
export function fromNode(node: NodePlacement, layer: Mirrored): Placement {
  const width = node.width * Math.abs(node.scaleX)
  const height = node.height * Math.abs(node.scaleY)
  const upsideDown = node.scaleX < 0 !== layer.horizontalFlip
  return {
    left: node.x - width / 2,
    top: node.y - height / 2,
    width,
    height,
    rotation: normaliseAngle(upsideDown ? node.rotation + 180 : node.rotation),
  }
}
