import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clamp } from '../../contract/ground/number'
import { normaliseAngle, round } from '../../contract/rules/rounding'
import { boundsOf, boundsOfAll, containsPoint, cornersOf, coversBox, overlapsBox } from './bounds'
import { boxBetween, centredAt, centreOf, containsBox, placementCentre, union } from './box'
import { contain, cover, fitWidth } from './fit'
import { apply, identity, invert, multiply, pictureMatrix, rotationMatrix, scaling, sinCos, translation } from './matrix'
import { roundLength } from './number'
import { angleBetween, rotateAbout } from './rotate'
import type { Placement, Point } from './shapes'
import { wireframeFrame } from './wireframe'

const length = fc.double({ min: 1, max: 2000, noNaN: true })
const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true })
const angle = fc.double({ min: -1000, max: 1000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })
const placement: fc.Arbitrary<Placement> = fc.record({
  left: coordinate,
  top: coordinate,
  width: length,
  height: length,
  rotation: angle,
})
const box = fc.record({ x: coordinate, y: coordinate, width: length, height: length })

function near(a: Point, b: Point, slack = 1e-6): void {
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(slack)
}

describe('numbers', () => {
  test('numbers are rounded half away from zero and never to negative zero', () => {
    expect([round(1.005, 1), round(-2.5, 0), round(2.5, 0), roundLength(1 / 3)]).toEqual([1, -3, 3, 0.333])
    expect(Object.is(round(-0.0001, 2), 0)).toBe(true)
  })
  test('clamp keeps a number in a range, and the low end wins when the range is inverted', () => {
    expect([clamp(5, 0, 3), clamp(-1, 0, 3), clamp(2, 0, 3), clamp(1, 5, 3)]).toEqual([3, 0, 2, 5])
  })
})

describe('angles', () => {
  test('angles are normalised into (−180, 180] with two decimals', () => {
    expect([0, 180, -180, 181, 345, -345, 540, 90.004, -179.999].map(normaliseAngle)).toEqual([
      0, 180, 180, -179, -15, 15, 180, 90, 180,
    ])
    fc.assert(
      fc.property(angle, (degrees) => {
        const once = normaliseAngle(degrees)
        expect(once > -180 && once <= 180).toBe(true)
        expect(normaliseAngle(once)).toBe(once)
      }),
    )
  })
  test('the angle between two directions is the shorter way round', () => {
    expect([angleBetween(170, -170), angleBetween(-170, 170), angleBetween(0, 180)]).toEqual([20, -20, 180])
  })
  test('rotating by right angles is exact', () => {
    expect([0, 90, 180, 270, -90, 360].map((degrees) => sinCos(degrees))).toEqual([
      { sin: 0, cos: 1 },
      { sin: 1, cos: 0 },
      { sin: 0, cos: -1 },
      { sin: -1, cos: 0 },
      { sin: -1, cos: 0 },
      { sin: 0, cos: 1 },
    ])
    // Clockwise where y grows downwards: right becomes down.
    expect(rotateAbout({ x: 10, y: 0 }, { x: 0, y: 0 }, 90)).toEqual({ x: 0, y: 10 })
  })
  test('rotating there and back returns every point', () => {
    fc.assert(
      fc.property(point, point, angle, (p, centre, degrees) => {
        near(rotateAbout(rotateAbout(p, centre, degrees), centre, -degrees), p)
      }),
    )
  })
})

describe('matrices', () => {
  test('matrices multiply from the inside out', () => {
    expect(apply(multiply(translation(10, 0), scaling(2, 3)), { x: 1, y: 1 })).toEqual({ x: 12, y: 3 })
    expect(multiply(identity, translation(1, 2))).toEqual(translation(1, 2))
  })
  test('a matrix is undone by its inverse, and a singular one has none', () => {
    expect(invert(scaling(0, 1))).toBeNull()
    fc.assert(
      fc.property(point, point, angle, length, (p, shift, degrees, size) => {
        const matrix = multiply(translation(shift.x, shift.y), multiply(rotationMatrix(degrees), scaling(size, size / 2)))
        const back = invert(matrix)
        expect(back).not.toBeNull()
        if (back) near(apply(back, apply(matrix, p)), p, 1e-5)
      }),
    )
  })
  test('pictureMatrix puts a picture where its layer stands, mirrored inside the rotated box', () => {
    const at = { left: 100, top: 200, width: 40, height: 20, rotation: 90 }
    const plain = pictureMatrix(at, { horizontalFlip: false, verticalFlip: false })
    const mirrored = pictureMatrix(at, { horizontalFlip: true, verticalFlip: false })
    near(apply(plain, { x: 0, y: 0 }), cornersOf(at)[0])
    near(apply(plain, { x: 1, y: 1 }), cornersOf(at)[2])
    near(apply(mirrored, { x: 0, y: 0 }), cornersOf(at)[1])
    near(apply(mirrored, { x: 0.5, y: 0.5 }), placementCentre(at))
  })
})

