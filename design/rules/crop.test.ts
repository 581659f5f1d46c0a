import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { image } from '../test/make'
import {
  type CropFrame,
  cropFrameOf,
  cropScale,
  dragFrame,
  isWhole,
  panPicture,
  setFrameRatio,
  straighten,
  zoomPicture,
} from './crop'

const picture = { width: 400, height: 200 }
const layer = image('a', { left: 100, top: 100, width: 200, height: 100, originalWidth: 400, originalHeight: 200 })
const start = cropFrameOf(layer)

const move = fc.oneof(
  fc.tuple(fc.constant('pan' as const), fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
  fc.tuple(fc.constant('zoom' as const), fc.double({ min: 0.2, max: 5, noNaN: true }), fc.constant(0)),
  fc.tuple(fc.constant('turn' as const), fc.integer({ min: -60, max: 60 }), fc.constant(0)),
  fc.tuple(fc.constant('drag' as const), fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
  fc.tuple(fc.constant('ratio' as const), fc.double({ min: 0.3, max: 3, noNaN: true }), fc.constant(0)),
)
function moved(frame: CropFrame, [kind, a, b]: typeof move extends fc.Arbitrary<infer T> ? T : never): CropFrame {
  if (kind === 'pan') return panPicture(frame, a, b, picture)
  if (kind === 'zoom') return zoomPicture(frame, a, picture)
  if (kind === 'turn') return straighten(frame, a, picture)
  if (kind === 'ratio') return setFrameRatio(frame, a, picture)
  return dragFrame(frame, { x: 1, y: -1 }, a, b, picture)
}

describe('the crop frame', () => {
  test('the crop frame never leaves the picture, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        const { crop, placement } = moves.reduce(moved, start)
        const turn = (crop.angle * Math.PI) / 180
        for (const [x, y] of [
          [-0.5, -0.5],
          [0.5, -0.5],
          [0.5, 0.5],
          [-0.5, 0.5],
        ] as const) {
          const [dx, dy] = [x * crop.width, y * crop.height]
          const px = crop.left + crop.width / 2 + dx * Math.cos(-turn) - dy * Math.sin(-turn)
          const py = crop.top + crop.height / 2 + dx * Math.sin(-turn) + dy * Math.cos(-turn)
          expect(px).toBeGreaterThanOrEqual(-0.1)
          expect(py).toBeGreaterThanOrEqual(-0.1)
          expect(px).toBeLessThanOrEqual(picture.width + 0.1)
          expect(py).toBeLessThanOrEqual(picture.height + 0.1)
        }
        expect(placement.width).toBeGreaterThan(0)
        expect(placement.height).toBeGreaterThan(0)
      }),
    )
  })

  test('a handle moves the frame over the resting picture', () => {
    const smaller = dragFrame(start, { x: 1, y: 1 }, -50, -20, picture)
    expect(smaller.placement).toMatchObject({ left: 100, top: 100, width: 150, height: 80 })
    expect(smaller.crop).toMatchObject({ left: 0, top: 0, width: 300, height: 160 })
    expect(cropScale(smaller)).toEqual(cropScale(start))
    const fromLeft = dragFrame(start, { x: -1, y: 0 }, 50, 0, picture)
    expect(fromLeft.placement).toMatchObject({ left: 150, top: 100, width: 150, height: 100 })
    expect(fromLeft.crop).toMatchObject({ left: 100, width: 300 })
  })

  test('a frame that is dragged beyond the picture stops at its edge', () => {
    const dragged = dragFrame(start, { x: 1, y: 0 }, 500, 0, picture)
    expect(dragged.crop.left + dragged.crop.width).toBeCloseTo(400, 1)
  })

  test('the picture is panned within a zoomed frame, and zooming out ends with the whole picture', () => {
    const zoomed = zoomPicture(start, 2, picture)
    expect(zoomed.crop).toMatchObject({ left: 100, top: 50, width: 200, height: 100 })
    expect(panPicture(zoomed, 20, 0, picture).crop.left).toBe(80)
    expect(panPicture(zoomed, 900, 0, picture).crop.left).toBe(0)
    expect(isWhole(zoomPicture(zoomed, 0.1, picture).crop, picture)).toBe(true)
  })

  test('a straightened picture is enlarged as far as its corners need', () => {
    const { crop, placement } = straighten(start, 10, picture)
    expect(placement).toEqual(start.placement)
    expect(crop.angle).toBe(10)
    expect(crop.width).toBeLessThan(400)
    expect(crop.width / crop.height).toBeCloseTo(2)
  })

  test('a ratio gives the largest such frame inside the present one', () => {
    expect(setFrameRatio(start, 1, picture).placement).toMatchObject({ left: 150, top: 100, width: 100, height: 100 })
  })

  test('a turned layer keeps the side that is not dragged in its place', () => {
    const turned = cropFrameOf({ ...layer, rotation: 90 })
    const { placement } = dragFrame(turned, { x: 1, y: 0 }, -50, 0, picture)
    // The dragged right side of the frame points downwards.
    expect(placement.top + placement.height / 2).toBeCloseTo(125)
    expect(placement.left + placement.width / 2).toBeCloseTo(200)
  })
})
