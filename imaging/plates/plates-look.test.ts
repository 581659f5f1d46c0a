import sharp from 'sharp'
import { expect, test } from 'vitest'
import { printPresets } from '../../contract/rules/print-profile'
import { cmykProfile } from '../tiff/test/cmyk-profile'
import { platesLook } from './plates-look'

const { profile } = printPresets.onyx

test('white and colours are seen apart: colours alone are dark, white alone is white, and nothing lies beside the picture', async () => {
  // 40 px are 4 mm; the left half is opaque red.
  const data = Uint8Array.from({ length: 40 * 40 * 4 }, (_, at) => [200, 0, 0, (at >> 2) % 40 < 20 ? 255 : 0][at & 3] ?? 0)
  const pixels = { width: 40, height: 40, rows: (top: number, count: number) => data.subarray(top * 160, (top + count) * 160) }
  const look = async (colors: boolean, plates: readonly number[]) => {
    const { picture, coverages } = await platesLook(pixels, profile, 4, { colors, plates })
    const raw = await sharp(Buffer.from(await picture.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer()
    return { coverages, at: (x: number, y: number) => [...raw.subarray((y * 40 + x) * 3, (y * 40 + x) * 3 + 3)] }
  }
  const all = await look(true, [0])
  expect(all.at(10, 20)).toEqual([200, 0, 0])
  expect(all.at(30, 20)).toEqual([74, 80, 88])
  // The choke of 0.2 mm is two px.
  expect(all.coverages).toEqual([expect.closeTo((16 * 36) / 1600, 3)])
  expect((await look(false, [0])).at(10, 20)).toEqual([255, 255, 255])
  expect((await look(false, [0])).at(1, 20)).toEqual([74, 80, 88])
  const bare = (await look(true, [])).at(10, 20)
  expect(bare[0]).toBeLessThan(150)
  expect(bare[0]).toBeGreaterThan(100)
})

test('a proof shows what a printer makes of a green that it does not have, and marks it', async () => {
  const data = Uint8Array.from({ length: 10 * 10 * 4 }, (_, at) => [0, 255, 0, (at >> 2) % 10 < 5 ? 255 : 0][at & 3] ?? 0)
  const pixels = { width: 10, height: 10, rows: () => data }
  const icc = await cmykProfile()
  const centre = async (proof: { isMarked: boolean } | null) => {
    const shown = { colors: true, plates: [0] }
    const { picture, unprintable } = await platesLook(pixels, profile, null, shown, proof && { icc, ...proof })
    const raw = await sharp(Buffer.from(await picture.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer()
    return { color: [...raw.subarray((5 * 10 + 2) * 3, (5 * 10 + 2) * 3 + 3)], unprintable }
  }
  expect(await centre(null)).toMatchObject({ unprintable: null })
  const proofed = await centre({ isMarked: false })
  expect(proofed.unprintable).toBe(1)
  expect(proofed.color).not.toEqual((await centre(null)).color)
  expect((await centre({ isMarked: true })).color).not.toEqual(proofed.color)
})
