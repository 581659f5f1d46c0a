/** The print area that a foreground picture proposes: its hole. */
import type { PrintArea } from '../../../contract/types'
import { findHoles } from '../../../imaging/mask/mask-hole-client'
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

/** Looks for holes in a worker, which also decodes a file. An address and a drawing (SVG) can only be decoded by the page. */
async function holesAt(picture: string | Blob, width: number, height: number) {
  if (typeof picture !== 'string' && picture.type !== 'image/svg+xml') {
    const holes = await findHoles({ picture, width, height }).catch(() => null)
    if (holes !== null) return holes
  }
  const bitmap = await createImageBitmap(await loaded(picture), { resizeWidth: width, resizeHeight: height })
  return findHoles({ picture: bitmap, width, height })
}

/**
 * Returns the holes of a foreground picture, the largest first, px of `size`. Rejects when it cannot be read, as a picture of another
 * origin.
 *
 * @param picture its address or its file.
 */
export async function pictureHoles(picture: string | Blob, size: Size): Promise<readonly PrintArea[]> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (size.width * size.height)))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const holes = await holesAt(picture, width, height)
  const [x, y] = [size.width / width, size.height / height]
  return holes.map(({ left, right, top, bottom }) => ({
    left: Math.round(left * x),
    right: Math.round(right * x),
    top: Math.round(top * y),
    bottom: Math.round(bottom * y),
  }))
}

/** Returns the print area proposed for a foreground picture: the largest of `pictureHoles`; null when it has none. */
export const pictureHole = async (picture: string | Blob, size: Size): Promise<PrintArea | null> =>
  (await pictureHoles(picture, size))[0] ?? null
