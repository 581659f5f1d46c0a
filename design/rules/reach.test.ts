import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepInReach } from './reach'

const canvas = { width: 500, height: 1044 }
const body = { x: 100, y: 100, width: 200, height: 80 }

describe('a step', () => {
  test('a step is taken as asked while the body stays on the canvas, and ends with a quarter of it there', () => {
    expect(stepInReach(body, canvas, 30, -20)).toEqual({ x: 30, y: -20 })
    expect(stepInReach(body, canvas, 5000, -5000)).toEqual({ x: 350, y: -140 })
    expect(stepInReach({ ...body, width: 20, height: 20 }, canvas, -5000, 5000)).toEqual({ x: -100, y: 924 })
  })

  test('a body far off the canvas can be moved back, but not farther out', () => {
    const lost = { ...body, x: 900 }
    expect(stepInReach(lost, canvas, 1, 0).x).toBe(0)
    expect(stepInReach(lost, canvas, -1, 0).x).toBe(-1)
    expect(stepInReach(lost, canvas, -700, 0).x).toBe(-700)
  })

  test('a step leaves part of any body on the canvas, wherever it began', () => {
    const side = fc.integer({ min: 1, max: 3000 })
    const far = fc.integer({ min: -20000, max: 20000 })
    fc.assert(
      fc.property(side, side, fc.double({ min: 0, max: 1, noNaN: true }), far, far, (width, height, at, dx, dy) => {
        const start = { x: at * (canvas.width - 1), y: at * (canvas.height - 1), width, height }
        const step = stepInReach(start, canvas, dx, dy)
        const [x, y] = [start.x + step.x, start.y + step.y]
        expect(x + width).toBeGreaterThan(0)
        expect(y + height).toBeGreaterThan(0)
        expect(x).toBeLessThan(canvas.width)
        expect(y).toBeLessThan(canvas.height)
      }),
    )
  })
})
