/**
 * The loops of the PNG encoder over every px, in AssemblyScript: `scripts/assembly.mjs` compiles this file into `../pixels-wasm.ts`,
 * and `../png.ts` calls it. It takes a block of rows at a time: `read` filters them and finds references (LZ77), the caller makes the
 * block's codes from the counts, `write` writes the block. All is done by whole px of 3 or 4 bytes: a px that occurred within the last
 * 32 KB, with those that follow it alike, becomes a reference, found with one probe of a hash table. Measured on the noisy layers
 * of `bench/psd`, it takes half as long as the same loops in JavaScript.
 */
const hashBits: u32 = 12
const windowBytes: u32 = 32_768
/** The largest prime below 2^16 (RFC 1950). */
const adlerBase: u32 = 65_521

// Where the parts of the memory begin; those of fixed size are known to the caller.
/** How often each byte occurs in each of four channels, each length of a reference in px, each symbol of a distance. */
const countsAt: usize = 0
const lengthCountsAt: usize = 4096
const distanceCountsAt: usize = 4480
const countsEnd: usize = 4608
/** Codes of bytes and of the end, of distances: `code << 4 | bits`; of lengths in px with their extra bits: `code << 5 | bits`. */
const codesAt: usize = 4608
const distanceCodesAt: usize = 5760
const lengthCodesAt: usize = 5888
const crcTablesAt: usize = 6272
const hashTableAt: usize = 14_464
/** The filter of each row. */
const filtersAt: usize = 30_848
const endOfBlock: usize = 256

let width: u32 = 0
let channels: u32 = 0
/** Px that the decoder can refer to; they are kept before the block's. */
let history: u32 = 0
let aboveAt: usize = 0
let pixelsAt: usize = 0
let tokensAt: usize = 0
/** Holds the px of the block's rows before `read`, its compressed bytes after `write`. */
export let blockAt: usize = 0

/** Px of the picture before the block. */
let base: u32 = 0
let pending: u64 = 0
let pendingBits: u64 = 0
let adlerLow: u32 = 1
let adlerHigh: u32 = 0
let outAt: usize = 0

/** Begins a picture whose blocks have at most `rows` rows; returns the bytes of memory that must be there before `start`. */
export function layOut(pictureWidth: u32, bytesPerPixel: u32, rows: u32): usize {
  width = pictureWidth
  channels = bytesPerPixel
  history = windowBytes / channels
  aboveAt = (filtersAt + rows + 7) & ~7
  pixelsAt = aboveAt + width * 4
  tokensAt = pixelsAt + (history + rows * width) * 4
  blockAt = (tokensAt + rows * width * 4 + 7) & ~7
  // Four codes of 12 bits for a px, one for each filter, the codes' lengths and the bytes that are written beyond the last one.
  return blockAt + rows * (width * 6 + 2) + 2048
}

export function start(): void {
  base = 0
  pending = 0
  pendingBits = 0
  adlerLow = 1
  adlerHigh = 0
  memory.fill(hashTableAt, 255, (1 << hashBits) * 4)
  memory.fill(aboveAt, 0, width * 4)
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = (value & 1) !== 0 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
    store<u32>(crcTablesAt + byte * 4, value)
  }
  for (let at: u32 = 256; at < 2048; at++) {
    const value = load<u32>(crcTablesAt + (at - 256) * 4)
    store<u32>(crcTablesAt + at * 4, (value >>> 8) ^ load<u32>(crcTablesAt + (value & 255) * 4))
  }
}

/** Subtracts four bytes from four bytes, each modulo 256. */
function minus(a: u32, b: u32): u32 {
  return ((a | 0x8080_8080) - (b & 0x7f7f_7f7f)) ^ ((a ^ ~b) & 0x8080_8080)
}

/** Estimates what the differences of a px cost: the sum of their distances from 0. */
function sizeOf(differences: u32): u32 {
  const bytes = differences ^ (((differences >>> 7) & 0x0101_0101) * 255)
  const pairs = (bytes & 0x00ff_00ff) + ((bytes >>> 8) & 0x00ff_00ff)
  return (pairs & 0xffff) + (pairs >>> 16)
}

function distanceExtra(distance: u32): u32 {
  return 30 - clz(distance - 1)
}

/** The symbol of a distance of 3 bytes or more (RFC 1951, §3.2.5). */
function distanceSymbol(distance: u32, extra: u32): u32 {
  return extra * 2 + 2 + (((distance - 1) >>> extra) & 1)
}

function count(at: usize): void {
  store<u32>(at, load<u32>(at) + 1)
}

/** Makes invisible px 0, and px without alpha three bytes. */
function normalizeRow(at: usize): void {
  const end = at + width * 4
  if (channels === 3) for (; at < end; at += 4) store<u32>(at, load<u32>(at) & 0x00ff_ffff)
  else for (; at < end; at += 4) if (load<u8>(at + 3) === 0) store<u32>(at, 0)
}

