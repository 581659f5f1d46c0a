import { describe, expect, test } from 'vitest'
import { caseLayout, largestCells, savedSize, thumbnailSize } from './case-layout'

const doc = { width: 500, height: 1044 }

describe('a case in its place', () => {
  test("a case of the canvas's proportions fills its cell, and the design lies on it as on the canvas", () => {
    const wireframe = { width: 1000, height: 2088, printArea: { left: 40, top: 60, right: 20, bottom: 80 } }
    expect(caseLayout(doc, wireframe, { width: 300, height: 522 })).toEqual({
      size: { width: 250, height: 522 },
      design: { x: 0, y: 0, width: 250, height: 522 },
      printArea: { x: 10, y: 15, width: 235, height: 487 },
    })
  })

  test('a wider case cuts the design evenly at the top and bottom', () => {
    const { size, design, printArea } = caseLayout(
      doc,
      { width: 600, height: 1044, printArea: null },
      { width: 300, height: 522 },
    )
    expect(size).toEqual({ width: 300, height: 522 })
    expect(design.width).toBeCloseTo(300)
    expect(design.height).toBeCloseTo(626.4)
    expect(design.y).toBeCloseTo(-(626.4 - 522) / 2)
    expect(design.x).toBeCloseTo(0)
    expect(printArea).toBeNull()
  })

  test('an empty print area gets no line', () => {
    const wireframe = { width: 100, height: 200, printArea: { left: 60, top: 0, right: 60, bottom: 0 } }
    expect(caseLayout(doc, wireframe, { width: 100, height: 200 }).printArea).toBeNull()
  })

  test('without a wireframe the whole document is shown', () => {
    expect(caseLayout(doc, null, { width: 1000, height: 522 })).toEqual({
      size: { width: 250, height: 522 },
      design: { x: 0, y: 0, width: 250, height: 522 },
      printArea: null,
    })
  })
})

test('the cells of a few cases are enlarged as far as all can be seen, those of many keep their size', () => {
  const cells = { minWidth: 168, height: 344, gap: 16 }
  const space = { width: 1108, height: 620 }
  expect(largestCells(1, space, cells)).toEqual({ minWidth: 302.4, height: 619.2, gap: 16 })
  expect(largestCells(4, space, cells)).toEqual({ minWidth: 252, height: 516, gap: 16 })
  expect(largestCells(100, space, cells)).toBe(cells)
  expect(largestCells(1, { width: 100, height: 100 }, cells)).toBe(cells)
})

test('a thumbnail lies exactly on the design although its width is rounded', () => {
  // 600 px high, 287.36 wide before rounding.
  expect(thumbnailSize({ width: 250, height: 522 }, { width: 287, height: 600 })).toEqual({ width: 249.69, height: 522 })
})

test.each([
  [500, 1044, 766, 1600],
  [1000, 2088, 1000, 2088],
  [3000, 6264, 1149, 2400],
  [1, 4000, 1, 2400],
])('the preview of a case of %i×%i px is saved at %i×%i px', (width, height, savedWidth, savedHeight) => {
  expect(savedSize({ width, height })).toEqual({ width: savedWidth, height: savedHeight })
})
