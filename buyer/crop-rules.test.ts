import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covering, mostZoom, quarterTurned, zoomedTo, zoomOf } from './crop-rules'

const side = fc.integer({ min: 40, max: 6000 })
const size = fc.record({ width: side, height: side })

/** Half of what a turned crop takes of its photo. */
const reach = ({ width, height, angle }: ReturnType<typeof covering>) => {
  const isLying = angle % 180 !== 0
  return { width: (isLying ? height : width) / 2, height: (isLying ? width : height) / 2 }
}

test('the part of a photo fills its place without distortion and lies within the photo, however it is turned and enlarged', () => {
  fc.assert(
    fc.property(
      size,
      size,
      fc.integer({ min: 0, max: 5 }),
      fc.double({ min: 1, max: mostZoom, noNaN: true }),
      (frame, photo, turns, zoom) => {
        let crop = covering(frame, photo, 0)
        for (let turn = 0; turn < turns; turn++) crop = quarterTurned(frame, photo, crop)
        expect(crop.angle).toBe((turns % 4) * 90)
        const zoomed = zoomedTo(frame, photo, crop, zoom)
        for (const one of [crop, zoomed]) {
          expect(one.width / one.height).toBeCloseTo(frame.width / frame.height, 3)
          const { width, height } = reach(one)
          const [x, y] = [one.left + one.width / 2, one.top + one.height / 2]
          expect(Math.min(x - width, y - height)).toBeGreaterThan(-0.1)
          expect(x + width).toBeLessThan(photo.width + 0.1)
          expect(y + height).toBeLessThan(photo.height + 0.1)
        }
      },
    ),
  )
})

test('a photo that fills its place is enlarged by what was asked for, and not at all at first', () => {
  const [frame, photo] = [
    { width: 300, height: 600 },
    { width: 4000, height: 3000 },
  ]
  const crop = covering(frame, photo, 90)
  expect(zoomOf(frame, photo, crop)).toBeCloseTo(1)
  expect(zoomOf(frame, photo, zoomedTo(frame, photo, crop, 2.5))).toBeCloseTo(2.5)
})
