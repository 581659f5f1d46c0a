/** Print files of PNGs of every kind, read back by libtiff, libvips and Little CMS inside sharp. */
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { profileProblem } from './ink-profiles'
import { applyInkRules } from './ink-rules'
import { inksBy } from './inks'
import type { TifInput } from './messages'
import { printFile } from './print-file'
import { srgbProfile } from './srgb-profile'
import { cmykProfile } from './test/cmyk-profile'

const noOther = () => Promise.reject(new Error('not a PNG'))
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)
const tif = async (png: Buffer, more: Partial<TifInput> = {}) => {
  const made = await printFile({ bytes: bytesOf(png), type: 'image/png', dpi: 300, transparency: 'keep', ...more }, noOther)
  return { file: Buffer.from(made.bytes), ...made }
}

/** A PNG with soft alpha, and colours also under full transparency. */
function softPng(width = 120, height = 250): { readonly png: Buffer; readonly rgba: Buffer } {
  const rgba = Buffer.from(
    Array.from({ length: width * height }, (_, px) => [
      px & 255,
      (px >> 3) & 255,
      (px * 7) & 255,
      Math.min(255, px % 300),
    ]).flat(),
  )
  const png = new PNG({ width, height })
  rgba.copy(png.data)
  return { png: PNG.sync.write(png), rgba }
}

