import { describe, expect, test } from 'vitest'
import { flatten } from '../outline/curve'
import { caseCurves, onPrint } from './case-cut'

/** A case of 72 × 148 mm at 6 px a mm. */
const [width, height] = [432, 888]
/** px */
const corner = 60
const body = { left: 6.3, top: 9.7, right: 424.4, bottom: 879.2 }
const camera = { x: 110.4, y: 130.8, radius: 61.3 }

/** Distance from the edge of the rounded body, negative inside. */
function bodyDistance(x: number, y: number): number {
  const [halfWidth, halfHeight] = [(body.right - body.left) / 2, (body.bottom - body.top) / 2]
  const dx = Math.abs(x - (body.left + body.right) / 2) - halfWidth + corner
  const dy = Math.abs(y - (body.top + body.bottom) / 2) - halfHeight + corner
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(0, Math.max(dx, dy)) - corner
}
const cameraDistance = (x: number, y: number) => Math.hypot(x - camera.x, y - camera.y) - camera.radius

/** Draws a mask with 8 × 8 samples a px. */
function drawn(isShown: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height)
  const steps = 8
  for (let at = 0; at < data.length; at++) {
    let sum = 0
    for (let step = 0; step < steps * steps; step++) {
      sum += isShown(
        (at % width) + ((step % steps) + 0.5) / steps,
        Math.floor(at / width) + (Math.floor(step / steps) + 0.5) / steps,
      )
    }
    data[at] = Math.round((sum / (steps * steps)) * 255)
  }
  return { width, height, data }
}
const shownBy = (x: number, y: number) => (bodyDistance(x, y) < 0 && cameraDistance(x, y) > 0 ? 1 : 0)
const mask = drawn(shownBy)

const pointsOf = (curve: Float64Array) => {
  const flat = flatten(curve, 12)
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] as number, flat[at * 2 + 1] as number] as const)
}
const errorsOf = (curve: Float64Array, distance: (x: number, y: number) => number) => {
  const errors = pointsOf(curve).map(([x, y]) => Math.abs(distance(x, y)))
  return { mean: errors.reduce((sum, one) => sum + one, 0) / errors.length, most: Math.max(...errors) }
}

describe('the cut line of a case', () => {
  test('the outline and the opening follow the mask within 0.05 px', () => {
    const [outline, opening, ...others] = caseCurves(mask, 0)
    expect(others).toEqual([])
    for (const [curve, distance] of [
      [outline, bodyDistance],
      [opening, cameraDistance],
    ] as const) {
      const { mean, most } = errorsOf(curve ?? new Float64Array(), distance)
      expect(mean).toBeLessThan(0.05)
      expect(most).toBeLessThan(0.2)
    }
  })

  test('at a distance the outline is larger and the opening smaller by it', () => {
    const [outline, opening] = caseCurves(mask, 6)
    expect(errorsOf(outline ?? new Float64Array(), (x, y) => bodyDistance(x, y) - 6).mean).toBeLessThan(0.15)
    expect(errorsOf(opening ?? new Float64Array(), (x, y) => cameraDistance(x, y) + 6).mean).toBeLessThan(0.15)
  })

  test('a case that fills its picture ends at the border of the picture', () => {
    const [outline, ...others] = caseCurves(
      drawn(() => 1),
      0,
    )
    expect(others).toEqual([])
    const points = pointsOf(outline ?? new Float64Array())
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    for (const [value, wanted] of [
      [Math.min(...xs), 0],
      [Math.max(...xs), width],
      [Math.min(...ys), 0],
      [Math.max(...ys), height],
    ] as const)
      expect(Math.abs(value - wanted)).toBeLessThan(0.05)
  })

  test('shines, dirt and pictures in the lower part of a case are not cut', () => {
    const disk = (x: number, y: number, radius: number) => (px: number, py: number) => Math.hypot(px - x, py - y) < radius
    const [shine, dirt, logo] = [disk(300, 150, 40), disk(300, 80, 3), disk(216, 700, 50)]
    const odd = drawn((x, y) => (dirt(x, y) || logo(x, y) ? 0 : shownBy(x, y) * (shine(x, y) ? 0.4 : 1)))
    expect(caseCurves(odd, 0)).toHaveLength(2)
  })

  test('a mask without a case is refused in words', () => {
    expect(() =>
      caseCurves(
        drawn(() => 0),
        0,
      ),
    ).toThrow('没有找到手机壳的轮廓')
  })

  test('on a print it has the size of the print, and is mirrored with it', () => {
    const print = { width: 846, height: 1743, left: 35, top: 40 }
    const [plain, mirrored] = [false, true].map((is) =>
      pointsOf(onPrint(caseCurves(mask, 0), mask, print, is)[1] ?? new Float64Array()),
    )
    const middle = (points: ReturnType<typeof pointsOf> = []) => {
      const xs = points.map(([x]) => x)
      return (Math.min(...xs) + Math.max(...xs)) / 2
    }
    const x = (camera.x / width) * print.width
    expect(middle(plain)).toBeCloseTo(print.left + x, 0)
    expect(middle(mirrored)).toBeCloseTo(print.left + print.width - x, 0)
  })
})
