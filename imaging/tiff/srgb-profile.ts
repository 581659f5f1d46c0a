/**
 * Builds the sRGB colour profile (IEC 61966-2-1): an ICC version 2 matrix profile, which every RIP reads. Primaries and curve are
 * the standard's, adapted to D50 as the ICC requires (Bradford).
 */

const headerBytes = 128
const curvePoints = 1024

const encoder = new TextEncoder()
/** s15Fixed16Number */
const fixed = (value: number): number => Math.round(value * 65_536)

/** Media white and the three primaries, XYZ under D50. */
const white = [0.9642, 1, 0.8249] as const
const red = [0.4360747, 0.2225045, 0.0139322] as const
const green = [0.3850649, 0.7168786, 0.0971045] as const
const blue = [0.1430804, 0.0606169, 0.7141733] as const

const linear = (signal: number): number => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4)

function tagData(signature: string, length: number): { readonly bytes: Uint8Array<ArrayBuffer>; readonly view: DataView } {
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4)
  bytes.set(encoder.encode(signature))
  return { bytes, view: new DataView(bytes.buffer) }
}

function xyz(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const { bytes, view } = tagData('XYZ ', 20)
  for (const [offset, value] of values.entries()) view.setInt32(8 + offset * 4, fixed(value))
  return bytes
}

function curve(): Uint8Array<ArrayBuffer> {
  const { bytes, view } = tagData('curv', 12 + curvePoints * 2)
  view.setUint32(8, curvePoints)
  for (let point = 0; point < curvePoints; point++) {
    view.setUint16(12 + point * 2, Math.round(linear(point / (curvePoints - 1)) * 65_535))
  }
  return bytes
}

/** textDescriptionType: the name in ASCII, without Unicode and Macintosh versions. */
function description(text: string): Uint8Array<ArrayBuffer> {
  const { bytes, view } = tagData('desc', 12 + text.length + 1 + 8 + 70)
  view.setUint32(8, text.length + 1)
  bytes.set(encoder.encode(text), 12)
  return bytes
}

function plainText(text: string): Uint8Array<ArrayBuffer> {
  const { bytes } = tagData('text', 8 + text.length + 1)
  bytes.set(encoder.encode(text), 8)
  return bytes
}

/** Returns the bytes of the profile, about 2.5 KB; always the same. */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const shared = curve()
  const tags: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', plainText('No copyright, use freely')],
    ['wtpt', xyz(white)],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', shared],
    ['gTRC', shared],
    ['bTRC', shared],
  ]
  const tableBytes = 4 + tags.length * 12
  const places = new Map<Uint8Array, number>()
  let end = headerBytes + tableBytes
  for (const [, data] of tags) {
    if (places.has(data)) continue
    places.set(data, end)
    end += data.length
  }
  const profile = new Uint8Array(end)
  const view = new DataView(profile.buffer)
  const word = (at: number, text: string) => profile.set(encoder.encode(text), at)
  view.setUint32(0, end)
  view.setUint32(8, 0x0210_0000)
  word(12, 'mntr')
  word(16, 'RGB ')
  word(20, 'XYZ ')
  for (const [place, part] of [2026, 1, 1, 0, 0, 0].entries()) view.setUint16(24 + place * 2, part)
  word(36, 'acsp')
  for (const [place, value] of white.entries()) view.setInt32(68 + place * 4, fixed(value))
  view.setUint32(headerBytes, tags.length)
  for (const [place, [signature, data]] of tags.entries()) {
    const at = headerBytes + 4 + place * 12
    word(at, signature)
    view.setUint32(at + 4, places.get(data) ?? 0)
    view.setUint32(at + 8, data.length)
  }
  for (const [data, at] of places) profile.set(data, at)
  return profile
}
