import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sizeWithDpi, withDpi } from './picture-dpi'

const picture = () => sharp({ create: { width: 30, height: 60, channels: 4, background: { r: 200, g: 10, b: 90, alpha: 0.5 } } })
const read = async (bytes: Uint8Array) => ({
  density: (await sharp(bytes).metadata()).density,
  pixels: await sharp(bytes).raw().toBuffer(),
})

const withDpiWhole = (...file: Parameters<typeof withDpi>) => new Uint8Array(Buffer.concat(withDpi(...file)))

/** The value of the chunk in dots per metre; EXIF may contain another resolution. */
const perMetre = (png: Uint8Array) => Buffer.from(png).readUInt32BE(Buffer.from(png).indexOf('pHYs') + 4)

test.each([
  ['a PNG that says nothing', () => picture().png().toBuffer()],
  ['a PNG that says 72', () => picture().withMetadata({ density: 72 }).png().toBuffer()],
  ['a PNG with other chunks', () => picture().withIccProfile('p3').png({ compressionLevel: 0 }).toBuffer()],
])('withDpi writes the resolution into %s and keeps the pixels', async (_, make) => {
  const before = new Uint8Array(await make())
  const after = withDpiWhole('image/png', before, 299.85)
  expect((await read(after)).pixels.equals((await read(before)).pixels)).toBe(true)
  expect(Buffer.from(after).toString('latin1').split('pHYs')).toHaveLength(2)
  expect(perMetre(after)).toBe(Math.round(299.85 / 0.0254))
  expect(withDpiWhole('image/png', after, 299.85)).toEqual(after)
  expect(after.length).toBeLessThanOrEqual(sizeWithDpi(before, { type: 'image/png', dpi: 299.85 }))
})

test('withDpi writes the resolution into a JPEG with or without a JFIF segment', async () => {
  const bare = new Uint8Array(await picture().flatten().jpeg().toBuffer())
  for (const before of [bare, withDpiWhole('image/jpeg', bare, 72)]) {
    const after = withDpiWhole('image/jpeg', before, 254.2)
    const { density, pixels } = await read(after)
    expect(density).toBe(254)
    expect(pixels.equals((await read(before)).pixels)).toBe(true)
    expect(after).toHaveLength(bare.length + 18)
  }
})

test('withDpi leaves other files unchanged', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  expect(withDpi('image/webp', bytes, 300)).toEqual([bytes])
  expect(withDpi('image/png', bytes, 300)).toEqual([bytes])
  const camera = new Uint8Array(
    await picture()
      .flatten()
      .withExif({ IFD0: { Copyright: '壳匠' } })
      .jpeg()
      .toBuffer(),
  )
  expect(withDpi('image/jpeg', camera, 300)).toEqual([camera])
})
