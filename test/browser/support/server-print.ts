/** Compares a print that Chromium drew with the server's print of the same document, pixel by pixel, edges included. */
export interface PrintPixels {
  /** RGBA, straight alpha. */
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
}

export interface PrintDifference {
  /** Mean difference of all channels of the pixels that either print covers, 0 to 255, colours multiplied by alpha. */
  readonly mean: number
  /** Share of all pixels of the print of which a channel differs by 16 or more. */
  readonly visible: number
  /** Share of the print that is covered. */
  readonly covered: number
}

const visibleFrom = 16

export function printDifference(one: PrintPixels, other: PrintPixels): PrintDifference {
  if (one.width !== other.width || one.height !== other.height) throw new Error('the prints differ in size')
  const pixels = one.width * one.height
  let [sum, covered, visible] = [0, 0, 0]
  for (let at = 0; at < pixels * 4; at += 4) {
    const [alpha, otherAlpha] = [one.data[at + 3] ?? 0, other.data[at + 3] ?? 0]
    if (alpha === 0 && otherAlpha === 0) continue
    covered++
    let most = Math.abs(alpha - otherAlpha)
    sum += most
    for (let channel = 0; channel < 3; channel++) {
      const [value, otherValue] = [one.data[at + channel] ?? 0, other.data[at + channel] ?? 0]
      const difference = Math.abs(value * alpha - otherValue * otherAlpha) / 255
      sum += difference
      most = Math.max(most, difference)
    }
    if (most >= visibleFrom) visible++
  }
  return { mean: sum / Math.max(1, covered * 4), visible: visible / pixels, covered: covered / pixels }
}
