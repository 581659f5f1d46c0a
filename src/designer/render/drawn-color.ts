/** Reads colours from what the canvas shows. */

import { hexColorOf } from '../../../contract/ground/hex-color'
import type { Point } from '../../../design/model/types'
import type { Stage } from './leafer'

let pixel: CanvasRenderingContext2D | null = null

/** Returns the colour at a point of the host element as #rrggbb; null where nothing opaque is drawn. */
export function drawnColor(stage: Stage, { x, y }: Point): string | null {
  const { canvas } = stage.tree
  if (!canvas) return null
  // One pixel is copied, because a canvas that is read often is no longer drawn by the graphics card.
  if (!pixel) {
    const own = document.createElement('canvas')
    own.width = 1
    own.height = 1
    pixel = own.getContext('2d', { willReadFrequently: true })
  }
  if (!pixel) return null
  const { pixelRatio } = canvas
  pixel.clearRect(0, 0, 1, 1)
  pixel.drawImage(canvas.view as HTMLCanvasElement, Math.floor(x * pixelRatio), Math.floor(y * pixelRatio), 1, 1, 0, 0, 1, 1)
  const { data } = pixel.getImageData(0, 0, 1, 1)
  return data[3] === 255 ? hexColorOf(data) : null
}
