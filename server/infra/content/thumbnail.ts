/** Makes thumbnails and previews of examined pictures. */
import sharp, { type Sharp } from 'sharp'
import { Failure } from '../../kernel/failure'
import { maxSnapshotBytes } from '../../ports/examiner'
import { unreadable } from './analyse'
import { type CanonicalDrawing, canonicalise } from './drawing/canonicalise'
import { looksLikeSvg } from './drawing/looks-like-svg'
import { renderInto } from './drawing/render'
import { openSrgb } from './srgb'

/** WebP quality of the specification: about a fifth of the bytes of lossless, without a visible difference at this size. */
const quality = 75
/** Greatest height of a WebP, px. */
const maxHeight = 16_383

/**
 * Returns a WebP of at most `width` px with the same aspect ratio and transparency, never larger than the picture; of an
 * animation, the first frame. A drawing (SVG) is rendered at that width, because it has no pixels of its own. Returns null when
 * the original itself should be shown. Rejects when the bytes cannot be decoded.
 */
export async function shrink(bytes: Buffer, width: number): Promise<Buffer | null> {
  const drawing = looksLikeSvg(bytes)
  const form = drawing ? await canonicalise(bytes).catch(nullOfRefusal) : null
  if (drawing && form === null) return null
  const image = form ? await pixelsOf(form, { width, height: maxHeight }) : await openSrgb(bytes)
  return image
    .resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: !drawing })
    .webp({ quality, alphaQuality: 90, smartSubsample: true })
    .toBuffer()
}

/**
 * Returns the preview of an unpaid picture: a WebP that fits into a square of `maxSide` px and has at most half of the picture's
 * pixels along each side. A drawing (SVG) is rendered to the square. Rejects with 'unsupported-file' when
 * the bytes cannot be decoded: pictures of other hosts were never examined.
 */
export async function preview(bytes: Buffer, maxSide: number): Promise<Buffer> {
  const drawing = looksLikeSvg(bytes)
  try {
    const image = drawing ? await pixelsOf(await canonicalise(bytes), { width: maxSide, height: maxSide }) : await openSrgb(bytes)
    const { autoOrient } = await image.metadata()
    const half = Math.ceil(Math.max(autoOrient.width, autoOrient.height) / 2)
    const side = drawing ? maxSide : Math.min(maxSide, half)
    return await image
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, alphaQuality: 90, smartSubsample: true })
      .toBuffer()
  } catch (error) {
    throw unreadable(error)
  }
}

const snapshotSide = 800
const snapshotQualities = [85, 70, 50, 30] as const

/** Returns the whole picture on white as a square JPEG of at most `maxSnapshotBytes`. */
export async function snapshot(bytes: Buffer): Promise<Buffer> {
  const square = (await openSrgb(bytes))
    .resize({ width: snapshotSide, height: snapshotSide, fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
  for (const jpegQuality of snapshotQualities) {
    const jpeg = await square.clone().jpeg({ quality: jpegQuality }).toBuffer()
    if (jpeg.length <= maxSnapshotBytes) return jpeg
  }
  // Even noise is smaller at half the side.
  return square
    .clone()
    .resize(snapshotSide / 2)
    .jpeg({ quality: 30 })
    .toBuffer()
}

async function pixelsOf(drawing: CanonicalDrawing, box: { readonly width: number; readonly height: number }): Promise<Sharp> {
  const { data, width, height } = await renderInto(drawing, box)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** A drawing stored before drawings had a canonical form may be none of those that are accepted now. */
function nullOfRefusal(error: unknown): null {
  if (error instanceof Failure) return null
  throw error
}
