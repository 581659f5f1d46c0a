/** Where an artboard's layers come to lie on a canvas. Artboard px on one side, canvas px on the other. */
import { contain } from '../../design/geometry/fit'
import { roundLength } from '../../design/geometry/number'
import type { Placement, Size } from '../../design/geometry/shapes'

/** canvas = origin + scale × artboard, for all layers of an artboard alike. */
export interface Mapping {
  readonly x: number
  readonly y: number
  readonly scaleX: number
  readonly scaleY: number
}

export interface PsdBox extends Size {
  readonly left: number
  readonly top: number
}

/** The whole artboard inside an open design: as large as fits, proportions kept, centred. */
export function fitArtboard(artboard: Size, canvas: Size): Mapping {
  const box = contain(artboard, { x: 0, y: 0, width: canvas.width, height: canvas.height })
  const scale = box.width / artboard.width
  return { x: box.x, y: box.y, scaleX: scale, scaleY: scale }
}

/**
 * The canvas of a template made of an artboard: the artboard's own size, or scaled down into `within`, the size new designs
 * begin with. Stickers, text and strokes are set in canvas px and so look alike in every template; pictures keep the pixels
 * they have in the file. The artboard's edges meet the canvas's exactly, although a canvas has whole pixels.
 */
export function templateCanvas(artboard: Size, within: Size): { readonly size: Size; readonly mapping: Mapping } {
  const scale = Math.min(1, within.width / artboard.width, within.height / artboard.height)
  const size = { width: wholePixels(artboard.width * scale), height: wholePixels(artboard.height * scale) }
  return { size, mapping: { x: 0, y: 0, scaleX: size.width / artboard.width, scaleY: size.height / artboard.height } }
}

const wholePixels = (length: number): number => Math.max(1, Math.round(length))

/** Shorter than this a layer could neither be seen nor kept. */
const shortest = 0.001

export function placedBox(box: PsdBox, { x, y, scaleX, scaleY }: Mapping): Placement {
  return {
    left: roundLength(x + box.left * scaleX),
    top: roundLength(y + box.top * scaleY),
    width: Math.max(shortest, roundLength(box.width * scaleX)),
    height: Math.max(shortest, roundLength(box.height * scaleY)),
    rotation: 0,
  }
}
