import { describe, expect, test } from 'vitest'
import { actualScale, fitInto, fittedView, limitPan, maxScale, zoomTo } from './stage-zoom'

const box = { width: 600, height: 400 }
const picture = { width: 846, height: 1776 }

test('a picture is fitted into its box with its own aspect ratio', () => {
  const shown = fitInto(picture, box)
  expect(shown.height).toBe(400)
  expect(shown.width).toBeCloseTo(190.54, 2)
  expect(fitInto({ width: 100, height: 10 }, box)).toEqual({ width: 600, height: 60 })
})

test('at its actual scale a pixel of the picture is a pixel of the screen', () => {
  const shown = fitInto(picture, box)
  expect(shown.width * actualScale(picture, shown)).toBeCloseTo(846)
  expect(maxScale(picture, shown)).toBeCloseTo(actualScale(picture, shown) * 4)
  expect(maxScale({ width: 10, height: 10 }, { width: 400, height: 400 })).toBe(4)
})

describe('zooming', () => {
  test('zooming keeps the point under the pointer in its position', () => {
    const point = { x: 100, y: -50 }
    const before = { scale: 2, x: 30, y: 10 }
    const after = zoomTo(before, 5, point)
    const under = (view: typeof before) => [(point.x - view.x) / view.scale, (point.y - view.y) / view.scale]
    expect(after.scale).toBe(5)
    expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? 0)
    expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? 0)
  })
})

describe('moving', () => {
  const shown = { width: 200, height: 400 }
  test('moving stops at the edge of the picture', () => {
    expect(limitPan({ scale: 4, x: 9999, y: -9999 }, shown, box)).toEqual({ scale: 4, x: 100, y: -600 })
  })

  test('a picture smaller than its box stays in the middle of it', () => {
    expect(limitPan({ scale: 2, x: 70, y: 70 }, shown, box)).toEqual({ scale: 2, x: 0, y: 70 })
    expect(limitPan({ ...fittedView, x: 5, y: 5 }, shown, box)).toEqual(fittedView)
  })
})
