/**
 * Gaussian blur by three passes of an extended box: a box whose ends count by a fraction, so that any standard deviation is met
 * exactly (Gwosdek, Grewenig, Bruhn and Weickert, Theoretical Foundations of Gaussian Convolution by Extended Box Filtering,
 * 2011). Its cost does not grow with the width of the blur, and it uses only exact arithmetic, so that every engine gives the
 * same bytes.
 */
import { type Box, blank, type Raster } from './raster'

/** One channel of a picture: values 0 to 255, zero outside its box. */
export interface Plane extends Box {
  readonly width: number
  readonly height: number
  readonly data: Float32Array<ArrayBuffer>
}

const passes = 3
/** Columns that are blurred together; neighbours share the lines of the processor's cache. */
const stripWidth = 32

interface Kernel {
  /** Px on each side that count in full. */
  readonly radius: number
  /** Share by which the next px on each side counts. */
  readonly end: number
  readonly scale: number
}

function kernelOf(sigma: number): Kernel {
  const variance = (sigma * sigma) / passes
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2)
  const whole = 2 * radius + 1
  const end = (whole * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) * (radius + 1)))
  return { radius, end, scale: 1 / (whole + 2 * end) }
}

/** Distance in px over which a blur spreads, beyond which nothing changes. */
export const blurReach = (sigma: number): number => (sigma > 0 ? passes * (kernelOf(sigma).radius + 1) : 0)

/** Blurs `count` neighbouring lines at once; item i of line k is at i × count + k. */
function boxPass(from: Float32Array, to: Float32Array, length: number, count: number, sums: Float64Array, kernel: Kernel): void {
  const { radius, end, scale } = kernel
  sums.fill(0)
  for (let i = 0; i < Math.min(radius, length); i++) {
    for (let k = 0; k < count; k++) sums[k] = (sums[k] as number) + (from[i * count + k] as number)
  }
  for (let i = 0; i < length; i++) {
    const [enters, leaves] = [i + radius, i - radius - 1]
    if (enters < length) {
      for (let k = 0, at = enters * count; k < count; k++, at++) sums[k] = (sums[k] as number) + (from[at] as number)
    }
    if (leaves >= 0) {
      for (let k = 0, at = leaves * count; k < count; k++, at++) sums[k] = (sums[k] as number) - (from[at] as number)
    }
    const next = enters + 1 < length ? (enters + 1) * count : -1
    const last = leaves >= 0 ? leaves * count : -1
    for (let k = 0, at = i * count; k < count; k++, at++) {
      const ends = (next < 0 ? 0 : (from[next + k] as number)) + (last < 0 ? 0 : (from[last + k] as number))
      to[at] = ((sums[k] as number) + end * ends) * scale
    }
  }
}

/** Blurs one row; the same sums in the same order as {@link boxPass}, without its inner loops. */
function rowPass(from: Float32Array, to: Float32Array, length: number, { radius, end, scale }: Kernel): void {
  let sum = 0
  for (let i = 0; i < Math.min(radius, length); i++) sum += from[i] as number
  for (let i = 0; i < length; i++) {
    const [enters, leaves] = [i + radius, i - radius - 1]
    let ends = 0
    if (enters < length) sum += from[enters] as number
    if (leaves >= 0) {
      const left = from[leaves] as number
      sum -= left
      ends = left
    }
    if (enters + 1 < length) ends += from[enters + 1] as number
    to[i] = (sum + end * ends) * scale
  }
}

/** Blurs a plane in place, across and down. What spreads beyond its box is lost. */
export function blurPlane(plane: Plane, sigma: number, sigmaDown = sigma): void {
  if (sigma > 0) blurRows(plane, kernelOf(sigma))
  if (sigmaDown > 0) blurColumns(plane, kernelOf(sigmaDown))
}

function blurRows({ width, height, data }: Plane, kernel: Kernel): void {
  const [first, second] = [new Float32Array(width), new Float32Array(width)]
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    rowPass(row, first, width, kernel)
    rowPass(first, second, width, kernel)
    rowPass(second, row, width, kernel)
  }
}

function blurColumns({ width, height, data }: Plane, kernel: Kernel): void {
  const sums = new Float64Array(stripWidth)
  const [first, second] = [new Float32Array(height * stripWidth), new Float32Array(height * stripWidth)]
  for (let left = 0; left < width; left += stripWidth) {
    const count = Math.min(stripWidth, width - left)
    for (let y = 0; y < height; y++) first.set(data.subarray(y * width + left, y * width + left + count), y * count)
    boxPass(first, second, height, count, sums, kernel)
    boxPass(second, first, height, count, sums, kernel)
    boxPass(first, second, height, count, sums, kernel)
    for (let y = 0; y < height; y++) data.set(second.subarray(y * count, (y + 1) * count), y * width + left)
  }
}

/** Returns a plane of zeros. */
export function blankPlane({ left, top, right, bottom }: Box): Plane {
  const [width, height] = [right - left, bottom - top]
  return { left, top, right, bottom, width, height, data: new Float32Array(width * height) }
}

export const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

/** Returns the alpha of a raster with a margin around it. */
export function alphaPlane(raster: Raster, margin: number): Plane {
  const plane = blankPlane(grown(raster, margin))
  for (let y = 0, from = 3; y < raster.height; y++) {
    let to = (y + margin) * plane.width + margin
    for (let x = 0; x < raster.width; x++, from += 4, to++) plane.data[to] = raster.data[from] as number
  }
  return plane
}

/** Returns a blurred copy, which is larger than the raster by the reach of the blur. Colours are weighted by alpha. */
export function blurRaster(raster: Raster, sigma: number): Raster {
  const reach = blurReach(sigma)
  const blurred = blank(grown(raster, reach))
  if (reach === 0) {
    blurred.data.set(raster.data)
    return blurred
  }
  const alpha = alphaPlane(raster, reach)
  blurPlane(alpha, sigma)
  for (let channel = 0; channel < 3; channel++) {
    const plane = blankPlane(blurred)
    for (let y = 0, from = channel; y < raster.height; y++) {
      let to = (y + reach) * plane.width + reach
      for (let x = 0; x < raster.width; x++, from += 4, to++) {
        plane.data[to] = ((raster.data[from] as number) * (raster.data[from - channel + 3] as number)) / 255
      }
    }
    blurPlane(plane, sigma)
    for (let at = 0, to = channel; at < plane.data.length; at++, to += 4) {
      const share = alpha.data[at] as number
      if (share > 0) blurred.data[to] = ((plane.data[at] as number) * 255) / share
    }
  }
  for (let at = 0, to = 3; at < alpha.data.length; at++, to += 4) blurred.data[to] = alpha.data[at] as number
  return blurred
}
