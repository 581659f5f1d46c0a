/** Examines all pixels of a picture before it is printed: whether it can be decoded, and whether it is blank. */
import sharp from 'sharp'
import { Failure } from '../../kernel/failure'
import type { PictureAnalysis } from '../../ports/examiner'
import { looksLikeSvg } from './drawing/looks-like-svg'
import { openSrgb, pictureFacts, pictureOptions } from './srgb'

/** Differences, in levels of 255, that compression may cause in an area of one colour. */
const compressionNoise = 3
/** Side, px, of the reduced picture in which plain pictures are recognized; every pixel contributes to it. */
const smallSide = 600
const opaque = 250

/** Implements `Examiner.look` (ports). */
export async function analysePicture(bytes: Buffer): Promise<PictureAnalysis> {
  refuseDrawings(bytes)
  try {
    const { info, size } = await pictureFacts(bytes)
    const { channels } = await sharp(bytes, pictureOptions).stats()
    const alpha = info.hasAlpha ? channels.at(-1) : undefined
    if (alpha?.max === 0) return { ...size, content: 'transparent' }
    if (channels.every(({ min, max }) => max - min <= compressionNoise)) return { ...size, content: 'uniform' }
    return { ...size, content: (await isPlain(bytes)) ? 'plain' : 'drawn' }
  } catch (error) {
    throw unreadable(error)
  }
}

/** Throws for drawings (SVG): they have no pixels, and their text would depend on the fonts of this machine. */
export function refuseDrawings(bytes: Buffer): void {
  if (looksLikeSvg(bytes)) throw new Failure('unsupported-file', '是矢量图（SVG），不能直接印刷')
}

export function unreadable(error: unknown): Failure {
  if (error instanceof Failure) return error
  const text = error instanceof Error ? error.message : ''
  if (/pixel limit|exceeds|too large/i.test(text)) return new Failure('unsupported-file', '像素过大（最多 1 亿像素）')
  return new Failure('unsupported-file', '已损坏或不是图片')
}

/** Returns whether all clearly visible pixels have about the same colour. */
async function isPlain(bytes: Buffer): Promise<boolean> {
  const { data } = await (await openSrgb(bytes))
    // A sharpening kernel would brighten the pixels around a hole.
    .resize({ width: smallSide, height: smallSide, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const low = [255, 255, 255]
  const high = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < opaque) continue
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[at + channel] ?? 0
      low[channel] = Math.min(low[channel] ?? 0, value)
      high[channel] = Math.max(high[channel] ?? 0, value)
    }
  }
  // Without any opaque pixel the picture uses soft colours only, and this comparison says nothing.
  return (high[0] ?? 0) >= (low[0] ?? 0) && high.every((value, channel) => value - (low[channel] ?? 0) <= compressionNoise)
}
