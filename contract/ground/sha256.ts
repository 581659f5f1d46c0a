/**
 * SHA-256 of files. Current libraries need a newer engine than the client's (they use Object.hasOwn while loading); see
 * docs/adr/0024.
 */
import { delay } from './delay'
import { bytesHex } from './hex'

/** The first 32 bits of the fractional parts of roots of the first primes: the constants of the standard. */
function rootBits(count: number, exponent: number): Uint32Array {
  const bits = new Uint32Array(count)
  for (let n = 0, candidate = 2; n < count; candidate += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) isPrime = false
    if (isPrime) bits[n++] = Math.floor((candidate ** exponent % 1) * 2 ** 32)
  }
  return bits
}

const initialState = rootBits(8, 1 / 2)
const roundConstants = rootBits(64, 1 / 3)

const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
const wordAt = (words: Uint32Array, index: number): number => words[index] as number

/** Hashes whole blocks of 64 bytes into `state`. */
function hashBlocks(state: Uint32Array, bytes: Uint8Array, schedule: Uint32Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start + 64 <= bytes.length; start += 64) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(start + 4 * i)
    for (let i = 16; i < 64; i += 1) {
      const [far, near] = [wordAt(schedule, i - 15), wordAt(schedule, i - 2)]
      const s0 = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3)
      const s1 = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10)
      schedule[i] = wordAt(schedule, i - 16) + s0 + wordAt(schedule, i - 7) + s1
    }
    let a = wordAt(state, 0)
    let b = wordAt(state, 1)
    let c = wordAt(state, 2)
    let d = wordAt(state, 3)
    let e = wordAt(state, 4)
    let f = wordAt(state, 5)
    let g = wordAt(state, 6)
    let h = wordAt(state, 7)
    for (let i = 0; i < 64; i += 1) {
      const choice = (e & f) ^ (~e & g)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const t1 =
        (h +
          (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
          choice +
          wordAt(roundConstants, i) +
          wordAt(schedule, i)) |
        0
      const t2 = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = wordAt(state, i) + word
  }
}

/** Returns the bytes after the last whole block, with the end mark and the length in bits. */
function lastBlocks(rest: Uint8Array, length: number): Uint8Array {
  const last = new Uint8Array(rest.length < 56 ? 64 : 128)
  last.set(rest)
  last[rest.length] = 0x80
  const view = new DataView(last.buffer)
  view.setUint32(last.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(last.length - 4, (length * 8) >>> 0)
  return last
}

const hexOf = (state: Uint32Array): string => Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')

const shortSchedule = new Uint32Array(64)

/**
 * Hashes a text of one block again and again, without allocating.
 * @param block 64 bytes: the text, the end mark 0x80, zeros, and the text's length in bits in the last two bytes.
 * @param state receives the hash as eight words.
 */
export function sha256Block(block: Uint8Array, state: Uint32Array): void {
  state.set(initialState)
  hashBlocks(state, block, shortSchedule)
}

/** Number of bytes that are hashed without a pause; a multiple of the block size. */
const sliceBytes = 1024 * 1024

/** Computes the hash on the main thread, in slices with pauses. */
export async function sha256InSlices(bytes: Uint8Array): Promise<string> {
  const state = initialState.slice()
  const schedule = new Uint32Array(64)
  const wholeBlocksLength = bytes.length - (bytes.length % 64)
  for (let start = 0; start < wholeBlocksLength; start += sliceBytes) {
    hashBlocks(state, bytes.subarray(start, Math.min(start + sliceBytes, wholeBlocksLength)), schedule)
    await delay(0)
  }
  hashBlocks(state, lastBlocks(bytes.subarray(wholeBlocksLength), bytes.length), schedule)
  return hexOf(state)
}

/**
 * Returns SHA-256 in lower-case hex, computed by the browser off the main thread, or by our code on plain http, where it cannot.
 */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Absent outside secure contexts, although its type is not optional.
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined
  return subtle ? bytesHex(new Uint8Array(await subtle.digest('SHA-256', bytes))) : sha256InSlices(bytes)
}
