/**
 * The head of the PNG chunk that says under which px of a print no white ink lies (透底). kjNW is ancillary, private and unsafe to copy (PNG,
 * third edition, §5.4), so that other programs ignore it, and those that change the picture drop it. Behind the head stand zlib-compressed
 * bits, one a px, each row from a byte on.
 */

export const bareChunkType = 'kjNW'

interface Size {
  readonly width: number
  readonly height: number
}

const version = 1
/** Bytes before the compressed bits: version, width and height. */
const headBytes = 9
/** Most px of a print: what a file says of its size is not believed beyond it. */
const mostPixels = 100_000_000

/** Bytes of the bits of a row. */
export const bareRowBytes = (width: number): number => Math.ceil(width / 8)

/** Returns the data of the chunk. */
export function bareChunkData({ width, height }: Size, packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(headBytes + packed.length)
  const view = new DataView(made.buffer)
  made[0] = version
  view.setUint32(1, width)
  view.setUint32(5, height)
  made.set(packed, headBytes)
  return made
}

/** Returns the compressed bits of the chunk of a picture of this size; null where it belongs to another picture or version. */
export function packedBareBits(data: Uint8Array, { width, height }: Size): Uint8Array | null {
  if (data.length <= headBytes || data[0] !== version || width * height > mostPixels) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return view.getUint32(1) === width && view.getUint32(5) === height ? data.subarray(headBytes) : null
}
