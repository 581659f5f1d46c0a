/** The print area that a foreground picture proposes: its hole. */
import type { PrintArea } from '../../../contract/types'
import { findHole } from '../../../imaging/mask/mask-hole-client'
import type { Size } from './print-area'

/** Larger pictures are scaled down to this many pixels, so that finding the hole is quick. */
const maxPixels = 1_500_000

async function loaded(picture: string | Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = typeof picture === 'string' ? picture : URL.createObjectURL(picture)
  try {
    await image.decode()
    return image
  } finally {
    if (typeof picture !== 'string') URL.revokeObjectURL(image.src)
  }
}

/**
 * Returns the print area proposed for a foreground picture, px of `size`; null when it has no hole. Rejects when it cannot be read, as a
 * picture of another origin.
 *
 * @param picture its address or its file.
 */
export async function pictureHole(picture: string | Blob, size: Size): Promise<PrintArea | null> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (size.width * size.height)))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const bitmap = await createImageBitmap(await loaded(picture), { resizeWidth: width, resizeHeight: height })
  const hole = await findHole(bitmap)
  if (hole === null) return null
  const [x, y] = [size.width / width, size.height / height]
  return {
    left: Math.round(hole.left * x),
    right: Math.round(hole.right * x),
    top: Math.round(hole.top * y),
    bottom: Math.round(hole.bottom * y),
  }
}
