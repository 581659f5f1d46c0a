/**
 * Decompresses zlib streams (RFC 1950, RFC 1951) as they are read: besides the compressed bytes, only the last 32 KB, to which a stream
 * may refer, and what is about to be read are in memory, always in the same room. The checksum is not compared.
 */

const windowBytes = 32_768
const roomBytes = 4 * windowBytes
/** Longest reference. */
const longest = 258
const longestCode = 15
const endOfBlock = 256

const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
/** Smallest length and distance of each symbol, and how many bits follow (RFC 1951, §3.2.5). */
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const lengthBase = [...basesOf(lengthExtra.slice(0, -1), 3), longest]
const distanceExtra = Array.from({ length: 30 }, (_, symbol) => Math.max(0, (symbol >> 1) - 1))
const distanceBase = basesOf(distanceExtra, 1)

function basesOf(extra: readonly number[], first: number): number[] {
  let base = first
  return extra.map((bits) => {
    const own = base
    base += 1 << bits
    return own
  })
}

/** Codes of a block: `symbol << 4 | bits` for every value of the next bits; 0 where no code fits. */
interface Codes {
  readonly table: Uint16Array
  mask: number
}

const emptyCodes = (): Codes => ({ table: new Uint16Array(1 << longestCode), mask: 0 })

/** @param lengths bits of each symbol's code, 0 for symbols without one. */
function fillCodes(codes: Codes, lengths: ArrayLike<number>): void {
  const counts = new Uint32Array(longestCode + 1)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number
    if (length > 0) counts[length] = (counts[length] as number) + 1
  }
  let most = longestCode
  while (most > 0 && counts[most] === 0) most--
  const next = new Uint32Array(longestCode + 1)
  for (let length = 1; length <= most; length++) {
    next[length] = ((next[length - 1] as number) + (counts[length - 1] as number)) << 1
    if ((next[length] as number) + (counts[length] as number) > 1 << length) throw damaged()
  }
  const { table } = codes
  const size = 1 << most
  codes.mask = size - 1
  table.fill(0, 0, size)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number
    if (length === 0) continue
    let code = next[length] as number
    next[length] = code + 1
    // Codes begin with their highest bit.
    let reversed = 0
    for (let bit = 0; bit < length; bit++, code >>>= 1) reversed = (reversed << 1) | (code & 1)
    for (let at = reversed; at < size; at += 1 << length) table[at] = (symbol << 4) | length
  }
}

const damaged = () => new Error('the compressed data are damaged')

/**
 * Returns a function that fills an array with the next bytes of a stream and returns how many there were: fewer at its end alone.
 *
 * @param pieces the compressed bytes, each asked for when it is needed.
 * @throws Error from the returned function, when the stream is damaged or ends early.
 */
