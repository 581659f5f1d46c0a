/** Proposes a print area for a foreground picture: the hole in the frame of the case through which the design is seen. */

/** Distances from the edges of a picture, px. */
export interface Margins {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Pixels with more alpha than this belong to the frame, soft edges included. */
const maxTransparentAlpha = 32
/** A hole smaller than this share of the picture is that of a camera or a button. */
const minHoleShare = 0.1

/**
 * Margins in px of the transparent parts that do not touch the picture's border, the largest first; those of a camera or a button are
 * left out. Transparent parts that touch the border lie outside the case.
 *
 * @param rgba four bytes a pixel, row by row.
 */
export function maskHoles(rgba: Uint8ClampedArray, width: number, height: number): readonly Margins[] {
  /** 1 where a pixel is transparent and belongs to no part yet. */
  const open = new Uint8Array(width * height)
  for (let at = 0; at < open.length; at++) open[at] = (rgba[4 * at + 3] as number) <= maxTransparentAlpha ? 1 : 0
  const found: { readonly count: number; readonly area: Margins }[] = []
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue
    const { count, left, top, right, bottom } = takePart(open, width, start)
    const isInside = left > 0 && top > 0 && right < width - 1 && bottom < height - 1
    if (isInside && count >= minHoleShare * width * height) {
      found.push({ count, area: { left, top, right: width - 1 - right, bottom: height - 1 - bottom } })
    }
  }
  return found.sort((one, other) => other.count - one.count).map(({ area }) => area)
}

/**
 * Takes the connected part at `start` out of the open pixels; returns its size in pixels and its outermost columns and rows. Fills run by
 * run of a row: pixel by pixel, a picture of a case takes ten times as long.
 */
function takePart(open: Uint8Array, width: number, start: number) {
  let [left, top, right, bottom, count] = [width, open.length, 0, 0, 0]
  const starts = [start]
  for (let at = starts.pop(); at !== undefined; at = starts.pop()) {
    if (open[at] === 0) continue
    const y = Math.floor(at / width)
    const row = y * width
    let from = at
    while (from > row && open[from - 1] === 1) from--
    let to = at + 1
    while (to < row + width && open[to] === 1) to++
    open.fill(0, from, to)
    count += to - from
    left = Math.min(left, from - row)
    right = Math.max(right, to - 1 - row)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    for (const by of [-width, width]) {
      // Rows above the first and below the last are no part of the picture, and read as undefined.
      for (let next = from + by; next < to + by; next++) {
        if (open[next] === 1 && (next === from + by || open[next - 1] === 0)) starts.push(next)
      }
    }
  }
  return { count, left, top, right, bottom }
}

/** The largest of `maskHoles`; null where there is none. */
export const maskHole = (rgba: Uint8ClampedArray, width: number, height: number): Margins | null =>
  maskHoles(rgba, width, height)[0] ?? null