describe('a print file', () => {
  test('a print file has the picture’s pixels, its true resolution in both directions and the sRGB profile', async () => {
    const { png, rgba } = softPng()
    const { file } = await tif(png, { dpi: (120 / 71) * 25.4 })
    const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    expect(data.equals(rgba)).toBe(true)
    const meta = await sharp(file).metadata()
    expect(meta).toMatchObject({ format: 'tiff', width: 120, height: 250, channels: 4, hasAlpha: true, space: 'srgb' })
    expect(meta.icc?.equals(Buffer.from(srgbProfile()))).toBe(true)
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    expect(rationals(view).map((dpi) => (120 / dpi) * 25.4)).toEqual([expect.closeTo(71, 3), expect.closeTo(71, 3)])
  })

  test('a print file is on white when the factory takes no transparency', async () => {
    const { png, rgba } = softPng()
    const { file } = await tif(png, { transparency: 'white' })
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    let worst = 0
    for (let px = 0; px < rgba.length / 4; px++) {
      const alpha = (rgba[px * 4 + 3] ?? 0) / 255
      for (let side = 0; side < 3; side++) {
        const wanted = (rgba[px * 4 + side] ?? 0) * alpha + 255 * (1 - alpha)
        worst = Math.max(worst, Math.abs(wanted - (data[px * 3 + side] ?? 0)))
      }
    }
    expect(worst).toBeLessThanOrEqual(0.5)
  })

  test.each([
    ['palette', (one: Sharp) => one.png({ palette: true, colours: 16 })],
    ['palette of two', (one: Sharp) => one.removeAlpha().png({ palette: true, colours: 2 })],
    ['gray', (one: Sharp) => one.removeAlpha().grayscale().png()],
    ['gray with alpha', (one: Sharp) => one.grayscale().png()],
    ['without alpha', (one: Sharp) => one.removeAlpha().png()],
    ['interlaced', (one: Sharp) => one.png({ progressive: true })],
  ])('a print file shows the same picture for a PNG that is %s', async (_, encode) => {
    const png = await encode(sharp(softPng(61, 47).png)).toBuffer()
    const wanted = await sharp(png).ensureAlpha().toColourspace('srgb').raw().toBuffer()
    const { file } = await tif(png)
    expect((await sharp(file).raw().toBuffer()).equals(wanted)).toBe(true)
  })

  test('a print file reduces 16-bit samples to 8, rounded', async () => {
    const values = Uint16Array.from({ length: 64 * 64 * 4 }, (_, place) => (place * 4099) & 65_535)
    const png = await sharp(values, { raw: { width: 64, height: 64, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const { file } = await tif(png)
    const data = await sharp(file).raw().toBuffer()
    // A 16-bit picture needs the rgb16 colour space; otherwise sharp would convert it.
    const kept = await sharp(png).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    const wide = new Uint16Array(kept.buffer, kept.byteOffset, kept.length / 2)
    expect([...data].every((value, place) => value === Math.round(((wide[place] ?? 0) * 255) / 65_535))).toBe(true)
  })

  test('a print file makes the transparent colour of a PNG without alpha transparent', async () => {
    const { file } = await tif(keyedPng())
    expect([...(await sharp(file).raw().toBuffer())]).toEqual([255, 0, 0, 0, 0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 0])
  })

  test('a print file has the colours of a PNG that suggests a palette for screens with few of them', async () => {
    const plain = keyedPng()
    const suggested = Buffer.concat([plain.subarray(0, 33), chunk('PLTE', Buffer.alloc(9, 77)), plain.subarray(33)])
    expect((await tif(suggested)).file.equals((await tif(plain)).file)).toBe(true)
  })

  test('a damaged picture rejects with words for the seller', async () => {
    const { png } = softPng()
    for (const damaged of [png.subarray(0, 400), png.subarray(0, 4), Buffer.concat([png.subarray(0, 60), png.subarray(80)])])
      await expect(tif(damaged)).rejects.toThrow('图片已损坏，无法转为 TIF')
  })
})

describe('the profile of sRGB made here', () => {
  test('the built sRGB profile gives the same Lab as the one in libvips', async () => {
    const colours = Buffer.from(
      Array.from({ length: 125 }, (_, n) => [(n % 5) * 63, (Math.floor(n / 5) % 5) * 63, Math.floor(n / 25) * 63]).flat(),
    )
    const raw = { raw: { width: 125, height: 1, channels: 3 as const } }
    const own = await sharp(colours, raw).png().toBuffer()
    const { file } = await tif(own, { transparency: 'white' })
    // Converted by the embedded profile, compared with no profile at all, which means sRGB.
    const converted = await sharp(file).toColourspace('srgb').withIccProfile('p3').raw().toBuffer()
    const wanted = await sharp(own).withIccProfile('p3').raw().toBuffer()
    expect(Math.max(...converted.map((value, place) => Math.abs(value - (wanted[place] ?? 0))))).toBeLessThanOrEqual(1)
  })
})

describe('inks', () => {
  test('inks are mixed as libvips mixes them by the same profile', async () => {
    const icc = await cmykProfile()
    const { png } = softPng()
    const { file } = await tif(png, { transparency: 'white', inks: icc })
    const meta = await sharp(file).metadata()
    expect(meta).toMatchObject({ space: 'cmyk', channels: 4, hasAlpha: false })
    expect(meta.icc?.equals(Buffer.from(icc))).toBe(true)
    const shown = await sharp(file).toColourspace('srgb').raw().toBuffer()
    const white = await sharp(png).flatten({ background: 'white' }).toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer()
    const wanted = await sharp(white).toColourspace('srgb').raw().toBuffer()
    const mean = shown.reduce((sum, value, place) => sum + Math.abs(value - (wanted[place] ?? 0)), 0) / shown.length
    // libvips uses the profile's own intent, print files relative colorimetric with black point compensation: close, not equal.
    expect(mean).toBeLessThan(8)
  })

  test('a print file with inks keeps its transparency', async () => {
    const { png, rgba } = softPng(30, 20)
    const { file } = await tif(png, { inks: await cmykProfile() })
    expect(await sharp(file).metadata()).toMatchObject({ space: 'cmyk', channels: 5, hasAlpha: true })
    const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    const alpha = await sharp(file).extractChannel('alpha').raw().toBuffer()
    expect(data.length).toBeGreaterThan(0)
    expect([...alpha]).toEqual([...rgba].filter((_, place) => place % 4 === 3))
  })

  /** Inks of pixels of these colours, percent. */
  async function inksOf(colors: readonly (readonly [number, number, number])[], profile: Uint8Array): Promise<number[][]> {
    const toInks = await inksBy(profile, undefined)
    const inks = toInks(Uint8Array.from(colors.flat()), colors.length)
    toInks.free()
    return colors.map((_, px) => [...inks.subarray(px * 4, px * 4 + 4)].map((ink) => Math.round((ink / 255) * 100)))
  }
  const gray = (value: number) => [value, value, value] as const

  test.each([
    ['black', gray(0), true],
    ['gray', gray(128), true],
    ['the gray of an edge of black letters on white', gray(7), true],
    ['black as JPEG keeps it', [1, 0, 2], true],
    ['white', gray(255), true],
    ['black with a blue tint', [0, 0, 12], false],
    ['a warm gray', [140, 128, 120], false],
    ['red', [255, 0, 0], false],
    ['dark blue', [10, 12, 60], false],
    ['dark brown', [40, 20, 8], false],
  ] as const)('%s is printed with black ink alone: %j, %s', async (_, color, alone) => {
    const [[cyan = 0, magenta = 0, yellow = 0, black = 0] = []] = await inksOf([color], await cmykProfile())
    expect(cyan + magenta + yellow === 0).toBe(alone)
    expect(cyan + magenta + yellow + black).toBeLessThanOrEqual(300)
    if (color === gray(0)) expect(black).toBe(100)
  })

  test('grays go from no ink to all of the black ink without a step, and as bright as black ink shows them', async () => {
    const blacks = (
      await inksOf(
        Array.from({ length: 256 }, (_, value) => gray(value)),
        await cmykProfile(),
      )
    ).map(([, , , black = 0]) => black)
    expect([blacks[0], blacks[255]]).toEqual([100, 0])
    const steps = blacks.slice(1).map((black, at) => (blacks[at] ?? 0) - black)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...steps)).toBeLessThanOrEqual(3)
  })

  test('a gray that becomes a colour has no step either', async () => {
    const tints = await inksOf(
      Array.from({ length: 40 }, (_, at) => [20 + at, 20, 20] as const),
      await cmykProfile(),
    )
    for (let at = 1; at < tints.length; at++) {
      const change = [0, 1, 2, 3].map((ink) => Math.abs((tints[at]?.[ink] ?? 0) - (tints[at - 1]?.[ink] ?? 0)))
      expect(Math.max(...change)).toBeLessThanOrEqual(15)
    }
  })

  test('no colour takes more ink than a print does, whatever the profile mixes', async () => {
    const colors = Array.from({ length: 9 ** 3 }, (_, n) =>
      [n % 9, Math.floor(n / 9) % 9, Math.floor(n / 81)].map((step) => step * 31),
    )
    const totals = (await inksOf(colors as unknown as [number, number, number][], await cmykProfile())).map((inks) =>
      inks.reduce((sum, ink) => sum + ink, 0),
    )
    expect(Math.max(...totals)).toBeLessThanOrEqual(301)
    // Of a profile that mixes 400 %.
    const inks = Uint8Array.of(255, 255, 255, 255, 255, 204, 0, 0)
    applyInkRules(inks, Uint8Array.of(0, 0, 90, 0, 0, 90), new Uint8Array(256))
    expect([...inks]).toEqual([170, 170, 170, 255, 255, 204, 0, 0])
  })

  test('inks need a profile, and the error says so', async () => {
    expect(profileProblem(new Uint8Array(10))).toContain('不是 ICC 颜色配置文件')
    expect(profileProblem(srgbProfile())).toContain('不是 CMYK 的')
    const broken = (await cmykProfile()).slice(0, 200)
    expect(profileProblem(broken)).toBeNull()
    await expect(inksBy(broken, undefined)).rejects.toThrow('颜色配置文件')
  })
})

/** X and YResolution of a little-endian TIFF. */
function rationals(view: DataView): number[] {
  const directory = view.getUint32(4, true)
  const found: number[] = []
  for (let entry = 0; entry < view.getUint16(directory, true); entry++) {
    const at = directory + 2 + entry * 12
    if (![282, 283].includes(view.getUint16(at, true))) continue
    const place = view.getUint32(at + 8, true)
    found.push(view.getUint32(place, true) / view.getUint32(place + 4, true))
  }
  return found
}

/** A chunk of a PNG, with 0 for its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}

/** Four px, red, blue, green, red, with red made transparent (tRNS). */
function keyedPng(): Buffer {
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('tRNS', Buffer.from([0, 255, 0, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
