/**
 * Which layer is seen at a point. Asked of the document and the pictures rather than of the canvas: a press through the
 * transparent part of a cut-out is meant for what lies under it, however far the canvas has got with drawing.
 */
import { containsPoint } from '../../design/geometry/bounds'
import { apply, invert, pictureMatrix } from '../../design/geometry/matrix'
import type { DesignDoc, Layer, Point } from '../../design/model/types'

/** How opaque a picture is at a place of it, both 0 to 1 from its top left; 0 to 255. Null while it is not known. */
export type AlphaAt = (imageUrl: string, u: number, v: number) => number | null

/** Fainter than this is seen through. */
const seenThrough = 16
/** A layer thinner than this on the screen can be hit beside its edge as well, screen px. */
const slack = 2

/**
 * The topmost visible layer at a point of the document, the background aside; null where only background or canvas is seen.
 * `zoom` is screen px per document px.
 */
export function layerSeenAt(doc: DesignDoc, point: Point, alphaAt: AlphaAt, zoom = 1): string | null {
  for (let i = doc.layers.length - 1; i >= 0; i--) {
    const layer = doc.layers[i]
    if (layer && !layer.hidden && !layer.isBackground && isSeen(layer, point, alphaAt, zoom)) return layer.uuid
  }
  return null
}

function isSeen(layer: Layer, point: Point, alphaAt: AlphaAt, zoom: number): boolean {
  if (!containsPoint(layer, point, slack / zoom)) return false
  // Nobody aims at the strokes of a letter: what is between them is the text as well.
  if (layer.type === 'TEXT') return true
  const back = invert(pictureMatrix(layer, layer))
  if (!back) return false
  const { x, y } = apply(back, point)
  const alpha = alphaAt(layer.imageUrl, Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y)))
  return alpha === null || alpha >= seenThrough
}
