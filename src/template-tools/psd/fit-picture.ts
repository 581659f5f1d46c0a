/** Shrinks a layer's picture until it can be uploaded, keeping as many of its pixels as possible. */
import type { Size } from '../../../design/geometry/shapes'

export interface FittedPicture extends Size {
  readonly blob: Blob
}

/** Maximum number of pixels the server accepts. */
export const maxPixels = 100_000_000
/** Longest side of a WebP picture, px. */
const maxWebpSide = 16_383

export interface Encoder {
  /** Returns the picture drawn at this size. `quality` 1 is lossless. */
  encode(picture: Blob, size: Size, quality: number): Promise<Blob>
}

/**
 * Returns the picture unchanged where it fits. Otherwise tries lossless WebP, then WebP of quality 95, and only then fewer
 * pixels. Null when not even a hundredth of the pixels fits.
 */
export async function fitPicture(
  picture: Blob,
  size: Size,
  maxBytes: number,
  { encode }: Encoder,
): Promise<FittedPicture | null> {
  if (picture.size <= maxBytes && size.width * size.height <= maxPixels) return { blob: picture, ...size }
  const maxScale = Math.min(1, Math.sqrt(maxPixels / (size.width * size.height)), maxWebpSide / Math.max(size.width, size.height))
  for (let scale = maxScale, tries = 0; tries < 8; scale *= 0.7, tries++) {
    const reduced = { width: wholePixels(size.width * scale), height: wholePixels(size.height * scale) }
    for (const quality of [1, 0.95]) {
      const blob = await encode(picture, reduced, quality)
      if (blob.size <= maxBytes) return { blob, ...reduced }
    }
  }
  return null
}

const wholePixels = (length: number): number => Math.max(1, Math.floor(length))

/** Encodes on a canvas of the page. */
export const pageEncoder: Encoder = {
  async encode(picture, { width, height }, quality) {
    const bitmap = await createImageBitmap(picture)
    const canvas = document.createElement('canvas')
    try {
      canvas.width = width
      canvas.height = height
      const surface = canvas.getContext('2d')
      if (!surface) throw new Error('浏览器无法创建这么大的画布，请关闭一些页面后重试')
      surface.imageSmoothingQuality = 'high'
      surface.drawImage(bitmap, 0, 0, width, height)
      return await new Promise<Blob>((resolve, reject) =>
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('图片太大，无法压缩，请在Photoshop中缩小后重新导入'))),
          'image/webp',
          quality,
        ),
      )
    } finally {
      bitmap.close()
      canvas.width = canvas.height = 0
    }
  },
}
