/** Reads what the segments of a JPEG say (ITU-T T.81, EXIF 2.32), not its pixels. Pure; plugin and server use it. */

interface Segment {
  /** Second byte of the marker. */
  readonly marker: number
  /** Without marker and length. */
  readonly data: Uint8Array
}

const [end, scan, progressive, exif, profile] = [0xd9, 0xda, 0xc2, 0xe1, 0xe2] as const
/** Markers without a length: restarts, start, end and one that is only a byte. */
const stands = (marker: number) => (marker >= 0xd0 && marker <= end) || marker === 0x01

/** Returns the segments, as far as the bytes are in order; those of the pixels are skipped. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  for (let at = 0; at + 1 < bytes.length; ) {
    // Pixels and bytes that belong to no segment lie between the markers; in pixels 0xff is followed by 0.
    const [mark, marker] = [bytes[at], bytes[at + 1] ?? 0]
    if (mark !== 0xff || marker === 0 || marker === 0xff) {
      const next = bytes.indexOf(0xff, at + 1)
      if (next < 0) return
      at = next
      continue
    }
    const length = stands(marker) ? 0 : ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    yield { marker, data: bytes.subarray(at + 4, Math.max(at + 4, at + 2 + length)) }
    if (marker === end) return
    at += 2 + length
  }
}

const startsWith = (data: Uint8Array, text: string) => [...text].every((letter, at) => data[at] === letter.charCodeAt(0))

/**
 * Whether all scans of a progressive JPEG have begun: one that ends early shows all of its rows, but blurred. True for a JPEG with a
 * single scan, whose missing rows its decoder leaves out.
 */
export function hasAllScans(jpeg: Uint8Array): boolean {
  let isProgressive = false
  /** Bits that are still missing of each coefficient, by component. */
  const missing = new Map<number, Uint8Array>()
  for (const { marker, data } of segmentsOf(jpeg)) {
    if (marker === progressive) {
      isProgressive = true
      for (let one = 0; one < (data[5] ?? 0); one++) missing.set(data[6 + one * 3] ?? 0, new Uint8Array(64).fill(255))
    } else if (marker === scan && isProgressive) {
      const count = data[0] ?? 0
      const [first = 0, last = 0, bits = 0] = data.subarray(1 + count * 2)
      for (let one = 0; one < count; one++) missing.get(data[1 + one * 2] ?? 0)?.fill(bits & 15, first, last + 1)
    }
  }
  return [...missing.values()].every((coefficients) => coefficients.every((bits) => bits === 0))
}

/** Whether a JPEG ends with its mark, whatever follows it. */
export function hasEnd(jpeg: Uint8Array): boolean {
  for (const { marker } of segmentsOf(jpeg)) if (marker === end) return true
  return false
}

export const jpegEnd: readonly [number, number] = [0xff, end]

/**
 * Whether EXIF alone says that the colours are Adobe RGB, as cameras write it: the interoperability index R03, or the colour space 2.
 * False for a JPEG with an ICC profile, which is more exact.
 */
export function saysAdobeRgb(jpeg: Uint8Array): boolean {
  let says = false
  for (const { marker, data } of segmentsOf(jpeg)) {
    if (marker === scan) break
    if (marker === profile && startsWith(data, 'ICC_PROFILE\0')) return false
    if (marker === exif && startsWith(data, 'Exif\0\0')) says ||= exifSaysAdobeRgb(data.subarray(6))
  }
  return says
}

const tags = { exif: 0x8769, colorSpace: 0xa001, interoperability: 0xa005, index: 0x0001 } as const

function exifSaysAdobeRgb(tiff: Uint8Array): boolean {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = tiff[0] === 0x49
  /** Returns where the value of a tag lies in the directory at an offset; null when it has none. */
  const valueAt = (directory: number, tag: number): number | null => {
    for (let entry = 0; entry < view.getUint16(directory, little); entry++) {
      const at = directory + 2 + entry * 12
      if (view.getUint16(at, little) === tag) return at + 8
    }
    return null
  }
  const offsetAt = (directory: number, tag: number): number | null => {
    const at = valueAt(directory, tag)
    return at === null ? null : view.getUint32(at, little)
  }
  try {
    const inner = offsetAt(view.getUint32(4, little), tags.exif)
    if (inner === null) return false
    const space = valueAt(inner, tags.colorSpace)
    if (space !== null && view.getUint16(space, little) === 2) return true
    const other = offsetAt(inner, tags.interoperability)
    const index = other === null ? null : valueAt(other, tags.index)
    return index !== null && startsWith(tiff.subarray(index), 'R03')
  } catch (error) {
    // Offsets of damaged EXIF point beyond its end.
    if (error instanceof RangeError) return false
    throw error
  }
}
