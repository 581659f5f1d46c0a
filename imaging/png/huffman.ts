/**
 * Huffman codes of deflate blocks (RFC 1951, §3.2): lengths by frequency, codes by length, and the header that tells them. Pure.
 */

/** Writes some bits, the lowest first. */
export type PutBits = (value: number, bits: number) => void

const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const repeat = 16
const fewZeros = 17
const manyZeros = 18
/** Codes that tell the lengths of codes have at most 7 bits. */
const headerLimit = 7

/**
 * Turns frequencies, sorted ascending, into lengths of an optimal prefix code, in place: "In-Place Calculation of Minimum-Redundancy
 * Codes", A. Moffat and J. Katajainen, 1995.
 */
function minimumRedundancy(values: Float64Array): void {
  const count = values.length
  const at = (index: number) => values[index] as number
  values[0] = at(0) + at(1)
  let root = 0
  let leaf = 2
  // First pass: the parents of inner nodes.
  for (let next = 1; next < count - 1; next++) {
    let sum = 0
    for (let child = 0; child < 2; child++) {
      if (leaf >= count || (root < next && at(root) < at(leaf))) {
        sum += at(root)
        values[root++] = next
      } else sum += at(leaf++)
    }
    values[next] = sum
  }
  // Second pass: the depths of inner nodes.
  values[count - 2] = 0
  for (let next = count - 3; next >= 0; next--) values[next] = at(at(next)) + 1
  // Third pass: the depths of leaves.
  let available = 1
  let depth = 0
  root = count - 2
  for (let next = count - 1; available > 0; depth++) {
    let used = 0
    for (; root >= 0 && at(root) === depth; root--) used++
    for (; available > used; available--) values[next--] = depth
    available = 2 * used
  }
}

/**
 * Returns the length of each symbol's code, 0 for symbols that do not occur. At least two symbols get a code: some readers refuse a
 * code of one symbol.
 *
 * @param limit the longest length; optimal lengths beyond it are cut, and the rarest other symbols pay for that.
 */
export function codeLengths(counts: ArrayLike<number>, limit: number): Uint8Array<ArrayBuffer> {
  const keys: number[] = []
  const symbols = counts.length
  // The frequency above the symbol, so that one sort orders both.
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = counts[symbol] as number
    if (count > 0) keys.push(count * symbols + symbol)
  }
  for (let symbol = 0; keys.length < 2; symbol++) if (counts[symbol] === 0) keys.push(symbols + symbol)
  const sorted = Float64Array.from(keys).sort()
  const sizes = sorted.map((key) => Math.floor(key / symbols))
  minimumRedundancy(sizes)
  // A code of length n takes 2^(limit - n) of 2^limit places (Kraft's inequality).
  const all = 2 ** limit
  let taken = 0
  for (let i = 0; i < sizes.length; i++) {
    sizes[i] = Math.min(limit, sizes[i] as number)
    taken += 2 ** (limit - (sizes[i] as number))
  }
  for (let i = 0; taken > all; i = (i + 1) % sizes.length) {
    const size = sizes[i] as number
    if (size === limit) continue
    sizes[i] = size + 1
    taken -= 2 ** (limit - size - 1)
  }
  // Places that this left free make codes shorter, those of frequent symbols first.
  for (let i = sizes.length - 1; i >= 0; i--) {
    const size = sizes[i] as number
    if (size < 2 || taken + 2 ** (limit - size) > all) continue
    sizes[i] = size - 1
    taken += 2 ** (limit - size)
  }
  const lengths = new Uint8Array(symbols)
  for (let i = 0; i < sizes.length; i++) lengths[(sorted[i] as number) % symbols] = sizes[i] as number
  return lengths
}

/** Writes each symbol's code, its bits reversed because deflate writes codes from their highest bit, as `code << 4 | length`. */
export function writeCodes(lengths: Uint8Array, entries: Uint32Array): void {
  const counts = new Uint32Array(16)
  for (const length of lengths) counts[length] = (counts[length] as number) + 1
  counts[0] = 0
  const next = new Uint32Array(16)
  for (let length = 1; length < 16; length++) next[length] = ((next[length - 1] as number) + (counts[length - 1] as number)) << 1
  for (const [symbol, length] of lengths.entries()) {
    let code = next[length] as number
    next[length] = code + 1
    let reversed = 0
    for (let bit = 0; bit < length; bit++, code >>>= 1) reversed = (reversed << 1) | (code & 1)
    entries[symbol] = (reversed << 4) | length
  }
}

interface Step {
  readonly symbol: number
  readonly extra: number
  readonly bits: number
}

/** Shortens the lengths of codes: equal ones in a row become repetitions. */
function repetitions(lengths: Uint8Array): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number
    let rest = 1
    while (at + rest < lengths.length && lengths[at + rest] === length) rest++
    at += rest
    if (length > 0) {
      steps.push({ symbol: length, extra: 0, bits: 0 })
      rest--
    }
    while (rest >= 3) {
      const many = Math.min(length > 0 ? 6 : 138, rest)
      if (length > 0) steps.push({ symbol: repeat, extra: many - 3, bits: 2 })
      else
        steps.push(many > 10 ? { symbol: manyZeros, extra: many - 11, bits: 7 } : { symbol: fewZeros, extra: many - 3, bits: 3 })
      rest -= many
    }
    for (; rest > 0; rest--) steps.push({ symbol: length, extra: 0, bits: 0 })
  }
  return steps
}

/** Writes the header of a block with codes of its own. The codes are those of all 286 literals and lengths and 30 distances. */
export function writeBlockHeader(put: PutBits, isLast: boolean, literals: Uint8Array, distances: Uint8Array): void {
  const both = new Uint8Array(literals.length + distances.length)
  both.set(literals)
  both.set(distances, literals.length)
  const steps = repetitions(both)
  const counts = new Uint32Array(orderOfLengths.length)
  for (const { symbol } of steps) counts[symbol] = (counts[symbol] as number) + 1
  const lengths = codeLengths(counts, headerLimit)
  const entries = new Uint32Array(lengths.length)
  writeCodes(lengths, entries)
  let listed = orderOfLengths.length
  while (listed > 4 && lengths[orderOfLengths[listed - 1] as number] === 0) listed--
  put(isLast ? 1 : 0, 1)
  put(2, 2)
  put(literals.length - 257, 5)
  put(distances.length - 1, 5)
  put(listed - 4, 4)
  for (const symbol of orderOfLengths.slice(0, listed)) put(lengths[symbol] as number, 3)
  for (const { symbol, extra, bits } of steps) {
    const entry = entries[symbol] as number
    put(entry >>> 4, entry & 15)
    put(extra, bits)
  }
}
