import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curvePath, simplify, smooth } from './curve'
import { distanceField } from './distance'
import { createOutliner } from './outline'
import { ringLength, ringsAt } from './rings'
import { type StrokeSettings, strokePaths } from './stroke'
import { readStroke, readStrokeBox, strokeSvg } from './svg'
import { all, fail, red, shape, square } from './test-pictures'

describe('a stroke', () => {
  const pathsOf = (settings: Partial<StrokeSettings>, scale = 1) => {
    const field = distanceField(square, 200, all)
    if (field === null) throw new Error('a shape was drawn')
    return strokePaths(field, { ...red, ...settings }, scale)
  }
  /** Returns the least and largest x of the numbers of a path that uses only corner points and handles. */
  const widthOf = (d: string) => {
    const numbers = (d.match(/-?[\d.]+/g) ?? []).map(Number)
    const xs = numbers.filter((_, at) => at % 2 === 0)
    return [Math.min(...xs), Math.max(...xs)] as const
  }

  test.each([
    [0, 10, 1],
    [5, 10, 1],
    [20, 3, 1],
    [10, 4, 2],
  ])('a stroke of offset %d and width %d ends at the right distance, at %d px per unit', (offset, width, scale) => {
    const [path] = pathsOf({ offset, width }, scale)
    const [left, right] = widthOf(path?.d ?? '')
    expect(right + (path?.width ?? 0) / 2).toBeCloseTo(70 + (offset + width) * scale, 0)
    expect(left - (path?.width ?? 0) / 2).toBeCloseTo(30 - (offset + width) * scale, 0)
    // A stroke close to the picture extends under its soft edge; one further out leaves the requested gap.
    const inner = right - (path?.width ?? 0) / 2
    if (offset === 0) expect(inner).toBeLessThan(70)
    else expect(inner).toBeCloseTo(70 + offset * scale, 0)
  })

  test('a double stroke has its second line outside the first', () => {
    const [outer, inner] = pathsOf({ style: 'DOUBLE_SOLID', color2: '#00f', width2: 6, opacity2: 50 })
    expect([outer?.color, inner?.color, outer?.opacity]).toEqual(['#00f', '#f00', 0.5])
    expect(widthOf(outer?.d ?? '')[1] + (outer?.width ?? 0) / 2).toBeCloseTo(70 + 10 + 6, 0)
  })

  test('a double stroke without a second colour uses the catalogue defaults', () => {
    const [outer] = pathsOf({ style: 'DOUBLE_SOLID' })
    expect([outer?.color, outer?.opacity]).toEqual(['#000', 1])
  })

  test('a dashed stroke closes with a whole dash', () => {
    for (const width of [2, 7, 10, 33]) {
      for (const path of pathsOf({ style: 'DASHED', width, offset: 10 })) {
        const [dash, gap] = path.dash ?? [0, 0]
        const field = distanceField(square, 200, all)
        const [ring] = field === null ? [] : ringsAt(field, 10 + width / 2 + 0.5)
        const turns = ringLength(ring ?? new Float64Array()) / (dash + gap)
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(0.1)
        expect(dash / gap).toBeCloseTo(1.5)
      }
    }
  })

  test('a zigzag stroke stays inside its band', () => {
    const [path] = pathsOf({ style: 'ZIGZAG', width: 12, offset: 6 })
    const [, right] = widthOf(path?.d ?? '')
    expect(right + (path?.width ?? 0) / 2).toBeLessThanOrEqual(70 + 18 + 1)
    expect(right).toBeGreaterThan(70 + 6)
  })

  test('a stroke of any picture with any settings is a finite path or none', () => {
    const settings = fc.record({
      style: fc.constantFrom('SOLID' as const, 'DOUBLE_SOLID' as const, 'DASHED' as const, 'ZIGZAG' as const),
      color: fc.constant('#123abc'),
      width: fc.integer({ min: 1, max: 100 }),
      opacity: fc.integer({ min: 0, max: 100 }),
      offset: fc.integer({ min: 0, max: 100 }),
    })
    const marks = fc.array(fc.boolean(), { minLength: 400, maxLength: 400 })
    fc.assert(
      fc.property(marks, settings, fc.double({ min: 0.05, max: 3, noNaN: true }), (on, stroke, scale) => {
        const outline = createOutliner(shape(20, (x, y) => on[y * 20 + x] === true)).stroke(stroke, scale)
        if (outline === null) return
        expect(outline.svg).not.toMatch(/NaN|Infinity|undefined/)
        expect(readStrokeBox(outline.svg)).toEqual({ width: 20, height: 20, margin: outline.margin })
      }),
      { numRuns: 40 },
    )
  })

  test('an empty picture has no stroke, and an opaque one is reported as a rectangle', () => {
    const empty = createOutliner(shape(50, () => false))
    expect([empty.stroke(red, 1), empty.opaque]).toEqual([null, false])
    const opaque = createOutliner(shape(50, () => true))
    expect(opaque.opaque).toBe(true)
    expect(opaque.stroke(red, 1)?.svg).toContain('stroke-width')
  })

  test('a stroke is the same from its own distance field and from a wider one', () => {
    const kept = createOutliner(square)
    kept.stroke({ ...red, width: 100 }, 1)
    expect(kept.stroke(red, 1)?.svg).toBe(createOutliner(square).stroke(red, 1)?.svg)
  })

  test.each(['SOLID', 'DOUBLE_SOLID', 'DASHED', 'ZIGZAG'] as const)(
    'a stroke of style %s is parsed as it was written',
    (style) => {
      const paths = pathsOf({ style, opacity: 35, color2: '#00ff00' })
      const box = { width: 100, height: 100, margin: 30 }
      const read = readStroke(strokeSvg(paths, box))
      expect(read?.box).toEqual(box)
      expect(read?.paths.map(({ d, color, join }) => ({ d, color, join }))).toEqual(
        paths.map(({ d, color, join }) => ({ d, color, join })),
      )
      paths.forEach((path, at) => {
        expect(read?.paths[at]?.width).toBeCloseTo(path.width, 2)
        expect(read?.paths[at]?.opacity).toBeCloseTo(path.opacity, 2)
        expect(read?.paths[at]?.dash?.[0] ?? 0).toBeCloseTo(path.dash?.[0] ?? 0, 2)
        expect(read?.paths[at]?.dash?.[1] ?? 0).toBeCloseTo(path.dash?.[1] ?? 0, 2)
      })
      expect(readStroke('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBeNull()
    },
  )

  test('writing a stroke refuses an invalid colour', () => {
    expect(() => strokeSvg(pathsOf({ color: '"/><script>' }), { width: 1, height: 1, margin: 1 })).toThrow('not a hex colour')
  })

  test('the path of a stroke begins, curves and closes', () => {
    const [ring] = ringsAt(distanceField(square, 5, all) ?? fail(), 3)
    expect(curvePath(smooth(simplify(ring ?? fail(), 0.1), 0.1))).toMatch(/^M[-\d. ]+C[-\d. ]+Z$/)
  })
})
