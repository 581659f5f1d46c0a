import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flatten, resample, settle, simplify, smooth } from './curve'
import { distanceField } from './distance'
import { shapeRuns } from './mask'
import { createOutliner } from './outline'
import { ringArea, ringLength, ringsAt, TooComplexError } from './rings'
import type { Pixels } from './shapes'
import { strokePaths } from './stroke'
import { all, fail, picture, red, shape } from './test-pictures'

describe('the distance to a shape', () => {
  test('the distance field holds the distance to the nearest pixel of any shape', () => {
    const cells = fc.array(fc.boolean(), { minLength: 81, maxLength: 81 }).filter((marks) => marks.includes(true))
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 12 }), (marks, reach) => {
        const field = distanceField(
          shape(9, (x, y) => marks[y * 9 + x] === true),
          reach,
          all,
        )
        if (field === null) throw new Error('a shape was drawn')
        for (let y = 0; y < field.height; y++) {
          for (let x = 0; x < field.width; x++) {
            let nearest = Number.POSITIVE_INFINITY
            marks.forEach((on, at) => {
              if (on) nearest = Math.min(nearest, (x + field.left - (at % 9)) ** 2 + (y + field.top - Math.floor(at / 9)) ** 2)
            })
            if (nearest <= reach * reach) expect(field.squared[y * field.width + x]).toBe(nearest)
            else expect(field.squared[y * field.width + x]).toBeGreaterThan(reach * reach)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  /** Small blocks scattered so widely that most of the picture is out of reach. The first is hollow. */
  const side = 120
  const scattered = fc
    .array(fc.tuple(fc.nat(side - 1), fc.nat(side - 1), fc.nat(12), fc.nat(12)), { minLength: 1, maxLength: 5 })
    .map((blocks) => {
      const isIn = (x: number, y: number, margin: number, [left, top, w, h] = [0, 0, 0, 0]) =>
        x >= left + margin && x <= left + w - margin && y >= top + margin && y <= top + h - margin
      return shape(side, (x, y) => blocks.some((block) => isIn(x, y, 0, block)) && !isIn(x, y, 1, blocks[0]))
    })

  test('the distance field of a large picture is exact within reach, and its band holds all of it', () => {
    fc.assert(
      fc.property(scattered, fc.integer({ min: 1, max: 20 }), ({ data }, reach) => {
        const field = distanceField({ data, width: side, height: side }, reach, all) ?? fail()
        const { band, width, height, left, top, squared } = field
        const marks: number[] = []
        for (let at = 0; at < side * side; at++) {
          if (data[at * 4 + 3] === 255) marks.push((at % side) - left, Math.floor(at / side) - top)
        }
        const inBand = new Uint8Array(width * height)
        for (let run = 0; run < band.count; run++) {
          const base = (band.row[run] ?? 0) * width
          inBand.fill(1, base + (band.start[run] ?? 0), base + (band.end[run] ?? 0))
        }
        const wrong: string[] = []
        for (let at = 0; at < inBand.length; at++) {
          const [x, y] = [at % width, Math.floor(at / width)]
          let nearest = Number.POSITIVE_INFINITY
          for (let mark = 0; mark < marks.length; mark += 2) {
            nearest = Math.min(nearest, ((marks[mark] ?? 0) - x) ** 2 + ((marks[mark + 1] ?? 0) - y) ** 2)
          }
          const found = squared[at] ?? -1
          const isReached = nearest <= reach * reach
          const isExact = isReached ? found === nearest : found > reach * reach
          if (!isExact || (nearest === 0 ? inBand[at] === 1 : isReached && inBand[at] === 0)) wrong.push(`${x},${y}: ${found}`)
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('the lines beside the band are all lines of the grid', () => {
    fc.assert(
      fc.property(scattered, fc.integer({ min: 1, max: 20 }), (pixels, reach) => {
        const field = distanceField(pixels, reach, all) ?? fail()
        const { width, height } = field
        const whole = {
          start: new Int32Array(height),
          end: new Int32Array(height).fill(width),
          row: Int32Array.from({ length: height }, (_, y) => y),
          count: height,
        }
        for (const distance of [0.25, reach / 2, reach]) {
          expect(ringsAt(field, distance)).toEqual(ringsAt({ ...field, band: whole }, distance))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('a pixel belongs to the shape by its alpha alone, whatever its neighbours and its colour', () => {
    const alphas = fc.array(fc.constantFrom(0, 25, 26, 127, 128, 255), { minLength: 74, maxLength: 74 })
    fc.assert(
      fc.property(alphas, fc.constantFrom(1, 26, 128, 255), fc.nat(255), (alpha, threshold, color) => {
        const data = Uint8ClampedArray.from({ length: 74 * 4 }, (_, at) => (at % 4 === 3 ? (alpha[at >> 2] ?? 0) : color))
        const runs = shapeRuns({ data, width: 37, height: 2 }, { threshold, minArea: 1 })
        const found = new Array(74).fill(false)
        for (let run = 0; run < (runs?.count ?? 0); run++) {
          const base = (runs?.row[run] ?? 0) * 37
          found.fill(true, base + (runs?.start[run] ?? 0), base + (runs?.end[run] ?? 0))
        }
        expect(found).toEqual(alpha.map((value) => value >= threshold))
      }),
    )
  })

  test('the distance field ignores barely visible pixels and specks', () => {
    expect(distanceField(picture('+++', '+++'), 5, all)).toBeNull()
    const dusty = picture('##.......', '##.......', '.........', '........#')
    expect(distanceField(dusty, 2, { threshold: 128, minArea: 2 })?.squared).toEqual(
      distanceField(picture('##.......', '##.......', '.........', '.........'), 2, all)?.squared,
    )
  })

  test('regions that touch only by a corner, or join further down, count as one', () => {
    const joined = picture('#...#', '.#.#.', '..#..')
    expect(distanceField(joined, 2, { threshold: 128, minArea: 5 })).not.toBeNull()
    expect(distanceField(joined, 2, { threshold: 128, minArea: 6 })).toBeNull()
  })
})

describe('rings', () => {
  test('rings run around islands one way and around holes the other', () => {
    const ring = shape(120, (x, y) => {
      const away = Math.hypot(x - 60, y - 60)
      return (away < 40 && away > 25) || (x < 8 && y < 8)
    })
    const field = distanceField(ring, 6, all)
    const areas = field === null ? [] : ringsAt(field, 5).map(ringArea)
    expect(areas.filter((area) => area < 0)).toHaveLength(2)
    expect(areas.filter((area) => area > 0)).toHaveLength(1)
  })

  test('the rings of a disc have its length and area', () => {
    const field = distanceField(
      shape(200, (x, y) => Math.hypot(x - 99.5, y - 99.5) <= 60),
      25,
      all,
    )
    const [ring] = field === null ? [] : ringsAt(field, 20)
    if (!ring) throw new Error('no ring')
    expect(Math.abs(ringArea(ring)) / (Math.PI * 80 ** 2)).toBeCloseTo(1, 1)
    expect(ringLength(ring) / (2 * Math.PI * 80)).toBeCloseTo(1, 1)
  })

  test('rings keep their distance after simplifying and smoothing', () => {
    const blob = shape(400, (x, y) => Math.hypot(x - 150, y - 200) < 100 || Math.hypot(x - 260, y - 180) < 80)
    const field = distanceField(blob, 40, all)
    if (field === null) throw new Error('a shape was drawn')
    const points: [number, number][] = []
    for (let y = 0; y < 400; y++)
      for (let x = 0; x < 400; x++) {
        if ((blob.data[(y * 400 + x) * 4 + 3] ?? 0) > 0) points.push([x + 0.5, y + 0.5])
      }
    const [ring] = ringsAt(field, 30)
    if (!ring) throw new Error('no ring')
    const kept = simplify(ring, 0.2)
    const curve = smooth(settle(ring, kept, 0.2), 0.2)
    expect(curve.length).toBeLessThan(ring.length / 2)
    const line = flatten(curve, 3)
    let sum = 0
    let count = 0
    for (let at = 0; at < line.length; at += 14) {
      let nearest = Number.POSITIVE_INFINITY
      for (const [x, y] of points) {
        nearest = Math.min(nearest, ((line[at] ?? 0) - x) ** 2 + ((line[at + 1] ?? 0) - y) ** 2)
      }
      sum += Math.abs(Math.sqrt(nearest) - 30)
      count++
    }
    expect(sum / count).toBeLessThan(0.05)
  })

  test('the points of a simplified ring settle on the middle of a rippled line, and its corners stay', () => {
    const rippled = Float64Array.from({ length: 2400 }, (_, at) => {
      const turn = ((at >> 1) * Math.PI) / 600
      const radius = 100 + 0.15 * Math.sin(turn * 97)
      return at % 2 === 0 ? radius * Math.cos(turn) : radius * Math.sin(turn)
    })
    const error = (kept: Float64Array) => {
      const line = flatten(smooth(kept, 0.4))
      let sum = 0
      for (let at = 0; at < line.length; at += 2) sum += Math.abs(Math.hypot(line[at] ?? 0, line[at + 1] ?? 0) - 100)
      return sum / (line.length / 2)
    }
    const kept = simplify(rippled, 0.4)
    expect(error(settle(rippled, kept, 0.4))).toBeLessThan(error(kept) * 0.7)
    const square = Float64Array.of(0, 0, 5, 0, 10, 0, 10, 5, 10, 10, 5, 10, 0, 10, 0, 5)
    const corners = simplify(square, 0.4)
    expect(settle(square, corners, 0.4)).toEqual(corners)
  })

  test('simplified rings stay within the tolerance, and resampled rings have equal steps', () => {
    const circle = Float64Array.from({ length: 720 }, (_, at) => {
      const turn = (Math.floor(at / 2) * Math.PI) / 180
      return at % 2 === 0 ? 100 * Math.cos(turn) : 100 * Math.sin(turn)
    })
    const fewer = simplify(circle, 0.5)
    expect(fewer.length).toBeLessThan(circle.length / 5)
    expect(Math.abs(ringArea(fewer)) / Math.abs(ringArea(circle))).toBeGreaterThan(0.99)
    const even = resample(circle, 12)
    for (let at = 0; at < 12; at++) {
      expect(Math.atan2(even[at * 2 + 1] ?? 0, even[at * 2] ?? 0)).toBeCloseTo(
        at <= 6 ? (at * Math.PI) / 6 : ((at - 12) * Math.PI) / 6,
        1,
      )
    }
  })
})

/** A star of ten corners with edges as smooth as in a drawn picture. */
function star(size: number): Pixels {
  const [far, near, step] = [size * 0.42, size * 0.19, Math.PI / 5]
  const made = shape(size, () => false)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [dx, dy] = [x + 0.5 - size / 2, y + 0.5 - size / 2]
      // Distance of the edge in this direction, between one corner and the next.
      const turn = Math.atan2(dy, dx) + Math.PI * 2.5
      const at = Math.floor(turn / step)
      const [from, to, angle] = [at % 2 === 0 ? far : near, at % 2 === 0 ? near : far, turn - at * step]
      const edge = (from * to * Math.sin(step)) / (from * Math.sin(angle) + to * Math.sin(step - angle))
      made.data[(y * size + x) * 4 + 3] = 255 * Math.min(1, Math.max(0, edge - Math.hypot(dx, dy) + 0.5))
    }
  }
  return made
}

describe('an outline', () => {
  const widest = { ...red, width: 10 }

  test('the outline of a simple star is a small drawing', () => {
    expect(createOutliner(star(1280)).stroke(widest, 2)?.svg.length).toBeLessThan(9000)
  })

  test('an outline goes around a soft edge, not through its middle', () => {
    const soft = shape(200, () => false)
    for (let y = 0; y < 200; y++) {
      for (let x = 0; x < 200; x++) {
        soft.data[(y * 200 + x) * 4 + 3] = 255 * Math.min(1, Math.max(0, (80 - Math.hypot(x - 99.5, y - 99.5)) / 40))
      }
    }
    const [ring] = ringsAt(distanceField(soft, 10) ?? fail(), 1)
    // The alpha falls from full to none between 40 and 80 px; a tenth of it is left at 76.
    expect(Math.sqrt(Math.abs(ringArea(ring ?? fail())) / Math.PI)).toBeGreaterThan(76)
  })

  test('a picture that is half transparent everywhere has an outline', () => {
    const faint = shape(50, (x) => x > 10 && x < 40)
    faint.data.forEach((value, at) => {
      faint.data[at] = value / 3
    })
    expect(createOutliner(faint).stroke(widest, 1)).not.toBeNull()
  })

  test.each([3, 6, 10, 14])('an outline fills a hole of radius %d that it reaches across', (radius) => {
    const holed = shape(120, (x, y) => x > 20 && x < 100 && y > 20 && y < 100 && Math.hypot(x - 60, y - 60) > radius)
    const [path] = strokePaths(distanceField(holed, 40) ?? fail(), { ...widest, width: 15 }, 1)
    const rings = (path?.d.split('Z') ?? []).filter(Boolean)
    expect(rings).toHaveLength(2)
    // Every point of the hole is within half the line's width of the ring inside it.
    const numbers = rings[1]?.match(/-?[\d.]+/g)?.map(Number) ?? []
    const away = Math.max(...numbers.filter((_, at) => at % 2 === 0)) - 60
    expect(away - 0.6).toBeLessThanOrEqual((path?.width ?? 0) / 2)
    expect(away + (path?.width ?? 0) / 2).toBeGreaterThanOrEqual(radius - 0.6)
  })

  test('the outline of noise is refused before it is drawn', () => {
    let state = 1
    const noise = shape(1200, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state > 0x90000000
    })
    expect(() => createOutliner(noise).stroke({ ...red, style: 'DASHED', width: 1 }, 1)).toThrow(TooComplexError)
  })
})
