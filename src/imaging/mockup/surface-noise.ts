/** Deterministic noise of surfaces: the same px of the same case always look the same, in a browser and on the server. */

/** Returns a number from 0 to 1 for a cell; an integer hash (after Squirrel Eiserloh, GDC 2017). */
export function hash(x: number, y: number): number {
  let n = (x | 0) + Math.imul(y | 0, 198_491_317)
  n = Math.imul(n, 0x68e31da4)
  n ^= n >>> 8
  n = (n + 0xb5297a4d) | 0
  n ^= n << 8
  n = Math.imul(n, 0x1b56c4e9)
  n ^= n >>> 8
  return (n >>> 0) / 4_294_967_296
}

/**
 * Height of leather at a point in cells: rounded cells with furrows between them. From the distances to the two nearest of one
 * random point per cell (Worley, A Cellular Texture Basis Function, 1996).
 */
export function leatherHeight(x: number, y: number): number {
  const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
  let first = 9
  let second = 9
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [cx, cy] = [cellX + dx, cellY + dy]
      const px = cx + 0.15 + 0.7 * hash(cx, cy) - x
      const py = cy + 0.15 + 0.7 * hash(cx + 7919, cy - 104_729) - y
      const distance = px * px + py * py
      if (distance < first) {
        second = first
        first = distance
      } else if (distance < second) second = distance
    }
  }
  const furrow = Math.min(1, (Math.sqrt(second) - Math.sqrt(first)) * 2.4)
  return furrow * (2 - furrow)
}
