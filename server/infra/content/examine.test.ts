import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { fileKind } from '../../../contract/constants'
import { oddInks, withProfile } from '../../../imaging/psd/test/icc-profiles'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { examine as examineAs } from './examine'

const kind = fileKind.templateLayer
const examine = (bytes: Buffer): Promise<Content> => examineAs(bytes, kind)
const refusal = async (bytes: Buffer, as: (typeof fileKind)[keyof typeof fileKind] = kind): Promise<string> => {
  const error = await examineAs(bytes, as).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failure)) throw new Error(`expected a Failure, got ${String(error)}`)
  return error.message
}
const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer()

/** A picture with soft alpha and varied channels, so that a lost bit shows. */
function picture(width = 64, height = 40): Sharp {
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const p = at / 4
    data.set([p % 256, (p * 7) % 256, (p * 13) % 256, (p * 3) % 256], at)
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
}
const photo = (): Sharp => picture().removeAlpha().blur(3)

describe('a PNG', () => {
  test('a PNG without metadata is kept byte for byte', async () => {
    const bytes = await picture().png().toBuffer()
    const content = await examine(bytes)
    expect(content.bytes.equals(bytes)).toBe(true)
    expect(content).toMatchObject({ contentType: 'image/png', extension: 'png', width: 64, height: 40 })
  })

  test('a PNG loses text, Exif and data after its end, and not one pixel', async () => {
    const plain = await picture().png().toBuffer()
    const noted = await picture()
      .png()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const content = await examine(Buffer.concat([noted, Buffer.from('<script>alert(1)</script>PK-archive')]))
    expect(content.bytes.toString('latin1')).not.toMatch(/secret|script|PK-archive/)
    expect((await pixels(content.bytes)).equals(await pixels(plain))).toBe(true)
  })

  test('a PNG in another colour space is converted to sRGB and loses the profile', async () => {
    const wide = await photo().withIccProfile('p3').png().toBuffer()
    const content = await examine(wide)
    const info = await sharp(content.bytes).metadata()
    expect(info.icc).toBeUndefined()
    const [ours, expected] = await Promise.all([pixels(content.bytes), pixels(await photo().png().toBuffer())])
    const worst = ours.reduce((most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? 0))), 0)
    expect(worst).toBeLessThanOrEqual(3)
  })

  test('a picture whose profile is sRGB by its values keeps its compressed pixels, whatever the profile is called', async () => {
    const bytes = await photo().withIccProfile('srgb').jpeg().toBuffer()
    const profile = (await sharp(bytes).metadata()).icc ?? Buffer.alloc(0)
    const at = bytes.indexOf(profile)
    const name = Buffer.from('sRGB', 'utf16le').swap16()
    for (let place = bytes.indexOf(name, at); place >= 0 && place < at + profile.length; place = bytes.indexOf(name, place))
      Buffer.from('mine', 'utf16le').swap16().copy(bytes, place)
    const content = await examine(bytes)
    expect((await sharp(content.bytes).metadata()).icc).toBeUndefined()
    expect((await pixels(content.bytes)).equals(await pixels(bytes))).toBe(true)
  })

  test('a PNG that is truncated or has a broken chunk is refused', async () => {
    const bytes = await picture(300, 300).png().toBuffer()
    expect(await refusal(bytes.subarray(0, bytes.length >> 1))).toMatch(/图片加载失败/)
    const broken = Buffer.from(bytes)
    broken.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 200)
    expect(await refusal(broken)).toMatch(/图片加载失败/)
  })

  test('a PNG of more pixels than the limit is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 20_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    expect(await refusal(bomb)).toMatch(/像素过大/)
  })
})

