/** Photos of every kind that a phone's album holds, as the buyers' page sends them: by their pixels, never by name or type. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incompletePhoto, unreadablePhoto } from '../../buyer/photo'
import { oddPictures } from '../../fixtures/odd-files/pictures'
import { type HarnessPage, openHarness } from './support/harness-page'
import type { PreparedFacts } from './support/photo-harness'

let harness: HarnessPage
beforeAll(async () => {
  harness = await openHarness({ script: 'photo-harness.ts', body: '' })
})
afterAll(() => harness?.close())

const prepare = (bytes: Buffer, name: string, type: string): Promise<PreparedFacts | string> =>
  harness.page.evaluate(
    ([base64, fileName, fileType]) =>
      (window as unknown as { prepare: (...all: string[]) => Promise<never> }).prepare(base64, fileName, fileType),
    [bytes.toString('base64'), name, type] as [string, string, string],
  )

const [width, height] = [240, 320]
/** A picture whose corner is transparent, or that is opaque everywhere. */
function picture(isOpaque: boolean) {
  const raw = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1)
    raw.set([(at * 7) % 256, (at >> 3) % 256, 90, isOpaque || at > width * 40 ? 255 : 0], at * 4)
  return sharp(raw, { raw: { width, height, channels: 4 } })
}
/** A photo that compresses badly, so that a part of its file is a part of its picture. */
const noise = () =>
  sharp({ create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })

const transparent: readonly (readonly [string, () => Promise<Buffer>, string, string])[] = [
  ['PNG', () => picture(false).png().toBuffer(), 'a.png', 'image/png'],
  ['PNG without a type', () => picture(false).png().toBuffer(), 'image%3A148818', ''],
  ['PNG that is named and typed JPEG', () => picture(false).png().toBuffer(), 'a.jpg', 'image/jpeg'],
  ['PNG with a palette', () => picture(false).png({ palette: true }).toBuffer(), 'a.png', 'image/png'],
  ['GIF', () => picture(false).gif().toBuffer(), 'a.gif', 'image/gif'],
  ['WebP', () => picture(false).webp().toBuffer(), 'a.webp', 'image/webp'],
  ['AVIF', () => picture(false).avif({ effort: 0 }).toBuffer(), 'a.avif', 'image/avif'],
]
const opaque: readonly (readonly [string, () => Promise<Buffer>, string, string])[] = [
  ['JPEG', () => picture(true).jpeg().toBuffer(), 'a.jpg', 'image/jpeg'],
  ['JPEG named .jfif without a type', () => picture(true).jpeg().toBuffer(), 'a.jfif', ''],
  ['JPEG named and typed PNG', () => picture(true).jpeg().toBuffer(), 'a.png', 'image/png'],
  ['progressive JPEG', () => picture(true).jpeg({ progressive: true }).toBuffer(), 'a.jpg', 'image/jpeg'],
  ['opaque WebP', () => picture(true).webp().toBuffer(), 'a.webp', 'image/webp'],
  ['opaque WebP without loss', () => picture(true).webp({ lossless: true }).toBuffer(), 'a.webp', 'image/webp'],
  ['opaque GIF', () => picture(true).gif().toBuffer(), 'a.gif', 'image/gif'],
  [
    'JPEG with something behind its end',
    async () => Buffer.concat([await picture(true).jpeg().toBuffer(), Buffer.alloc(5000, 7)]),
    'a.jpg',
    'image/jpeg',
  ],
]

describe('photos of the buyers’ page', () => {
  test.each(transparent)('the transparent %s keeps its transparency', async (_, make, name, type) => {
    const facts = await prepare(await make(), name, type)
    expect(facts).toMatchObject({ type: 'image/png', name: 'photo.png', width, height })
    expect((facts as PreparedFacts).pixels[0]?.[3]).toBe(0)
    expect((facts as PreparedFacts).pixels[1]?.[3]).toBe(255)
  })

  test.each(opaque)('the photo “%s” travels as JPEG with all its pixels', async (_, make, name, type) => {
    const facts = await prepare(await make(), name, type)
    expect(facts).toMatchObject({ type: 'image/jpeg', name: 'photo.jpg', width, height })
    expect((facts as PreparedFacts).pixels.map(([, , , alpha]) => alpha)).toEqual([255, 255, 255])
  })

  test('an opaque PNG stays a PNG, because it may be a drawing', async () => {
    const facts = await prepare(await picture(true).png().toBuffer(), 'a', '')
    expect(facts).toMatchObject({ type: 'image/png', name: 'photo.png', width, height })
  })

  test('a JPEG that lacks only the mark of its end keeps its last rows', async () => {
    const whole = await picture(true).jpeg({ quality: 95 }).toBuffer()
    const facts = (await prepare(whole.subarray(0, -2), 'a.jpg', 'image/jpeg')) as PreparedFacts
    const expected = (await prepare(whole, 'a.jpg', 'image/jpeg')) as PreparedFacts
    expect(facts).toMatchObject({ type: 'image/jpeg', width, height })
    const difference = facts.pixels[1]?.map((value, at) => Math.abs(value - (expected.pixels[1]?.[at] ?? 0))) ?? []
    expect(Math.max(...difference)).toBeLessThanOrEqual(4)
  })

  test.each([0.3, 0.6, 0.85])('a JPEG of which only %d of the bytes came is refused in words', async (share) => {
    const whole = await noise().jpeg({ quality: 95 }).toBuffer()
    expect(await prepare(whole.subarray(0, whole.length * share), 'a.jpg', 'image/jpeg')).toBe(incompletePhoto)
  })

  test.each([
    ['progressive JPEG', () => noise().jpeg({ quality: 95, progressive: true }).toBuffer(), 'a.jpg'],
    ['PNG', () => noise().png().toBuffer(), 'a.png'],
    ['GIF', () => noise().gif().toBuffer(), 'a.gif'],
  ] as const)('half of a %s is refused in words', async (_, make, name) => {
    const whole = await make()
    expect(await prepare(whole.subarray(0, whole.length >> 1), name, '')).toBe(incompletePhoto)
  })

  test('a photo of which EXIF alone says that it is Adobe RGB is sent in sRGB', async () => {
    const odd = oddPictures.find(({ what }) => what === 'JPEG: Adobe RGB by EXIF')
    const sent = (await prepare((await odd?.make()) ?? Buffer.alloc(0), 'DSC_0001.JPG', 'image/jpeg')) as PreparedFacts
    const right = (await prepare((await odd?.like?.()) ?? Buffer.alloc(0), 'a.jpg', 'image/jpeg')) as PreparedFacts
    for (const [at, px] of sent.pixels.entries())
      for (const [channel, value] of px.entries())
        expect(Math.abs(value - (right.pixels[at]?.[channel] ?? -9))).toBeLessThanOrEqual(6)
  })

  test.each([
    ['text', Buffer.from('no picture'), 'a.jpg', 'image/jpeg'],
    ['an empty file', Buffer.alloc(0), 'a.png', 'image/png'],
  ])('%s is refused in words', async (_, bytes, name, type) => {
    expect(await prepare(bytes, name, type)).toBe(unreadablePhoto)
  })

  test('a photo taken on its side is sent upright', async () => {
    const facts = await prepare(await picture(true).jpeg().withMetadata({ orientation: 6 }).toBuffer(), 'a.jpg', 'image/jpeg')
    expect(facts).toMatchObject({ width: height, height: width })
  })
})
