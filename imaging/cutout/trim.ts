/** Crops the transparent margin of a picture: the cut-out head of a large photo is a small picture. */
import { CutoutFailure, cutoutFailureText } from './failure'

interface Size {
  readonly width: number
  readonly height: number
}

export interface TrimmedPicture extends Size {
  readonly cropped: Blob
  /** Size of the uncropped picture and the offset of the cropped part, px. */
  readonly untrimmed: Size & { readonly left: number; readonly top: number }
}

/** Straight-alpha RGBA pixels, as in ImageData. */
interface Pixels extends Size {
  readonly data: Uint8ClampedArray
}

/** Returns the box of the pixels that are not transparent; null when there is none. */
export function visibleBox({ data, width, height }: Pixels): (Size & { readonly left: number; readonly top: number }) | null {
  const isVisible = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 0
  const isRowVisible = (y: number) => {
    for (let x = 0; x < width; x++) if (isVisible(x, y)) return true
    return false
  }
  let top = 0
  while (top < height && !isRowVisible(top)) top++
  if (top === height) return null
  let bottom = height
  while (!isRowVisible(bottom - 1)) bottom--
  let [left, right] = [width, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < left; x++) if (isVisible(x, y)) left = x
    for (let x = width - 1; x >= right; x--) if (isVisible(x, y)) right = x + 1
  }
  return { left, top, width: right - left, height: bottom - top }
}

function createSurface(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('浏览器没有可用的画布，请关闭一些页面后重试')
  return { canvas, context }
}

/** Crops on a canvas of the page. @throws CutoutFailure when the result is fully transparent or no picture. */
export async function trimPicture(picture: Blob): Promise<TrimmedPicture> {
  const bitmap = await createImageBitmap(picture).catch((cause: unknown) => {
    throw new CutoutFailure(cutoutFailureText.result, { cause })
  })
  const { width, height } = bitmap
  try {
    const original = createSurface(width, height)
    original.context.drawImage(bitmap, 0, 0)
    const box = visibleBox(original.context.getImageData(0, 0, width, height))
    if (!box) throw new CutoutFailure(cutoutFailureText.empty)
    const untrimmed = { width, height, left: box.left, top: box.top }
    if (box.width === width && box.height === height) return { cropped: picture, width, height, untrimmed }
    const { canvas, context } = createSurface(box.width, box.height)
    context.drawImage(bitmap, -box.left, -box.top)
    const cropped = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!cropped) throw new Error('浏览器内存不足，请关闭一些页面后重试')
    return { cropped, width: box.width, height: box.height, untrimmed }
  } finally {
    bitmap.close()
  }
}