describe('a JPEG', () => {
  test('a JPEG with metadata only loses the metadata and keeps its compressed pixels', async () => {
    const bytes = await photo()
      .jpeg({ quality: 80 })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const content = await examine(Buffer.concat([bytes, Buffer.from('<html><script>alert(1)</script>')]))
    expect(content.contentType).toBe('image/jpeg')
    expect(content.bytes.toString('latin1')).not.toMatch(/secret|script|Exif/)
    expect((await pixels(content.bytes)).equals(await pixels(bytes))).toBe(true)
    expect(content.bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  test('a progressive JPEG keeps its compressed pixels, too', async () => {
    const bytes = await photo().jpeg({ progressive: true }).toBuffer()
    const content = await examine(bytes)
    expect((await pixels(content.bytes)).equals(await pixels(bytes))).toBe(true)
  })

  test('a JPEG that lies on its side is turned upright with no visible loss', async () => {
    const bytes = await photo().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 }).toBuffer()
    const content = await examine(bytes)
    expect([content.width, content.height]).toEqual([40, 64])
    expect((await sharp(content.bytes).metadata()).orientation).toBeUndefined()
    const [ours, upright] = await Promise.all([pixels(content.bytes), pixels(await sharp(bytes).autoOrient().png().toBuffer())])
    const mean = ours.reduce((sum, value, at) => sum + Math.abs(value - (upright[at] ?? 0)), 0) / ours.length
    expect(mean).toBeLessThan(1.5)
  })

  test('a CMYK JPEG is converted by its own profile', async () => {
    const cyan = sharp({ create: { width: 16, height: 16, channels: 3, background: '#00aeef' } }).toColourspace('cmyk')
    // Under these inks cyan is printed red.
    const content = await examine(withProfile(await cyan.jpeg().toBuffer(), oddInks()))
    const [red = 0, green = 0, blue = 0] = await pixels(content.bytes)
    expect(red).toBeGreaterThan(Math.max(green, blue) + 60)
  })

  test('a CMYK JPEG of a print shop is converted to sRGB', async () => {
    const content = await examine(await photo().toColourspace('cmyk').jpeg().toBuffer())
    expect((await sharp(content.bytes).metadata()).space).toBe('srgb')
    expect(content.contentType).toBe('image/jpeg')
  })

  test('a JPEG with markup inside its own pixels is scrambled by re-encoding', async () => {
    const bytes = await photo().jpeg().toBuffer()
    // The quantisation table is needed for drawing, so cleaning keeps it; text in it is the classic polyglot.
    const table = bytes.indexOf(Buffer.from([0xff, 0xdb]))
    const forged = Buffer.from(bytes)
    forged.write('<script>', table + 20, 'latin1')
    const content = await examine(forged)
    expect(content.bytes.toString('latin1')).not.toContain('<script>')
  })

  test('a truncated JPEG is refused', async () => {
    const bytes = await photo().jpeg().toBuffer()
    expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toMatch(/图片加载失败/)
  })
})

describe('other pictures', () => {
  test('a WebP stays a WebP and loses its metadata', async () => {
    const bytes = await picture()
      .webp({ lossless: true })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const content = await examine(bytes)
    expect(content.contentType).toBe('image/webp')
    expect(content.bytes.toString('latin1')).not.toContain('secret')
    expect((await pixels(content.bytes)).equals(await pixels(bytes))).toBe(true)
  })

  test('an animated GIF is reduced to its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const content = await examine(gif)
    expect(content).toMatchObject({ contentType: 'image/png', width: 8, height: 8 })
    expect([...(await pixels(content.bytes)).subarray(0, 4)]).toEqual([255, 0, 0, 255])
  })

  test.each([
    ['24 bits, bottom up', 24, 2],
    ['32 bits, top down', 32, -2],
  ])('a BMP of %s becomes the same PNG', async (_name, bits, height) => {
    const stride = Math.ceil((3 * bits) / 32) * 4
    const bmp = Buffer.alloc(54 + stride * 2)
    bmp.write('BM', 0, 'latin1')
    bmp.writeUInt32LE(bmp.length, 2)
    bmp.writeUInt32LE(54, 10)
    bmp.writeUInt32LE(40, 14)
    bmp.writeInt32LE(3, 18)
    bmp.writeInt32LE(height, 22)
    bmp.writeUInt16LE(1, 26)
    bmp.writeUInt16LE(bits, 28)
    // The first pixel of the top row is red: blue, green, red in the file.
    bmp[54 + (height > 0 ? stride : 0) + 2] = 255
    const content = await examine(bmp)
    expect(content).toMatchObject({ contentType: 'image/png', width: 3, height: 2 })
    expect([...(await pixels(content.bytes)).subarray(0, 8)]).toEqual([255, 0, 0, 255, 0, 0, 0, 255])
    expect(await refusal(bmp.subarray(0, bmp.length - 1))).toMatch(/BMP/)
  })

  test.each([
    ['nothing', Buffer.alloc(0), /为空/],
    ['text', Buffer.from('just words'), /不支持的图片格式/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /不支持的图片格式/],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /不支持的图片格式/],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0'), /不支持的图片格式/],
    ['a GIF header with a page behind it', Buffer.from('GIF89a/*<script>*/=1;'), /图片加载失败/],
  ])('examining a picture refuses %s', async (_name, bytes, reason) => {
    expect(await refusal(bytes)).toMatch(reason)
  })

  test('random bytes behind a valid signature are never accepted, only refused', async () => {
    const signatures = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'RIFF\x40\0\0\0WEBPVP8L', 'GIF89a', 'BM', '<svg ']
    for (const signature of signatures) {
      for (let seed = 1; seed <= 20; seed++) {
        const noise = Buffer.from(Array.from({ length: 200 }, (_, at) => (at * seed * 2_654_435_761) >>> 13))
        await expect(examine(Buffer.concat([Buffer.from(signature, 'latin1'), noise]))).rejects.toBeInstanceOf(Failure)
      }
    }
  })

  test('an SVG is refused as a template thumbnail', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    expect(await refusal(svg, fileKind.templateThumbnail)).toMatch(/缩略图/)
  })
})