export function createInflate(pieces: Iterator<Uint8Array>): (into: Uint8Array) => number {
  const room = new Uint8Array(roomBytes)
  /** What is decompressed and not read. */
  let from = 0
  let end = 0
  let input: Uint8Array = new Uint8Array(0)
  let at = 0
  /** The next bits of the stream, the first one lowest, and their number. */
  let hold = 0
  let bits = 0
  /** Bytes that were asked for after the last one. */
  let missing = 0
  let state: 'start' | 'block' | 'stored' | 'coded' | 'end' = 'start'
  let isLast = false
  let storedBytes = 0
  const literals = emptyCodes()
  const distances = emptyCodes()

  const nextByte = (): number => {
    while (at === input.length) {
      const piece = pieces.next()
      if (piece.done) {
        // The last codes of a stream are looked up with bits that follow them, if there are any.
        missing++
        return 0
      }
      input = piece.value
      at = 0
    }
    return input[at++] as number
  }
  const failIfMissing = () => {
    if (missing * 8 > bits) throw new Error('the compressed data end early')
  }
  /** Takes at most 16 bits. */
  const take = (count: number): number => {
    for (; bits < count; bits += 8) hold |= nextByte() << bits
    const value = hold & ((1 << count) - 1)
    hold >>>= count
    bits -= count
    failIfMissing()
    return value
  }
  const takeCode = ({ table, mask }: Codes): number => {
    for (; bits < longestCode; bits += 8) hold |= nextByte() << bits
    const entry = table[hold & mask] as number
    if (entry === 0) throw damaged()
    hold >>>= entry & 15
    bits -= entry & 15
    failIfMissing()
    return entry >> 4
  }

  const readOwnCodes = (): void => {
    const literalCount = take(5) + 257
    const distanceCount = take(5) + 1
    const listed = take(4) + 4
    const sizes = new Uint8Array(orderOfLengths.length)
    for (const symbol of orderOfLengths.slice(0, listed)) sizes[symbol] = take(3)
    fillCodes(literals, sizes)
    const lengths = new Uint8Array(literalCount + distanceCount)
    for (let filled = 0; filled < lengths.length; ) {
      const symbol = takeCode(literals)
      if (symbol < 16) {
        lengths[filled++] = symbol
        continue
      }
      if (symbol === 16 && filled === 0) throw damaged()
      const value = symbol === 16 ? (lengths[filled - 1] as number) : 0
      const count = symbol === 16 ? take(2) + 3 : symbol === 17 ? take(3) + 3 : take(7) + 11
      if (filled + count > lengths.length) throw damaged()
      lengths.fill(value, filled, filled + count)
      filled += count
    }
    fillCodes(literals, lengths.subarray(0, literalCount))
    fillCodes(distances, lengths.subarray(literalCount))
  }
  const setFixedCodes = (): void => {
    fillCodes(
      literals,
      Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
    )
    fillCodes(distances, new Uint8Array(30).fill(5))
  }
  const beginBlock = (): void => {
    if (isLast) {
      state = 'end'
      return
    }
    isLast = take(1) === 1
    const kind = take(2)
    if (kind === 3) throw damaged()
    state = kind === 0 ? 'stored' : 'coded'
    if (kind === 1) setFixedCodes()
    else if (kind === 2) readOwnCodes()
    else {
      take(bits & 7)
      storedBytes = take(16)
      if ((take(16) ^ storedBytes) !== 0xffff) throw damaged()
    }
  }
  const copyStored = (): void => {
    for (; storedBytes > 0 && bits > 0; storedBytes--) room[end++] = take(8)
    while (storedBytes > 0 && end < roomBytes) {
      room[end++] = nextByte()
      if (missing > 0) failIfMissing()
      const part = input.subarray(at, at + Math.min(storedBytes - 1, roomBytes - end))
      room.set(part, end)
      at += part.length
      end += part.length
      storedBytes -= part.length + 1
    }
    if (storedBytes === 0) state = 'block'
  }
  /** Decompresses until the room is full or the block ends. Variables of this function are faster than those outside of it. */
  const decode = (): void => {
    const { table: literalTable, mask: literalMask } = literals
    const { table: distanceTable, mask: distanceMask } = distances
    const limit = roomBytes - longest
    let to = end
    let nextBits = hold
    let count = bits
    while (to < limit) {
      for (; count < 25; count += 8) nextBits |= (at < input.length ? (input[at++] as number) : nextByte()) << count
      const entry = literalTable[nextBits & literalMask] as number
      nextBits >>>= entry & 15
      count -= entry & 15
      const symbol = entry >> 4
      if (symbol < endOfBlock && entry > 0) {
        room[to++] = symbol
        if (missing > 0 && missing * 8 > count) break
        continue
      }
      if (symbol === endOfBlock) {
        state = 'block'
        break
      }
      if (entry === 0 || symbol - 257 >= lengthBase.length) throw damaged()
      const lengthBits = lengthExtra[symbol - 257] as number
      const length = (lengthBase[symbol - 257] as number) + (nextBits & ((1 << lengthBits) - 1))
      nextBits >>>= lengthBits
      count -= lengthBits
      for (; count < 25; count += 8) nextBits |= (at < input.length ? (input[at++] as number) : nextByte()) << count
      const distanceEntry = distanceTable[nextBits & distanceMask] as number
      nextBits >>>= distanceEntry & 15
      count -= distanceEntry & 15
      if (distanceEntry === 0) throw damaged()
      const distanceBits = distanceExtra[distanceEntry >> 4] as number
      for (; count < distanceBits; count += 8) nextBits |= nextByte() << count
      const distance = (distanceBase[distanceEntry >> 4] as number) + (nextBits & ((1 << distanceBits) - 1))
      nextBits >>>= distanceBits
      count -= distanceBits
      if (distance > to) throw damaged()
      for (const stop = to + length; to < stop; to++) room[to] = room[to - distance] as number
      if (missing > 0 && missing * 8 > count) break
    }
    end = to
    hold = nextBits
    bits = count
    failIfMissing()
  }
  const refill = (): void => {
    if (end > roomBytes - windowBytes) {
      room.copyWithin(0, end - windowBytes, end)
      end = windowBytes
      from = end
    }
    while (from === end && state !== 'end') {
      if (state === 'stored') copyStored()
      else if (state === 'coded') decode()
      else if (state === 'block') beginBlock()
      else {
        const method = take(8)
        const flags = take(8)
        if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) throw damaged()
        state = 'block'
      }
    }
  }

  return (into) => {
    let filled = 0
    while (filled < into.length) {
      if (from === end) refill()
      if (from === end) break
      const part = room.subarray(from, from + Math.min(end - from, into.length - filled))
      into.set(part, filled)
      from += part.length
      filled += part.length
    }
    return filled
  }
}

/** Decompresses a whole stream. */
export function inflateAll(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const read = createInflate([bytes][Symbol.iterator]())
  const parts: Uint8Array[] = []
  const part = new Uint8Array(windowBytes)
  for (let count = part.length; count === part.length; ) {
    count = read(part)
    parts.push(part.slice(0, count))
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const one of parts) {
    whole.set(one, at)
    at += one.length
  }
  return whole
}
