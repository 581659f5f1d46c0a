import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openPlane, type PlaneShape } from './planes'

const shape = (width: number, height: number, depth: PlaneShape['depth'] = 8, more: Partial<PlaneShape> = {}): PlaneShape => ({
  width,
  height,
  depth,
  large: false,
  linear: false,
  ...more,
})

/** Every sample of the requested rows. */
async function samples(bytes: Uint8Array, plane: PlaneShape, from = 0, to = plane.height): Promise<number[]> {
  const all: number[] = []
  const row = await openPlane(Uint8Array.from(bytes), plane, to)
  for (let y = from; y < to; y++) all.push(...(row?.(y).subarray(0, plane.width) ?? []))
  return all
}

/** PackBits of Apple's Technical Note TN1023 in its simplest form: runs of three and more, the rest literally. */
function packBits(row: readonly number[]): number[] {
  const out: number[] = []
  let at = 0
  const runFrom = (start: number) => {
    let end = start + 1
    while (end < row.length && row[end] === row[start] && end - start < 128) end++
    return end - start
  }
  while (at < row.length) {
    const run = runFrom(at)
    if (run >= 3) {
      out.push(257 - run, row[at] ?? 0)
      at += run
      continue
    }
    const start = at
    while (at < row.length && at - start < 128 && runFrom(at) < 3) at++
    out.push(at - start - 1, ...row.slice(start, at))
  }
  return out
}

function packed(rows: readonly (readonly number[])[], large: boolean): Uint8Array {
  const lines = rows.map(packBits)
  const table = lines.flatMap(({ length }) => (large ? [0, 0, length >> 8, length & 255] : [length >> 8, length & 255]))
  return Uint8Array.from([0, 1, ...table, ...lines.flat()])
}

const zipped = (compression: 2 | 3, bytes: readonly number[]): Uint8Array =>
  Uint8Array.from([0, compression, ...deflateSync(Uint8Array.from(bytes))])

const rowsOf = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 4 })).chain(([width, height]) =>
  fc.array(fc.array(fc.constantFrom(0, 7, 7, 7, 128, 255), { minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
)

describe('channels of a PSD', () => {
  test('PackBits rows are decoded exactly, in PSD and PSB', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, fc.boolean(), async (rows, large) => {
        const plane = shape(rows[0]?.length ?? 0, rows.length, 8, { large })
        expect(await samples(packed(rows, large), plane)).toEqual(rows.flat())
      }),
      { numRuns: 50 },
    )
  })

  test('raw rows are read, and only those that are requested', async () => {
    const bytes = Uint8Array.from([0, 0, 1, 2, 3, 4, 5, 6])
    expect(await samples(bytes, shape(2, 3))).toEqual([1, 2, 3, 4, 5, 6])
    expect(await samples(bytes, shape(2, 3), 1, 2)).toEqual([3, 4])
  })

  test('ZIP rows are decoded, plain and as differences', async () => {
    expect(await samples(zipped(2, [1, 2, 3, 4, 5, 6]), shape(3, 2))).toEqual([1, 2, 3, 4, 5, 6])
    expect(await samples(zipped(3, [10, 5, 250, 1, 1, 1]), shape(3, 2))).toEqual([10, 15, 9, 1, 2, 3])
  })

  test('16-bit samples are rounded to 8, and their differences carry over the byte', async () => {
    expect(await samples(Uint8Array.from([0, 0, 0xff, 0xff, 0x80, 0x80]), shape(2, 1, 16))).toEqual([255, 128])
    expect(await samples(zipped(3, [0x00, 0xff, 0x00, 0x02]), shape(2, 1, 16))).toEqual([1, 1])
    expect(await samples(zipped(3, [0x7f, 0xff, 0x80, 0x00]), shape(2, 1, 16))).toEqual([127, 255])
  })

  test('32-bit differences run through the byte planes, and colours are encoded as sRGB', async () => {
    const floats = [0, 0.2158605, 1]
    const view = new DataView(new ArrayBuffer(12))
    for (const [at, value] of floats.entries()) view.setFloat32(at * 4, value)
    const planes = [0, 1, 2, 3].flatMap((byte) => [0, 1, 2].map((x) => view.getUint8(x * 4 + byte)))
    const differences = planes.map((value, at) => (value - (at === 0 ? 0 : (planes[at - 1] ?? 0))) & 255)
    expect(await samples(zipped(3, differences), shape(3, 1, 32))).toEqual([0, 55, 255])
    expect(await samples(zipped(3, differences), shape(3, 1, 32, { linear: true }))).toEqual([0, 128, 255])
  })

  test('a set bit of a bitmap is black', async () => {
    expect(await samples(Uint8Array.from([0, 0, 0b1010_0000, 0b1000_0000]), shape(9, 1, 1))).toEqual([
      0, 255, 0, 255, 255, 255, 255, 255, 0,
    ])
  })

  test('a truncated channel is empty at its end, and a stream that claims too much gets no memory', async () => {
    expect(await samples(Uint8Array.from([0, 0, 1, 2, 3]), shape(2, 3))).toEqual([1, 2, 3, 0, 0, 0])
    const whole = packed(
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      false,
    )
    expect(await samples(whole.subarray(0, whole.length - 2), shape(3, 2))).toEqual([1, 2, 3, 4, 0, 0])
    const short = zipped(
      2,
      Array.from({ length: 400 }, (_, at) => (at * 37) & 255),
    )
    expect((await samples(short.subarray(0, 60), shape(20, 20))).slice(-20)).toEqual(new Array(20).fill(0))
    const promising = zipped(2, [1, 2, 3])
    const row = await openPlane(Uint8Array.from(promising), shape(30_000, 30_000), 2)
    expect(row?.(1).every((value) => value === 0)).toBe(true)
  })
})
