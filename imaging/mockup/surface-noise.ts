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

/** Smooth noise from 0 to 1: the values of the corners of a cell, mixed by a curve without kinks (Perlin, 2002). */
function smoothNoise(x: number, y: number): number {
  const [cellX, cellY] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - cellX, y - cellY].map((t) => t * t * t * (t * (t * 6 - 15) + 10)) as [number, number]
  const top = hash(cellX, cellY) * (1 - u) + hash(cellX + 1, cellY) * u
  const bottom = hash(cellX, cellY + 1) * (1 - u) + hash(cellX + 1, cellY + 1) * u
  return top * (1 - v) + bottom * v
}

/**
 * Height of grained leather at a point in cells: pebbles of uneven size with soft furrows between them, some of which are grown
 * together. Cells alone look like a mosaic, so the plane is bent by noise, and noise makes furrows shallow in places.
 */
export function leatherHeight(x: number, y: number): number {
  const bend = 0.9
  const [bentX, bentY] = [
    x + bend * (smoothNoise(x * 0.7, y * 0.7) - 0.5),
    y + bend * (smoothNoise(x * 0.7 + 71, y * 0.7 - 37) - 0.5),
  ]
  const pebbles = pebbleHeight(bentX, bentY)
  const depth = 0.45 + 0.55 * smoothNoise(x * 0.45 - 19, y * 0.45 + 53)
  return 1 - depth * (1 - pebbles) - 0.12 * smoothNoise(x * 2.3, y * 2.3)
}

/**
 * Height of rounded cells with furrows between them, 0 to 1. From the distances to the two nearest of one random point per cell
 * (Worley, A Cellular Texture Basis Function, 1996).
 */
function pebbleHeight(x: number, y: number): number {
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
  const furrow = Math.min(1, (Math.sqrt(second) - Math.sqrt(first)) * 1.5)
  return furrow * (2 - furrow)
}
