/** Tests the pixel steps on small pictures that are drawn here. */
import { describe, expect, test } from 'vitest'
import { composeCutout } from './compose'
import { doubtOf, isSubject, measureMask, sharedWith } from './found'
import { bodyMask, commonMask, headMask } from './masks'
import { boxMean, newPlane, type Plane, resized } from './plane'
import { edgeModel } from './refine'
import { boxOf, holesOf, partsOf, withoutDust } from './regions'

/** A plane from rows of characters: `#` is 1, `+` is 0.7, anything else 0. */
function plane(...rows: string[]): Plane {
  const values = [...rows.join('')].map((sign) => (sign === '#' ? 1 : sign === '+' ? 0.7 : 0))
  return { width: rows[0]?.length ?? 0, height: rows.length, data: Float32Array.from(values) }
}

const drawn = ({ width, height, data }: Plane): string[] =>
  Array.from({ length: height }, (_, y) =>
    [...data.subarray(y * width, (y + 1) * width)].map((value) => (value > 0.5 ? '#' : '.')).join(''),
  )

describe('belief in a mask', () => {
  test('doubt of a mask grows with the pixels that the model could not classify, and an empty mask is not trusted', () => {
    expect(doubtOf(plane('##++', '##..'), plane('##..', '##..'))).toBe(0.5)
    expect(doubtOf(plane('##++'), plane('....'))).toBe(Number.POSITIVE_INFINITY)
  })
  test('the shared part of two masks does not depend on the size of the other mask', () => {
    expect(sharedWith(plane('##..', '##..'), plane('#...', '#...'))).toBe(0.5)
    expect(sharedWith(plane('##..', '##..'), plane('####....', '####....', '####....', '####....'))).toBe(1)
    expect(sharedWith(plane('..'), plane('##'))).toBe(0)
  })
})

describe('parts of a mask', () => {
  const two = plane('##....', '##..#.', '......')
  test('the regions of a mask are found with their boxes, the largest first', () => {
    expect(partsOf(two).map(({ pixels, box }) => [pixels.length, box])).toEqual([
      [4, { left: 0, top: 0, width: 2, height: 2 }],
      [1, { left: 4, top: 1, width: 1, height: 1 }],
    ])
    expect(boxOf(two)).toEqual({ left: 0, top: 0, width: 5, height: 2 })
    expect(boxOf(plane('..', '..'))).toBeNull()
  })
  test('specks are removed from a mask', () => expect(drawn(withoutDust(two, 0.3))).toEqual(['##....', '##....', '......']))
  test('isolated haze is removed from a mask, and the soft border of regions stays', () => {
    const soft = { width: 6, height: 1, data: Float32Array.of(1, 0.3, 0, 0.3, 0.1, 0) }
    expect([...withoutDust(soft, 0.1).data].map((value) => Number(value.toFixed(1)))).toEqual([1, 0.3, 0, 0, 0, 0])
  })
  test('holes of a mask are distinguished from bays', () => {
    expect(holesOf(plane('####', '#..#', '####', '#..#'))).toEqual([5, 6])
  })
})

describe('what the models say', () => {
  const none = plane('......', '......', '......', '......')
  const scores = (over: Readonly<Record<number, Plane>>): Plane[] => {
    const classes = [0, 1, 2, 3, 4, 5].map((index) => over[index] ?? none)
    const [, ...rest] = classes
    const background = newPlane(6, 4)
    background.data.forEach((_, pixel) => {
      background.data[pixel] =
        1 -
        Math.min(
          1,
          rest.reduce((sum, { data }) => sum + (data[pixel] ?? 0), 0),
        )
    })
    return [background, ...rest]
  }
  test('a head mask has hair, face and the hat on it, without the neck and without another person', () => {
    const person = scores({
      5: plane('.##...', '......', '......', '......'),
      1: plane('......', '.##..#', '......', '......'),
      3: plane('......', '......', '.##...', '......'),
      2: plane('......', '......', '......', '.##...'),
    })
    expect(drawn(headMask(person))).toEqual(['.##...', '.##...', '.##...', '......'])
    expect(drawn(bodyMask(person))).toEqual(['.##...', '.##..#', '.##...', '.##...'])
  })
  test('glasses do not leave a hole in the face', () => {
    const ring = plane('......', '.###..', '.#.#..', '.###..')
    const glass = plane('......', '......', '..+...', '......')
    expect(drawn(headMask(scores({ 3: ring, 5: glass })))[2]).toBe('.###..')
  })
  test('objects alone are not a person', () => {
    const cup = scores({ 5: plane('......', '.##...', '.##...', '......') })
    expect(boxOf(bodyMask(cup))).toBeNull()
    expect(boxOf(headMask(cup))).toBeNull()
  })
  test('an uncertain mask is no subject, nor is a dot', () => {
    expect(isSubject(measureMask(commonMask([plane('##', '##')])))).toBe(true)
    expect(isSubject(measureMask(none))).toBe(false)
    expect(isSubject(measureMask(plane('#.', '..'), 0.01))).toBe(false)
    expect(isSubject({ area: 0.5, score: 0.55 })).toBe(false)
  })
})

