/** Detects animated picture files, of which a design shows only the first frame. Reads the file structure, not the pixels. */

const asciiAt = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

/** Reads the blocks of a GIF; true at the second frame. A truncated file is judged by its existing bytes. */
function isGifAnimated(bytes: Uint8Array): boolean {
  const table = (packed: number) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1))
  let at = 13 + table(bytes[10] ?? 0)
  let frames = 0
  const skipBlocks = () => {
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
    at += 1
  }
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x2c) {
      if (++frames > 1) return true
      at += 10 + table(bytes[at + 9] ?? 0) + 1
    } else if (kind === 0x21) at += 2
    else return false
    skipBlocks()
  }
  return false
}

/** An animated PNG has the chunk acTL before its pixels. */
function isPngAnimated(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = asciiAt(bytes, at + 4, 4)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
  return false
}

/** Whether a GIF, WebP, APNG or AVIF file is animated; false for every other file. */
export function isAnimated(bytes: Uint8Array): boolean {
  if (asciiAt(bytes, 0, 4) === 'GIF8') return isGifAnimated(bytes)
  if (asciiAt(bytes, 1, 3) === 'PNG') return isPngAnimated(bytes)
  // The extended header of a WebP has a flag for animation; a sequence of AVIF pictures has its own brand.
  if (asciiAt(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0
  return asciiAt(bytes, 4, 8) === 'ftypavis'
}
