/**
 * QR codes of short texts (ISO/IEC 18004): bytes of UTF-8, error correction M (15 %), versions 1 to 9. Pure.
 */

/** By version from 1, for correction M: codewords in all, blocks, and codewords of correction in each block. */
const versions = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
  [196, 4, 18],
  [242, 4, 22],
  [292, 5, 22],
] as const
/** Beginning and count: byte mode and 8 bits of length. */
const headBits = 12

const exponents = new Uint8Array(255)
const logarithms = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value
  logarithms[value] = power
  // The field's polynomial is x⁸+x⁴+x³+x²+1.
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}
const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (exponents[((logarithms[a] ?? 0) + (logarithms[b] ?? 0)) % 255] ?? 0)

/** Remainder of the data by the generator polynomial of so many roots. */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0]
    for (const [at, value] of generator.entries()) next[at + 1] = (next[at + 1] ?? 0) ^ product(value, exponents[root] ?? 0)
    generator = next
  }
  const rest = [...data, ...new Array<number>(count).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0
    for (const [place, value] of generator.entries()) rest[at + place] = (rest[at + place] ?? 0) ^ product(value, lead)
  }
  return rest.slice(data.length)
}

/** Data and correction in the order of the symbol: the first codeword of each block, the second of each, … */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [total, blocks, ofCorrection] = versions[version - 1] ?? versions[0]
  const room = total - blocks * ofCorrection
  const bits = `0100${bytes.length.toString(2).padStart(8, '0')}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`
  const padded = `${bits}0000`.slice(0, room * 8)
  const words = padded.padEnd(Math.ceil(padded.length / 8) * 8, '0').match(/.{8}/g) ?? []
  const data = words.map((word) => Number.parseInt(word, 2))
  for (let fill = 0; data.length < room; fill++) data.push(fill % 2 === 0 ? 0xec : 0x11)
  const short = Math.floor(room / blocks)
  const longFrom = blocks - (room % blocks)
  const parts: number[][] = []
  for (let block = 0, at = 0; block < blocks; block++) {
    const length = short + (block >= longFrom ? 1 : 0)
    parts.push(data.slice(at, at + length))
    at += length
  }
  const woven = (lists: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return [
    ...woven(parts, short + 1),
    ...woven(
      parts.map((part) => correction(part, ofCorrection)),
      ofCorrection,
    ),
  ]
}

/** `data` with its remainder by the polynomial behind it, which takes `bits` bits. */
function withRemainder(data: number, polynomial: number, bits: number): number {
  let rest = data << bits
  for (let at = 31; at >= bits; at--) if ((rest >>> at) & 1) rest ^= polynomial << (at - bits)
  return (data << bits) | rest
}

type Grid = (boolean | null)[][]

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

const sizeOf = (version: number) => 17 + 4 * version
const alignments = (version: number): readonly number[] => {
  if (version === 1) return []
  const last = sizeOf(version) - 7
  return version < 7 ? [6, last] : [6, (6 + last) / 2, last]
}

/** Everything that no data goes to, with the format of a mask; null: free for data. */
function frame(version: number, mask: number): Grid {
  const size = sizeOf(version)
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null))
  const set = (row: number, column: number, dark: boolean) => {
    const line = grid[row]
    if (line && column >= 0 && column < size) line[column] = dark
  }
  for (let at = 8; at < size - 8; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const rings = (row: number, column: number, radius: number, light: number) => {
    for (let r = -radius; r <= radius; r++) {
      for (let c = -radius; c <= radius; c++) {
        const ring = Math.max(Math.abs(r), Math.abs(c))
        set(row + r, column + c, ring !== light && ring !== 4)
      }
    }
  }
  const last = size - 7
  for (const row of alignments(version)) {
    for (const column of alignments(version)) {
      // These three would lie in the corners.
      if (![`6 6`, `6 ${last}`, `${last} 6`].includes(`${row} ${column}`)) rings(row, column, 2, 1)
    }
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, 2)
  // Correction M is 00.
  const format = withRemainder(mask, 0x537, 10) ^ 0x5412
  for (let at = 0; at < 15; at++) {
    const dark = ((format >>> at) & 1) === 1
    set(at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, 8, dark)
    set(8, at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, dark)
  }
  set(size - 8, 8, true)
  if (version >= 7) {
    const told = withRemainder(version, 0x1f25, 12)
    for (let at = 0; at < 18; at++) {
      const dark = ((told >>> at) & 1) === 1
      const [long, short] = [Math.floor(at / 3), size - 11 + (at % 3)]
      set(long, short, dark)
      set(short, long, dark)
    }
  }
  return grid
}

function drawn(words: readonly number[], version: number, mask: number): boolean[][] {
  const grid = frame(version, mask)
  const size = grid.length
  const isMasked = masks[mask] ?? (() => false)
  let bit = 0
  const next = () => {
    const dark = (((words[bit >> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
    bit += 1
    return dark
  }
  // Pairs of columns from the right, up and down in turn; the column of the timing marks is in no pair.
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        const line = grid[row]
        if (line && line[column] === null) line[column] = next() !== isMasked(row, column)
      }
    }
  }
  return grid.map((line) => line.map((dark) => dark === true))
}

/** How hard it is to read: runs, squares, what looks like a corner, and an uneven share of dark. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length
  const at = (row: number, column: number) => grid[row]?.[column] === true
  const lines = [
    ...grid.map((line) => line.map((dark) => (dark ? '1' : '0')).join('')),
    ...grid.map((_, column) => grid.map((_, row) => (at(row, column) ? '1' : '0')).join('')),
  ]
  let sum = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    for (const look of [/(?=10111010000)/g, /(?=00001011101)/g]) sum += 40 * [...line.matchAll(look)].length
  }
  let dark = 0
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (at(row, column)) dark += 1
      const same = [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)].every((one) => one === at(row, column))
      if (row < size - 1 && column < size - 1 && same) sum += 3
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5)
}

/**
 * The symbol, row by row, dark ones true, without the four light modules that must stand around it; null: the text is longer than
 * 180 bytes.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = versions.findIndex(([total, blocks, own]) => (total - blocks * own) * 8 >= headBits + bytes.length * 8) + 1
  if (version === 0) return null
  const words = codewords(bytes, version)
  const all = masks.map((_, mask) => drawn(words, version, mask))
  const costs = all.map(penalty)
  return all[costs.indexOf(Math.min(...costs))] ?? null
}

/** The dark modules as one path, a unit each, with the light ones around it. */
export function qrPath(grid: readonly (readonly boolean[])[]): { readonly path: string; readonly size: number } {
  const border = 4
  const path = grid
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column + border} ${row + border}h1v1h-1z` : '')))
    .join('')
  return { path, size: grid.length + 2 * border }
}
