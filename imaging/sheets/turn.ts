/** Turns what lies on a sheet by quarters, clockwise. */
import { isAcross, type Turn } from '../../contract/rules/jig'
import type { Curve } from '../outline/curve'

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the size of a box that is turned. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  isAcross(turn) ? { width: height, height: width } : { width, height }

/** Rows that are turned at once, so that the columns which they become stay in the processor's cache. */
const rowsAtOnce = 64

/** Returns the px of a picture turned; `step` bytes a px, row by row. */
export function turnedPixels(pixels: Uint8Array, { width, height }: Size, step: number, turn: Turn): Uint8Array {
  if (turn === 0) return pixels
  const made = new Uint8Array(pixels.length)
  // Where the first px goes, and how far the next one of a row and the first one of the next row lie from it.
  const [first, right, down] =
    turn === 90 ? [height - 1, height, -1] : turn === 180 ? [width * height - 1, -1, -width] : [(width - 1) * height, -height, 1]
  for (let top = 0; top < height; top += rowsAtOnce) {
    const end = Math.min(height, top + rowsAtOnce)
    for (let x = 0; x < width; x++) {
      for (let y = top; y < end; y++) {
        const from = (y * width + x) * step
        const to = (first + x * right + y * down) * step
        for (let at = 0; at < step; at++) made[to + at] = pixels[from + at] as number
      }
    }
  }
  return made
}

/** Returns a curve of a picture of this size, turned with it and moved; px from the upper left. */
export function placedCurve(curve: Curve, { width, height }: Size, turn: Turn, x: number, y: number): Curve {
  return curve.map((value, at) => {
    // The other coordinate of the same point.
    const other = curve[at % 2 === 0 ? at + 1 : at - 1] as number
    if (at % 2 === 0) return x + (turn === 0 ? value : turn === 90 ? height - other : turn === 180 ? width - value : other)
    return y + (turn === 0 ? value : turn === 90 ? other : turn === 180 ? height - value : width - other)
  })
}
