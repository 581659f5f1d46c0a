import { describe, expect, test } from 'vitest'
import { flatten } from '../outline/curve'
import { cutCurves } from './cut-line'

const drawn = (width: number, height: number, isOpaque: (x: number, y: number) => boolean) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => (isOpaque(at % width, Math.floor(at / width)) ? 255 : 0)),
})
const pointsOf = (curve: Float64Array) => {
  const flat = flatten(curve)
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0] as const)
}
const boundsOf = (curve: Float64Array) => {
  const points = pointsOf(curve)
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

describe('a cut line', () => {
  test.each([0, 5, 24])('a cut line runs %d px outside a rectangle', (offset) => {
    const curves = cutCurves(
      drawn(200, 160, (x, y) => x >= 40 && x < 150 && y >= 30 && y < 120),
      offset,
    )
    expect(curves).toHaveLength(1)
    const wanted = [40 - offset, 30 - offset, 150 + offset, 120 + offset]
    boundsOf(curves[0] ?? new Float64Array()).forEach((value, side) => {
      expect(Math.abs(value - (wanted[side] ?? 0))).toBeLessThan(0.6)
    })
  })

  test('a cut line keeps its distance all around a circle', () => {
    const [curve] = cutCurves(
      drawn(240, 240, (x, y) => Math.hypot(x + 0.5 - 120, y + 0.5 - 120) <= 80),
      12,
    )
    for (const [x, y] of pointsOf(curve ?? new Float64Array())) {
      expect(Math.abs(Math.hypot(x - 120, y - 120) - 92)).toBeLessThan(1.1)
    }
  })

  test('a cut line goes around a hole, leaves specks alone, and is none around nothing', () => {
    const ring = (x: number, y: number) => {
      const from = Math.hypot(x - 100, y - 100)
      return (from <= 80 && from >= 40) || (x > 190 && y > 190)
    }
    expect(cutCurves(drawn(200, 200, ring), 0)).toHaveLength(2)
    expect(
      cutCurves(
        drawn(50, 50, () => false),
        3,
      ),
    ).toEqual([])
  })
})
