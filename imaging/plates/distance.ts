/**
 * The exact Euclidean distance of each px from the nearest empty one, px centre to px centre (Felzenszwalb and Huttenlocher, Distance
 * Transforms of Sampled Functions, 2012). Beyond the picture everything is empty.
 */

/**
 * Returns squared distances in px², exact up to `cap` px and `(cap + 1)²` beyond; 0 for empty px.
 *
 * @param filled 0 where a px is empty, row by row.
 */
export function squaredDistances(filled: Uint8Array, width: number, height: number, cap: number): Uint16Array<ArrayBuffer> {
  const far = Math.min(Math.ceil(cap) + 1, 255)
  // Rows to the nearest empty px of the column.
  const rows = new Uint8Array(width * height)
  for (let x = 0; x < width; x++) {
    let above = 0
    for (let at = x; at < rows.length; at += width) {
      above = filled[at] === 0 ? 0 : Math.min(far, above + 1)
      rows[at] = above
    }
    let below = 0
    for (let at = rows.length - width + x; at >= 0; at -= width) {
      below = filled[at] === 0 ? 0 : Math.min(far, below + 1)
      if (below < (rows[at] as number)) rows[at] = below
    }
  }
  const squares = new Uint16Array(width * height)
  const most = far * far
  for (let from = 0; from < squares.length; from += width) {
    for (let x = 0; x < width; x++) {
      const own = rows[from + x] as number
      if (own === 0) continue
      let least = Math.min(own * own, most)
      // No column farther than the distance found so far can be nearer.
      for (let step = 1; step * step < least; step++) {
        for (const other of [x - step, x + step]) {
          const lift = other < 0 || other >= width ? 0 : (rows[from + other] as number)
          const square = lift * lift + step * step
          if (square < least) least = square
        }
      }
      squares[from + x] = least
    }
  }
  return squares
}
