/** Makes the plates of a print file, such as white ink, from the picture's transparency. */
import { mmToPx } from '../../contract/rules/lengths'
import type { Plate } from '../../contract/rules/print-profile'
import { squaredDistances } from './distance'

/** The transparency of a picture at the resolution of the print, 0 to 255, row by row. */
export interface Alpha {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The choke in px of the print. */
export const chokePx = (chokeMm: number, dpi: number): number => mmToPx(chokeMm, dpi)

/** Marks px of areas that the erosion loses whole: those farther from what is left than its corners are. */
function lostBy(left: Uint8Array, filled: Uint8Array, width: number, height: number, by: number): Uint8Array {
  // The tip of a right angle is by·√2 away from what is left of it; sharper tips count as lines.
  const reach = by * 1.5 + 1
  const empty = new Uint8Array(left.length)
  for (let at = 0; at < left.length; at++) empty[at] = left[at] === 0 ? 1 : 0
  // Beyond the picture nothing is left either, so the distance must not be taken from there.
  const padded = withBorder(empty, width, height, Math.ceil(reach) + 1)
  const squares = squaredDistances(padded.data, padded.width, padded.height, reach)
  const lost = new Uint8Array(left.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const square = squares[(y + padded.border) * padded.width + x + padded.border] as number
      if (filled[at] !== 0 && square > reach * reach) lost[at] = 1
    }
  }
  return lost
}

function withBorder(data: Uint8Array, width: number, height: number, border: number) {
  const wide = width + border * 2
  const made = new Uint8Array(wide * (height + border * 2)).fill(1)
  for (let y = 0; y < height; y++) made.set(data.subarray(y * width, (y + 1) * width), (y + border) * wide + border)
  return { data: made, width: wide, height: height + border * 2, border }
}

/**
 * Gives lines that are narrower than the choke takes a plate of half their width: without it white lettering on a clear case would vanish.
 * Half is a guess, as no maker tells what its software does.
 */
function keepLines(plate: Uint8Array, filled: Uint8Array, squares: Uint16Array, width: number, height: number, by: number): void {
  const lost = lostBy(plate, filled, width, height, by)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (lost[at] === 0) continue
      const square = squares[at] as number
      let isRidge = true
      for (let dy = -1; dy <= 1 && isRidge; dy++) {
        for (let dx = -1; dx <= 1 && isRidge; dx++) {
          const [px, py] = [x + dx, y + dy]
          if (px < 0 || py < 0 || px >= width || py >= height) continue
          if ((squares[py * width + px] as number) > square) isRidge = false
        }
      }
      // The px in the middle are its own width.
      if (isRidge) drawDisk(plate, width, height, x, y, (Math.sqrt(square) - 1) / 2)
    }
  }
}

function drawDisk(plate: Uint8Array, width: number, height: number, x: number, y: number, radius: number): void {
  const reach = Math.floor(radius)
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [px, py] = [x + dx, y + dy]
      if (px < 0 || py < 0 || px >= width || py >= height || dx * dx + dy * dy > radius * radius) continue
      plate[py * width + px] = 255
    }
  }
}

/**
 * Returns the samples of a plate: 255 where ink is laid, or 0 where it is inverted. The plate of the source `alpha` ends `chokeMm` inside
 * the edge of what is opaque, exact to a px; the border of the picture is such an edge. Lines that the choke would take are kept, narrower.
 *
 * @param bare not 0 where no white ink lies; null: it lies everywhere.
 */
export function plateOf(
  alpha: Alpha,
  { source, role, threshold, chokeMm, inverted }: Plate,
  dpi: number,
  bare: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const { width, height, data } = alpha
  const plate = new Uint8Array(width * height)
  if (source === 'picture') plate.set(data)
  else if (source === 'solid') plate.fill(255)
  else if (source === 'alpha') {
    const filled = new Uint8Array(plate.length)
    for (let at = 0; at < filled.length; at++) filled[at] = (data[at] as number) >= threshold ? 1 : 0
    if (bare !== null && role === 'white') for (let at = 0; at < filled.length; at++) if (bare[at] !== 0) filled[at] = 0
    const by = chokePx(chokeMm, dpi)
    if (by < 0.5) for (let at = 0; at < filled.length; at++) plate[at] = filled[at] === 0 ? 0 : 255
    else {
      // The distance of the outermost px is 1, and its outer edge lies half a px beyond its centre.
      const squares = squaredDistances(filled, width, height, by + 1)
      const least = by + 0.5
      for (let at = 0; at < plate.length; at++) if ((squares[at] as number) > least * least) plate[at] = 255
      keepLines(plate, filled, squares, width, height, by)
    }
  }
  if (inverted) for (let at = 0; at < plate.length; at++) plate[at] = 255 - (plate[at] as number)
  return plate
}

/** Share of the area that a plate covers with ink, 0 to 1. */
export function coverageOf(plate: Uint8Array, { inverted }: Pick<Plate, 'inverted'>): number {
  let sum = 0
  for (let at = 0; at < plate.length; at++) sum += plate[at] as number
  const share = plate.length === 0 ? 0 : sum / (plate.length * 255)
  return inverted && plate.length > 0 ? 1 - share : share
}
