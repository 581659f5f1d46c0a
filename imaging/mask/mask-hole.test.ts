import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Margins, maskHole, maskHoles } from './mask-hole'

/** A picture drawn with letters: # is opaque, + is a soft edge, anything else is transparent. */
function picture(...rows: readonly string[]): [Uint8ClampedArray, number, number] {
  const width = rows[0]?.length ?? 0
  const rgba = new Uint8ClampedArray(
    rows
      .join('')
      .split('')
      .flatMap((letter) => [0, 0, 0, letter === '#' ? 255 : letter === '+' ? 20 : 0]),
  )
  return [rgba, width, rows.length]
}

/** The transparent parts inside a picture that cover a tenth of it, found pixel by pixel. */
function partsOf(rows: readonly string[]): readonly Margins[] {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const taken = new Set<string>()
  const parts: Margins[] = []
  for (let top = 0; top < height; top++) {
    for (let left = 0; left < width; left++) {
      const part: (readonly [x: number, y: number])[] = []
      const waiting: (readonly [x: number, y: number])[] = [[left, top]]
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [x, y] = next
        if (rows[y]?.[x] !== '.' || taken.has(`${x} ${y}`)) continue
        taken.add(`${x} ${y}`)
        part.push(next)
        waiting.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1])
      }
      const [xs, ys] = [part.map(([x]) => x), part.map(([, y]) => y)]
      const margins = {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: width - 1 - Math.max(...xs),
        bottom: height - 1 - Math.max(...ys),
      }
      if (part.length >= width * height * 0.1 && Object.values(margins).every((margin) => margin > 0)) parts.push(margins)
    }
  }
  return parts
}

describe('the hole of a mask', () => {
  test('the hole of a mask is the transparent part inside the frame, without its soft edge and the outside', () => {
    expect(maskHole(...picture('.######.', '.#++++#.', '.#....#.', '.#....#.', '.######.'))).toEqual({
      left: 2,
      right: 2,
      top: 1,
      bottom: 1,
    })
  })

  test('of several holes the largest counts, and the opaque camera in it does not end it', () => {
    expect(maskHole(...picture('########', '#.#....#', '###.##.#', '###....#', '########'))).toEqual({
      left: 3,
      right: 1,
      top: 1,
      bottom: 1,
    })
  })

  test('the holes that are large enough are listed, the largest first', () => {
    expect(maskHoles(...picture('##########', '#.#......#', '#.#......#', '#.#......#', '##########'))).toEqual([
      { left: 3, right: 1, top: 1, bottom: 1 },
    ])
    expect(maskHoles(...picture('##########', '#..#.....#', '#..#.....#', '#..#.....#', '##########'))).toEqual([
      { left: 4, right: 1, top: 1, bottom: 1 },
      { left: 1, right: 7, top: 1, bottom: 1 },
    ])
  })

  test('the parts of any picture are those that are found pixel by pixel', () => {
    const rows = fc.integer({ min: 1, max: 12 }).chain((width) => {
      const row = fc.array(fc.constantFrom('#', '.', '.'), { minLength: width, maxLength: width })
      return fc.array(row, { minLength: 1, maxLength: 12 })
    })
    fc.assert(
      fc.property(rows, (letters) => {
        const drawn = letters.map((row) => row.join(''))
        const sizes = (all: readonly Margins[]) => all.map((one) => JSON.stringify(one)).sort()
        expect(sizes(maskHoles(...picture(...drawn)))).toEqual(sizes(partsOf(drawn)))
      }),
    )
  })

  test('a picture without a frame, a fully opaque one, or one with a tiny hole has no hole', () => {
    expect(maskHole(...picture('....', '.##.', '....'))).toBeNull()
    expect(maskHole(...picture('####', '####', '####'))).toBeNull()
    expect(maskHole(...picture('##########', '#.########', '##########', '##########'))).toBeNull()
  })
})
