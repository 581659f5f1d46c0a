/** Decodes pictures by the codecs of Skia, which Chromium has, too. */
import { maxPicturePixels } from '../../../contract/constants'
import { tooManyPixels } from './limits'

export interface Pixels {
  /** RGBA, row by row from the top, straight alpha. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** Rows that are copied at a time: a canvas as large as the picture would hold its px once more. */
const stripRows = 512

/**
 * Returns the px, in sRGB; the missing part of a file that ends early is transparent. Rejects when the bytes are no picture, and with a
 * Failure when it is too large.
 */
export async function decodeBySkia(bytes: Buffer): Promise<Pixels> {
  // A process that meets no such pictures does not load the canvas.
  const { createCanvas, Image } = await import('@napi-rs/canvas')
  const image = new Image()
  image.src = bytes
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height > maxPicturePixels) throw tooManyPixels()
  if (width === 0 || height === 0) throw new Error('the picture has no size')
  const data = Buffer.alloc(width * height * 4)
  const canvas = createCanvas(width, Math.min(height, stripRows))
  const context = canvas.getContext('2d')
  for (let top = 0; top < height; top += stripRows) {
    const rows = Math.min(stripRows, height - top)
    context.clearRect(0, 0, width, stripRows)
    context.drawImage(image, 0, -top)
    data.set(context.getImageData(0, 0, width, rows).data, top * width * 4)
  }
  return { data, width, height }
}
