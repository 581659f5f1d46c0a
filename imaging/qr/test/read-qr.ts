/**
 * Reads QR codes of at most version 6 with error correction M whose modules are all right, after ISO/IEC 18004, and shares no code
 * with what draws them.
 */

type Grid = readonly (readonly boolean[])[]

/** Returns the modules of a path that draws each dark one as a square of a unit, with a border of four. */
export function gridOf(path: string): Grid {
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x) - 4, Number(y) - 4] as const)
  const size = 1 + Math.max(...dark.flat())
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [x, y] of dark) {
    const row = grid[y]
    if (row) row[x] = true
  }
  return grid
}

/** Data codewords of a block, and the number of blocks, by version (table 9, correction M). */
const blocks: Readonly<Record<number, readonly [number, number]>> = {
  1: [16, 1],
  2: [28, 1],
  3: [44, 1],
  4: [32, 2],
  5: [43, 2],
  6: [27, 4],
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

/** The 15 bits of the format are masked with this number; the three after the level name the mask of the data. */
const formatMask = 0b101010000010010

const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0)

export function readQr(grid: Grid): string {
  const size = grid.length
  const version = (size - 17) / 4
  const [dataLength, count] = blocks[version] ?? []
  if (!dataLength || !count) throw new Error(`a symbol of ${size} modules cannot be read`)
  const at = (row: number, column: number) => grid[row]?.[column] === true
  const format = numberOf([0, 1, 2, 3, 4].map((column) => at(8, column))) ^ (formatMask >> 10)
  // 00 is correction M.
  if (format >> 3 !== 0) throw new Error('the symbol has another error correction than M')
  const isMasked = masks[format & 7]
  const alignment = size - 7
  const isFunction = (row: number, column: number): boolean => {
    const isFinder = (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)
    const isAlignment = version > 1 && Math.abs(row - alignment) <= 2 && Math.abs(column - alignment) <= 2
    return isFinder || isAlignment || row === 6 || column === 6
  }
  const bits: boolean[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (!isFunction(row, column)) bits.push(at(row, column) !== isMasked?.(row, column))
      }
    }
    isUpward = !isUpward
  }
  const codeword = (index: number) => numberOf(bits.slice(index * 8, index * 8 + 8))
  // The codewords of the blocks alternate.
  const data = Array.from({ length: count }, (_, block) =>
    Array.from({ length: dataLength }, (_, index) => codeword(index * count + block)),
  ).flat()
  const stream = data.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >> bit) & 1) === 1))
  if (numberOf(stream.slice(0, 4)) !== 0b0100) throw new Error('the symbol holds no bytes')
  const length = numberOf(stream.slice(4, 12))
  const bytes = Array.from({ length }, (_, index) => numberOf(stream.slice(12 + index * 8, 20 + index * 8)))
  return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
}
