/**
 * Cleans raster pictures: verifies that they decode, removes metadata and data after the end, turns them upright and converts
 * them to sRGB.
 */
import sharp from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'
import { isSrgbProfile } from '../../../contract/rules/color-profile'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import type { Bitmap } from './bmp'
import { cleanJpeg, cleanPng, cleanWebp } from './chunks'
import { tooManyPixels } from './limits'
import { withChunks } from './png-chunks'
import { profileChunk } from './png-colors'
import { repairJpeg, repairPng } from './repair'
import { decodeBySkia, type Pixels } from './skia'
import { openSrgb, type PictureFacts, pictureFacts, pictureOptions } from './srgb'

type Format = 'png' | 'jpeg' | 'webp'

const cleaners: Readonly<Record<Format, (bytes: Buffer) => Buffer | null>> = {
  png: cleanPng,
  jpeg: cleanJpeg,
  webp: cleanWebp,
}
/** Quality when a JPEG must be re-encoded; with full chroma the difference is invisible. */
const jpegQuality = 95
// Markup inside compressed pixels practically never appears by chance; re-encoding destroys it.
const markup = /<script|<svg|<html|<!doctype|<\?php|<iframe|%PDF-/i

const damagedPicture = (): Failure => new Failure('unsupported-file', '图片加载失败，请检查图片是否损坏')

/**
 * Rejects with 'unsupported-file' when the picture is damaged, truncated or has too many pixels. What browsers open with all of its rows
 * is accepted.
 */
export async function cleanRaster(bytes: Buffer, format: Format): Promise<Content> {
  try {
    const facts = await factsOf(bytes)
    const kept = async (file: Buffer): Promise<Content | null> => {
      const clean = isPlain(facts) ? cleaners[format](file) : null
      if (clean === null || markup.test(clean.toString('latin1')) || !(await decodes(clean))) return null
      return content(clean, format, facts.info.width, facts.info.height)
    }
    const sound = await kept(bytes)
    if (sound) return sound
    const whole = await repaired(bytes, format)
    return (whole === bytes ? null : await kept(whole)) ?? (await reencode(whole, format))
  } catch (error) {
    throw decodeFailure(error)
  }
}

/** Makes a PNG of the first frame of a GIF, transparent beside it. Rejects as `cleanRaster` does. */
export async function cleanGif(bytes: Buffer): Promise<Content> {
  try {
    await factsOf(bytes)
    // The codec shows what there is of a file that ends early.
    if (!(await decodes(bytes))) throw damagedPicture()
    return await pngFromPixels(await decodeBySkia(bytes))
  } catch (error) {
    throw decodeFailure(error)
  }
}

/** Makes a PNG of a bitmap, by the profile that it brings. */
export async function cleanBitmap({ profile, ...pixels }: Bitmap): Promise<Content> {
  const png = await pngFromPixels(pixels)
  return profile ? cleanRaster(withChunks(png.bytes, [profileChunk(profile)]), 'png') : png
}

async function pngFromPixels({ data, width, height }: Pixels): Promise<Content> {
  const opaque = !data.some((value, byteIndex) => byteIndex % 4 === 3 && value !== 255)
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxPicturePixels })
  const png = await (opaque ? image.removeAlpha() : image).png({ compressionLevel: 6 }).toBuffer()
  return content(png, 'png', width, height)
}

async function factsOf(bytes: Buffer): Promise<PictureFacts> {
  const facts = await pictureFacts(bytes)
  if (facts.info.width * facts.info.height > maxPicturePixels) throw tooManyPixels()
  return facts
}

/** Returns whether the picture is upright and in sRGB or untagged grey, so that dropping its metadata changes nothing visible. */
const isPlain = ({ info, orientation, space, profile }: PictureFacts): boolean =>
  orientation === 1 && info.space !== 'cmyk' && space === null && (profile === null || isSrgbProfile(profile))

/** Decodes every pixel once, as a stream, without holding them in memory. Every decoder shows what decodes without a warning alike. */
const decodes = (bytes: Buffer): Promise<boolean> =>
  sharp(bytes, { ...pictureOptions, failOn: 'warning' })
    .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .then(
      () => true,
      (error: unknown) => {
        if (isTooLarge(error)) throw tooManyPixels()
        return false
      },
    )

/** Returns a file that decodes as browsers do. Rejects when a part of the picture is missing. */
async function repaired(bytes: Buffer, format: Format): Promise<Buffer> {
  const whole =
    format === 'jpeg' ? await repairJpeg(bytes) : format === 'png' && !(await decodes(bytes)) ? repairPng(bytes) : bytes
  if (whole === null) throw damagedPicture()
  return whole
}

async function reencode(bytes: Buffer, format: Format): Promise<Content> {
  const jpeg = format === 'jpeg'
  // A repaired JPEG has all rows; its damaged parts are shown as browsers show them.
  const image = await openSrgb(bytes, jpeg ? { ...pictureOptions, failOn: 'none' } : pictureOptions)
  const encoded = jpeg ? image.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' }) : image.png({ compressionLevel: 6 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return content(data, jpeg ? 'jpeg' : 'png', info.width, info.height)
}

function content(bytes: Buffer, format: Format, width: number, height: number): Content {
  return { bytes, contentType: `image/${format}`, extension: format === 'jpeg' ? 'jpg' : format, width, height }
}

const isTooLarge = (error: unknown) => error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message)

function decodeFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  return isTooLarge(error) ? tooManyPixels() : damagedPicture()
}
