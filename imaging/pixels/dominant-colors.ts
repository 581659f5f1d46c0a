/** Finds the colours that make up most of a picture, to offer them for text and shapes beside it. */
import { hexColorOf } from '../../contract/ground/hex-color'

/** Two offered colours differ at least by this distance in RGB. */
const minDistance = 56
/** Pixels less opaque than this do not count. */
const minAlpha = 128

/**
 * Returns up to `max` colours as #rrggbb, the most frequent first. Pixels are counted in cells of 16 levels per channel; a cell's
 * colour is the mean of its pixels.
 *
 * @param pixels RGBA, straight alpha.
 */
export function dominantColors(pixels: ArrayLike<number>, max: number): readonly string[] {
  const cells = new Map<number, { count: number; red: number; green: number; blue: number }>()
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]]
    if (alpha < minAlpha) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    cell.count += 1
    cell.red += red
    cell.green += green
    cell.blue += blue
    cells.set(key, cell)
  }
  const means = [...cells.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ count, red, green, blue }) => [red / count, green / count, blue / count] as const)
  const found: (readonly [number, number, number])[] = []
  for (const mean of means) {
    if (found.length === max) break
    if (found.every((other) => Math.hypot(mean[0] - other[0], mean[1] - other[1], mean[2] - other[2]) >= minDistance))
      found.push(mean)
  }
  return found.map(hexColorOf)
}
