/** Puts a print on the pictures of its case. */
import sharp from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'

export interface CasePictures {
  readonly width: number
  readonly height: number
  readonly print: Uint8Array
  readonly background: Uint8Array | null
  readonly foreground: Uint8Array | null
}

const quality = 85

/** Returns the effect image as WebP, of the case's size in px. */
export async function drawOnCase({ width, height, print, background, foreground }: CasePictures): Promise<Buffer> {
  const size = { width: Math.round(width), height: Math.round(height) }
  const fitted = await Promise.all(
    [background, print, foreground].map((bytes) =>
      bytes === null
        ? null
        : sharp(bytes, { limitInputPixels: maxPicturePixels })
            .resize({ ...size, fit: 'fill' })
            .png({ compressionLevel: 0 })
            .toBuffer(),
    ),
  )
  return sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(fitted.flatMap((input) => (input === null ? [] : [{ input }])))
    .webp({ quality })
    .toBuffer()
}