describe('edges', () => {
  test('box means are exact, at the border too', () => {
    const mean = boxMean(plane('#...', '....', '....', '...#'), 1)
    expect([...mean.data.subarray(0, 3)].map((value) => Number(value.toFixed(4)))).toEqual([0.25, 0.1667, 0])
  })

  test('enlarging a plane preserves its mean and its corners', () => {
    const large = resized(plane('#.', '..'), 8, 8)
    expect(large.data[0]).toBe(1)
    expect(large.data[63]).toBe(0)
    expect(large.data.reduce((sum, value) => sum + value, 0) / 64).toBeCloseTo(0.25, 5)
  })

  test('a coarse mask moves to where the colour changes', () => {
    const size = 48
    const half = (edge: number): Plane => ({
      width: size,
      height: size,
      data: Float32Array.from({ length: size * size }, (_, pixel) => (pixel % size < edge ? 1 : 0)),
    })
    // The picture is red up to column 24; the mask is soft and three columns off.
    const red = half(24)
    const rest = half(0)
    const soft = boxMean(half(27), 4)
    const { red: share, constant } = edgeModel(soft, [red, rest, rest], 8, 2e-4)
    const row = Array.from({ length: size }, (_, x) => {
      const pixel = 24 * size + x
      return (share.data[pixel] ?? 0) * (red.data[pixel] ?? 0) + (constant.data[pixel] ?? 0)
    })
    expect((row[23] ?? 0) - (row[24] ?? 0)).toBeGreaterThan(0.5)
    // Before, the steepest step was smaller than this.
    expect((soft.data[24 * size + 23] ?? 0) - (soft.data[24 * size + 24] ?? 0)).toBeLessThan(0.2)
  })
})

describe('the cut-out picture', () => {
  /** A red square on blue; the column between them is half of each. */
  const mixed = () => {
    const width = 21
    const data = new Uint8Array(width * 5 * 4)
    const alpha = new Uint8Array(width * 5)
    for (let pixel = 0; pixel < alpha.length; pixel++) {
      const x = pixel % width
      const share = x < 10 ? 1 : x === 10 ? 0.5 : 0
      alpha[pixel] = Math.round(share * 255)
      data.set([Math.round(255 * share), 0, Math.round(255 * (1 - share)), 255], pixel * 4)
    }
    return { picture: { width, height: 5, data }, alpha }
  }
  const at = (data: Uint8Array, x: number) => [...data.subarray((2 * 21 + x) * 4, (2 * 21 + x) * 4 + 4)]

  test('composing keeps the subject, empties the background and removes its colour from the edge', () => {
    const { picture, alpha } = mixed()
    const { data } = composeCutout(picture, alpha)
    expect(at(data, 5)).toEqual([255, 0, 0, 255])
    expect(at(data, 15)).toEqual([0, 0, 0, 0])
    const [red = 0, , blue = 255, share] = at(data, 10)
    expect(share).toBe(128)
    expect(red).toBeGreaterThan(240)
    expect(blue).toBeLessThan(30)
  })

  test('composing keeps the picture’s own transparency', () => {
    const { picture, alpha } = mixed()
    picture.data[(2 * 21 + 10) * 4 + 3] = 100
    picture.data[(2 * 21 + 5) * 4 + 3] = 0
    const { data } = composeCutout(picture, alpha)
    expect(at(data, 10)[3]).toBe(50)
    expect(at(data, 5)[3]).toBe(0)
  })
})
