/** Decodes the picture of a piece to the px that a seller's page prints of it, at the size of the print. */
import sharp, { type Sharp } from 'sharp'
import { maxPicturePixels } from '../../../../contract/constants'
import { isSrgbProfile } from '../../../../contract/rules/color-profile'
import { readPng } from '../../../../imaging/png/png-reader'
import { type Pixels, pixelsOfPng } from '../../../../imaging/tiff/pixels'
import { refuseDrawings } from '../../content/analyse'
import { tooManyPixels } from '../../content/limits'
import { openSrgb, pictureOptions } from '../../content/srgb'

interface Size {
  readonly width: number
  readonly height: number
}

const pngStart = Buffer.from('\x89PNG', 'latin1')

/**
 * Returns the px of a picture at this size: a PNG's own, with its own colour profile, and of other pictures what browsers show of them.
 *
 * @param keepsProfile false: all colours are sRGB, for files whose pictures share one profile.
 */
export async function piecePixels(bytes: Buffer, size: Size, keepsProfile: boolean): Promise<Pixels> {
  refuseDrawings(bytes)
  const { image, profile } = await openPiece(bytes, keepsProfile)
  const { data, info } = await image
    // Libvips multiplies the colours by the transparency before it scales them, so that soft edges get no dark rims.
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 4) throw new Error(`the picture has ${channels} channels`)
  const rows = (top: number, count: number) => data.subarray(top * width * 4, (top + count) * width * 4)
  return { width, height, rows, ...(profile && { profile }) }
}

interface Opened {
  readonly image: Sharp
  readonly profile?: Uint8Array | undefined
}

async function openPiece(bytes: Buffer, keepsProfile: boolean): Promise<Opened> {
  if (!bytes.subarray(0, pngStart.length).equals(pngStart)) return { image: await openSrgb(bytes) }
  const file = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { width, height, rows, profile } = pixelsOfPng(file)
  if (width * height > maxPicturePixels) throw tooManyPixels()
  if (profile !== undefined && !keepsProfile && !isSrgbProfile(profile)) return { image: await openSrgb(bytes) }
  const { depth, channels, palette, transparency } = readPng(file)
  const isPlain = depth === 8 && channels >= 3 && palette === null && transparency === null
  // The library decodes plain samples to the same px, several times faster.
  if (isPlain) return { image: sharp(bytes, { ...pictureOptions, ignoreIcc: true }), profile }
  const raw = { width, height, channels: 4 } as const
  return { image: sharp(rows(0, height), { raw, limitInputPixels: maxPicturePixels }), profile }
}
