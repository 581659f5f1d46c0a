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

test('the bar keeps beside the panels that lie over the canvas at its height, and among them where there is no room', () => {
  const host = { width: 704, height: 544 }
  const bar = { width: 180, height: 36 }
  const left = { x: 8, y: 8, width: 240, height: 270 }
  const right = { x: 456, y: 8, width: 240, height: 476 }
  const under = (x: number, y: number) => ({ x, y, width: 40, height: 40 })
  expect(barPosition(under(200, 150), bar, host, [left, right])).toEqual({ x: 256, y: 102 })
  expect(barPosition(under(440, 150), bar, host, [left, right])).toEqual({ x: 268, y: 102 })
  // The left panel ends above.
  expect(barPosition(under(100, 400), bar, host, [left, right])).toEqual({ x: 30, y: 352 })
  expect(barPosition(under(100, 150), { width: 204, height: 36 }, host, [left, right])).toEqual({ x: 250, y: 102 })
  const wide = { width: 230, height: 36 }
  expect(barPosition(under(340, 150), wide, host, [left, right])).toEqual(barPosition(under(340, 150), wide, host))
})
