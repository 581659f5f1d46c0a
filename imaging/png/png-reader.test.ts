import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { type DecodedPng, decode } from 'fast-png'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPng } from './png-reader'

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

interface Kind {
  readonly depth: number
  readonly colorType: number
  readonly channels: number
}

const kinds: readonly Kind[] = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ depth, colorType: 0, channels: 1 })),
  ...[8, 16].map((depth) => ({ depth, colorType: 2, channels: 3 })),
  ...[1, 2, 4, 8].map((depth) => ({ depth, colorType: 3, channels: 1 })),
  ...[8, 16].map((depth) => ({ depth, colorType: 4, channels: 2 })),
  ...[8, 16].map((depth) => ({ depth, colorType: 6, channels: 4 })),
]

interface Made extends Kind {
  readonly width: number
  readonly height: number
  readonly interlaced?: boolean
  readonly seed: number
  /** Number of chunks into which the compressed pixels are cut. */
  readonly chunks?: number
  readonly palette?: boolean
  readonly transparency?: boolean
}

const adam7 = [0, 0, 8, 8, 4, 0, 8, 8, 0, 4, 4, 8, 2, 0, 4, 4, 0, 2, 2, 4, 1, 0, 2, 2, 0, 1, 1, 2]

/** Makes a PNG of noise, each row with a filter of its own: any bytes are the differences of some picture. */
function pngOf({
  width,
  height,
  depth,
  colorType,
  channels,
  interlaced,
  seed,
  chunks = 1,
  palette,
  transparency,
}: Made): Uint8Array {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
  const rowsOf = (wide: number, high: number) =>
    wide <= 0 || high <= 0
      ? []
      : Array.from({ length: high }, () => {
          const row = Buffer.from(Array.from({ length: Math.ceil((wide * channels * depth) / 8) + 1 }, () => random(256)))
          row[0] = random(5)
          return row
        })
  const rows = interlaced
    ? Array.from({ length: 7 }, (_, pass) => {
        const [left, top, stepX, stepY] = adam7.slice(pass * 4) as [number, number, number, number]
        return rowsOf(Math.ceil((width - left) / stepX), Math.ceil((height - top) / stepY))
      }).flat()
    : rowsOf(width, height)
  const packed = deflateSync(Buffer.concat(rows))
  const cuts = Array.from({ length: chunks }, (_, n) => [n, n + 1].map((cut) => Math.floor((cut * packed.length) / chunks)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8)
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random(256)))
  const size = colorType === 3 ? 2 ** depth : 8
  const clear = colorType === 3 ? bytes(Math.ceil(size / 2)) : bytes(channels * 2)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      chunk('IHDR', header),
      ...(palette || colorType === 3 ? [chunk('PLTE', bytes(size * 3))] : []),
      ...(transparency && colorType < 4 ? [chunk('tRNS', clear)] : []),
      ...cuts.map(([from, end]) => chunk('IDAT', packed.subarray(from, end))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** One sample an element, as the reader gives them. */
function samplesOf({ data, width, height, depth, channels }: DecodedPng): number[] {
  if (depth >= 8) return [...data]
  const rowBytes = Math.ceil((width * channels * depth) / 8)
  return Array.from({ length: width * height * channels }, (_, at) => {
    const bit = (at % (width * channels)) * depth
    const byte = data[Math.floor(at / (width * channels)) * rowBytes + (bit >> 3)] as number
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  })
}

const made = fc.record({
  kind: fc.constantFrom(...kinds),
  width: fc.integer({ min: 1, max: 70 }),
  height: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(),
  chunks: fc.integer({ min: 1, max: 40 }),
  transparency: fc.boolean(),
})

test('readPng gives the rows that fast-png decodes, in strips of any height', () => {
  fc.assert(
    fc.property(made, fc.integer({ min: 1, max: 45 }), fc.boolean(), ({ kind, ...more }, strip, interlaced) => {
      // fast-png reads no interlaced pictures of fewer bits.
      const file = pngOf({ ...kind, ...more, interlaced: interlaced && kind.depth >= 8 })
      const wanted = decode(file)
      const reader = readPng(file)
      const { width, height } = more
      expect(reader).toMatchObject({ width, height, depth: kind.depth, channels: kind.channels })
      const samples: number[] = []
      for (let top = 0; top < height; top += strip) samples.push(...reader.samples(top, Math.min(strip, height - top)))
      expect(samples).toEqual(samplesOf(wanted))
      expect(reader.palette).toEqual(wanted.palette?.map((color) => [...color, 255].slice(0, 4)) ?? null)
      expect(reader.transparency).toEqual(wanted.transparency ? [...wanted.transparency] : null)
    }),
    { numRuns: 300 },
  )
})

test('readPng reads rows again, and skips rows', () => {
  const file = pngOf({ width: 31, height: 20, depth: 8, colorType: 2, channels: 3, seed: 5 })
  const rows = (top: number, count: number) => samplesOf(decode(file)).slice(top * 93, (top + count) * 93)
  const reader = readPng(file)
  for (const [top, count] of [
    [3, 4],
    [15, 5],
    [0, 20],
    [2, 1],
    [2, 1],
    [3, 1],
  ] as const)
    expect([...reader.samples(top, count)]).toEqual(rows(top, count))
})

test.each(kinds.filter(({ depth }) => depth < 8))(
  'readPng reads interlaced pictures of $depth bits and colour type $colorType as libvips does',
  async (kind) => {
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [5, 9],
      [33, 29],
    ] as const) {
      const file = pngOf({ ...kind, width, height, interlaced: true, seed: width * 7 })
      const { palette, depth, samples } = readPng(file)
      const shown = [...samples(0, height)].flatMap((value) => palette?.[value]?.slice(0, 3) ?? (value * 255) / (2 ** depth - 1))
      const wanted = await sharp(file)
        .toColourspace(palette ? 'srgb' : 'b-w')
        .raw()
        .toBuffer()
      expect(shown).toEqual([...wanted])
    }
  },
)

test('readPng takes a palette as what samples mean only where the picture’s kind says so', () => {
  const reader = readPng(pngOf({ width: 2, height: 2, depth: 8, colorType: 2, channels: 3, palette: true, seed: 3 }))
  expect(reader.palette).toBeNull()
})

test('readPng reads a flat picture, whose pixels are compressed a thousand times', async () => {
  const file = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#123456' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const reader = readPng(file)
  for (const top of [0, 2999]) expect([...reader.samples(top, 1).subarray(-6)]).toEqual([18, 52, 86, 18, 52, 86])
})

test('readPng refuses files that end early, and what is no PNG', () => {
  const file = pngOf({ width: 40, height: 40, depth: 8, colorType: 6, channels: 4, seed: 9 })
  const shorter = (bytes: number) => () => readPng(file.subarray(0, bytes)).samples(0, 40)
  for (let bytes = 0; bytes < file.length; bytes += 97) expect(shorter(bytes)).toThrow()
  const fewRows = pngOf({ width: 40, height: 39, depth: 8, colorType: 6, channels: 4, seed: 9 })
  new DataView(fewRows.buffer).setUint32(20, 40)
  expect(() => readPng(fewRows).samples(0, 40)).toThrow('ends early')
  expect(() => readPng(new Uint8Array(50))).toThrow('no PNG')
  const wrong = (at: number, value: number) => () => {
    const other = file.slice()
    other[at] = value
    readPng(other)
  }
  expect(wrong(24, 3)).toThrow('3 bits')
  expect(wrong(25, 5)).toThrow('colour type 5')
  expect(wrong(26, 1)).toThrow('unknown method')
  expect(wrong(19, 0)).toThrow('no size')
})
