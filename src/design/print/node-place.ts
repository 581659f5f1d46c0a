/**
 * Where a layer stands, in the document's words and in Leafer's. A node stands on its centre, so that turning and
 * mirroring it never move it; mirroring is a negative scale. Plain numbers: nothing here needs Leafer.
 */
import { normaliseAngle } from '../geometry/rotate'
import type { Layer, Placement } from '../model/types'

/** The numbers of a node whose `around` is its centre. */
export interface NodePlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly scaleX: number
  readonly scaleY: number
}

type Mirrored = Pick<Layer, 'horizontalFlip' | 'verticalFlip'>

export function toNode(layer: Placement & Mirrored): NodePlace {
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
 * The placement a node shows, for the layer it was made from. Turning several nodes at once, Leafer writes a mirrored one
 * as (turn + 180°, the other axis mirrored): the same picture in other numbers. The flips of the layer decide how it is
 * read, and are themselves never read back.
 */
export function fromNode(node: NodePlace, layer: Mirrored): Placement {
  const width = node.width * Math.abs(node.scaleX)
  const height = node.height * Math.abs(node.scaleY)
  const turnedOver = node.scaleX < 0 !== layer.horizontalFlip
  return {
    left: node.x - width / 2,
    top: node.y - height / 2,
    width,
    height,
    rotation: normaliseAngle(turnedOver ? node.rotation + 180 : node.rotation),
  }
}
