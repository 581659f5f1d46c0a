/**
 * Reads the size of a picture from its first bytes, before anything is decoded, so that a small file with a huge picture is
 * refused without filling the memory. Only decoding shows whether all pixels exist.
 */

export interface Size {
  readonly width: number
  readonly height: number
}

/** Reads past the end return 0: a truncated header has no size. */
function reader(bytes: Uint8Array) {
  const u8 = (at: number): number => bytes[at] ?? 0
  return {
    u8,
    u16: (at: number): number => (u8(at) << 8) | u8(at + 1),
    u16le: (at: number): number => u8(at) | (u8(at + 1) << 8),
    u24le: (at: number): number => u8(at) | (u8(at + 1) << 8) | (u8(at + 2) << 16),
    u32: (at: number): number => ((u8(at) << 24) | (u8(at + 1) << 16) | (u8(at + 2) << 8) | u8(at + 3)) >>> 0,
    i32le: (at: number): number => u8(at) | (u8(at + 1) << 8) | (u8(at + 2) << 16) | (u8(at + 3) << 24),
    asciiAt: (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4)),
  }
}
type Reader = ReturnType<typeof reader>

/** Skips segments until the frame header; 0xc4, 0xc8 and 0xcc are tables in the same range of markers. */
function jpegSize({ u8, u16 }: Reader, length: number): Size | null {
  for (let at = 2; at + 9 < length; ) {
    const marker = u8(at + 1)
    if (u8(at) !== 0xff) return null
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: u16(at + 7), height: u16(at + 5) }
    } else at += 2 + Math.max(2, u16(at + 2))
  }
  return null
}

function webpSize({ u8, u16le, u24le, asciiAt }: Reader): Size | null {
  switch (asciiAt(12)) {
    case 'VP8X':
      return { width: u24le(24) + 1, height: u24le(27) + 1 }
    case 'VP8L': {
      const [a, b, c, d] = [u8(21), u8(22), u8(23), u8(24)]
      return { width: (((b & 0x3f) << 8) | a) + 1, height: (((d & 0x0f) << 10) | (c << 2) | (b >> 6)) + 1 }
    }
    case 'VP8 ':
      return { width: u16le(26) & 0x3fff, height: u16le(28) & 0x3fff }
    default:
      return null
  }
}

function rawSize(type: string, bytes: Uint8Array): Size | null {
  const read = reader(bytes)
  switch (type) {
    case 'image/png':
      return { width: read.u32(16), height: read.u32(20) }
    case 'image/jpeg':
      return jpegSize(read, bytes.length)
    case 'image/gif':
      return { width: read.u16le(6), height: read.u16le(8) }
    case 'image/bmp':
      // The 12-byte header of OS/2 has two unsigned bytes per side.
      return read.i32le(14) === 12
        ? { width: read.u16le(18), height: read.u16le(20) }
        : { width: Math.abs(read.i32le(18)), height: Math.abs(read.i32le(22)) }
    case 'image/webp':
      return webpSize(read)
    default:
      return null
  }
}

/** @param type as returned by `sniffPicture`. @returns null when the bytes contain no size. */
export function headerSize(type: string, bytes: Uint8Array): Size | null {
  const size = rawSize(type, bytes)
  return size && size.width > 0 && size.height > 0 ? size : null
}
