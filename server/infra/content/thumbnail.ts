/** Small versions of checked pictures, for lists. */
import sharp, { type Sharp } from 'sharp'
import { maxPicturePixels, thumbnailWidths } from '../../../contract/constants'
import { unreadable } from './look'
import { looksLikeSvg } from './svg'

/** The specification's; about a fifth of the bytes of lossless, and no difference at this size. */
const quality = 75
/** Tallest WebP there can be. */
const maxHeight = 16_383
// The library draws text with the fonts of this machine, which need not have a seller's: such a drawing is shown as it is.
const svgText = /<(?:text|tspan|textPath)[\s/>]/

/**
 * A WebP of at most `width` px, aspect and transparency kept, never larger than the picture; the first frame of an animation. A
 * drawing (SVG) has no pixels of its own and is drawn at that width. Null: the original is the best small version of itself.
 * Rejects when the bytes cannot be decoded.
 */
export async function shrink(bytes: Buffer, width: number): Promise<Buffer | null> {
  const drawing = looksLikeSvg(bytes)
  if (drawing && svgText.test(bytes.toString('utf8'))) return null
  const image = drawing ? await drawnAt(bytes, width) : open(bytes)
  return image
    .resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: !drawing })
    .webp({ quality, alphaQuality: 90, smartSubsample: true })
    .toBuffer()
}

/**
 * Draws a drawing once, as large as its largest thumbnail: one that takes more time or memory than it may ends this process here, and
 * its owner is told so. One that the library does not understand at all is none of this: browsers may, and it is shown as it is.
 */
export async function proveDrawable(bytes: Buffer): Promise<void> {
  await shrink(bytes, Math.max(...thumbnailWidths)).catch(() => null)
}

/**
 * What is shown of a picture that is not paid for: a WebP that fits into a square of `maxSide` px and has at most half of the picture's own
 * pixels along each side. A drawing (SVG) has no pixels and is drawn to the square, its text with the fonts of this machine. Rejects with
 * 'unsupported-file' when the bytes cannot be decoded: those of another host were never examined.
 */
export async function preview(bytes: Buffer, maxSide: number): Promise<Buffer> {
  const drawing = looksLikeSvg(bytes)
  try {
    const image = drawing ? await drawnAt(bytes, maxSide) : open(bytes)
    const { autoOrient } = await image.metadata()
    const half = Math.ceil(Math.max(autoOrient.width, autoOrient.height) / 2)
    const side = drawing ? maxSide : Math.min(maxSide, half)
    return await image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, alphaQuality: 90, smartSubsample: true })
      .toBuffer()
  } catch (error) {
    throw unreadable(error)
  }
}

const open = (bytes: Buffer, density = 72): Sharp =>
  sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1, density, unlimited: false })

/** The drawing rasterised close to the wanted width at once, so that nothing is blurred by enlarging pixels. */
async function drawnAt(bytes: Buffer, width: number): Promise<Sharp> {
  const natural = (await open(bytes).metadata()).width
  return open(bytes, Math.min(7200, Math.max(1, (72 * width) / natural)))
}
