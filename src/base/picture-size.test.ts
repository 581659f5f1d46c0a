import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { headerSize } from './picture-size'

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'number' ? [value] : [...value].map((one) => one.charCodeAt(0)))))
const pad = (n: number) => Array.from({ length: n }, () => 0)

describe('headerSize', () => {
  test('headerSize reads the size in each format', () => {
    const png = PNG.sync.write(new PNG({ width: 500, height: 1044 }))
    expect(headerSize('image/png', png)).toEqual({ width: 500, height: 1044 })
    expect(headerSize('image/gif', bytes('GIF89a', 0xf4, 1, 0x14, 4))).toEqual({ width: 500, height: 1044 })
    const jpeg = bytes(
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      4,
      1,
      1,
      0xff,
      0xff,
      0xc4,
      0,
      3,
      9,
      0xff,
      0xc2,
      0,
      17,
      8,
      4,
      0x14,
      1,
      0xf4,
      3,
      ...pad(9),
    )
    expect(headerSize('image/jpeg', jpeg)).toEqual({ width: 500, height: 1044 })
    const bmp = bytes('BM', ...pad(12), 40, 0, 0, 0, 0xf4, 1, 0, 0, 0xec, 0xfb, 0xff, 0xff)
    expect(headerSize('image/bmp', bmp)).toEqual({ width: 500, height: 1044 })
    const old = bytes('BM', ...pad(12), 12, 0, 0, 0, 0xf4, 1, 0x14, 4)
    expect(headerSize('image/bmp', old)).toEqual({ width: 500, height: 1044 })
    const webp = (kind: string, ...rest: number[]) => headerSize('image/webp', bytes('RIFF', ...pad(4), 'WEBP', kind, ...rest))
    expect(webp('VP8X', ...pad(8), 0xf3, 1, 0, 0x13, 4, 0)).toEqual({ width: 500, height: 1044 })
    // 14 bits of width - 1, then 14 of height - 1.
    const packed = 499 | (1043 << 14)
    const lossless = [0, 8, 16, 24].map((shift) => (packed >> shift) & 255)
    expect(webp('VP8L', ...pad(4), 0x2f, ...lossless)).toEqual({ width: 500, height: 1044 })
    expect(webp('VP8 ', ...pad(10), 0xf4, 1, 0x14, 4)).toEqual({ width: 500, height: 1044 })
  })

  test('headerSize of any bytes is a size of at least one pixel, or null', () => {
    const types = fc.constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp', 'image/svg+xml')
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 200 }), (type, content) => {
        const size = headerSize(type, content)
        if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0)
      }),
    )
  })
})
