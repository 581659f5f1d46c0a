/** Decodes Windows and OS/2 bitmaps of every depth and compression, which the image library does not read. */
import { maxPicturePixels } from '../../../contract/constants'
import { Failure } from '../../kernel/failure'
import { tooManyPixels } from './limits'
import { decodeBySkia, type Pixels } from './skia'

const damaged = (): Failure => new Failure('unsupported-file', 'BMP 图片已损坏或使用了不支持的压缩方式，请另存为 PNG 后上传')

/** Length of the head of OS/2, which has sizes of 16 bits. */
const oldHead = 12
const newestHead = 124
const embeddedProfile = 0x4d424544

/** Bitmaps have a profile of their own only in the newest head. */
export interface Bitmap extends Pixels {
  readonly profile: Buffer | null
}

/** Rejects with a Failure 'unsupported-file' when the bitmap is truncated, damaged or larger than the pixel limit. */
export async function decodeBmp(bytes: Buffer): Promise<Bitmap> {
  if (bytes.length < 26) throw damaged()
  requireWhole(bytes)
  const pixels = await decodeBySkia(bytes).catch((error: unknown) => {
    throw error instanceof Failure ? error : damaged()
  })
  return { ...pixels, profile: profileOf(bytes) }
}

/** The codec shows what there is of a bitmap that ends early. */
function requireWhole(bytes: Buffer): void {
  const [start, head] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)]
  const old = head === oldHead
  if (!old && bytes.length < 14 + 40) throw damaged()
  const width = old ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const height = Math.abs(old ? bytes.readInt16LE(20) : bytes.readInt32LE(22))
  if (width * height > maxPicturePixels) throw tooManyPixels()
  const bits = bytes.readUInt16LE(old ? 24 : 28)
  const compression = old ? 0 : bytes.readUInt32LE(30)
  const isCompressed = compression !== 0 && compression !== 3 && compression !== 6
  const length = isCompressed ? bytes.readUInt32LE(34) : Math.ceil((width * bits) / 32) * 4 * height
  if (start + length > bytes.length) throw damaged()
}

function profileOf(bytes: Buffer): Buffer | null {
  if (bytes.readUInt32LE(14) !== newestHead || bytes.readUInt32LE(70) !== embeddedProfile) return null
  const [at, length] = [14 + bytes.readUInt32LE(126), bytes.readUInt32LE(130)]
  return length > 0 && at + length <= bytes.length ? bytes.subarray(at, at + length) : null
}
