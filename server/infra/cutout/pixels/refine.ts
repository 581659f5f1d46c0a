/**
 * Aligns a small, soft mask with the edges of the picture: a guided filter (He, Sun, Tang 2010) with the colours as guide. Within
 * each small square the mask is approximated by a linear function of the colour; applying that function to the full-size colours
 * puts the edge where the colours change.
 */
import { boxMean, newPlane, type Plane, smoothstep, steps } from './plane'

/** A mask as a linear function of the colour, per pixel: factors of red, green and blue, and a constant. */
export interface EdgeModel {
  readonly red: Plane
  readonly green: Plane
  readonly blue: Plane
  readonly constant: Plane
}

function product({ width, height, data }: Plane, b: Plane): Plane {
  const out = newPlane(width, height)
  for (let pixel = 0; pixel < data.length; pixel++) out.data[pixel] = (data[pixel] ?? 0) * (b.data[pixel] ?? 0)
  return out
}

/**
 * Fits the model. `radius` is in pixels of the planes: about the softness of the mask. `smoothness` is the colour variance that
 * still counts as flat.
 */
export function edgeModel(mask: Plane, colours: readonly [Plane, Plane, Plane], radius: number, smoothness: number): EdgeModel {
  const { width, height } = mask
  const mean = (plane: Plane): Float32Array => boxMean(plane, radius).data
  const [r, g, b] = colours
  const [mr, mg, mb, mp] = [mean(r), mean(g), mean(b), mean(mask)]
  const [rp, gp, bp] = [mean(product(r, mask)), mean(product(g, mask)), mean(product(b, mask))]
  const [rr, rg, rb] = [mean(product(r, r)), mean(product(r, g)), mean(product(r, b))]
  const [gg, gb, bb] = [mean(product(g, g)), mean(product(g, b)), mean(product(b, b))]
  const red = newPlane(width, height)
  const green = newPlane(width, height)
  const blue = newPlane(width, height)
  const constant = newPlane(width, height)
  for (let i = 0; i < mask.data.length; i++) {
    const [er, eg, eb, ep] = [mr[i] ?? 0, mg[i] ?? 0, mb[i] ?? 0, mp[i] ?? 0]
    // The covariance of the colours, regularized to be invertible, and its inverse by cofactors; it is symmetric.
    const a = (rr[i] ?? 0) - er * er + smoothness
    const d = (gg[i] ?? 0) - eg * eg + smoothness
    const f = (bb[i] ?? 0) - eb * eb + smoothness
    const m = (rg[i] ?? 0) - er * eg
    const n = (rb[i] ?? 0) - er * eb
    const o = (gb[i] ?? 0) - eg * eb
    const c11 = d * f - o * o
    const c12 = n * o - m * f
    const c13 = m * o - n * d
    const determinant = a * c11 + m * c12 + n * c13
    const p = (rp[i] ?? 0) - er * ep
    const q = (gp[i] ?? 0) - eg * ep
    const s = (bp[i] ?? 0) - eb * ep
    const x = (c11 * p + c12 * q + c13 * s) / determinant
    const y = (c12 * p + (a * f - n * n) * q + (m * n - a * o) * s) / determinant
    const z = (c13 * p + (m * n - a * o) * q + (a * d - m * m) * s) / determinant
    red.data[i] = x
    green.data[i] = y
    blue.data[i] = z
    constant.data[i] = ep - x * er - y * eg - z * eb
  }
  const even = (plane: Plane): Plane => boxMean(plane, radius)
  const model = { red: even(red), green: even(green), blue: even(blue), constant: even(constant) }
  settle(model, boxMean(mask, 2 * radius))
  return model
}

/** Beyond these values the mask is constant, so that a pattern of the background does not show through. */
const [farOutside, farInside] = [0.01, 0.99]

function settle({ red, green, blue, constant }: EdgeModel, around: Plane): void {
  for (let pixel = 0; pixel < around.data.length; pixel++) {
    const share = around.data[pixel] ?? 0
    if (share > farOutside && share < farInside) continue
    red.data[pixel] = 0
    green.data[pixel] = 0
    blue.data[pixel] = 0
    constant.data[pixel] = share < 0.5 ? 0 : 1
  }
}

/** Pixels of a picture, three or four bytes each. */
interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly channels: 3 | 4
}

/** Alpha below and above is rounded to background and subject, so that the cut-out has no haze. */
const certain = { low: 0.08, high: 0.92 } as const

/**
 * Applies the model to a section of the picture at full size; writes one byte per pixel into `alpha`, which is as large as the
 * picture.
 */
export function applyEdges(
  model: EdgeModel,
  { data, width, channels }: Pixels,
  region: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  alpha: Uint8Array,
): void {
  const planes = [model.red, model.green, model.blue, model.constant].map((plane) => plane.data)
  const size = model.red.width
  const rows = steps(region.height, model.red.height)
  const columns = steps(region.width, size)
  // The four coefficients of a row, interpolated vertically already; only the interpolation between columns remains.
  const [red, green, blue, constant] = [0, 1, 2, 3].map(() => new Float32Array(size)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const row = [red, green, blue, constant]
  for (let y = 0; y < region.height; y++) {
    const above = (rows.low[y] ?? 0) * size
    const below = (rows.high[y] ?? 0) * size
    const down = rows.share[y] ?? 0
    for (let index = 0; index < 4; index++) {
      const plane = planes[index] ?? red
      const to = row[index] ?? red
      for (let x = 0; x < size; x++) to[x] = (plane[above + x] ?? 0) * (1 - down) + (plane[below + x] ?? 0) * down
    }
    let pixel = (region.top + y) * width + region.left
    for (let x = 0; x < region.width; x++, pixel++) {
      const low = columns.low[x] ?? 0
      const high = columns.high[x] ?? 0
      const right = columns.share[x] ?? 0
      const left = 1 - right
      const at = pixel * channels
      const share =
        (((red[low] ?? 0) * left + (red[high] ?? 0) * right) * (data[at] ?? 0) +
          ((green[low] ?? 0) * left + (green[high] ?? 0) * right) * (data[at + 1] ?? 0) +
          ((blue[low] ?? 0) * left + (blue[high] ?? 0) * right) * (data[at + 2] ?? 0)) /
          255 +
        (constant[low] ?? 0) * left +
        (constant[high] ?? 0) * right
      if (share > certain.low)
        alpha[pixel] = share >= certain.high ? 255 : Math.round(smoothstep(share, certain.low, certain.high) * 255)
    }
  }
}