/** Chooses differences from the left (1) or from above (2), by every fourth px. */
function chooseFilter(at: usize, above: usize): u32 {
  let left: u32 = 0
  let upper: u32 = 0
  for (let x: usize = 4; x < width * 4; x += 16) {
    const pixel = load<u32>(at + x)
    left += sizeOf(minus(pixel, load<u32>(at + x - 4)))
    upper += sizeOf(minus(pixel, load<u32>(above + x)))
  }
  return upper < left ? 2 : 1
}

function filterRow(row: u32): void {
  const bytes: usize = width * 4
  const at = blockAt + <usize>row * bytes
  const above = row === 0 ? aboveAt : at - bytes
  const to = pixelsAt + (history + row * width) * 4
  normalizeRow(at)
  // The rows may continue a picture whose rows above are encoded elsewhere.
  const filter = row === 0 && base === 0 ? 1 : chooseFilter(at, above)
  store<u8>(filtersAt + row, filter)
  const mask: u32 = channels === 3 ? 0x00ff_ffff : 0xffff_ffff
  let before: u32 = 0
  for (let x: usize = 0; x < bytes; x += 4) {
    const pixel = load<u32>(at + x)
    if (filter === 2) before = load<u32>(above + x)
    store<u32>(to + x, minus(pixel, before) & mask)
    before = pixel
  }
  adlerLow += filter
  adlerHigh += adlerLow
  addToAdler(to, to + bytes)
}

/** Adds filtered px to the checksum Adler-32, which weighs each byte by the number of bytes from it on. */
function addToAdler(from: usize, end: usize): void {
  for (let at = from; at < end; ) {
    // Two sums of 16 bits in one number hold 256 bytes each.
    const stop = min(end, at + 1024)
    const pixels = <u32>(stop - at) >>> 2
    let evens: u32 = 0
    let odds: u32 = 0
    let sum: u32 = 0
    let sums: u32 = 0
    for (; at < stop; at += 4) {
      const pixel = load<u32>(at)
      const even = pixel & 0x00ff_00ff
      const odd = (pixel >>> 8) & 0x00ff_00ff
      sums += sum
      evens += even
      odds += odd
      const pair = even + odd
      sum += (pair & 0xffff) + (pair >>> 16)
    }
    const inPixel =
      channels === 4
        ? 4 * (evens & 0xffff) + 3 * (odds & 0xffff) + 2 * (evens >>> 16) + (odds >>> 16)
        : 3 * (evens & 0xffff) + 2 * (odds & 0xffff) + (evens >>> 16)
    adlerHigh = (adlerHigh + adlerLow * pixels * channels + sums * channels + inPixel) % adlerBase
    adlerLow = (adlerLow + sum) % adlerBase
  }
}

/** Writes the row's tokens: 0 for a px, or `px << 16 | distance in bytes` for a reference. Returns where they end. */
function tokenizeRow(row: u32, tokens: usize): usize {
  const longest: u32 = 258 / channels
  const pixels = pixelsAt
  const from: u32 = history + row * width
  const end: u32 = from + width
  for (let i: u32 = from; i < end; tokens += 4) {
    const at = pixels + ((<usize>i) << 2)
    const pixel = load<u32>(at)
    const slot = hashTableAt + ((<usize>((pixel * 0x9e37_79b1) >>> (32 - hashBits))) << 2)
    const source = <i32>load<u32>(slot) - <i32>base
    store<u32>(slot, base + i)
    if (source >= 0 && load<u32>(pixels + ((<usize>source) << 2)) === pixel) {
      const back: u32 = i - source
      let distance = back * channels
      let limit = min(longest, end - i)
      if (back > i - from) {
        // The source lies in a row above, and ends with it. Each row in between begins with the byte of its filter.
        const beyond = back - (i - from)
        const rows = (beyond + width - 1) / width
        distance += rows
        limit = min(limit, width - (rows * width - beyond))
      }
      if (distance <= windowBytes) {
        const there = pixels + ((<usize>source) << 2)
        let length: u32 = 1
        while (length < limit && load<u32>(there + ((<usize>length) << 2)) === load<u32>(at + ((<usize>length) << 2))) length++
        store<u32>(tokens, (length << 16) | distance)
        count(lengthCountsAt + ((<usize>length) << 2))
        count(distanceCountsAt + ((<usize>distanceSymbol(distance, distanceExtra(distance))) << 2))
        i += length
        // The rest of a long run refers to the px before it, too.
        if (back === 1) store<u32>(slot, base + i - 1)
        continue
      }
    }
    store<u32>(tokens, 0)
    count(countsAt + ((pixel & 255) << 2))
    count(countsAt + 1024 + (((pixel >>> 8) & 255) << 2))
    count(countsAt + 2048 + (((pixel >>> 16) & 255) << 2))
    count(countsAt + 3072 + ((pixel >>> 24) << 2))
    i++
  }
  return tokens
}

