import { expect, test } from 'vitest'
import { printPresets } from '../../contract/rules/print-profile'
import { cmykProfile } from '../tiff/test/cmyk-profile'
import { printPixels } from './print-picture'
import { printSheet } from './print-sheet'

/** Three px, of which the last is transparent, in two equal rows. */
const row = [
  [10, 20, 30, 255],
  [40, 50, 60, 255],
  [70, 80, 90, 0],
]
const data = Uint8Array.from([...row, ...row].flat())
const pixels = { width: 3, height: 2, rows: (top: number, count: number) => data.subarray(top * 12, (top + count) * 12) }
/** One px is a millimetre. */
const settings = { ...printPresets.rgb.profile, dpi: 25.4 }
const reds = (colors: Uint8Array, width: number) =>
  Array.from({ length: colors.length / 3 / width }, (_, y) =>
    Array.from({ length: width }, (__, x) => colors[(y * width + x) * 3]),
  )

test('a bleed continues the border px, and the plates with them', async () => {
  const sheet = await printSheet(pixels, { ...settings, bleedMm: 1 })
  expect(sheet).toMatchObject({ width: 5, height: 4, colorSamples: 3 })
  expect(reds(sheet.colors(0, 4), 5)).toEqual(Array(4).fill([10, 10, 40, 70, 70]))
  expect(reds(sheet.colors(2, 2), 5)).toEqual(Array(2).fill([10, 10, 40, 70, 70]))
  expect([...(sheet.plates[0] ?? [])].slice(0, 5)).toEqual([255, 255, 255, 0, 0])
})

test('a print for the back of a clear case is mirrored, colours and plates alike', async () => {
  const sheet = await printSheet(pixels, { ...settings, mirrored: true })
  expect(reds(sheet.colors(0, 1), 3)).toEqual([[70, 40, 10]])
  expect([...(sheet.plates[0] ?? [])].slice(0, 3)).toEqual([0, 255, 255])
})

test('colours on white are white where the picture is transparent, in RGB and in inks', async () => {
  const flat = await printSheet(pixels, { ...settings, softEdges: 'onWhite' })
  expect(reds(flat.colors(0, 1), 3)).toEqual([[10, 40, 255]])
  const inks = await printSheet(pixels, { ...settings, colors: 'cmyk', softEdges: 'onWhite', inkLimit: 150 }, await cmykProfile())
  const samples = inks.colors(0, 1)
  inks.free()
  expect([...samples.subarray(8, 12)]).toEqual([0, 0, 0, 0])
  const sums = [0, 1].map((px) => samples.subarray(px * 4, px * 4 + 4).reduce((sum, one) => sum + one, 0) / 2.55)
  for (const sum of sums) expect(sum).toBeLessThanOrEqual(150)
})

test('premultiplied colours are multiplied by the transparency', async () => {
  const soft = Uint8Array.from([200, 100, 50, 128, 200, 100, 50, 0])
  const one = { width: 2, height: 1, rows: () => soft }
  const sheet = await printSheet(one, { ...settings, softEdges: 'premultiplied' })
  expect([...sheet.colors(0, 1)]).toEqual([100, 50, 25, 0, 0, 0])
  const inks = await printSheet(one, { ...settings, colors: 'cmyk', softEdges: 'premultiplied' }, await cmykProfile())
  const straight = await printSheet(one, { ...settings, colors: 'cmyk' }, await cmykProfile())
  const [half, whole] = [inks.colors(0, 1), straight.colors(0, 1)]
  for (const sheetOfInks of [inks, straight]) sheetOfInks.free()
  for (let ink = 0; ink < 4; ink++) expect(half[ink]).toBe(Math.round(((whole[ink] ?? 0) * 128) / 255))
  expect([...half.subarray(4)]).toEqual([0, 0, 0, 0])
})

test('a profile in CMYK without an ICC profile is refused in words', async () => {
  await expect(printSheet(pixels, { ...settings, colors: 'cmyk' })).rejects.toThrow('ICC')
})

test('a print has the px of its size at the resolution of the profile', () => {
  expect(printPixels({ widthMm: 71.5, heightMm: 147.6 }, 300)).toEqual({ width: 844, height: 1743 })
  expect(printPixels({ widthMm: 71.5, heightMm: null }, 300)).toBeNull()
})

test('the area without white ink is mirrored and continued with the picture, and scaled to it', async () => {
  const bare = { width: 6, height: 4, data: Uint8Array.from({ length: 24 }, (_, at) => (at % 6 < 2 ? 1 : 0)) }
  const { profile } = printPresets.onyx
  const plates = [{ ...profile.plates[0], name: 'W', role: 'white', source: 'alpha', chokeMm: 0 }] as typeof profile.plates
  const sheet = await printSheet({ ...pixels, bare }, { ...settings, plates, bleedMm: 1, mirrored: true })
  expect([...(sheet.plates[0] ?? [])].slice(0, 5)).toEqual([0, 0, 255, 0, 0])
})

test('a print lies in the middle of a page of its own size, and a solid plate covers the print alone', async () => {
  const solid = { ...printPresets.rgb.profile.plates[0], name: 'W', role: 'white', source: 'solid' } as const
  const plates = [...settings.plates, solid] as typeof settings.plates
  const sheet = await printSheet(pixels, { ...settings, softEdges: 'onWhite', plates, page: { widthMm: 7, heightMm: 4 } })
  expect(sheet).toMatchObject({ width: 7, height: 4 })
  expect(reds(sheet.colors(0, 4), 7)).toEqual([
    Array(7).fill(255),
    ...Array(2).fill([255, 255, 10, 40, 255, 255, 255]),
    Array(7).fill(255),
  ])
  const rowsOf = (plate: Uint8Array | undefined) => [0, 1, 2, 3].map((y) => [...(plate ?? []).slice(y * 7, y * 7 + 7)])
  const empty = Array(7).fill(0)
  expect(rowsOf(sheet.plates[0])).toEqual([empty, ...Array(2).fill([0, 0, 255, 255, 0, 0, 0]), empty])
  expect(rowsOf(sheet.plates[1])).toEqual([empty, ...Array(2).fill([0, 0, 255, 255, 255, 0, 0]), empty])
})

test('a print that is larger than the page is refused in words', async () => {
  const small = { ...settings, page: { widthMm: 10, heightMm: 1 } }
  await expect(printSheet(pixels, small)).rejects.toThrow('打印尺寸（含出血）3×2 毫米 比打印配置里的页面 10×1 毫米 大')
})
