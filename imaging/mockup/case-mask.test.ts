import { describe, expect, test } from 'vitest'
import { buffersOf, caseMask, cutOut } from './case-mask'

const withAlpha = (...alphas: readonly number[]) => Uint8ClampedArray.from(alphas.flatMap((alpha) => [10, 20, 30, alpha]))
const size = { width: 3, height: 1 }

describe('the mask of a case', () => {
  test('the design shows where it is held from below and not covered from above', () => {
    const under = withAlpha(255, 255, 0)
    const over = withAlpha(0, 102, 0)
    expect([...caseMask({ ...size, under, over }).data]).toEqual([255, 153, 0])
    expect([...caseMask({ ...size, under: null, over }).data]).toEqual([255, 153, 255])
    expect([...caseMask({ ...size, under, over: null }).data]).toEqual([255, 255, 0])
    expect(buffersOf({ ...size, under, over: null })).toEqual([under.buffer])
  })
  test('pixels outside of the case become transparent, and those at its edge half transparent', () => {
    const front = withAlpha(255, 200, 255)
    cutOut(front, Uint8Array.from([0, 128, 255]))
    expect([front[3], front[7], front[11]]).toEqual([0, 100, 255])
    expect(front[0]).toBe(10)
  })
})