describe('boxes', () => {
  test('boxBetween accepts two corners in any order', () => {
    expect(boxBetween({ x: 5, y: 1 }, { x: 2, y: 9 })).toEqual({ x: 2, y: 1, width: 3, height: 8 })
  })
  test('union of no boxes is null', () => {
    expect(union([])).toBeNull()
    expect(
      union([
        { x: 0, y: 0, width: 1, height: 1 },
        { x: 5, y: -2, width: 1, height: 1 },
      ]),
    ).toEqual({ x: 0, y: -2, width: 6, height: 3 })
  })
  test('containsBox allows for some slack', () => {
    const outer = { x: 0, y: 0, width: 10, height: 10 }
    expect(containsBox(outer, { x: 0, y: 0, width: 10, height: 10 })).toBe(true)
    expect(containsBox(outer, { x: 1, y: 1, width: 9.5, height: 2 })).toBe(false)
    expect(containsBox(outer, { x: 1, y: 1, width: 9.5, height: 2 }, 0.5)).toBe(true)
  })
  test('centredAt moves a placement to another centre', () => {
    const at = { left: 0, top: 0, width: 10, height: 20, rotation: 5 }
    expect(centredAt(at, { x: 100, y: 100 })).toEqual({ left: 95, top: 90, width: 10, height: 20, rotation: 5 })
  })
})

describe('bounds of a turned box', () => {
  test('the bounds of a box rotated by 90° have its sides swapped', () => {
    expect(boundsOf({ left: 0, top: 0, width: 100, height: 40, rotation: 90 })).toEqual({ x: 30, y: -30, width: 40, height: 100 })
  })
  test('the bounds of a rotated box are exactly those of its corners, about the same centre', () => {
    fc.assert(
      fc.property(placement, (at) => {
        const bounds = boundsOf(at)
        const xs = cornersOf(at).map((corner) => corner.x)
        const ys = cornersOf(at).map((corner) => corner.y)
        near({ x: bounds.x, y: bounds.y }, { x: Math.min(...xs), y: Math.min(...ys) })
        near({ x: bounds.x + bounds.width, y: bounds.y + bounds.height }, { x: Math.max(...xs), y: Math.max(...ys) })
        near(centreOf(bounds), placementCentre(at))
      }),
    )
  })
  test('the bounds of several boxes contain each of them, and those of none are null', () => {
    expect(boundsOfAll([])).toBeNull()
    fc.assert(
      fc.property(fc.array(placement, { minLength: 1, maxLength: 5 }), (all) => {
        const bounds = boundsOfAll(all)
        expect(bounds && all.every((at) => containsBox(bounds, boundsOf(at), 1e-6))).toBe(true)
      }),
    )
  })
})

