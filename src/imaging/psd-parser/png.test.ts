import fc from 'fast-check'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng } from './png'

const decoded = async (blob: Blob) => PNG.sync.read(Buffer.from(await blob.arrayBuffer()))

test('encodePng preserves every px, also colours under alpha 0', async () => {
  const size = fc.integer({ min: 1, max: 9 })
  const pictures = fc
    .tuple(size, size)
    .chain(([width, height]) =>
      fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 }).map((data) => ({ width, height, data })),
    )
  await fc.assert(
    fc.asyncProperty(pictures, async ({ width, height, data }) => {
      const png = await decoded(await encodePng({ width, height, data: new Uint8ClampedArray(data) }))
      expect([png.width, png.height, [...png.data]]).toEqual([width, height, [...data]])
    }),
    { numRuns: 60 },
  )
})

test('encodePng writes rows of more than one batch in order', async () => {
  const [width, height] = [700, 900]
  const data = new Uint8ClampedArray(width * height * 4).map((_, at) => (at * 2_654_435_761) >>> 13)
  const blob = await encodePng({ width, height, data })
  expect(blob.type).toBe('image/png')
  expect(Buffer.compare((await decoded(blob)).data, Buffer.from(data))).toBe(0)
})
