import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bareChunkData, bareChunkType } from '../../../contract/ground/bare-chunk'
import { cleanPng } from './chunks'
import { chunkOf, chunksOf, pngOf } from './png-chunks'

const size = { width: 9, height: 2 }
/** One bit a px: two bytes a row. */
const bits = Buffer.from([0b1010_0000, 0x80, 0, 0])

function pngWith(data: Uint8Array): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size.width, 0)
  head.writeUInt32BE(size.height, 4)
  head.set([8, 0], 8)
  const rows = deflateSync(Buffer.alloc((size.width + 1) * size.height))
  return pngOf([chunkOf('IHDR', head), chunkOf(bareChunkType, data), chunkOf('IDAT', rows), chunkOf('IEND')])
}
const keptOf = (data: Uint8Array) =>
  chunksOf(cleanPng(pngWith(data)) ?? Buffer.alloc(0)).find(({ type }) => type === bareChunkType)

test('a cleaned PNG keeps the area without white ink, and nothing that hides behind it', () => {
  const clean = bareChunkData(size, deflateSync(bits))
  expect(keptOf(clean)?.data).toEqual(Buffer.from(clean))
  const hiding = Buffer.concat([clean, Buffer.from('something else')])
  expect(keptOf(hiding)?.data).toEqual(Buffer.from(clean))
})

test.each([
  ['of another size', bareChunkData({ width: 8, height: 2 }, deflateSync(bits))],
  ['that is larger than the picture', bareChunkData(size, deflateSync(Buffer.alloc(100_000)))],
  ['that is too short', bareChunkData(size, deflateSync(bits.subarray(0, 2)))],
  ['that is no compressed data', bareChunkData(size, Buffer.from('nothing'))],
])('an area %s is dropped', (_, data) => {
  expect(keptOf(data)).toBeUndefined()
})
