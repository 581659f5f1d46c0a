/** Draws a design on its case with light, in a pose: effect images of orders and pictures for listings. */
import sharp from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'
import type { Look, Pose } from '../../../contract/rules/look'
import { lightOnCase } from '../../../src/imaging/mockup/light'
import { mockup } from '../../../src/imaging/mockup/mockup'

export interface MockupPictures {
  /** Encoded pictures that cover the whole case: the print, and the wireframe's pictures under and over it. */
  readonly print: Uint8Array
  readonly background: Uint8Array | null
  readonly foreground: Uint8Array | null
  readonly widthMm: number
  readonly heightMm: number
  readonly look: Look
  readonly pose: Pose
  /** Size of the picture, px. */
  readonly picture: { readonly width: number; readonly height: number }
}

const quality = 88

/** Returns the picture as WebP. */
export async function drawMockup(input: MockupPictures): Promise<Buffer> {
  const { widthMm, heightMm, look, pose, picture } = input
  // The case is drawn about as large as it is shown, so that its grain and edges stay sharp.
  const height = Math.round(picture.height * 0.9)
  const size = { width: Math.max(1, Math.round((height * widthMm) / heightMm)), height }
  const [background, print, foreground] = await Promise.all(
    [input.background, input.print, input.foreground].map((bytes) => (bytes === null ? null : rgba(bytes, size))),
  )
  const data = new Uint8Array(size.width * size.height).fill(255)
  for (let at = 0; at < data.length; at++) {
    const covered = foreground ? (foreground[at * 4 + 3] as number) : 0
    const held = background ? (background[at * 4 + 3] as number) : 255
    data[at] = ((255 - covered) * held) / 255
  }
  const light = lightOnCase({ ...size, data }, { look, pxPerMm: height / heightMm })
  const raw = (pixels: Uint8Array | Uint8ClampedArray) => ({
    input: Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    raw: { ...size, channels: 4 as const },
  })
  const front = await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([background, print, light.data, foreground].flatMap((one) => (one ? [raw(one)] : [])))
    .raw()
    .toBuffer()
  for (let at = 0; at < data.length; at++) {
    front[at * 4 + 3] = ((front[at * 4 + 3] as number) * (light.inside[at] as number)) / 255
  }
  const pixels = { ...size, data: Uint8ClampedArray.from(front) }
  const drawn = mockup({ front: pixels, widthMm, heightMm, pose, picture })
  return sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality })
    .toBuffer()
}

const rgba = (bytes: Uint8Array, size: { readonly width: number; readonly height: number }): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: maxPicturePixels })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