/** Filters the block's rows and finds references; leaves the counts for the caller. */
export function read(rows: u32): void {
  memory.fill(countsAt, 0, countsEnd)
  let tokens = tokensAt
  for (let row: u32 = 0; row < rows; row++) {
    filterRow(row)
    tokens = tokenizeRow(row, tokens)
  }
  memory.copy(aboveAt, blockAt + (rows - 1) * width * 4, width * 4)
}

/** Begins to write a block, `offset` bytes after `blockAt`. */
export function open(offset: u32): void {
  outAt = blockAt + offset
}

/** Writes some bits, at most 32. */
export function put(value: u32, bits: u32): void {
  pending |= (<u64>value) << pendingBits
  pendingBits += bits
  store<u64>(outAt, pending)
  outAt += <usize>(pendingBits >>> 3)
  pending >>>= pendingBits & 56
  pendingBits &= 7
}

/** Writes the block's px by the codes that the caller stored. The bits of a px or a reference, at most 48, wait for one store. */
export function write(rows: u32): void {
  const hasAlpha = channels === 4
  let waiting = pending
  let bits = pendingBits
  let to = outAt
  let tokens = tokensAt
  let at: usize = pixelsAt + history * 4
  for (let row: u32 = 0; row < rows; row++) {
    const filter = load<u32>(codesAt + ((<usize>load<u8>(filtersAt + row)) << 2))
    waiting |= (<u64>(filter >>> 4)) << bits
    bits += filter & 15
    const end = at + width * 4
    for (; at < end; tokens += 4) {
      store<u64>(to, waiting)
      to += <usize>(bits >>> 3)
      waiting >>>= bits & 56
      bits &= 7
      const token = load<u32>(tokens)
      if (token === 0) {
        const pixel = load<u32>(at)
        at += 4
        const first = load<u32>(codesAt + ((pixel & 255) << 2))
        waiting |= (<u64>(first >>> 4)) << bits
        bits += first & 15
        const second = load<u32>(codesAt + (((pixel >>> 8) & 255) << 2))
        waiting |= (<u64>(second >>> 4)) << bits
        bits += second & 15
        const third = load<u32>(codesAt + (((pixel >>> 16) & 255) << 2))
        waiting |= (<u64>(third >>> 4)) << bits
        bits += third & 15
        if (hasAlpha) {
          const fourth = load<u32>(codesAt + ((pixel >>> 24) << 2))
          waiting |= (<u64>(fourth >>> 4)) << bits
          bits += fourth & 15
        }
      } else {
        const length = load<u32>(lengthCodesAt + ((<usize>(token >>> 16)) << 2))
        at += (<usize>(token >>> 16)) << 2
        waiting |= (<u64>(length >>> 5)) << bits
        bits += length & 31
        const distance = token & 0xffff
        const extra = distanceExtra(distance)
        const code = load<u32>(distanceCodesAt + ((<usize>distanceSymbol(distance, extra)) << 2))
        waiting |= (<u64>(code >>> 4)) << bits
        bits += code & 15
        waiting |= (<u64>((distance - 1) & ((1 << extra) - 1))) << bits
        bits += extra
      }
    }
  }
  pending = waiting
  pendingBits = bits
  outAt = to
  put(0, 0)
  const end = load<u32>(codesAt + (endOfBlock << 2))
  put(end >>> 4, end & 15)
  memory.copy(pixelsAt, pixelsAt + rows * width * 4, history * 4)
  base += rows * width
}

/** Ends the last block with a whole byte. */
export function flush(): void {
  if (pendingBits > 0) put(0, 8 - <u32>pendingBits)
}

/** Returns the whole bytes after `blockAt` that are written. */
export function written(): u32 {
  return <u32>(outAt - blockAt)
}

export function adler(): u32 {
  return (adlerHigh << 16) | adlerLow
}

function crcOf(table: u32, byte: u32): u32 {
  return load<u32>(crcTablesAt + (table << 10) + ((byte & 255) << 2))
}

/** Returns the CRC-32 of bytes after `blockAt`, eight at a time. */
export function crc(offset: u32, length: u32): u32 {
  let sum: u32 = 0xffff_ffff
  let at: usize = blockAt + offset
  const end = at + length
  for (; at + 8 <= end; at += 8) {
    const low = sum ^ load<u32>(at)
    const high = load<u32>(at + 4)
    sum =
      crcOf(7, low) ^
      crcOf(6, low >>> 8) ^
      crcOf(5, low >>> 16) ^
      crcOf(4, low >>> 24) ^
      crcOf(3, high) ^
      crcOf(2, high >>> 8) ^
      crcOf(1, high >>> 16) ^
      crcOf(0, high >>> 24)
  }
  for (; at < end; at++) sum = (sum >>> 8) ^ crcOf(0, sum ^ load<u8>(at))
  return ~sum
}
