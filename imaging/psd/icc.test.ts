import { describe, expect, test } from 'vitest'
import { inksToRgb, labToRgb } from './icc'
import { linearGray, oddInks, type RawPsd, rawPsd, wideRgb } from './test/icc-profiles'
import { openBlob, wanted } from './test/psd-files'

/** Both px of the file's layer and of its merged picture, and the notices for the seller. */
async function colors(psd: RawPsd): Promise<{ layer: number[][]; merged: number[][]; notices: readonly string[] }> {
  const opened = await openBlob(rawPsd(psd))
  const { layer } = await opened.layer('canvas', 'flatten', 0, wanted)
  const merged = await opened.merged('canvas', wanted)
  const pixels = (data: Uint8ClampedArray | undefined) => [[...(data?.subarray(0, 3) ?? [])], [...(data?.subarray(4, 7) ?? [])]]
  return { layer: pixels(layer?.raster.data), merged: pixels(merged?.data), notices: opened.summary.notices }
}

const near = (found: readonly number[] | undefined, wished: readonly number[], by = 3) => {
  for (const [at, value] of wished.entries()) expect(Math.abs((found?.[at] ?? -99) - value), `${found}`).toBeLessThanOrEqual(by)
}

/** PSD stores ink inverted: 0 is full ink. */
const [ink, none] = [0, 255]

describe('CMYK', () => {
  test.each([8, 16] as const)('CMYK is converted by the profile in the file, at %i bits', async (depth) => {
    // Cyan of this profile is red, which no formula would produce.
    const channels = [
      [ink, none],
      [none, none],
      [none, none],
      [none, ink],
    ] as const
    const { layer, merged, notices } = await colors({ mode: 4, depth, icc: oddInks(), channels })
    near(layer[0], [255, 0, 0], 6)
    near(layer[1], [0, 0, 0], 6)
    expect(merged).toEqual(layer)
    expect(notices).toEqual(['文件是CMYK颜色，已按内嵌的颜色配置文件转为屏幕颜色'])
  })

  test('CMYK without a profile, or with a profile that is not for inks, is converted by usual inks with a notice', async () => {
    const channels = [
      [ink, none],
      [none, ink],
      [none, none],
      [none, none],
    ] as const
    const plain = await colors({ mode: 4, depth: 8, channels })
    expect(plain.layer).toEqual([
      [0, 174, 239],
      [236, 0, 140],
    ])
    expect(plain.notices[0]).toMatch(/没有内嵌颜色配置文件.*颜色可能有偏差/)
    for (const icc of [wideRgb(), new Uint8Array(300)]) {
      const other = await colors({ mode: 4, depth: 8, icc, channels })
      expect(other.layer).toEqual(plain.layer)
      expect(other.notices[0]).toMatch(/无法使用/)
    }
  })

  test('soft edges inside one CMYK picture are mixed as inks, as Photoshop does', async () => {
    const over = [
      [none, none],
      [ink, ink],
      [none, none],
      [none, ink],
    ] as const
    const { layer } = await colors({
      mode: 4,
      depth: 8,
      channels: [
        [ink, ink],
        [none, none],
        [none, none],
        [none, none],
      ],
      clipped: { alpha: [128, 128], channels: over },
    })
    // Half of each ink; mixed as light the green of the first px would be 87, the mean of what each ink prints alone.
    near(layer[0], [...inksToRgb(Uint8Array.of(127, 128, 0, 0), 1)], 2)
    near(layer[1], [...inksToRgb(Uint8Array.of(127, 128, 0, 128), 1)], 2)
    expect(layer[0]?.[1]).toBeGreaterThan(110)
  })

  test('with usual inks paper is white, full ink is black, and more ink is never lighter', () => {
    const rgb = (...inks: number[]) => [...inksToRgb(Uint8Array.from(inks), 1)]
    expect(rgb(0, 0, 0, 0)).toEqual([255, 255, 255])
    expect(Math.max(...rgb(255, 255, 255, 255))).toBeLessThan(12)
    for (let step = 0; step < 255; step += 15) {
      const sum = (k: number) => rgb(40, 80, 120, k).reduce((a, b) => a + b)
      expect(sum(step + 15)).toBeLessThan(sum(step))
    }
  })
})

describe('RGB and gray', () => {
  test('RGB of a wider space is converted to sRGB', async () => {
    const channels = [
      [255, 128],
      [0, 128],
      [0, 128],
    ] as const
    const { layer, merged } = await colors({ mode: 3, depth: 8, icc: wideRgb(), channels })
    // Its red is outside of sRGB; its grays follow gamma 2.2, slightly off sRGB's curve.
    near(layer[0], [255, 0, 0], 2)
    near(layer[1], [128, 128, 128], 2)
    expect(merged).toEqual(layer)
    const green = await colors({
      mode: 3,
      depth: 8,
      icc: wideRgb(),
      channels: [
        [100, 0],
        [160, 0],
        [100, 0],
      ],
    })
    expect(green.layer[0]?.[0]).toBeLessThan(80)
  })

  test('RGB of a wider space whose name mentions sRGB is converted, too', async () => {
    const icc = wideRgb('Adobe RGB Gamut with sRGB Transfer')
    const { layer } = await colors({
      mode: 3,
      depth: 8,
      icc,
      channels: [
        [100, 0],
        [160, 0],
        [100, 0],
      ],
    })
    expect(layer[0]?.[0]).toBeLessThan(80)
  })

  test('gray is converted by its own curve, and unchanged without one', async () => {
    const channels = [[0, 55]] as const
    near((await colors({ mode: 1, depth: 8, icc: linearGray(), channels })).layer[1], [128, 128, 128], 2)
    expect((await colors({ mode: 1, depth: 8, channels })).layer).toEqual([
      [0, 0, 0],
      [55, 55, 55],
    ])
    expect((await colors({ mode: 1, depth: 16, channels })).layer).toEqual([
      [0, 0, 0],
      [55, 55, 55],
    ])
  })
})

test('Lab is converted to sRGB: white, black, and the red of sRGB', async () => {
  const one = (l: number, a: number, b: number) => [...labToRgb(Uint8Array.of(l, a, b), 1)]
  expect(one(255, 128, 128)).toEqual([255, 255, 255])
  expect(one(0, 128, 128)).toEqual([0, 0, 0])
  // L 54.29, a 80.81, b 69.89 in D50.
  near(one(138, 209, 198), [255, 0, 0], 3)
  const { layer } = await colors({
    mode: 9,
    depth: 8,
    channels: [
      [255, 0],
      [128, 128],
      [128, 128],
    ],
  })
  expect(layer).toEqual([
    [255, 255, 255],
    [0, 0, 0],
  ])
})
