import { describe, expect, test } from 'vitest'
import { maskHole } from './mask-hole'

/** A picture of letters: # is opaque, anything else transparent. */
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
  test('is what is transparent inside the frame, its soft edge and an outside that is transparent left aside', () => {
    expect(maskHole(...picture('.######.', '.#++++#.', '.#....#.', '.#....#.', '.######.'))).toEqual({
      left: 2,
      right: 2,
      top: 1,
      bottom: 1,
    })
  })

  test('is the largest of several, and goes round a camera', () => {
    expect(maskHole(...picture('########', '#.#....#', '###.##.#', '###....#', '########'))).toEqual({
      left: 3,
      right: 1,
      top: 1,
      bottom: 1,
    })
  })

  test('is none without a frame, in a full picture, or when it is only a button', () => {
    expect(maskHole(...picture('....', '.##.', '....'))).toBeNull()
    expect(maskHole(...picture('####', '####', '####'))).toBeNull()
    expect(maskHole(...picture('##########', '#.########', '##########', '##########'))).toBeNull()
  })
})
