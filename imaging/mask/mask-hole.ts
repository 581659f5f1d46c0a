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
 * Margins in px of the largest transparent part that does not touch the picture's border; null where there is none large enough.
 * Transparent parts that touch the border lie outside the case.
 *
 * @param rgba four bytes a pixel, row by row.
 */
export function maskHole(rgba: Uint8ClampedArray, width: number, height: number): Margins | null {
  const isTransparent = (at: number) => (rgba[4 * at + 3] as number) <= maxTransparentAlpha
  const visited = new Uint8Array(width * height)
  const queue = new Int32Array(width * height)
  let largest: { readonly count: number; readonly area: Margins } | null = null
  for (let start = 0; start < visited.length; start++) {
    if (visited[start] === 1 || !isTransparent(start)) continue
    let [left, top, right, bottom] = [width, height, 0, 0]
    let count = 0
    queue[count++] = start
    visited[start] = 1
    for (let next = 0; next < count; next++) {
      const at = queue[next] as number
      const x = at % width
      const y = (at - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      const enqueue = (other: number) => {
        if (visited[other] === 1 || !isTransparent(other)) return
        visited[other] = 1
        queue[count++] = other
      }
      if (x > 0) enqueue(at - 1)
      if (x < width - 1) enqueue(at + 1)
      if (y > 0) enqueue(at - width)
      if (y < height - 1) enqueue(at + width)
    }
    const isInside = left > 0 && top > 0 && right < width - 1 && bottom < height - 1
    if (isInside && count > (largest?.count ?? 0)) {
      largest = { count, area: { left, top, right: width - 1 - right, bottom: height - 1 - bottom } }
    }
  }
  return largest !== null && largest.count >= minHoleShare * width * height ? largest.area : null
}
