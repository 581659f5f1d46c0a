import { constants, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInflate, inflateAll } from './inflate'

const cut = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))

/** Bytes of which some repeat earlier ones, near and as far away as references reach. */
function bytesOf(length: number, seed: number, calm: number): Uint8Array {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const distance = 1 + (random() % Math.min(32_768, at + 1))
    const run = distance <= at && random() % 8 < calm ? 3 + (random() % 300) : 0
    for (let n = 0; n < run && at < length; n++, at++) bytes[at] = bytes[at - distance] as number
    if (at < length) bytes[at++] = random()
  }
  return bytes
}

const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_RLE, constants.Z_FIXED]

test('createInflate reads what zlib compressed, in pieces of any size', () => {
  const input = fc.record({
    length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 60_000, max: 400_000 })),
    seed: fc.nat(),
    calm: fc.integer({ min: 0, max: 7 }),
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(...strategies),
    piece: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 100, max: 100_000 })),
    read: fc.oneof(fc.integer({ min: 100, max: 999 }), fc.integer({ min: 1000, max: 500_000 })),
  })
  fc.assert(
    fc.property(input, ({ length, seed, calm, level, strategy, piece, read }) => {
      const bytes = bytesOf(length, seed, calm)
      const next = createInflate(cut(deflateSync(bytes, { level, strategy }), piece)[Symbol.iterator]())
      const parts: Buffer[] = []
      for (;;) {
        const part = new Uint8Array(read)
        const count = next(part)
        parts.push(Buffer.from(part.subarray(0, count)))
        if (count < read) break
      }
      expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    }),
    { numRuns: 120 },
  )
})

test('a stream that ends early has fewer bytes, and none more after its end', () => {
  const bytes = bytesOf(3000, 7, 3)
  for (const options of [{}, { level: 0 }, { strategy: constants.Z_FIXED }]) {
    const packed = deflateSync(bytes, options)
    for (let length = 0; length < packed.length - 4; length += 1 + (length >> 6)) {
      const part = new Uint8Array(3000)
      const count = createInflate([packed.subarray(0, length)][Symbol.iterator]())(part)
      expect(count).toBeLessThan(3000)
      expect(part.subarray(0, count)).toEqual(bytes.subarray(0, count))
    }
    expect(() => inflateAll(packed.subarray(0, -20))).toThrow('unexpected EOF')
    const next = createInflate([packed, Uint8Array.of(1, 2, 3)][Symbol.iterator]())
    expect([next(new Uint8Array(3000)), next(new Uint8Array(10))]).toEqual([3000, 0])
  }
})

test('damaged streams end or are refused', () => {
  const packed = deflateSync(bytesOf(2000, 3, 3))
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const other = Uint8Array.from(packed)
      other[at] = (other[at] as number) ^ change
      const next = createInflate([other][Symbol.iterator]())
      try {
        expect(next(new Uint8Array(2001))).toBeLessThanOrEqual(2001)
      } catch (error) {
        expect((error as Error).message).toMatch(/invalid|unexpected/)
      }
    }),
    { numRuns: 500 },
  )
  expect(() => inflateAll(Uint8Array.of(0x78, 0x9d, 3, 0, 0, 0, 0, 0))).toThrow('invalid')
})