describe('hits', () => {
  const diamond = { left: 0, top: 0, width: 100, height: 100, rotation: 45 }
  test('containsPoint tests the rotated box and not its bounds', () => {
    expect(containsPoint(diamond, { x: 50, y: 50 })).toBe(true)
    expect(containsPoint(diamond, { x: 50, y: -20 })).toBe(true)
    expect(containsPoint(diamond, { x: 16, y: 16 })).toBe(true)
    expect(containsPoint(diamond, { x: 5, y: 5 })).toBe(false)
    expect(containsPoint(diamond, { x: 5, y: 5 }, 15)).toBe(true)
  })
  test('overlapsBox needs shared area: neither the empty corner of the bounds nor a common edge counts', () => {
    expect(overlapsBox(diamond, { x: -20, y: -20, width: 15, height: 15 })).toBe(false)
    expect(overlapsBox(diamond, { x: -20, y: -20, width: 25, height: 25 })).toBe(false)
    expect(overlapsBox(diamond, { x: -20, y: -20, width: 36, height: 36 })).toBe(true)
    expect(overlapsBox({ ...diamond, rotation: 0 }, { x: 100, y: 0, width: 10, height: 10 })).toBe(false)
    expect(overlapsBox(diamond, { x: 40, y: 40, width: 2, height: 2 })).toBe(true)
    expect(overlapsBox(diamond, { x: -500, y: -500, width: 2000, height: 2000 })).toBe(true)
  })
  test('overlapsBox and containsPoint agree: boxes that share an inner point overlap', () => {
    fc.assert(
      fc.property(
        placement,
        box,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (at, area, u, v) => {
          const inside = { x: area.x + area.width * u, y: area.y + area.height * v }
          if (containsPoint(at, inside, -0.001)) expect(overlapsBox(at, area)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
  test('overlapsBox is false where no point of a fine raster of the box lies in the layer', () => {
    fc.assert(
      fc.property(placement, box, (at, area) => {
        if (overlapsBox(at, area)) return
        for (let u = 0; u <= 1; u += 0.1)
          for (let v = 0; v <= 1; v += 0.1)
            expect(containsPoint(at, { x: area.x + area.width * u, y: area.y + area.height * v }, -0.001)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
  test('coversBox is true when all corners of the box are inside', () => {
    expect(coversBox({ ...diamond, rotation: 0 }, { x: 0, y: 0, width: 100, height: 100 }, 0.001)).toBe(true)
    expect(coversBox(diamond, { x: 0, y: 0, width: 100, height: 100 })).toBe(false)
    expect(coversBox(diamond, { x: 25, y: 25, width: 50, height: 50 })).toBe(true)
  })
})

describe('fitting', () => {
  const frame = { x: 0, y: 0, width: 100, height: 200 }
  test('contain, cover and fitWidth place a picture in a frame', () => {
    const square = { width: 50, height: 50 }
    expect(contain(square, frame)).toEqual({ x: 0, y: 50, width: 100, height: 100 })
    expect(cover(square, frame)).toEqual({ x: -50, y: 0, width: 200, height: 200 })
    expect(fitWidth(square, frame, 40)).toEqual({ x: 30, y: 80, width: 40, height: 40 })
  })
  test('fitting keeps proportions and centre; cover leaves nothing bare and contain cuts nothing', () => {
    fc.assert(
      fc.property(length, length, box, (width, height, area) => {
        const inner = contain({ width, height }, area)
        const outer = cover({ width, height }, area)
        expect(containsBox(area, inner, 1e-6) && containsBox(outer, area, 1e-6)).toBe(true)
        expect(inner.width / inner.height).toBeCloseTo(width / height, 6)
        near(centreOf(inner), centreOf(area))
        near(centreOf(outer), centreOf(area))
      }),
    )
  })
})

describe('the wireframe in the document', () => {
  const doc = { width: 500, height: 1044 }
  test('a wireframe fills the canvas that was made for it', () => {
    const at = wireframeFrame(doc, { width: 500, height: 1044, printArea: { left: 10, top: 20, right: 30, bottom: 40 } })
    expect(at.scale).toBe(1)
    expect(at.frame).toEqual({ x: 0, y: 0, width: 500, height: 1044 })
    expect(at.printArea).toEqual({ x: 10, y: 20, width: 460, height: 984 })
  })
  test('the wireframe of another model is scaled and centred so that the design covers it', () => {
    const at = wireframeFrame(doc, { width: 1000, height: 1044, printArea: { left: 100, top: 0, right: 0, bottom: 0 } })
    expect(at.scale).toBe(0.5)
    expect(at.frame).toEqual({ x: 0, y: 261, width: 500, height: 522 })
    expect(at.printArea).toEqual({ x: 50, y: 261, width: 450, height: 522 })
  })
  test('without margins the whole wireframe is printed, with margins too wide nothing is', () => {
    expect(wireframeFrame(doc, { width: 50, height: 104.4, printArea: null }).printArea.width).toBeCloseTo(500)
    expect(wireframeFrame(doc, { ...doc, printArea: { left: 400, top: 0, right: 400, bottom: 0 } }).printArea.width).toBe(0)
  })
  test('the wireframe never reaches beyond the design and touches it on two sides', () => {
    fc.assert(
      fc.property(length, length, length, length, (docW, docH, width, height) => {
        const { frame, scale } = wireframeFrame({ width: docW, height: docH }, { width, height, printArea: null })
        expect(containsBox({ x: 0, y: 0, width: docW, height: docH }, frame, 1e-6)).toBe(true)
        expect(Math.min(docW - frame.width, docH - frame.height)).toBeCloseTo(0, 6)
        expect(frame.width).toBeCloseTo(width * scale, 6)
      }),
    )
  })
})