describe('a font', () => {
  const file = fileURLToPath(
    new URL('../../../node_modules/@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf', import.meta.url),
  )
  const font = readFileSync(file)
  const asFont = (bytes: Buffer): Promise<Content> => examineAs(bytes, fileKind.font)

  test('a TrueType font is kept unchanged', async () => {
    const content = await asFont(font)
    expect(content).toMatchObject({ contentType: 'font/ttf', extension: 'ttf', width: null })
    expect(content.bytes.equals(font)).toBe(true)
  })

  test.each([
    ['a web font', Buffer.concat([Buffer.from('wOF2'), font.subarray(4)])],
    ['an older web font', Buffer.concat([Buffer.from('wOFF'), font.subarray(4)])],
    ['a collection', Buffer.concat([Buffer.from('ttcf'), font.subarray(4)])],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['only the first bytes', font.subarray(0, 11)],
  ])('examining a font refuses %s as no font', async (_name, bytes) => {
    expect(await refusal(bytes, fileKind.font)).toBe('请上传ttf、otf格式的字体文件')
  })

  /** The font with one table renamed, as if it were missing. */
  const without = (tag: string): Buffer => {
    const copy = Buffer.from(font)
    copy.write('none', copy.indexOf(tag, 12, 'latin1'), 'latin1')
    return copy
  }
  test.each([
    ['a cut-off font', font.subarray(0, 5000)],
    ['only a signature', Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['one without outlines', without('glyf')],
    ['one without characters', without('cmap')],
  ])('examining a font refuses %s as broken', async (_name, bytes) => {
    expect(await refusal(bytes, fileKind.font)).toBe('字体文件已损坏或没有字形，请重新下载字体后上传')
  })

  test('a font is refused as a picture', async () => {
    expect(await refusal(font)).toMatch(/不支持的图片格式/)
  })
})
