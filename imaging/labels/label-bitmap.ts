/** Labels as dots of a thermal printer. Pure. */

/** One bit a dot, the leftmost in the highest bit, 1 is black; each row begins with a byte. */
export interface LabelBitmap {
  /** Dots. */
  readonly width: number
  readonly height: number
  readonly rowBytes: number
  readonly bits: Uint8Array
}

/** Of luminance, 0 to 255: darker is black. Edges of letters are gray in between. */
const threshold = 144

/** @param rgba opaque pixels, row by row. */
export function blackOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): LabelBitmap {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      // Luma of Rec. 601.
      const luma = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0)
      if (luma < threshold) bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { width, height, rowBytes, bits }
}
