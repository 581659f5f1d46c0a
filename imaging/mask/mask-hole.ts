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
  const isTransparent = (at: number) => (rgba[4 * at + 3] as number) <= maxTransparentAlpha
  const visited = new Uint8Array(width * height)
  const queue = new Int32Array(width * height)
  const found: { readonly count: number; readonly area: Margins }[] = []
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
    if (isInside && count >= minHoleShare * width * height) {
      found.push({ count, area: { left, top, right: width - 1 - right, bottom: height - 1 - bottom } })
    }
  }
  return found.sort((one, other) => other.count - one.count).map(({ area }) => area)
}

/** The largest of `maskHoles`; null where there is none. */
export const maskHole = (rgba: Uint8ClampedArray, width: number, height: number): Margins | null =>
  maskHoles(rgba, width, height)[0] ?? null
