/** Every odd picture through everything the server makes of it: they show the same px, or the picture is refused in words. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileKind } from '../../../contract/constants'
import { oddPictures } from '../../../fixtures/odd-files/pictures'
import { Failure } from '../../kernel/failure'
import { examine } from './examine'
import { chunksOf } from './png-chunks'
import { colorChunks } from './png-colors'
import { printFile } from './print'
import { decodeBySkia } from './skia'
import { shrink } from './thumbnail'

const accepted = oddPictures.filter(({ refused }) => !refused)
const refusedOnes = oddPictures.filter(({ refused }) => refused)

/** Mean difference of 255 that is the same picture, and that of a small WebP, which is lossy. */
const same = 1
const lossy = 5

interface Shown {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Mean difference of all channels, 0 to 255, colours multiplied by alpha; of pictures of different sizes, infinite. */
function difference(one: Shown, other: Shown): number {
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let at = 0; at < one.data.length; at += 4) {
    const [alpha, otherAlpha] = [one.data[at + 3] ?? 0, other.data[at + 3] ?? 0]
    sum += Math.abs(alpha - otherAlpha)
    for (let channel = at; channel < at + 3; channel++)
      sum += Math.abs(((one.data[channel] ?? 0) * alpha - (other.data[channel] ?? 0) * otherAlpha) / 255)
  }
  return sum / one.data.length
}

async function decoded(bytes: Buffer): Promise<Shown> {
  const { data, info } = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test('the register holds pictures of both kinds, each once', () => {
  expect(new Set(oddPictures.map(({ what }) => what)).size).toBe(oddPictures.length)
  expect(accepted.length).toBeGreaterThan(180)
  expect(refusedOnes.length).toBeGreaterThan(20)
})

test.each(accepted)('$what: stored, thumbnail, print files and the server’s press show the same px', async ({ make }) => {
  const stored = await examine(await make(), fileKind.templateLayer)
  const pressed = await decodeBySkia(stored.bytes)
  expect({ width: stored.width, height: stored.height }).toEqual({ width: pressed.width, height: pressed.height })
  const print = (format: 'png' | 'tif') => printFile(stored.bytes, { format, dpi: () => 300 }).then(decoded)
  expect(difference(pressed, await print('png'))).toBeLessThan(same)
  expect(difference(pressed, await print('tif'))).toBeLessThan(same)
  const thumbnail = await shrink(stored.bytes, 400)
  expect(thumbnail && difference(pressed, await decoded(thumbnail))).toBeLessThan(lossy)
})

test.each(accepted)(
  '$what: what is stored says nothing more about its colours, and is stored the same again',
  async ({ make }) => {
    const { bytes, contentType } = await examine(await make(), fileKind.templateLayer)
    const { icc, exif, orientation } = await sharp(bytes).metadata()
    expect({ icc, exif, orientation }).toEqual({ icc: undefined, exif: undefined, orientation: undefined })
    if (contentType === 'image/png') expect(chunksOf(bytes).filter(({ type }) => colorChunks.has(type))).toEqual([])
    expect((await examine(bytes, fileKind.templateLayer)).bytes.equals(bytes)).toBe(true)
  },
)

test.each(refusedOnes)('$what: refused in words', async ({ make }) => {
  const refusal = await examine(await make(), fileKind.templateLayer).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Failure)
  expect((refusal as Failure).message).toMatch(/图片|文件/)
})
