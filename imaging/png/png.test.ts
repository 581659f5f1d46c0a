import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { channelsOf, encodePng, encodeRows, joinRows } from './png'

type Picture = Parameters<typeof encodePng>[0]

/** The pixels that the file must show: colours under alpha 0 are invisible and 0. */
const shown = ({ data }: Picture) => data.map((value, at) => (data[at | 3] === 0 ? 0 : value))

async function decoded(blob: Blob) {
  const file = sharp(Buffer.from(await blob.arrayBuffer()), { limitInputPixels: false })
  const { hasAlpha } = await file.metadata()
  const { data, info } = await file.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { hasAlpha, width: info.width, height: info.height, data }
}

async function expectExact(picture: Picture, file = encodePng(picture)) {
  const { width, height, data } = await decoded(file)
  expect([width, height]).toEqual([picture.width, picture.height])
  expect(Buffer.compare(data, Buffer.from(shown(picture)))).toBe(0)
}

/** Kinds of pictures by the value of each byte, from a random number. */
const kinds: Readonly<Record<string, (x: number, y: number, channel: number, random: number) => number>> = {
  noise: (_x, _y, _channel, random) => random,
  flat: () => 90,
  gradient: (x, y, channel) => (channel === 3 ? 255 : x * 2 + y * (channel + 1)),
  opaqueNoise: (_x, _y, channel, random) => (channel === 3 ? 255 : random),
  edges: (x, y, channel, random) => (channel === 3 ? Math.min(255, Math.max(0, (x - y) * 40)) : random & 7),
  'few colours': (x, y, channel, random) => (channel === 3 ? 255 : (((x >> 3) + (y >> 2)) % 5) * 50 + (random > 250 ? 1 : 0)),
}

function picture(kind: string, width: number, height: number, seed: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  const value = kinds[kind] as (typeof kinds)[string]
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const px = at >> 2
    data[at] = value(px % width, Math.floor(px / width), at & 3, state >>> 24) & 255
  }
  return { width, height, data }
}

test('every px of a picture is what libpng reads, whatever its size and kind', async () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 }))
  const pictures = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds)),
    width: side,
    height: side,
    seed: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(pictures, ({ kind, width, height, seed }) => expectExact(picture(kind, width, height, seed))),
    { numRuns: 120 },
  )
})

/** Reads the compressed rows as zlib does, which refuses a wrong sum; libpng does not. */
async function rowBytes(file: Blob): Promise<number> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const parts: Buffer[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  return inflateSync(Buffer.concat(parts)).length
}

test('rows that are encoded apart make the same picture together, wherever it is divided', async () => {
  const divided = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds)),
    width: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 })),
    heights: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 }),
    seed: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(divided, async ({ kind, width, heights, seed }) => {
      const height = heights.reduce((sum, rows) => sum + rows)
      const whole = picture(kind, width, height, seed)
      const channels = channelsOf(whole)
      let top = 0
      const parts = heights.map((rows, index) => {
        const data = whole.data.subarray(top * width * 4, (top + rows) * width * 4)
        top += rows
        return encodeRows({ width, height: rows, data }, { channels, isFirst: index === 0, isLast: index === heights.length - 1 })
      })
      const file = joinRows(whole, channels, parts)
      await expectExact(whole, file)
      expect(await rowBytes(file)).toBe(height * (width * channels + 1))
    }),
    { numRuns: 80 },
  )
})

test.each([
  ['of one row', 5000, 1],
  ['of one column', 1, 5000],
  ['of several blocks, whose references reach into the block before', 700, 900],
  ['with rows longer than the window of references', 20_000, 20],
  ['with rows longer than a block', 140_000, 3],
])('a picture %s is read back exactly', async (_what, width, height) => {
  for (const kind of Object.keys(kinds)) await expectExact(picture(kind, width, height, 7))
})

test('straight alpha keeps colours that a canvas rounds, and drops those that nobody sees', async () => {
  const data = Uint8ClampedArray.of(201, 103, 7, 1, 201, 103, 7, 0)
  expect([...(await decoded(encodePng({ width: 2, height: 1, data }))).data]).toEqual([201, 103, 7, 1, 0, 0, 0, 0])
})

test('only a picture with transparency is written with alpha', async () => {
  const opaque = picture('gradient', 40, 30, 1)
  expect(await decoded(encodePng(opaque))).toMatchObject({ hasAlpha: false })
  opaque.data[3] = 254
  expect(await decoded(encodePng(opaque))).toMatchObject({ hasAlpha: true })
})

test('a picture without differences takes less than a five-hundredth of its bytes', () => {
  const width = 2000
  const { size } = encodePng({ width, height: width, data: new Uint8ClampedArray(width * width * 4).fill(255) })
  expect(size).toBeLessThan((width * width * 4) / 500)
})

test('noise grows by less than a hundredth', () => {
  const { size } = encodePng(picture('noise', 400, 400, 3))
  expect(size).toBeLessThan(400 * 400 * 4 * 1.01)
})

test('data that do not fill the picture, and pictures without px, are refused', () => {
  for (const [width, height, length] of [
    [2, 2, 12],
    [2, 2, 20],
    [0, 4, 0],
    [4, 0, 0],
    [-1, -1, 4],
    [0.5, 2, 4],
  ] as const)
    expect(() => encodePng({ width, height, data: new Uint8ClampedArray(length) })).toThrow(RangeError)
})
