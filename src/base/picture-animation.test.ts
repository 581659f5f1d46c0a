import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isAnimated } from './picture-animation'

const frame = { width: 8, height: 8, channels: 3 as const }
const colors = (count: number) => Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(8 * 8 * 3, at * 80 + 10)))
const strip = (count: number) => sharp(colors(count), { raw: { ...frame, height: 8 * count, pageHeight: 8 } })

describe('moves', () => {
  test.each([1, 2, 3])('a GIF or WebP with %d frames is animated only with more than one', async (count) => {
    expect(isAnimated(await strip(count).gif({ effort: 1 }).toBuffer())).toBe(count > 1)
    expect(isAnimated(await strip(count).webp({ lossless: true }).toBuffer())).toBe(count > 1)
  })

  test('an APNG is recognized by its chunk, and still PNG and JPEG pictures are not animated', async () => {
    const png = await sharp(colors(1), { raw: frame }).png().toBuffer()
    expect(isAnimated(png)).toBe(false)
    const control = Buffer.alloc(20)
    control.writeUInt32BE(8, 0)
    control.write('acTL', 4, 'latin1')
    // After the header, which is 33 bytes including the signature.
    expect(isAnimated(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))).toBe(true)
    expect(isAnimated(await sharp(colors(1), { raw: frame }).jpeg().toBuffer())).toBe(false)
    expect(isAnimated(new Uint8Array())).toBe(false)
  })

  test('a GIF that is cut off anywhere gives a result without an error', async () => {
    const gif = await strip(3).gif({ effort: 1 }).toBuffer()
    for (let length = 0; length < gif.length; length++) expect(typeof isAnimated(gif.subarray(0, length))).toBe('boolean')
  })
})
