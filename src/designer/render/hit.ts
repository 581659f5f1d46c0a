/**
 * Finds the layer that is visible at a point. It uses the document and the pictures instead of the canvas: a press through the
 * transparent part of a cutout means the layer under it, however much the canvas has drawn.
 */
import { clamp } from '../../../contract/ground/number'
import { containsPoint } from '../../../design/geometry/bounds'
import { apply, invert, pictureMatrix } from '../../../design/geometry/matrix'
import type { DesignDoc, Layer, Point } from '../../../design/model/types'

/** Returns the alpha, 0 to 255, that a layer shows at a point of the document; null while it is unknown. */
export type AlphaAt = (layer: Layer, point: Point) => number | null

/** Pixels below this alpha count as transparent. */
const minVisibleAlpha = 16
/** A layer thinner than this on the screen can also be hit beside its edge, screen px. */
const slack = 2

/**
 * Returns the topmost visible layer at a point of the document, ignoring the background; null where only the background or the
 * canvas is visible. `zoom` is screen px per document px.
 */
export function visibleLayerAt(doc: DesignDoc, point: Point, alphaAt: AlphaAt, zoom = 1): string | null {
  for (let i = doc.layers.length - 1; i >= 0; i--) {
    const layer = doc.layers[i]
    if (layer && !layer.hidden && !layer.isBackground && isVisibleAt(layer, point, alphaAt, zoom)) return layer.uuid
  }
  return null
}

function isVisibleAt(layer: Layer, point: Point, alphaAt: AlphaAt, zoom: number): boolean {
  if (!containsPoint(layer, point, slack / zoom)) return false
  // Nobody aims at the strokes of a letter, so the gaps between them count as text too.
  if (layer.type === 'TEXT') return true
  const alpha = alphaAt(layer, point)
  return alpha === null || alpha >= minVisibleAlpha
}

/** Returns a point as fractions from the top left of a layer's picture; null where the layer has no area. */
export function pointOnPicture(layer: Layer, point: Point): Point | null {
  const inverse = invert(pictureMatrix(layer, layer))
  if (!inverse) return null
  const { x, y } = apply(inverse, point)
  return { x: clamp(x, 0, 1), y: clamp(y, 0, 1) }
}
