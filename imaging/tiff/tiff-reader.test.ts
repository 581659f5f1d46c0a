/** TIFFs of other programs (libtiff inside sharp, and its tools) and of our own writer, read back sample by sample. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TiffCompression } from '../../contract/rules/print-profile'
import type { ExtraChannel } from './extra-channel'
import { readChannelResources, resourceIds } from './photoshop-resources'
import { encodeTiff } from './tiff'
import { type ReadBytes, readTiff } from './tiff-reader'

const from =
  (bytes: Uint8Array): ReadBytes =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length)

const width = 75
const height = 150
const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) =>
  at % 3 === 0 ? at / 70 : at % 3 === 1 ? at >> 6 : at * 31,
)
const source = sharp(rgb, { raw: { width, height, channels: 3 } })

describe('a TIFF of libtiff', () => {
  test.each([
    ['lzw', 'horizontal', false],
    ['lzw', 'none', false],
    ['deflate', 'horizontal', false],
    ['packbits', 'none', false],
    ['none', 'none', false],
    ['lzw', 'horizontal', true],
    ['deflate', 'none', true],
  ] as const)('with %s, predictor %s, tiles %s is read exactly, whole and in rows', async (compression, predictor, tile) => {
    const file = await source
      .clone()
      .tiff({ compression, predictor, tile, tileWidth: 32, tileHeight: 48, xres: 10, yres: 10 })
      .toBuffer()
    const info = await readTiff(from(file))
    expect(info).toMatchObject({ width, height, samples: 3, bits: 8, photometric: 2 })
    expect(info.dpi).toBeCloseTo(254, 3)
    expect(Buffer.from(await info.rows(0, height)).equals(Buffer.from(rgb))).toBe(true)
    expect(Buffer.from(await info.rows(33, 41)).equals(Buffer.from(rgb.subarray(33 * width * 3, 74 * width * 3)))).toBe(true)
  })

  test('of 16 bits is read in its upper bytes', async () => {
    const file = await source.clone().toColourspace('rgb16').tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer()
    const info = await readTiff(from(file))
    expect(info.bits).toBe(16)
    const raw = await sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer()
    const rows = await info.rows(0, height)
    expect(Math.max(...rows.map((value, at) => Math.abs(value - (raw[at] ?? 0))))).toBeLessThanOrEqual(1)
  })
})

const plates: readonly ExtraChannel[] = [
  { kind: 1, name: 'W1', spot: true },
  { kind: 0, name: '透明度' },
]

function sixChannels(compression: TiffCompression) {
  const samples = Uint8Array.from({ length: 90 * 130 * 6 }, (_, at) => (at % 6) * 40 + ((at / 540) & 15))
  const rows = (top: number, count: number) => samples.subarray(top * 540, (top + count) * 540)
  return { samples, file: encodeTiff({ width: 90, height: 130, colors: 'cmyk', extras: plates, compression, rows, dpi: 300 }) }
}

describe('a TIFF with plates', () => {
  test.each(['lzw', 'deflate', 'none'] as const)(
    'with %s keeps every sample of its six channels, and their names',
    async (compression) => {
      const { samples, file } = sixChannels(compression)
      const info = await readTiff(from(file))
      expect(info).toMatchObject({ samples: 6, photometric: 5, extraKinds: [1, 0], dpi: 300 })
      expect(Buffer.from(await info.rows(0, 130)).equals(Buffer.from(samples))).toBe(true)
      const { names, found } = readChannelResources(info.resources ?? new Uint8Array())
      expect(names).toEqual(['W1', '透明度'])
      expect([...found].sort()).toEqual(Object.values(resourceIds).sort())
    },
  )

  test('a file without Unicode names gives those in GBK', () => {
    const names = [0x38, 0x42, 0x49, 0x4d, 3, 0xee, 0, 0, 0, 0, 0, 8, 2, 0x57, 0x31, 4, 0xb0, 0xd7, 0xc4, 0xab]
    expect(readChannelResources(Uint8Array.from(names)).names).toEqual(['W1', '白墨'])
  })
})

describe('a damaged file', () => {
  test('a file that is cut at any place is refused in words, or read as far as it is whole', async () => {
    const { file } = sixChannels('lzw')
    for (let length = 0; length < file.length; length += 97) {
      const cut = readTiff(from(file.subarray(0, length))).then((info) => info.rows(0, info.height))
      await expect(cut).rejects.toThrow(/[\u4e00-\u9fff]/)
    }
  })

  test('a file whose bytes are changed never hangs the reader, and fails in words only', async () => {
    const { file } = sixChannels('lzw')
    for (let at = 0; at < 1200; at += 3) {
      const broken = Uint8Array.from(file)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      await readTiff(from(broken)).then(
        (info) =>
          info.rows(0, Math.min(info.height, 10)).catch((error: Error) => expect(error.message).toMatch(/[\u4e00-\u9fff]/)),
        (error: Error) => expect(error.message).toMatch(/[\u4e00-\u9fff]/),
      )
    }
  })
})
