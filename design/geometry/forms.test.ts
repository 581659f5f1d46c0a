import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Form } from '../../contract/rules/appearance'
import { pathData, segmentsOf } from '../../contract/rules/path-data'
import { formPath } from './forms'
import type { Point } from './shapes'

/** Points along a path, close together. */
function pointsOf(d: string): readonly Point[] {
  let pen: Point = { x: 0, y: 0 }
  return segmentsOf(d).flatMap(({ type, points }) => {
    const [a = pen, b = pen, c = pen] = points
    const from = pen
    pen = points.at(-1) ?? pen
    if (type !== 'C') return points
    return Array.from({ length: 65 }, (_, i) => {
      const t = i / 64
      const mix = (axis: 'x' | 'y') =>
        (1 - t) ** 3 * from[axis] + 3 * (1 - t) ** 2 * t * a[axis] + 3 * (1 - t) * t ** 2 * b[axis] + t ** 3 * c[axis]
      return { x: mix('x'), y: mix('y') }
    })
  })
}

function boundsOfPath(d: string): readonly number[] {
  const points = pointsOf(d)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const filling: fc.Arbitrary<Form> = fc.oneof(
  fc.record({ kind: fc.constant('rect' as const), radius: fc.integer({ min: 0, max: 600 }) }),
  fc.constant<Form>({ kind: 'ellipse' }),
  fc.record({ kind: fc.constant('polygon' as const), sides: fc.integer({ min: 3, max: 24 }) }),
  fc.record({
    kind: fc.constant('star' as const),
    points: fc.integer({ min: 3, max: 48 }),
    inner: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  }),
  fc.constant<Form>({ kind: 'heart' }),
  fc.record({ kind: fc.constant('bubble' as const), radius: fc.integer({ min: 0, max: 600 }), tail: share }),
  fc.constant<Form>({ kind: 'line' }),
  fc.record({
    kind: fc.constant('arrow' as const),
    head: fc.double({ min: 0.1, max: 10, noNaN: true }),
    both: fc.boolean(),
  }),
)

describe('forms', () => {
  test('a form touches all four edges of its box and does not leave it, whatever its settings', () => {
    fc.assert(
      fc.property(filling, fc.integer({ min: 20, max: 900 }), fc.integer({ min: 20, max: 900 }), (form, width, height) => {
        const bounds = boundsOfPath(formPath(form, width, height))
        // Curves are sampled, and path data is written to a thousandth.
        ;[0, 0, width, height].forEach((edge, i) => {
          expect(Math.abs((bounds[i] ?? Number.NaN) - edge)).toBeLessThan(0.002 + Math.max(width, height) * 0.001)
        })
      }),
    )
  })

  test('corners keep their radius in any box and are never rounder than the shorter side allows', () => {
    expect(formPath({ kind: 'rect', radius: 10 }, 100, 50)).toBe(
      'M10 0L90 0A10 10 0 0 1 100 10L100 40A10 10 0 0 1 90 50L10 50A10 10 0 0 1 0 40L0 10A10 10 0 0 1 10 0Z',
    )
    expect(formPath({ kind: 'rect', radius: 999 }, 100, 50)).toContain('A25 25 0 0 1 100 25')
    expect(formPath({ kind: 'rect', radius: 0 }, 100, 50)).toBe('M0 0L100 0L100 50L0 50Z')
  })

  test('an ellipse, a polygon, a star and an arrow have the points that their names say', () => {
    for (const { x, y } of pointsOf(formPath({ kind: 'ellipse' }, 200, 80))) {
      expect(Math.hypot((x - 100) / 100, (y - 40) / 40)).toBeCloseTo(1, 3)
    }
    expect(formPath({ kind: 'polygon', sides: 4 }, 100, 60)).toBe('M50 0L100 30L50 60L0 30Z')
    expect(formPath({ kind: 'star', points: 5, inner: 0.4 }, 100, 100).match(/L/g)).toHaveLength(9)
    expect(formPath({ kind: 'arrow', head: 1, both: false }, 100, 20)).toBe('M80 6L80 0L100 10L80 20L80 14L0 14L0 6Z')
    expect(formPath({ kind: 'arrow', head: 1, both: true }, 100, 20)).toBe(
      'M80 6L80 0L100 10L80 20L80 14L20 14L20 20L0 10L20 0L20 6Z',
    )
  })

  test('the tail of a bubble points at its place and stands on the straight part of the edge', () => {
    for (const tail of [0, 0.5, 1]) {
      const tip = pointsOf(formPath({ kind: 'bubble', radius: 20, tail }, 200, 100)).find(({ y }) => y === 100)
      expect(tip?.x).toBe(tail * 200)
    }
  })

  test('a path of its own is stretched to the box', () => {
    const form = { kind: 'path', d: 'm10 0 h10 v20 h-20z', width: 20, height: 20 } as const
    expect(formPath(form, 200, 40)).toBe('M100 0L200 0L200 40L0 40Z')
  })
})

describe('path data', () => {
  test('every command is understood, relative and repeated ones too', () => {
    expect(pathData(segmentsOf('M1 2 3 4l1 1H9V8h1v1Zl2 2'))).toBe('M1 2L3 4L4 5L9 5L9 8L10 8L10 9ZL3 4')
    expect(pathData(segmentsOf('M0 0C0 3 3 3 3 0S6-3 6 0q3 0 3 3t3 3'))).toBe(
      'M0 0C0 3 3 3 3 0C3 -3 6 -3 6 0C8 0 9 1 9 3C9 5 10 6 12 6',
    )
  })

  test('arcs become curves on their ellipse, with flags written without spaces', () => {
    for (const d of ['M0 10A10 10 0 0110 0', 'M0 10a10 10 0 0 1 20 0', 'M0 10A10 10 0 1 0 10 0']) {
      const [from, ...rest] = pointsOf(d)
      expect(from).toEqual({ x: 0, y: 10 })
      for (const { x, y } of rest) expect(Math.hypot(x - 10, y - 10)).toBeCloseTo(10, 1)
    }
    // Radii that do not reach the end are enlarged.
    expect(boundsOfPath('M0 0A1 1 0 0 1 20 0').map((value) => Math.round(value))).toEqual([0, -10, 20, 0])
    expect(pathData(segmentsOf('M0 0A0 5 0 0 1 20 0'))).toBe('M0 0C0 0 20 0 20 0')
  })

  test('reading ends at the first mistake, and only numbers are ever written', () => {
    expect(pathData(segmentsOf('M0 0L5 5L7"/><script>'))).toBe('M0 0L5 5')
    expect(pathData(segmentsOf('L5 5'))).toBe('')
    expect(pathData(segmentsOf('M1e999 0'))).toBe('')
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('M0 0', ''), (text, start) => {
        expect(pathData(segmentsOf(start + text))).toMatch(/^[MLCZ0-9 .e+-]*$/)
      }),
    )
  })
})
