import { describe, expect, test } from 'vitest'
import { maskHole, maskHoles } from './mask-hole'

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

  test('a picture without a frame, a fully opaque one, or one with a tiny hole has no hole', () => {
    expect(maskHole(...picture('....', '.##.', '....'))).toBeNull()
    expect(maskHole(...picture('####', '####', '####'))).toBeNull()
    expect(maskHole(...picture('##########', '#.########', '##########', '##########'))).toBeNull()
  })
})
