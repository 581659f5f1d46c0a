/**
 * Reads the character maps of fonts that have none in Unicode: symbol fonts, and old Chinese, Japanese and Korean fonts, whose
 * codes are decoded as the Encoding Standard does. The HarfBuzz build in use knows Unicode maps only.
 */

/** Encodings of character maps by platform and encoding id (OpenType 1.9, cmap), the preferred first. */
const encodings: readonly (readonly [platform: number, encoding: number, label: string])[] = [
  [3, 3, 'gbk'],
  [3, 4, 'big5'],
  [3, 2, 'shift_jis'],
  [3, 5, 'euc-kr'],
  [1, 25, 'gbk'],
  [1, 2, 'big5'],
  [1, 1, 'shift_jis'],
  [1, 3, 'euc-kr'],
  [1, 0, 'macintosh'],
]

interface Subtable {
  readonly platform: number
  readonly encoding: number
  readonly offset: number
}

const view = (table: Uint8Array) => new DataView(table.buffer, table.byteOffset, table.byteLength)

function subtables(table: DataView): Subtable[] {
  if (table.byteLength < 4) return []
  const count = Math.min(table.getUint16(2), Math.floor((table.byteLength - 4) / 8))
  return Array.from({ length: count }, (_, i) => ({
    platform: table.getUint16(4 + i * 8),
    encoding: table.getUint16(6 + i * 8),
    offset: table.getUint32(8 + i * 8),
  }))
}

/** Yields [code, glyph] of a map in format 0: a byte a code. */
function* bytesOf(table: DataView, at: number): Generator<[number, number]> {
  for (let code = 0; code < 256; code++) yield [code, table.getUint8(at + 6 + code)]
}

/** Format 2: ranges of second bytes by first byte; the range of key 0 holds the codes of one byte. */
function* pairsOf(table: DataView, at: number): Generator<[number, number]> {
  for (let first = 0; first < 256; first++) {
    const key = table.getUint16(at + 6 + first * 2)
    const range = at + 518 + key
    const [from, count, delta, away] = [0, 2, 4, 6].map((field) => table.getUint16(range + field)) as [
      number,
      number,
      number,
      number,
    ]
    // A first byte of key 0 is a whole code itself.
    const seconds =
      key === 0 ? (first >= from && first < from + count ? [first] : []) : Array.from({ length: count }, (_, i) => from + i)
    for (const second of seconds) {
      const glyph = table.getUint16(range + 6 + away + (second - from) * 2)
      yield [key === 0 ? second : first * 256 + second, glyph === 0 ? 0 : (glyph + delta) & 0xffff]
    }
  }
}

/** Format 4: segments of codes. */
function* segmentsOf(table: DataView, at: number): Generator<[number, number]> {
  const bytes = table.getUint16(at + 6)
  for (let segment = 0; segment < bytes; segment += 2) {
    const end = table.getUint16(at + 14 + segment)
    const start = table.getUint16(at + 16 + bytes + segment)
    const delta = table.getUint16(at + 16 + bytes * 2 + segment)
    const field = at + 16 + bytes * 3 + segment
    const away = table.getUint16(field)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = away === 0 ? code : table.getUint16(field + away + (code - start) * 2)
      yield [code, away !== 0 && glyph === 0 ? 0 : (glyph + delta) & 0xffff]
    }
  }
}

/** Format 6: one range of codes. */
function* rangeOf(table: DataView, at: number): Generator<[number, number]> {
  const first = table.getUint16(at + 6)
  const count = table.getUint16(at + 8)
  for (let i = 0; i < count; i++) yield [first + i, table.getUint16(at + 10 + i * 2)]
}

const formats: Readonly<Record<number, (table: DataView, at: number) => Generator<[number, number]>>> = {
  0: bytesOf,
  2: pairsOf,
  4: segmentsOf,
  6: rangeOf,
}

/** Collects the glyph of each code of a map; a map that is cut off ends where the table does. */
function glyphsByCode(table: DataView, at: number): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  try {
    for (const [code, glyph] of formats[table.getUint16(at)]?.(table, at) ?? []) if (glyph !== 0) glyphs.set(code, glyph)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return glyphs
}

/** Returns the character of a code of one or two bytes; undefined for codes that the encoding does not have. */
function characterOf(decoder: TextDecoder, code: number): number | undefined {
  const text = decoder.decode(Uint8Array.of(...(code < 256 ? [code] : [code >> 8, code & 0xff])))
  return text.includes('\ufffd') || [...text].length !== 1 ? undefined : text.codePointAt(0)
}

/** Tests for a map that HarfBuzz reads: platform Unicode (but not its map of variations), or Windows with Unicode. */
const isUnicode = ({ platform, encoding }: Subtable) =>
  platform === 0 ? encoding !== 5 : platform === 3 && (encoding === 1 || encoding === 10)

export const hasUnicodeCmap = (table: Uint8Array): boolean => subtables(view(table)).some(isUnicode)

/**
 * Returns glyphs by code point from the maps that are not in Unicode. A symbol font has its glyphs in the private area from U+F000
 * on and is typed with the letters of the same low byte.
 */
export function readLegacyCmap(table: Uint8Array): ReadonlyMap<number, number> {
  const data = view(table)
  const all = subtables(data)
  const found = new Map<number, number>()
  const add = (character: number | undefined, glyph: number) => {
    if (character !== undefined && !found.has(character)) found.set(character, glyph)
  }
  for (const { offset } of all.filter(({ platform, encoding }) => platform === 3 && encoding === 0)) {
    for (const [code, glyph] of glyphsByCode(data, offset)) {
      add(code, glyph)
      if (code >> 8 === 0xf0) add(code & 0xff, glyph)
    }
  }
  for (const [platform, encoding, label] of encodings) {
    for (const { offset } of all.filter((one) => one.platform === platform && one.encoding === encoding)) {
      const decoder = new TextDecoder(label)
      for (const [code, glyph] of glyphsByCode(data, offset)) add(characterOf(decoder, code), glyph)
    }
  }
  return found
}
