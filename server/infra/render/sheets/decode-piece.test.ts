import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { pixelsOfPng } from '../../../../imaging/tiff/pixels'
import { openSrgb } from '../../content/srgb'
import { piecePixels } from './decode-piece'

const size = { width: 64, height: 48 }
/** All colours and all steps of transparency, also colours under full transparency. */
const noise = Buffer.alloc(size.width * size.height * 4)
for (let at = 0, seed = 7; at < noise.length; at++) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  noise[at] = seed >> 16
}
const art = () => sharp(noise, { raw: { ...size, channels: 4 } })
const opaque = () => art().removeAlpha()

const all = ({ rows }: { rows(top: number, count: number): ArrayLike<number> }) =>
  Buffer.from(Uint8Array.from(rows(0, size.height)))

describe('a PNG has the px on a sheet that the download of it alone has', () => {
  test.each<[string, () => Sharp]>([
    ['of 8 bits with soft transparency', () => art().png()],
    ['without transparency', () => opaque().png()],
    ['interlaced', () => art().png({ progressive: true })],
    ['with a palette', () => art().png({ palette: true, colours: 64 })],
    ['with a palette of two colours', () => opaque().png({ palette: true, colours: 2 })],
    ['of 16 bits', () => art().toColourspace('rgb16').png()],
    ['in gray', () => opaque().toColourspace('b-w').png()],
    ['in gray with transparency', () => art().toColourspace('b-w').png()],
    ['in gray of 16 bits', () => opaque().toColourspace('grey16').png()],
    ['with a profile of its own', () => art().withIccProfile('p3').png()],
    ['turned by EXIF, which print files do not follow', () => art().withMetadata({ orientation: 6 }).png()],
  ])('%s', async (_, picture) => {
    const file = await picture().toBuffer()
    const made = await piecePixels(file, size, true)
    const alone = pixelsOfPng(new Uint8Array(file))
    expect(all(made).equals(all(alone))).toBe(true)
    expect(made.profile).toEqual(alone.profile)
  })
})

test('a PNG with a profile of its own is converted to sRGB for files whose pictures share one profile', async () => {
  const file = await opaque().withIccProfile('p3').png().toBuffer()
  const made = await piecePixels(file, size, false)
  const { data } = await (await openSrgb(file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(made.profile).toBeUndefined()
  expect(all(made).equals(data)).toBe(true)
  expect(all(made).equals(all(pixelsOfPng(new Uint8Array(file))))).toBe(false)
})

test('pictures of other types are upright and in sRGB, as browsers show them', async () => {
  const jpegs = [opaque().jpeg(), opaque().withMetadata({ orientation: 6 }).jpeg(), opaque().toColourspace('cmyk').jpeg()]
  for (const jpeg of jpegs) {
    const file = await jpeg.toBuffer()
    const { data, info } = await (await openSrgb(file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const made = await piecePixels(file, { width, height }, true)
    expect(Buffer.from(made.rows(0, height)).equals(data)).toBe(true)
  }
})

test('soft edges get no dark rims when a picture is scaled', async () => {
  const white = { r: 255, g: 255, b: 255 }
  const half = { create: { width: 40, height: 80, channels: 4, background: { ...white, alpha: 1 } } } as const
  const file = await sharp({ create: { width: 80, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const made = await piecePixels(file, { width: 33, height: 33 }, true)
  const rows = made.rows(0, 33)
  for (let at = 0; at < rows.length; at += 4) {
    if ((rows[at + 3] ?? 0) > 8) expect(rows[at]).toBeGreaterThan(245)
  }
})

test('a drawing and a file that ends early are refused', async () => {
  await expect(piecePixels(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), size, true)).rejects.toThrow('矢量图')
  const file = await art().png().toBuffer()
  await expect(piecePixels(file.subarray(0, file.length / 2), size, true)).rejects.toThrow()
})
