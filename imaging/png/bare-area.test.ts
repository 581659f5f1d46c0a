import { zlibSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bareChunkType } from '../../contract/ground/bare-chunk'
import { type BareArea, packBareArea, readBareArea, resizedBareArea } from './bare-area'

const area: BareArea = { width: 11, height: 3, data: Uint8Array.from({ length: 33 }, (_, at) => (at % 5 === 0 ? 1 : 0)) }

/** A chunk with a checksum of 0, which readers of pictures do not compare. */
const chunk = (type: string, data: Uint8Array) => {
  const made = new Uint8Array(data.length + 12)
  new DataView(made.buffer).setUint32(0, data.length)
  made.set(new TextEncoder().encode(type), 4)
  made.set(data, 8)
  return made
}

function png(data: Uint8Array, { width, height } = area): Uint8Array {
  const head = new Uint8Array(13)
  new DataView(head.buffer).setUint32(0, width)
  new DataView(head.buffer).setUint32(4, height)
  const parts = [chunk('IHDR', head), chunk(bareChunkType, data), chunk('IEND', new Uint8Array())]
  return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...parts.flatMap((part) => [...part])])
}

describe('the area without white ink in a PNG', () => {
  test('an area is read as it was written', () => {
    expect(readBareArea(png(packBareArea(area)))).toEqual(area)
  })

  test('an area of a picture of another size is not taken', () => {
    expect(readBareArea(png(packBareArea(area), { ...area, width: 12 }))).toBeNull()
  })

  test('an area that is cut off, damaged, too large or of a later version is not taken', () => {
    const packed = packBareArea(area)
    const later = Uint8Array.from(packed)
    later[0] = 2
    expect(readBareArea(png(packed.subarray(0, packed.length - 8)))).toBeNull()
    expect(readBareArea(png(packed.subarray(0, 9)))).toBeNull()
    expect(readBareArea(png(later))).toBeNull()
    const damaged = Uint8Array.from(packed).fill(0xff, 9)
    expect(readBareArea(png(damaged))).toBeNull()
    const huge = { width: 0x7fffffff, height: 0x7fffffff, data: area.data }
    const head = Uint8Array.from(packed.subarray(0, 9))
    new DataView(head.buffer).setUint32(1, huge.width)
    new DataView(head.buffer).setUint32(5, huge.height)
    expect(readBareArea(png(Uint8Array.of(...head, ...zlibSync(new Uint8Array(64))), huge))).toBeNull()
  })

  test('a file that is no PNG has none', () => {
    expect(readBareArea(new TextEncoder().encode('GIF89a and more than enough bytes'))).toBeNull()
  })

  test('at another size each px is that of the nearest one', () => {
    const small: BareArea = { width: 2, height: 1, data: Uint8Array.of(0, 1) }
    expect([...resizedBareArea(small, { width: 4, height: 2 }).data]).toEqual([0, 0, 1, 1, 0, 0, 1, 1])
  })
})
