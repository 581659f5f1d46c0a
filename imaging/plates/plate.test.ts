import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plate } from '../../contract/rules/print-profile'
import { squaredDistances } from './distance'
import { type Alpha, coverageOf, plateOf } from './plate'

const white: Plate = {
  name: 'W1',
  role: 'white',
  source: 'alpha',
  inverted: false,
  threshold: 128,
  chokeMm: 0,
  extraSample: 0,
}
/** Dots per inch at which one px is a tenth of a millimetre. */
const dpi = 254

const drawn = (width: number, height: number, alpha: (x: number, y: number) => number): Alpha => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => alpha(at % width, Math.floor(at / width))),
})
const within = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom ? 255 : 0
const inkAt = (alpha: Alpha, plate: Uint8Array) => (x: number, y: number) => plate[y * alpha.width + x]

describe('the distance to the nearest empty px', () => {
  test('squaredDistances is what a comparison with every empty px finds, up to the cap', () => {
    const grid = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(grid, fc.array(fc.boolean(), { minLength: 196, maxLength: 196 }), ([width, height, cap], bits) => {
        const filled = Uint8Array.from(bits.slice(0, width * height), (one) => (one ? 1 : 0))
        const squares = squaredDistances(filled, width, height, cap)
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            let least = Number.POSITIVE_INFINITY
            for (let v = -1; v <= height; v++) {
              for (let u = -1; u <= width; u++) {
                const isOutside = u < 0 || v < 0 || u >= width || v >= height
                if (isOutside || filled[v * width + u] === 0) least = Math.min(least, (u - x) ** 2 + (v - y) ** 2)
              }
            }
            expect(squares[y * width + x]).toBe(Math.min(least, (cap + 1) ** 2))
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a plate of white ink', () => {
  test('without a choke it lies where the picture is opaque from the threshold on', () => {
    const alpha = drawn(4, 1, (x) => [0, 127, 128, 255][x] ?? 0)
    expect([...plateOf(alpha, white, dpi)]).toEqual([0, 0, 255, 255])
    expect([...plateOf(alpha, { ...white, inverted: true }, dpi)]).toEqual([255, 255, 0, 0])
  })

  test('a choke of 0.3 mm ends it three px inside every edge, the border of the picture included', () => {
    const alpha = drawn(60, 40, within(0, 8, 44, 40))
    const ink = inkAt(alpha, plateOf(alpha, { ...white, chokeMm: 0.3 }, dpi))
    for (const [x, y, value] of [
      [2, 20, 0],
      [3, 20, 255],
      [40, 20, 255],
      [41, 20, 0],
      [20, 10, 0],
      [20, 11, 255],
      [20, 36, 255],
      [20, 37, 0],
    ] as const) {
      expect([x, y, ink(x, y)]).toEqual([x, y, value])
    }
  })

  test('the choke is as wide along a slope as along an upright edge', () => {
    const center = 60
    const alpha = drawn(121, 121, (x, y) => (Math.hypot(x - center, y - center) <= 50 ? 255 : 0))
    for (const chokeMm of [0.1, 0.2, 0.5]) {
      const ink = inkAt(alpha, plateOf(alpha, { ...white, chokeMm }, dpi))
      for (let degrees = 0; degrees < 360; degrees += 7) {
        const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
        const at = (radius: number) => ink(Math.round(center + dx * radius), Math.round(center + dy * radius))
        expect(at(50 - chokeMm * 10 + 1)).toBe(0)
        expect(at(50 - chokeMm * 10 - 1)).toBe(255)
      }
    }
  })

  test('lines narrower than the choke takes keep a plate of half their width, and corners are not taken for lines', () => {
    const alpha = drawn(80, 80, (x, y) =>
      Math.max(within(10, 10, 70, 30)(x, y), within(10, 50, 70, 54)(x, y), within(40, 60, 41, 80)(x, y)),
    )
    const plate = plateOf(alpha, { ...white, chokeMm: 0.5 }, dpi)
    const ink = inkAt(alpha, plate)
    const column = (x: number, from: number, to: number) => Array.from({ length: to - from }, (_, index) => ink(x, from + index))
    expect(column(30, 48, 56)).toEqual([0, 0, 0, 255, 255, 0, 0, 0])
    for (let x = 12; x < 68; x++) expect(column(x, 50, 54)).toContain(255)
    expect(column(40, 62, 78)).toEqual(Array(16).fill(255))
    for (const [x, y] of [
      [11, 11],
      [13, 13],
      [68, 28],
    ] as const)
      expect(ink(x, y)).toBe(0)
  })

  test('a plate never lies where the picture is not opaque, and a wider choke never has more ink', () => {
    const bits = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 24 * 24, maxLength: 24 * 24 })
    fc.assert(
      fc.property(bits, fc.integer({ min: 0, max: 6 }), (values, tenths) => {
        const alpha = { width: 24, height: 24, data: Uint8Array.from(values) }
        const plate = plateOf(alpha, { ...white, chokeMm: tenths / 10 }, dpi)
        for (let at = 0; at < plate.length; at++) if (plate[at] !== 0) expect(alpha.data[at]).toBeGreaterThanOrEqual(128)
        expect(coverageOf(plate, white)).toBeLessThanOrEqual(coverageOf(plateOf(alpha, white, dpi), white))
      }),
      { numRuns: 60 },
    )
  })

  test('white leaves out the area without white ink, choked from its edge, and varnish does not', () => {
    const alpha = drawn(20, 10, () => 255)
    const bare = Uint8Array.from({ length: 200 }, (_, at) => (at % 20 >= 10 ? 1 : 0))
    const plate = plateOf(alpha, { ...white, chokeMm: 0.2 }, dpi, bare)
    const row = Array.from(plate.subarray(100, 120), (ink) => ink / 255)
    expect(row).toEqual([0, 0, ...Array(6).fill(1), ...Array(12).fill(0)])
    const varnish: Plate = { ...white, role: 'varnish' }
    expect(coverageOf(plateOf(alpha, varnish, dpi, bare), varnish)).toBe(1)
    expect(plateOf(alpha, white, dpi, null)).toEqual(plateOf(alpha, white, dpi))
  })

  test('a solid plate covers all, an empty one nothing, and one of the picture follows every step of it', () => {
    const alpha = drawn(3, 1, (x) => [0, 100, 255][x] ?? 0)
    expect([...plateOf(alpha, { ...white, source: 'solid' }, dpi)]).toEqual([255, 255, 255])
    expect([...plateOf(alpha, { ...white, source: 'picture' }, dpi)]).toEqual([0, 100, 255])
    expect([...plateOf(alpha, { ...white, source: 'none' }, dpi)]).toEqual([0, 0, 0])
    expect([...plateOf(alpha, { ...white, source: 'none', inverted: true }, dpi)]).toEqual([255, 255, 255])
    expect(coverageOf(Uint8Array.of(0, 255), { inverted: false })).toBe(0.5)
    expect(coverageOf(Uint8Array.of(0, 0), { inverted: true })).toBe(1)
  })
})
