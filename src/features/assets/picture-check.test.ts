import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectPicture, PictureProblem } from './picture-check'

const drawing = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 90, b: 30, alpha: 0.5 } } })
const problemOf = (bytes: Uint8Array): string => {
  try {
    inspectPicture(bytes)
  } catch (error) {
    if (error instanceof PictureProblem) return error.message
    throw error
  }
  return ''
}
const text = (words: string) => new TextEncoder().encode(words)

const bitmap = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(54 + width * height * 4)
  const view = new DataView(bytes.buffer)
  bytes.set(text('BM'))
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, -height, true)
  return bytes
}

describe('a picture', () => {
  test.each([
    ['PNG', () => drawing().png().toBuffer()],
    ['JPG', () => drawing().flatten().jpeg().toBuffer()],
    ['JPG', () => drawing().flatten().jpeg({ progressive: true }).toBuffer()],
    ['JPG', () => drawing().flatten().jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    ['WebP', () => drawing().webp({ quality: 60 }).toBuffer()],
    ['WebP', () => drawing().webp({ lossless: true }).toBuffer()],
    ['WebP', () => drawing().flatten().webp().toBuffer()],
    ['GIF', () => drawing().gif().toBuffer()],
    ['BMP', async () => bitmap(60, 40)],
  ] as const)('the format %s and its size are recognised by the bytes', async (format, make) => {
    expect(inspectPicture(await make())).toEqual({ format, size: { width: 60, height: 40 } })
  })

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\ufeff<?xml version="1.0"?>\n<!-- 花 -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg width="10">',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
  ])('an SVG is recognised by its first tag: %s', (words) => {
    expect(inspectPicture(text(words))).toEqual({ format: 'SVG', size: null })
  })

  test('a picture may be followed by bytes that other programs append', async () => {
    const bytes = Buffer.concat([await drawing().png().toBuffer(), Buffer.from('PK rest of another file')])
    expect(problemOf(bytes)).toBe('')
  })
})

describe('a file that is not accepted', () => {
  test.each([
    ['<html><body>svg</body></html>', /文件内容不是图片/],
    ['just words', /文件内容不是图片/],
    ['8BPS\0\x01', /不支持 PSD 格式/],
    ['%PDF-1.7', /不支持 PDF 格式/],
    ['II*\0....', /不支持 TIFF 格式/],
    ['\0\0\0\x18ftypheic', /不支持 HEIC 格式，请转成 PNG 或 JPG 后上传/],
    ['\0\0\0\x18ftypavif', /不支持 AVIF 格式/],
  ])('a file beginning with %j is refused with a reason', (words, sentence) => {
    expect(problemOf(text(words))).toMatch(sentence)
  })

  test.each([
    ['PNG', 23, () => drawing(300, 300).png().toBuffer()],
    ['JPG', 100, () => drawing(300, 300).flatten().jpeg().toBuffer()],
    ['WebP', Number.POSITIVE_INFINITY, () => drawing(300, 300).webp({ lossless: true }).toBuffer()],
  ])('a truncated %s is refused unless the server may find all of its rows', async (_, headLength, make) => {
    const whole = await make()
    for (let kept = 8; kept < Math.min(headLength, whole.length); kept += 1) {
      expect(problemOf(whole.subarray(0, kept)), `${kept} of ${whole.length}`).not.toBe('')
    }
    if (headLength !== 100) expect(problemOf(whole.subarray(0, whole.length >> 1))).toBe('图片加载失败，请检查图片是否损坏')
    expect(problemOf(whole.subarray(0, -2))).toBe(headLength < whole.length ? '' : '图片加载失败，请检查图片是否损坏')
  })

  test('a picture of 30,000 px square is refused with its size, one of 30,000 × 3,000 is not', () => {
    expect(problemOf(bitmap(30_000, 0))).toBe('图片加载失败，请检查图片是否损坏')
    const claimed = bitmap(1, 1)
    new DataView(claimed.buffer).setInt32(18, 30_000, true)
    new DataView(claimed.buffer).setInt32(22, 30_000, true)
    expect(problemOf(claimed)).toMatch('图片有 30000×30000 像素，超过 1 亿像素的上限')
    new DataView(claimed.buffer).setInt32(22, 3000, true)
    expect(problemOf(claimed)).toBe('')
  })

  test('arbitrary bytes are either accepted or refused with a PictureProblem', () => {
    const heads = ['', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'RIFF', 'BM', '<svg', '\0\0\0\0ftyp', 'RIFF____WEBPVP8X']
    const start = fc.constantFrom(...heads).map((head) => Uint8Array.from(head, (letter) => letter.charCodeAt(0)))
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 120 }), (head, rest) => {
        problemOf(Uint8Array.of(...head, ...rest))
      }),
      { numRuns: 2000 },
    )
  })
})
