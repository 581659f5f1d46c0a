import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barPosition, withHandle } from './bar-position'

const bar = { width: 200, height: 36 }
const host = { width: 700, height: 500 }

describe('the bar of the selection', () => {
  test('the selection bar is above the selection, below it where there is no space, and at the top if the canvas is filled', () => {
    expect(barPosition({ x: 300, y: 200, width: 100, height: 100 }, bar, host)).toEqual({ x: 250, y: 152 })
    expect(barPosition({ x: 300, y: 20, width: 100, height: 100 }, bar, host)).toEqual({ x: 250, y: 132 })
    expect(barPosition({ x: -50, y: -50, width: 800, height: 600 }, bar, host)).toEqual({ x: 250, y: 8 })
  })

  test('the selection bar is completely within the canvas wherever the selection is', () => {
    const side = fc.integer({ min: -5000, max: 5000 })
    const length = fc.integer({ min: 1, max: 3000 })
    fc.assert(
      fc.property(side, side, length, length, (x, y, width, height) => {
        const at = barPosition({ x, y, width, height }, bar, host)
        expect(at.x).toBeGreaterThanOrEqual(8)
        expect(at.y).toBeGreaterThanOrEqual(8)
        expect(at.x + bar.width).toBeLessThanOrEqual(host.width - 8)
        expect(at.y + bar.height).toBeLessThanOrEqual(host.height - 8)
      }),
    )
  })

  test('the selection bar does not cover the rotation handle, however it is rotated', () => {
    const size = { width: 100, height: 60 }
    expect(withHandle({ x: 0, y: 0, ...size }, size, 0)).toMatchObject({ y: 0, height: 94 })
    expect(withHandle({ x: 0, y: 0, ...size }, size, 180)).toMatchObject({ y: -34, height: 94 })
    expect(withHandle({ x: 0, y: 0, width: 60, height: 100 }, size, 90)).toMatchObject({ x: -34, y: 0 })
  })
})
