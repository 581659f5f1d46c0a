/** Decompresses zlib streams (RFC 1950) as they are read. */
import { Unzlib, unzlibSync } from 'fflate'

/** Compressed bytes given to the decoder at a time: they may become a thousand times as many, which are in memory until they are read. */
const pieceBytes = 16 * 1024
const none = new Uint8Array(0)

/**
 * Returns a function that fills an array with the next bytes of a stream and returns how many there were: fewer at its end, or where
 * the stream ends early. The checksum is not compared.
 *
 * @param pieces the compressed bytes, each asked for when it is needed.
 * @throws Error from the returned function, when the stream is damaged.
 */
export function createInflate(pieces: Iterator<Uint8Array>): (into: Uint8Array) => number {
  let input: Uint8Array = none
  /** Bytes that are decompressed and not read yet. */
  let ready: Uint8Array = none
  const stream = new Unzlib((bytes) => {
    ready = bytes
  })
  /** Returns whether there was more to decompress. Short pieces go together, because the decoder copies its window with each. */
  const decompressMore = (): boolean => {
    const piece = new Uint8Array(pieceBytes)
    let size = 0
    while (size < pieceBytes) {
      if (input.length === 0) {
        const next = pieces.next()
        if (next.done) break
        input = next.value
      }
      const part = input.subarray(0, pieceBytes - size)
      piece.set(part, size)
      size += part.length
      input = input.subarray(part.length)
    }
    if (size > 0) stream.push(piece.subarray(0, size))
    return size > 0
  }
  return (into) => {
    let filled = 0
    while (filled < into.length && (ready.length > 0 || decompressMore())) {
      const part = ready.subarray(0, into.length - filled)
      into.set(part, filled)
      filled += part.length
      ready = ready.subarray(part.length)
    }
    return filled
  }
}

/** Decompresses a whole stream. @throws Error when it is damaged or ends early. */
export const inflateAll = (bytes: Uint8Array): Uint8Array => unzlibSync(bytes)
