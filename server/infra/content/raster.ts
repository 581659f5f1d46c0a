/**
 * Cleans raster pictures: verifies that they decode, removes metadata and data after the end, turns them upright and converts
 * them to sRGB.
 */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { maxPicturePixels } from '../../../contract/constants'
import { isSrgbProfile } from '../../../contract/rules/color-profile'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import type { Pixels } from './bmp'
import { cleanJpeg, cleanPng, cleanWebp } from './chunks'
import { tooManyPixels } from './limits'
import { inSrgb } from './srgb'

type Format = 'png' | 'jpeg' | 'webp' | 'gif'

const cleaners: Readonly<Record<Exclude<Format, 'gif'>, (bytes: Buffer) => Buffer | null>> = {
  png: cleanPng,
  jpeg: cleanJpeg,
  webp: cleanWebp,
}
/** Quality when a JPEG must be re-encoded; with full chroma the difference is invisible. */
const jpegQuality = 95
// Markup inside compressed pixels practically never appears by chance; re-encoding destroys it.
const markup = /<script|<svg|<html|<!doctype|<\?php|<iframe|%PDF-/i

const open = (bytes: Buffer): Sharp => sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1 })

const damagedPicture = (): Failure => new Failure('unsupported-file', '图片加载失败，请检查图片是否损坏')

/** Rejects with 'unsupported-file' when the picture is damaged, truncated or has too many pixels. */
export async function cleanRaster(bytes: Buffer, format: Format): Promise<Content> {
  const info = await readInfo(bytes)
  if (format === 'gif' || !isPlain(info)) return reencode(bytes, format)
  const clean = cleaners[format](bytes)
  if (!clean || markup.test(clean.toString('latin1'))) return reencode(bytes, format)
  await requireDecodable(clean)
  return content(clean, format, info.width, info.height)
}

/** Encodes raw pixels as PNG. */
export async function rasterFromPixels({ data, width, height }: Pixels): Promise<Content> {
  const opaque = !data.some((value, byteIndex) => byteIndex % 4 === 3 && value !== 255)
  const image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: maxPicturePixels })
  const png = await (opaque ? image.removeAlpha() : image).png({ compressionLevel: 6 }).toBuffer()
  return content(png, 'png', width, height)
}

async function readInfo(bytes: Buffer): Promise<Metadata> {
  try {
    const info = await open(bytes).metadata()
    if (info.width * info.height > maxPicturePixels) throw tooManyPixels()
    return info
  } catch (error) {
    throw decodeFailure(error)
  }
}

/** Returns whether the picture is upright and in sRGB or untagged grey, so that dropping its metadata changes nothing visible. */
function isPlain(info: Metadata): boolean {
  if ((info.orientation ?? 1) !== 1) return false
  if (info.space === 'cmyk') return false
  return info.icc === undefined || isSrgbProfile(info.icc)
}

/** Decodes every pixel once, as a stream, without holding them in memory. */
async function requireDecodable(bytes: Buffer): Promise<void> {
  try {
    await open(bytes).resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
  } catch (error) {
    throw decodeFailure(error)
  }
}

/** Re-encodes a picture. Without `keepMetadata` the library converts to sRGB by the embedded profile and writes no metadata. */
async function reencode(bytes: Buffer, format: Format): Promise<Content> {
  const upright = inSrgb(open(bytes).autoOrient())
  const jpeg = format === 'jpeg'
  const image = jpeg ? upright.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' }) : upright.png({ compressionLevel: 6 })
  try {
    const { data, info: out } = await image.toBuffer({ resolveWithObject: true })
    return content(data, jpeg ? 'jpeg' : 'png', out.width, out.height)
  } catch (error) {
    throw decodeFailure(error)
  }
}

function content(bytes: Buffer, format: 'png' | 'jpeg' | 'webp', width: number, height: number): Content {
  return { bytes, contentType: `image/${format}`, extension: format === 'jpeg' ? 'jpg' : format, width, height }
}

function decodeFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  return error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message) ? tooManyPixels() : damagedPicture()
}
