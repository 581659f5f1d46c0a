/** Marks what the pictures over a design (the camera, the frame) hide of it. */
import type { Box } from '../../../design/model/types'
import { type Picture, pictureSize } from '../../../design/print/sheet'
import { type Node, pictureNode } from './leafer'

/** From this opacity on, nothing of the design is seen; the same as of the check of covered layers. */
const opaque = 128
/** Longest side of a mark, px: fine enough for the edge of a camera. */
const longestSide = 800
const color = [229, 72, 77, 110] as const

/** Returns a picture's opaque part in one translucent colour; null when it hides nothing, or cannot be read. */
function markOf(picture: Picture): HTMLCanvasElement | null {
  const { width, height } = pictureSize(picture)
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  let isEmpty = true
  for (let at = 0; at < pixels.data.length; at += 4) {
    const isHidden = (pixels.data[at + 3] ?? 0) >= opaque
    if (isHidden) isEmpty = false
    pixels.data.set(isHidden ? color : [0, 0, 0, 0], at)
  }
  context.putImageData(pixels, 0, 0)
  return isEmpty ? null : canvas
}

/** Returns a node that marks what `picture`, drawn in `frame`, hides; null when that is nothing. */
export function coveredShade(picture: Picture, frame: Box): Node | null {
  const mark = markOf(picture)
  if (!mark) return null
  const node = pictureNode({ ...frame, hittable: false })
  node.setPainter({
    reach: 0,
    paint(context, view) {
      context.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
      context.drawImage(mark, frame.x, frame.y, frame.width, frame.height)
      return true
    },
  })
  return node
}
