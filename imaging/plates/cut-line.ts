/** The line along which a sticker or a skin is cut: around what is opaque, at a distance. */
import { type Curve, settle, simplify, smooth } from '../outline/curve'
import { distanceField } from '../outline/distance'
import { ringsAt } from '../outline/rings'
import type { Alpha } from './plate'

/** px by which a curve may leave the edge: at 300 dpi 0.03 mm, less than a cutter's own error. */
const tolerance = 0.4
/** The edge of an opaque px lies half a px outside its centre. */
const edge = 0.5
/** From half opaque on, as plates begin; specks of fewer px than these are not cut out. */
const mask = { threshold: 128, minArea: 256 }

/**
 * Returns closed curves in px from the upper left of the picture, holes included; none when nothing is opaque.
 *
 * @param offset px outside the edge.
 * @throws TooComplexError for noise.
 */
export function cutCurves({ width, height, data }: Alpha, offset: number): readonly Curve[] {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let px = 0; px < data.length; px++) pixels[px * 4 + 3] = data[px] as number
  const distance = offset + edge
  const field = distanceField({ width, height, data: pixels }, distance + 1, mask)
  if (field === null) return []
  return ringsAt(field, distance).map((ring) => {
    const curve = smooth(settle(ring, simplify(ring, tolerance), tolerance), tolerance)
    // Rings run through the centres of px, of which the first lies half a px inside the picture.
    return curve.map((value) => value + edge)
  })
}
