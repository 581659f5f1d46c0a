/** Decodes Windows bitmaps, which the image library does not read: uncompressed, with 8 (palette), 24 or 32 bits per pixel. */

import { maxPicturePixels } from '../../../contract/constants'
import { Failure } from '../../kernel/failure'
import { tooManyPixels } from './limits'

export interface Pixels {
  /** RGBA, row by row from the top. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const damaged = (): Failure => new Failure('unsupported-file', 'BMP 图片已损坏或使用了不支持的压缩方式，请另存为 PNG 后上传')

/** Throws a Failure 'unsupported-file' when the bitmap is truncated, compressed or larger than the pixel limit. */
export function decodeBmp(bytes: Buffer): Pixels {
  if (bytes.length < 54 || bytes.readUInt32LE(14) < 40) throw damaged()
  const width = bytes.readInt32LE(18)
  const signedHeight = bytes.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const bits = bytes.readUInt16LE(28)
  const compression = bytes.readUInt32LE(30)
  if (width <= 0 || height === 0) throw damaged()
  if (width * height > maxPicturePixels) throw tooManyPixels()
  // Compression 3 is BI_BITFIELDS. With 32 bits every file seen in practice is BGRA; other masks are refused.
  const bgra = compression === 3 && bits === 32 && bytes.length >= 66 && bytes.readUInt32LE(54) === 0x00ff0000
  if ((compression !== 0 && !bgra) || ![8, 24, 32].includes(bits)) throw damaged()
  const start = bytes.readUInt32LE(10)
  const stride = (((width * bits + 31) >> 5) << 2) >>> 0
  if (start + stride * height > bytes.length) throw damaged()
  const palette = 14 + bytes.readUInt32LE(14)
  const colors = bits === 8 ? bytes.readUInt32LE(46) || 256 : 0
  if (colors > 256 || palette + colors * 4 > bytes.length) throw damaged()
  const data = Buffer.alloc(width * height * 4)
  let translucent = false
  for (let y = 0; y < height; y++) {
    const row = start + (signedHeight > 0 ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4
      let from = row + (x * bits) / 8
      if (bits === 8) {
        const index = bytes[from] ?? 0
        if (index >= colors) throw damaged()
        from = palette + index * 4
      }
      data[to] = bytes[from + 2] ?? 0
      data[to + 1] = bytes[from + 1] ?? 0
      data[to + 2] = bytes[from] ?? 0
      const alpha = bits === 32 ? (bytes[from + 3] ?? 0) : 255
      if (alpha !== 0) translucent = true
      data[to + 3] = alpha
    }
  }
  // Many programs leave the fourth byte zero in files that are meant to be opaque.
  if (!translucent) for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { data, width, height }
}
