/** Draws a design on its case with light, in a pose: effect images of orders, pictures of templates and pictures for listings. */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { Look, Pose } from '../../../contract/rules/look'
import { caseMask, cutOut } from '../../../imaging/mockup/case-mask'
import { lightOnCase } from '../../../imaging/mockup/light'
import { lookSettings } from '../../../imaging/mockup/looks'
import { mockup } from '../../../imaging/mockup/mockup'
import type { Pixels } from '../../../imaging/mockup/warp'
import { openSrgb } from '../content/srgb'

interface Size {
  readonly width: number
  readonly height: number
}

/** A case without a design. */
export interface CaseParts {
  /** Encoded pictures over the whole case: those of the wireframe under and over the design. */
  readonly background: Uint8Array | null
  readonly foreground: Uint8Array | null
  /** CSS colour of the case where no picture covers it; null or absent: it has none. */
  readonly paper?: string | null
  readonly heightMm: number
  readonly look: Look
}

interface DrawnPixels extends Size {
  readonly data: Uint8ClampedArray
}

export interface MockupPictures extends CaseParts {
  /** The print over the whole case: encoded, or its px (RGBA, sRGB). */
  readonly print: Uint8Array | DrawnPixels
  /** How a print of other proportions lies on the case; absent: it is stretched, because print files differ by less than a px. */
  readonly fit?: 'fill' | 'cover'
  readonly widthMm: number
  readonly pose: Pose
  /** Size of the picture, px. */
  readonly picture: Size
}

const quality = 88

/** Returns the picture as WebP. */
export async function drawMockup({ print, fit = 'fill', widthMm, pose, picture, ...parts }: MockupPictures): Promise<Buffer> {
  const { heightMm } = parts
  // The case is drawn about as large as it is shown, so that its grain and edges stay sharp.
  const height = Math.round(picture.height * 0.9)
  const size = { width: Math.max(1, Math.round((height * widthMm) / heightMm)), height }
  const front = await drawFront(await printAt(print, size, fit), await litCase(parts, size))
  const drawn = mockup({ front, widthMm, heightMm, pose, picture })
  return sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality })
    .toBuffer()
}

function printAt(print: MockupPictures['print'], size: Size, fit: 'fill' | 'cover') {
  if (!('data' in print)) return rgba(print, size, fit)
  const { input, raw } = rawOf(print.data, print)
  return resized(sharp(input, { raw }), size, fit)
}

/** The pictures under and over every design on a case, RGBA px of one size. */
interface LitCase extends Size {
  readonly under: Uint8ClampedArray | null
  readonly light: Uint8ClampedArray
  readonly over: Uint8ClampedArray | null
  /** 255 where the case is. */
  readonly inside: Uint8Array
}

/** Templates of a shelf lie on few cases, and the light of a case takes half of the time of its picture. */
const maxKept = 6
/** The cases that were used last, by what they were made of; the most recent one is the last. */
const kept = new Map<string, Promise<LitCase>>()

/** Returns the case with its light, from memory if it is one of the last. */
export function litCase(parts: CaseParts, size: Size): Promise<LitCase> {
  const key = keyOf(parts, size)
  const made = kept.get(key) ?? makeLitCase(parts, size)
  kept.delete(key)
  kept.set(key, made)
  // The next caller tries again.
  made.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return made
}

const hashOf = (bytes: Uint8Array | null) => (bytes === null ? '' : createHash('sha1').update(bytes).digest('hex'))
const keyOf = ({ background, foreground, paper, heightMm, look }: CaseParts, { width, height }: Size): string =>
  [hashOf(background), hashOf(foreground), paper ?? '', heightMm, look, width, height].join()

async function makeLitCase({ background, foreground, paper, heightMm, look }: CaseParts, size: Size): Promise<LitCase> {
  const read = (bytes: Uint8Array | null) => (bytes === null ? null : rgba(bytes, size))
  const [back, over] = await Promise.all([read(background), read(foreground)])
  const mask = caseMask({ ...size, under: back, over })
  const { data: light, inside } = lightOnCase(mask, { look, pxPerMm: size.height / heightMm })
  const under = paper ? await onPaper(back, paper, size) : back
  if (under) fade(under, lookSettings[look].bodyOpacity)
  return { ...size, under, light, over, inside }
}

async function onPaper(back: Uint8ClampedArray | null, paper: string, size: Size): Promise<Uint8ClampedArray> {
  return sharp({ create: { ...size, channels: 4, background: paper } })
    .composite(back ? [rawOf(back, size)] : [])
    .raw()
    .toBuffer()
    .then(clamped)
}

/** Returns the case from the front with a design of the case's size; px around it are transparent. */
export async function drawFront(
  print: Uint8ClampedArray,
  { width, height, under, light, over, inside }: LitCase,
): Promise<Pixels> {
  const size = { width, height }
  const data = await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([under, print, light, over].flatMap((one) => (one ? [rawOf(one, size)] : [])))
    .raw()
    .toBuffer()
    .then(clamped)
  cutOut(data, inside)
  return { ...size, data }
}

const rawOf = (pixels: Uint8ClampedArray, { width, height }: Size) => ({
  input: Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength),
  raw: { width, height, channels: 4 as const },
})

/** Returns a clamped view of a buffer without copying it. The cast is safe because sharp never returns shared memory. */
const clamped = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, byteLength)

/** Makes RGBA px more transparent, in place. */
function fade(pixels: Uint8ClampedArray, opacity: number): void {
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = (pixels[at] as number) * opacity
}

/** Decodes a picture to RGBA px of this size. */
export const rgba = async (bytes: Uint8Array, size: Size, fit: 'fill' | 'cover' = 'fill') =>
  resized(await openSrgb(bytes), size, fit)

const resized = (image: Sharp, size: Size, fit: 'fill' | 'cover') =>
  image
    .resize({ ...size, fit })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .then(clamped)
