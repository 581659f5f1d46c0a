/** Makes thumbnails and previews of examined pictures. */
import type { Sharp } from 'sharp'
import { thumbnailWidths } from '../../../contract/constants'
import { maxSnapshotBytes } from '../../ports/examiner'
import { unreadable } from './analyse'
import { openSrgb, pictureOptions } from './srgb'
import { looksLikeSvg } from './svg'

/** WebP quality of the specification: about a fifth of the bytes of lossless, without a visible difference at this size. */
const quality = 75
/** Greatest height of a WebP, px. */
const maxHeight = 16_383
// The library draws text with this machine's fonts, which may lack the seller's, so a drawing with text is shown as it is.
const svgText = /<(?:text|tspan|textPath)[\s/>]/

/**
 * Returns a WebP of at most `width` px with the same aspect ratio and transparency, never larger than the picture; of an
 * animation, the first frame. A drawing (SVG) is rendered at that width, because it has no pixels of its own. Returns null when
 * the original itself should be shown. Rejects when the bytes cannot be decoded.
 */
export async function shrink(bytes: Buffer, width: number): Promise<Buffer | null> {
  const drawing = looksLikeSvg(bytes)
  if (drawing && svgText.test(bytes.toString('utf8'))) return null
  const image = drawing ? await rasterizeAt(bytes, width) : await openSrgb(bytes)
  return image
    .resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: !drawing })
    .webp({ quality, alphaQuality: 90, smartSubsample: true })
    .toBuffer()
}

/**
 * Renders a drawing once, as large as its largest thumbnail. A drawing that exceeds the time or memory limit ends this process,
 * and its owner is refused. A drawing that the library cannot read is accepted: browsers may be able to, and it is shown as it
 * is.
 */
export async function tryDrawing(bytes: Buffer): Promise<void> {
  await shrink(bytes, Math.max(...thumbnailWidths)).catch(() => null)
}

/**
 * Returns the preview of an unpaid picture: a WebP that fits into a square of `maxSide` px and has at most half of the picture's
 * pixels along each side. A drawing (SVG) is rendered to the square, its text with this machine's fonts. Rejects with
 * 'unsupported-file' when the bytes cannot be decoded: pictures of other hosts were never examined.
 */
export async function preview(bytes: Buffer, maxSide: number): Promise<Buffer> {
  const drawing = looksLikeSvg(bytes)
  try {
    const image = drawing ? await rasterizeAt(bytes, maxSide) : await openSrgb(bytes)
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

/** Rasterizes the drawing close to the wanted width, so that enlarging pixels does not blur it. */
async function rasterizeAt(bytes: Buffer, width: number): Promise<Sharp> {
  const { width: natural } = await (await openSrgb(bytes)).metadata()
  const density = Math.min(7200, Math.max(1, (72 * width) / natural))
  return openSrgb(bytes, { ...pictureOptions, density })
}
