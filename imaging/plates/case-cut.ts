/** The line along which a skin is cut for a case: its outline, and its openings for cameras, as the mask of its wireframe has them. */
import { type CaseMask, caseDistances, liesAtCameras } from '../mockup/regions'
import { type Curve, settle, simplify, smooth } from '../outline/curve'
import { ringArea, ringBox, ringsAt } from '../outline/rings'
import type { DistanceField, Ring } from '../outline/shapes'
import type { Plane } from '../pixels/blur'
import { edgeDistance } from '../pixels/edge-distance'

/** px of the mask by which a curve may leave the edge; its mean error is a third of that at most. */
const tolerance = 0.1
/** Half of a px is covered: the edge runs through its middle. */
const half = 127.5
/** A px of the mask from which on it is an opening: half transparent rims and shines are drawn over the case. */
const opened = 31
/** Smaller openings are dirt in a picture, as a share of the case: 2 mm² of a case of 72 × 148 mm. */
const leastOpening = 2 / (72 * 148)
/** Px beside the mask, so that every line is closed. */
const pad = 1

/** Values over a mask with a border around it. */
interface Field {
  readonly width: number
  readonly height: number
  /** Values of px: the line runs where they are `at`, and the case lies where they are less. */
  readonly values: Float32Array
  readonly at: number
}

/** Returns the rings of a field, px of the mask. */
function ringsOf({ width, height, values, at }: Field, border: number): Ring[] {
  const band = {
    start: new Int32Array(height),
    end: new Int32Array(height).fill(width),
    row: Int32Array.from({ length: height }, (_, y) => y),
    count: height,
  }
  const squared = values.map((value) => value * value)
  const field: DistanceField = { squared, band, width, height, left: -border, top: -border, reach: at }
  return ringsAt(field, at)
}

const curveOf = (ring: Ring): Curve => smooth(settle(ring, simplify(ring, tolerance), tolerance), tolerance)

/** How much of the case each px shows, 0 to 255: openings are 0, and what is drawn over the case is not. */
function shownOf(mask: CaseMask): Uint8Array {
  const { inside } = caseDistances(mask, 1)
  return inside.map((value, at) => (value < 255 ? value : (mask.data[at] as number)))
}

/** Whether a line goes around an opening, and not around a shine that is drawn over the case. */
function isOpening(ring: Ring, shown: Uint8Array, width: number): boolean {
  const { left, top, right, bottom } = ringBox(ring)
  for (let y = Math.floor(top); y < bottom; y++) {
    for (let x = Math.floor(left); x < right; x++) if ((shown[y * width + x] as number) <= opened) return true
  }
  return false
}

/**
 * Returns closed curves, px from the upper left of the mask: the outline first, then the openings.
 *
 * @param offset px outside the edge of the case, by which openings are smaller.
 * @throws Error with words for the seller when the mask shows no case.
 */
export function caseCurves(mask: CaseMask, offset: number): readonly Curve[] {
  const { width, height } = mask
  const shown = shownOf(mask)
  const border = pad + Math.ceil(offset) + (offset > 0 ? 1 : 0)
  const plane = padded(shown, width, height, border)
  const rings = ringsOf(
    offset > 0
      ? { ...plane, values: edgeDistance(plane, offset + 2).map((value) => Math.max(0, value)), at: offset }
      : { ...plane, values: plane.data.map((value) => 255 - value), at: half },
    border,
  )
  const areas = rings.map((ring) => ({ ring, area: -ringArea(ring) })).sort((a, b) => b.area - a.area)
  const outline = areas[0]
  if (outline === undefined || outline.area <= 0) throw new Error('线框图里没有找到手机壳的轮廓，画不了刀线')
  const openings = areas.filter(
    ({ ring, area }) => -area > leastOpening * outline.area && liesAtCameras(ring, outline.ring) && isOpening(ring, shown, width),
  )
  return [outline, ...openings].map(({ ring }) => curveOf(ring))
}

function padded(shown: Uint8Array, width: number, height: number, border: number): Plane {
  const [wide, high] = [width + 2 * border, height + 2 * border]
  const data = new Float32Array(wide * high)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[(y + border) * wide + x + border] = shown[y * width + x] as number
  }
  return { width: wide, height: high, left: 0, top: 0, right: wide, bottom: high, data }
}

/** Where a print lies on its page, px. */
interface PrintBox {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
}

/** Returns curves of a mask on the page of a print of the whole mask. */
export function onPrint(
  curves: readonly Curve[],
  mask: Pick<CaseMask, 'width' | 'height'>,
  print: PrintBox,
  isMirrored: boolean,
): Curve[] {
  const [x, y] = [print.width / mask.width, print.height / mask.height]
  return curves.map((curve) =>
    curve.map((value, at) => {
      if (at % 2 === 1) return print.top + value * y
      return print.left + (isMirrored ? print.width - value * x : value * x)
    }),
  )
}
