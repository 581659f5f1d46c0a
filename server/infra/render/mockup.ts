/** Draws a design on its case with light, in a pose: effect images of orders and pictures for listings. */
import sharp from 'sharp'
import type { Look, Pose } from '../../../contract/rules/look'
import { caseMask, cutOut } from '../../../imaging/mockup/case-mask'
import { lightOnCase } from '../../../imaging/mockup/light'
import { lookSettings } from '../../../imaging/mockup/looks'
import { mockup } from '../../../imaging/mockup/mockup'
import { openSrgb } from '../content/srgb'

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
  const read = (bytes: Uint8Array | null) => (bytes === null ? null : rgba(bytes, size))
  const [background, print, foreground] = await Promise.all([read(input.background), read(input.print), read(input.foreground)])
  const light = lightOnCase(caseMask({ ...size, under: background, over: foreground }), { look, pxPerMm: height / heightMm })
  if (background) fade(background, lookSettings[look].bodyOpacity)
  const raw = (pixels: Uint8Array | Uint8ClampedArray) => ({
    input: Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    raw: { ...size, channels: 4 as const },
  })
  const front = await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([background, print, light.data, foreground].flatMap((one) => (one ? [raw(one)] : [])))
    .raw()
    .toBuffer()
    .then(clamped)
  cutOut(front, light.inside)
  const drawn = mockup({ front: { ...size, data: front }, widthMm, heightMm, pose, picture })
  return sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality })
    .toBuffer()
}

/** Returns a clamped view of a buffer without copying it. The cast is safe because sharp never returns shared memory. */
const clamped = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, byteLength)

/** Makes RGBA px more transparent, in place. */
function fade(pixels: Uint8ClampedArray, opacity: number): void {
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = (pixels[at] as number) * opacity
}

const rgba = async (bytes: Uint8Array, size: { readonly width: number; readonly height: number }) =>
  (await openSrgb(bytes))
    .resize({ ...size, fit: 'fill' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .then(clamped)
