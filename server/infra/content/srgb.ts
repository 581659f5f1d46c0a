/** Opens pictures as Chromium shows them: upright, and in sRGB by whatever they say about their colours. */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'
import { profileCurve } from '../../../contract/rules/color-profile'
import { adobeRgb, type ColorSpace, srgbConverter, srgbPrimaries } from '../../../contract/rules/color-space'
import { saysAdobeRgb } from '../../../contract/rules/jpeg'
import { cleanPng } from './chunks'
import { chunkOf, chunksOf, withChunks } from './png-chunks'
import { pngColors, profileChunk } from './png-colors'

/** How untrusted pictures are opened: their first frame, not too large, and whole. */
export const pictureOptions = { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1 } as const satisfies SharpOptions

/** A picture's metadata about its colours and its orientation. */
export interface PictureFacts {
  readonly info: Metadata
  /** Upright, px. */
  readonly size: { readonly width: number; readonly height: number }
  /** Orientation by EXIF, 1 to 8, as far as Chromium follows it: not in WebP. */
  readonly orientation: number
  /** The colour space of its pixels where numbers give it. */
  readonly space: ColorSpace | null
  /** The ICC profile that its pixels follow. */
  readonly profile: Buffer | null
}

/** Rejects when the bytes are no picture. */
export async function pictureFacts(bytes: Buffer, options: SharpOptions = pictureOptions): Promise<PictureFacts> {
  const info = await sharp(bytes, options).metadata()
  const orientation = info.format === 'webp' ? 1 : (info.orientation ?? 1)
  const profile = info.icc ?? null
  const colors =
    info.format === 'png'
      ? pngColors(chunksOf(bytes))
      : { profile, space: info.format === 'jpeg' && profile === null && saysAdobeRgb(bytes) ? adobeRgb : null }
  // Little CMS refuses what browsers do: gray samples by a profile of three colours, and gray ones of 16 bits at all.
  const gray = info.space?.startsWith('b-w') || info.space?.startsWith('grey16') ? grayCurve(colors.profile) : null
  const { space } = gray ? { space: { primaries: srgbPrimaries, light: gray } } : colors
  const size = orientation === 1 ? info : info.autoOrient
  return { info, size: { width: size.width, height: size.height }, orientation, space, profile: space ? null : colors.profile }
}

const grayCurve = (profile: Buffer | null) => profile && (profileCurve(profile, 'kTRC') ?? profileCurve(profile, 'rTRC'))

/**
 * Opens a picture upright and in sRGB, without a profile. Rejects when the bytes are no picture; damaged pixels reject only when they are
 * read.
 */
export async function openSrgb(picture: Uint8Array, options: SharpOptions = pictureOptions): Promise<Sharp> {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  const { info, orientation, space, profile } = await pictureFacts(bytes, options)
  const source = info.format === 'png' ? pngWith(bytes, profile) : bytes
  const opened = sharp(source, { ...options, ...(space && { ignoreIcc: true }) })
  const upright = (orientation === 1 ? opened : opened.autoOrient()).toColourspace('srgb')
  if (space) return ofBytes(upright, srgbConverter(space))
  // Naming the profile of the result makes the library convert pictures of 16 bits, too.
  const image = profile === null || info.icc === undefined ? upright : upright.withIccProfile('srgb', { attach: false })
  // Whatever is done with 16 bits next, the library takes them for P3.
  return info.depth === 'ushort' ? ofBytes(image) : image
}

/** Returns a PNG without the colour chunks by which the library would decide otherwise than Chromium. */
function pngWith(bytes: Buffer, profile: Buffer | null): Buffer {
  const plain = cleanPng(bytes)
  if (plain === null) return bytes
  const exif = chunksOf(bytes).find(({ type, intact }) => type === 'eXIf' && intact)
  return withChunks(plain, [...(profile ? [profileChunk(profile)] : []), ...(exif ? [chunkOf('eXIf', exif.data)] : [])])
}

/** Returns a picture of 8 bits a sample, whose samples `convert` may change. */
async function ofBytes(image: Sharp, convert?: ReturnType<typeof srgbConverter>): Promise<Sharp> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 3 && channels !== 4) throw new Error(`the picture has ${channels} channels`)
  convert?.(data, channels)
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPicturePixels })
}

/** Returns any picture as an upright PNG in sRGB, without metadata. Rejects when it is damaged. */
export const uprightPng = async (bytes: Uint8Array): Promise<Buffer> =>
  (await openSrgb(bytes)).png({ compressionLevel: 6 }).toBuffer()
