/** TIFF files read back by another library (libtiff inside sharp): pixels, resolution, transparency and profile. */
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeTiff, straightAlpha, type TiffPicture } from './tiff'

type Kind = 'rgb' | 'rgba' | 'cmyk' | 'cmyka'
const channels: Record<Kind, number> = { rgb: 3, rgba: 4, cmyk: 4, cmyka: 5 }
const fileOf = (picture: TiffPicture) => Buffer.from(encodeTiff(picture))

/** A picture with `colour(x, y)` at each pixel. */
function picture(
  width: number,
  height: number,
  kind: Kind,
  colour: (x: number, y: number) => readonly number[],
): TiffPicture & { readonly samples: Uint8Array } {
  const samples = new Uint8Array(width * height * channels[kind])
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) samples.set(colour(x, y), (y * width + x) * channels[kind])
  const rowBytes = width * channels[kind]
  const rows = (top: number, count: number) => samples.subarray(top * rowBytes, (top + count) * rowBytes)
  const extras = kind.endsWith('a') ? straightAlpha : []
  return { width, height, colors: kind.startsWith('rgb') ? 'rgb' : 'cmyk', extras, samples, rows, dpi: 300 }
}

const soft = (x: number, y: number) => [(x * 3) & 255, (y * 2) & 255, (x ^ y) & 255, Math.min(255, x + y)]

describe('a print file', () => {
  test('encodeTiff keeps every pixel, also the colours under transparency', async () => {
    const made = picture(301, 157, 'rgba', soft)
    const { data, info } = await sharp(fileOf(made)).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 301, height: 157, channels: 4 })
    expect(data.equals(Buffer.from(made.samples))).toBe(true)
  })

  test('encodeTiff writes resolution and profile, and the file is smaller than its pixels', async () => {
    const profile = (
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .withIccProfile('srgb')
        .png()
        .toBuffer()
        .then((png) => sharp(png).metadata())
    ).icc
    if (!profile) throw new Error('sharp gave no profile')
    const meta = await sharp(fileOf({ ...picture(40, 70, 'rgb', soft3), dpi: 254, profile: new Uint8Array(profile) })).metadata()
    expect(meta).toMatchObject({
      format: 'tiff',
      width: 40,
      height: 70,
      density: 254,
      space: 'srgb',
      hasAlpha: false,
    })
    expect(meta.icc?.equals(profile)).toBe(true)
    const smooth = picture(400, 800, 'rgba', (x, y) => [x >> 2, y >> 2, 90, 255])
    expect(fileOf(smooth).length).toBeLessThan(smooth.samples.length / 20)
  })

  test('encodeTiff writes CMYK', async () => {
    const made = picture(65, 130, 'cmyk', (x, y) => [x, y, 255 - x, (x * y) & 255])
    const meta = await sharp(fileOf(made)).metadata()
    expect(meta).toMatchObject({ space: 'cmyk', channels: 4, hasAlpha: false })
    const withAlpha = await sharp(fileOf(picture(65, 130, 'cmyka', (x, y) => [x, y, 9, 7, 200]))).metadata()
    expect(withAlpha).toMatchObject({ space: 'cmyk', channels: 5, hasAlpha: true })
  })

  test('encodeTiff compresses noise of any length, across cleared tables and growing codes', async () => {
    const dice = (seed: number) => (x: number, y: number) => {
      const value = Math.imul(x * 374_761_393 + y * 668_265_263 + seed, 1_274_126_177) >>> 0
      return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255]
    }
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer(),
      fc.integer({ min: 0, max: 7 }),
    )
    await fc.assert(
      fc.asyncProperty(sizes, async ([width, height, seed, calm]) => {
        const noise = dice(seed)
        const made = picture(width, height, 'rgb', (x, y) => noise(x >> calm, y >> calm))
        const { data } = await sharp(fileOf(made)).raw().toBuffer({ resolveWithObject: true })
        expect(data.equals(Buffer.from(made.samples))).toBe(true)
      }),
      { numRuns: 60 },
    )
    for (const [width, height] of [
      [700, 200],
      [301, 130],
    ] as const) {
      const large = picture(width, height, 'rgb', dice(5))
      const file = fileOf(large)
      expect((await sharp(file).raw().toBuffer()).equals(Buffer.from(large.samples))).toBe(true)
      expect(file.length / large.samples.length).toBeLessThan(1.01)
    }
  })

  test('encodeTiff asks for one strip after another, and from the top once more for noise, and keeps none of them', () => {
    const shared = new Uint8Array(200 * 64 * 3)
    const made = (value: (at: number) => number) => {
      const asked: [number, number][] = []
      const rows = (top: number, count: number) => {
        asked.push([top, count])
        for (let at = 0; at < shared.length; at++) shared[at] = value(at + top * 600)
        return shared.subarray(0, count * 600)
      }
      return { asked, file: Buffer.from(encodeTiff({ width: 200, height: 150, colors: 'rgb', rows, dpi: 300 })) }
    }
    const whole = (value: (at: number) => number) =>
      fileOf(picture(200, 150, 'rgb', (x, y) => [0, 1, 2].map((channel) => value((y * 200 + x) * 3 + channel) & 255)))
    const strips: [number, number][] = [
      [0, 64],
      [64, 64],
      [128, 22],
    ]
    const smooth = (at: number) => at >> 8
    expect(made(smooth).asked).toEqual(strips)
    expect(made(smooth).file.equals(whole(smooth))).toBe(true)
    const noise = (at: number) => Math.imul(Math.imul(at + 1, 0x9e3779b1) ^ (at >> 2), Math.imul(at, at) | 1) >>> 24
    const { asked, file } = made(noise)
    expect(asked.slice(-3)).toEqual(strips)
    expect(asked.length).toBeGreaterThan(3)
    expect(file.equals(whole(noise))).toBe(true)
  })

  test('encodeTiff refuses samples that do not fill the picture', () => {
    expect(() => encodeTiff({ ...picture(4, 4, 'rgb', soft3), height: 5 })).toThrow('do not fill')
  })
})

function soft3(x: number, y: number): readonly number[] {
  return soft(x, y).slice(0, 3)
}
