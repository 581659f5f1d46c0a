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
  for (let at = 0; at < rows.length; at++) {
    const above = at < width ? 0 : (rows[at - width] as number)
    rows[at] = filled[at] === 0 ? 0 : above < far ? above + 1 : far
  }
  for (let at = rows.length - 1; at >= 0; at--) {
    const below = at >= rows.length - width ? 1 : (rows[at + width] as number) + 1
    if (below < (rows[at] as number)) rows[at] = below
  }
  const squares = new Uint16Array(width * height)
  const most = far * far
  for (let from = 0; from < squares.length; from += width) {
    // Columns that lie nearer than `far` to an empty px; those beyond the picture do.
    let before = -1
    let after = nextNear(rows, from, width, far, 0)
    for (let x = 0; x < width; x++) {
      const own = rows[from + x] as number
      if (x >= after) {
        before = x
        after = nextNear(rows, from, width, far, x + 1)
      }
      if (own === 0) continue
      if (own === far && x - before >= far && after - x >= far) {
        squares[from + x] = most
        continue
      }
      let least = own * own
      // No column farther than the distance found so far can be nearer.
      for (let step = 1; step * step < least; step++) {
        const left = x < step ? 0 : (rows[from + x - step] as number)
        const right = x + step >= width ? 0 : (rows[from + x + step] as number)
        const square = (left < right ? left * left : right * right) + step * step
        if (square < least) least = square
      }
      squares[from + x] = least
    }
  }
  return squares
}

/** Returns the first column from `x` on that is nearer than `far`, or the first one beyond the picture. */
function nextNear(rows: Uint8Array, from: number, width: number, far: number, x: number): number {
  let at = x
  while (at < width && rows[from + at] === far) at++
  return at
}
