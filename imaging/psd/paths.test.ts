import { describe, expect, test } from 'vitest'
import { coverage, type VectorPath } from './paths'

const [width, height] = [100, 50]
const canvas = { left: 0, top: 0, right: width, bottom: height }

/** Corners in px, without curves. */
const polygon = (operation: VectorPath['operation'], ...corners: readonly (readonly [number, number])[]): VectorPath => ({
  operation,
  evenOdd: true,
  open: false,
  knots: corners.map(([x, y]) => [x / width, y / height, x / width, y / height, x / width, y / height]),
})
const rectangle = (operation: VectorPath['operation'], left: number, top: number, right: number, bottom: number) =>
  polygon(operation, [left, top], [right, top], [right, bottom], [left, bottom])

const area = (paths: readonly VectorPath[], more = {}): number =>
  coverage({ paths, invert: false, startsFull: false, density: 1, feather: 0, ...more }, canvas, width, height).data.reduce(
    (sum, value) => sum + value,
    0,
  ) / 255

describe('vector masks', () => {
  test('a vector mask covers the inside of its paths, and partial px by their share', () => {
    const { data } = coverage(
      { paths: [rectangle('combine', 10, 10, 20.5, 20.25)], invert: false, startsFull: false, density: 1, feather: 0 },
      canvas,
      width,
      height,
    )
    const at = (x: number, y: number) => data[y * width + x]
    expect([at(9, 15), at(10, 15), at(19, 15), at(20, 15), at(21, 15)]).toEqual([0, 255, 255, 128, 0])
    expect([at(15, 9), at(15, 10), at(15, 19), at(15, 20), at(15, 21)]).toEqual([0, 255, 255, 64, 0])
  })

  test('paths of a vector mask combine, subtract, intersect and exclude', () => {
    const one = rectangle('combine', 0, 0, 20, 20)
    const other = (operation: VectorPath['operation']) => rectangle(operation, 10, 0, 30, 20)
    expect(area([one, other('combine')])).toBe(600)
    expect(area([one, other('subtract')])).toBe(200)
    expect(area([one, other('intersect')])).toBe(200)
    expect(area([one, other('exclude')])).toBe(400)
    // A hole is in the same group as its shape.
    expect(area([one, rectangle(null, 5, 5, 15, 15)])).toBe(300)
    expect(area([rectangle('subtract', 0, 0, 10, 10)])).toBe(width * height - 100)
    expect(area([one], { invert: true })).toBe(width * height - 400)
    // Only a mask without paths can be full from the start.
    expect(area([one], { startsFull: true })).toBe(400)
    expect(area([], { startsFull: true })).toBe(width * height)
  })

  test('a vector mask with a density below 1 shows part of what it hides', () => {
    const one = rectangle('combine', 0, 0, 20, 20)
    const thin = (width * height - 400) * (51 / 255)
    expect(area([one], { density: 0.8 })).toBeCloseTo(400 + thin, 5)
  })

  test('a circle of four knots covers the area of a circle', () => {
    const k = 0.5523
    const point = (x: number, y: number) => [(50 + 20 * x) / width, (25 + 20 * y) / height]
    const knot = (x: number, y: number, dx: number, dy: number) => [
      ...point(x - dx * k, y - dy * k),
      ...point(x, y),
      ...point(x + dx * k, y + dy * k),
    ]
    const knots = [knot(1, 0, 0, 1), knot(0, 1, -1, 0), knot(-1, 0, 0, -1), knot(0, -1, 1, 0)]
    const circle = { operation: 'combine', evenOdd: true, open: false, knots } as const
    expect(Math.abs(area([circle]) - Math.PI * 400)).toBeLessThan(5)
    // An open path closes its last quarter by a straight line.
    expect(Math.abs(area([{ ...circle, open: true }]) - (Math.PI * 300 + 200))).toBeLessThan(5)
  })

  test('a vector mask rendered for a part of the canvas equals that part of the whole', () => {
    const mask = {
      paths: [polygon('combine', [-10, -10], [90, 10], [40, 70])],
      invert: false,
      startsFull: false,
      density: 1,
      feather: 0,
    }
    const whole = coverage(mask, canvas, width, height).data
    const box = { left: 30, top: 5, right: 70, bottom: 40 }
    const part = coverage(mask, box, width, height).data
    for (let y = box.top; y < box.bottom; y++) {
      const row = whole.subarray(y * width + box.left, y * width + box.right)
      expect(part.subarray((y - box.top) * 40, (y - box.top + 1) * 40)).toEqual(row)
    }
  })
})
