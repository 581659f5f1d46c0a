/** Maps an artboard's layers to a canvas: from artboard px to canvas px. */
import { contain } from '../../../design/geometry/fit'
import { roundLength } from '../../../design/geometry/number'
import type { Placement, Size } from '../../../design/geometry/shapes'

/** canvas = origin + scale × artboard, the same for all layers of an artboard. */
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

/** Fits the whole artboard into an open design: as large as possible, centred. */
export function fitArtboard(artboard: Size, canvas: Size): Mapping {
  const box = contain(artboard, { x: 0, y: 0, width: canvas.width, height: canvas.height })
  const scale = box.width / artboard.width
  return { x: box.x, y: box.y, scaleX: scale, scaleY: scale }
}

/**
 * Returns the canvas of a template made of an artboard: the artboard's size, or scaled down into `within`, the size of new
 * designs. Stickers, text and strokes are measured in canvas px and so look alike in every template; pictures keep their pixels.
 * The artboard's edges match the canvas's exactly, although a canvas has whole pixels.
 */
export function templateCanvas(artboard: Size, within: Size): { readonly size: Size; readonly mapping: Mapping } {
  const scale = Math.min(1, within.width / artboard.width, within.height / artboard.height)
  const size = { width: wholePixels(artboard.width * scale), height: wholePixels(artboard.height * scale) }
  return { size, mapping: { x: 0, y: 0, scaleX: size.width / artboard.width, scaleY: size.height / artboard.height } }
}

const wholePixels = (length: number): number => Math.max(1, Math.round(length))

/** A shorter layer could be neither seen nor stored. */
const minLength = 0.001

export function placedBox(box: PsdBox, { x, y, scaleX, scaleY }: Mapping): Placement {
  return {
    left: roundLength(x + box.left * scaleX),
    top: roundLength(y + box.top * scaleY),
    width: Math.max(minLength, roundLength(box.width * scaleX)),
    height: Math.max(minLength, roundLength(box.height * scaleY)),
    rotation: 0,
  }
}
