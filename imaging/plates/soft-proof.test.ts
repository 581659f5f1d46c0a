import { expect, test } from 'vitest'
import { cmykProfile } from '../tiff/test/cmyk-profile'
import { softProof } from './soft-proof'

test('a screen’s green cannot be printed; a soft red, greys, white and black can', async () => {
  const colors = [
    [0, 255, 0],
    [0, 80, 255],
    [190, 90, 80],
    [128, 128, 128],
    [255, 255, 255],
    [0, 0, 0],
  ]
  const { rgb, unprintable } = await softProof(Uint8Array.from(colors.flat()), await cmykProfile(), 300)
  expect([...unprintable]).toEqual([1, 1, 0, 0, 0, 0])
  const [green, , , gray, white, black] = colors.map((_, at) => [...rgb.subarray(at * 3, at * 3 + 3)])
  // The green of four inks is duller: less green, and some red and blue.
  expect(green?.[1]).toBeLessThan(220)
  for (const channel of gray ?? []) expect(Math.abs(channel - 128)).toBeLessThan(28)
  expect(Math.min(...(white ?? []))).toBeGreaterThan(250)
  expect(Math.max(...(black ?? []))).toBeLessThan(70)
})

test('more pixels than one call takes are proofed alike', async () => {
  const pixels = 70_000
  const { rgb, unprintable } = await softProof(new Uint8Array(pixels * 3).fill(200), await cmykProfile(), 300)
  expect(new Set(rgb).size).toBeLessThanOrEqual(3)
  expect(unprintable.some((one) => one !== 0)).toBe(false)
})
