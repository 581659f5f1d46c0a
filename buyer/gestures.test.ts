import { describe, expect, test } from 'vitest'
import { placementCentre } from '../design/geometry/box'
import { dragged, fitted, framed } from './gestures'
import { coverCrop } from './layers'

const start = { left: 100, top: 100, width: 80, height: 40, rotation: 0 }

describe('fingers on the stage', () => {
  test('one finger moves a layer by its own way', () => {
    expect(dragged(start, [{ x: 5, y: 5 }], [{ x: 25, y: -5 }])).toEqual({ ...start, left: 120, top: 90 })
  })

  test('two fingers scale about their middle, which stays between them', () => {
    const from = [
      { x: 100, y: 120 },
      { x: 140, y: 120 },
    ] as const
    const to = [
      { x: 80, y: 120 },
      { x: 160, y: 120 },
    ] as const
    const next = dragged(start, from, to)
    expect([next.width, next.height, next.rotation]).toEqual([160, 80, 0])
    // The layer's centre was 20 px right of the fingers' middle, and is now 40 px.
    expect(placementCentre(next)).toEqual({ x: 160, y: 120 })
  })

  test('a turn snaps to right angles, and is exact elsewhere', () => {
    const turnBy = (degrees: number) => {
      const radians = (degrees * Math.PI) / 180
      const [x, y] = [140 + 50 * Math.cos(radians), 120 + 50 * Math.sin(radians)]
      return dragged(
        start,
        [
          { x: 140, y: 120 },
          { x: 190, y: 120 },
        ],
        [
          { x: 140, y: 120 },
          { x, y },
        ],
      ).rotation
    }
    expect([turnBy(3), turnBy(87), turnBy(-4), turnBy(30)]).toEqual([0, 90, 0, 30])
  })

  test('a layer is never made smaller than a finger can find again', () => {
    const next = dragged(
      start,
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
    )
    expect(Math.min(next.width, next.height)).toBeCloseTo(8)
  })

  test('a photo behind its frame follows the finger and never leaves the frame empty', () => {
    const picture = { width: 400, height: 400 }
    const crop = coverCrop(picture, { width: 100, height: 50 })
    const frame = { placement: { ...start, width: 100, height: 50 }, crop }
    const panned = framed(frame, picture, [{ x: 0, y: 0 }], [{ x: 0, y: 10 }])
    expect(panned.crop.top).toBeCloseTo(crop.top - 40)
    const mirrored = framed(frame, picture, [{ x: 0, y: 0 }], [{ x: 0, y: 10 }], { verticalFlip: true })
    expect(mirrored.crop.top).toBeCloseTo(crop.top + 40)
    const far = framed(frame, picture, [{ x: 0, y: 0 }], [{ x: 0, y: 900 }])
    expect(far.crop.top).toBe(0)
    const zoomed = framed(
      frame,
      picture,
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ],
      [
        { x: 0, y: 0 },
        { x: 20, y: 0 },
      ],
    )
    expect(zoomed.crop.width).toBeCloseTo(crop.width / 2)
  })

  test('the point between two fingers in a frame stays between them, also where the frame is turned', () => {
    const picture = { width: 400, height: 400 }
    for (const rotation of [0, 90]) {
      const placement = { left: 0, top: 0, width: 100, height: 100, rotation }
      const frame = { placement, crop: { left: 100, top: 100, width: 200, height: 200, angle: 0 } }
      const next = framed(
        frame,
        picture,
        [
          { x: 65, y: 50 },
          { x: 85, y: 50 },
        ],
        [
          { x: 55, y: 50 },
          { x: 95, y: 50 },
        ],
      )
      // The fingers' middle is a quarter of the frame right of its centre, where a frame turned by 90° shows what is above its centre.
      const { left, top, width } = next.crop
      const part =
        rotation === 0 ? { x: left + 0.75 * width, y: top + 0.5 * width } : { x: left + 0.5 * width, y: top + 0.25 * width }
      expect(part).toEqual(rotation === 0 ? { x: 250, y: 200 } : { x: 200, y: 150 })
    }
  })

  test('a photo is fitted so that it covers the canvas, anything else so that all of it is seen', () => {
    const canvas = { width: 200, height: 400 }
    expect(fitted({ width: 100, height: 100 }, canvas, true)).toEqual({
      left: -100,
      top: 0,
      width: 400,
      height: 400,
      rotation: 0,
    })
    expect(fitted({ width: 100, height: 50 }, canvas, false)).toEqual({ left: 10, top: 155, width: 180, height: 90, rotation: 0 })
  })
})
