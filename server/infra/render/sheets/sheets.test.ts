/** Sheets on real picture processes. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { type PrintProfile, printPresets } from '../../../../contract/rules/print-profile'
import { cmykProfile } from '../../../../imaging/tiff/test/cmyk-profile'
import { readTiff } from '../../../../imaging/tiff/tiff-reader'
import type { PlacedPicture, SheetInput } from '../../../ports/sheets'
import { createPool } from '../../content/pool'
import { createSheets } from './sheets'

const folder = await mkdtemp(join(tmpdir(), 'kejiang-sheets-'))
const pool = createPool({ size: 3, report: () => undefined })
const sheets = createSheets({ run: pool.run, folder, concurrency: 2 })
afterAll(async () => {
  pool.close()
  await rm(folder, { recursive: true, force: true })
})
const icc = await cmykProfile()
const { maintop, rgb } = printPresets
/** Ten px are a millimetre. */
const coarse = { dpi: 254 }

const plain = (background: string, width = 40, height = 80) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

/** Red above, blue below, so that turns are seen. */
const flag = sharp({ create: { width: 60, height: 120, channels: 4, background: '#ff0000' } })
  .composite([{ input: { create: { width: 60, height: 60, channels: 4, background: '#0000ff' } }, left: 0, top: 60 }])
  .png()
  .toBuffer()

const placed = (key: string, xMm: number, yMm: number, change: Partial<PlacedPicture> = {}): PlacedPicture => ({
  ...{ key, name: key, xMm, yMm, widthMm: 10, heightMm: 20, turn: 0 },
  ...change,
})

const input = (profile: PrintProfile, pictures: readonly PlacedPicture[], change: Partial<SheetInput> = {}): SheetInput => ({
  ...{ owner: 1, widthMm: 60, heightMm: 50, profile: { ...profile, ...coarse }, icc, pictures, marks: [] },
  readPicture: (key) => (key === 'flag' ? flag : plain(key)),
  ...change,
})

async function pixelsOf(path: string) {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
  ]
}

/** All samples of a TIFF of any number of channels. */
async function samplesOf(path: string) {
  const file = readFileSync(path)
  const tiff = await readTiff(async (offset, length) => file.subarray(offset, offset + length))
  const samples = await tiff.rows(0, tiff.height)
  return {
    tiff,
    at: (x: number, y: number) => [
      ...samples.subarray((y * tiff.width + x) * tiff.samples, (y * tiff.width + x + 1) * tiff.samples),
    ],
  }
}

const left = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)))

test('pictures lie at their places and turned clockwise, in RGB with transparency, and between them is nothing', async () => {
  const pictures = ([0, 90, 180, 270] as const).map((turn, at) =>
    placed('flag', 1 + at * 14, 3.3, { turn, widthMm: 6, heightMm: 12 }),
  )
  const progress: number[][] = []
  const made = await sheets.makeSheet(input(rgb.profile, pictures, { onProgress: (...step) => void progress.push(step) }))
  expect(made).toMatchObject({ ending: 'tif', width: 600, height: 500 })
  const at = await pixelsOf(made.path)
  const [red, blue, nothing] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 255, 0],
  ]
  // Upright: from 10 to 70 px across and from 33 to 153 down, with its halves at 93.
  expect([at(9, 40), at(10, 33), at(69, 92), at(69, 93), at(10, 152), at(10, 153)]).toEqual([
    nothing,
    red,
    red,
    blue,
    blue,
    nothing,
  ])
  // The top of a picture that is turned clockwise points to the right.
  expect([at(151, 40), at(269, 40), at(270, 40), at(151, 93)]).toEqual([blue, red, nothing, nothing])
  expect([at(291, 34), at(291, 150)]).toEqual([blue, red])
  expect([at(431, 40), at(549, 40)]).toEqual([red, blue])
  expect(at(599, 499)).toEqual(nothing)
  expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]))
  expect(made.coverages[0]).toBeCloseTo((4 * 60 * 120) / (600 * 500), 5)
  expect(made.size).toBe(statSync(made.path).size)
  expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.path)).digest('hex'))
  await made.remove()
  expect(existsSync(made.path)).toBe(false)
  expect(left()).toEqual([])
})

test('a sheet in inks has white under its pictures alone, inside their edges, and marks in black ink alone', async () => {
  const marks = [
    { qr: 'https://kejiang.example/p/1', lines: ['第 1 件'], xMm: 30, yMm: 10, widthMm: 22, heightMm: 12, turn: 0 as const },
  ]
  const made = await sheets.makeSheet(input(maintop.profile, [placed('#c02020', 5, 5)], { marks }))
  const { tiff, at } = await samplesOf(made.path)
  expect(tiff).toMatchObject({ samples: 6, extraKinds: [1, 0], dpi: 254 })
  expect(at(0, 0)).toEqual([0, 0, 0, 0, 0, 0])
  // The choke of 0.2 mm is two px.
  expect([at(51, 100)[4], at(52, 100)[4], at(50, 100)[5]]).toEqual([0, 255, 255])
  const box = (x: number, y: number, width: number, height: number) =>
    Array.from({ length: width * height }, (_, px) => at(x + (px % width), y + Math.floor(px / width)))
  const mark = box(300, 100, 220, 120)
  expect(mark.every(([c, m, y, , white]) => c === 0 && m === 0 && y === 0 && white === 0)).toBe(true)
  expect(mark.every(([, , , black, , transparency]) => black === transparency)).toBe(true)
  expect(mark.filter(([, , , black]) => black === 255).length).toBeGreaterThan(1000)
  const white = 96 * 196
  expect(made.coverages[0]).toBeCloseTo(white / (600 * 500), 4)
  await made.remove()
})

test('a bleed is continued beyond the picture, under its neighbours and the edge of the sheet', async () => {
  const pictures = [placed('#ff0000', 0, 0), placed('#0000ff', 10.5, 0), placed('#00ff00', 30, 0)]
  const made = await sheets.makeSheet(input({ ...rgb.profile, bleedMm: 2 }, pictures))
  const at = await pixelsOf(made.path)
  const colors = [99, 104, 105, 224, 225, 280, 300, 419, 420].map((x) => at(x, 50))
  const [red, blue, green, nothing] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [0, 255, 0, 255],
    [255, 255, 255, 0],
  ]
  // Between the first two the bleed of the later one lies above.
  expect(colors).toEqual([red, blue, blue, blue, nothing, green, green, green, nothing])
  await made.remove()
})

test('each container and compression has the same colours', async () => {
  const pictures = [placed('flag', 5, 5), placed('flag', 25, 5, { turn: 90 })]
  const { profile } = rgb
  const made = await Promise.all(
    [
      profile,
      { ...profile, compression: 'deflate' as const },
      { ...profile, compression: 'none' as const },
      { ...profile, container: 'png' as const },
    ].map((one) => sheets.makeSheet(input(one, pictures))),
  )
  const samples = await Promise.all(made.map(({ path }) => sharp(path).raw().toBuffer()))
  // Invisible px have no colour in PNGs.
  const visible = samples.map((one) => Buffer.from(one.map((value, at) => (one[at - (at % 4) + 3] === 0 ? 0 : value))))
  for (const one of visible) expect(one.equals(visible[0] ?? Buffer.alloc(0))).toBe(true)
  const png = made[3]
  expect(png?.ending).toBe('png')
  expect(Math.round((await sharp(png?.path).metadata()).density ?? 0)).toBe(254)
  for (const one of made) await one.remove()
})

describe('what cannot be printed is refused in words, and leaves nothing behind', () => {
  test.each([
    [
      'outside of the sheet',
      input(rgb.profile, [placed('red', 50.1, 0)]),
      '“red”的图片（10 × 20 毫米，放在左 50.1、上 0）超出了 60 × 50 毫米的版面',
    ],
    ['turned out of the sheet', input(rgb.profile, [placed('red', 45, 0, { turn: 90 })]), '超出了'],
    [
      'too large for a TIFF',
      input({ ...rgb.profile }, [], { widthMm: 6000, heightMm: 6000 }),
      '请降低打印配置的分辨率，或分成几版',
    ],
    ['in inks without a profile', input(maintop.profile, [placed('red', 0, 0)], { icc: null }), '还没有选择打印机的 ICC'],
    [
      'a damaged picture',
      input(rgb.profile, [placed('flag', 0, 0), placed('red', 20, 0)], {
        readPicture: async (key) => (key === 'red' ? (await flag).subarray(0, 300) : flag),
      }),
      '“red”的图片：已损坏或不是图片',
    ],
    [
      'a code without room',
      input(rgb.profile, [], {
        marks: [{ qr: 'https://kejiang.example/1', lines: [], xMm: 0, yMm: 0, widthMm: 3, heightMm: 3, turn: 0 }],
      }),
      '二维码的位置太小',
    ],
  ])('%s', async (_, wrong, words) => {
    await expect(sheets.makeSheet(wrong)).rejects.toThrow(words)
    expect(left()).toEqual([])
  })
})

test('a sheet is given up when its signal says so, and leaves nothing behind', async () => {
  const giving = new AbortController()
  const pictures = Array.from({ length: 12 }, (_, at) =>
    placed(`#0000${10 + at}`, (at % 5) * 11, Math.floor(at / 5) * 15, { heightMm: 14 }),
  )
  const making = sheets.makeSheet(
    input(maintop.profile, pictures, { signal: giving.signal, onProgress: () => giving.abort(new Error('not wanted')) }),
  )
  await expect(making).rejects.toThrow('not wanted')
  expect(left()).toEqual([])
  const next = await sheets.makeSheet(input(rgb.profile, [placed('red', 0, 0)]))
  await next.remove()
})

test('files of a process that has ended are removed at the next start, and those of others are not', async () => {
  const machine = hostname().replace(/[^A-Za-z0-9-]/g, '_')
  const other = join(folder, 'elsewhere')
  // Linux has no process of this number.
  for (const name of [`${machine}.4194999`, 'other.4194999', `${machine}.1`])
    mkdirSync(join(other, name, 'sheet-x'), { recursive: true })
  const made = await createSheets({ run: pool.run, folder: other, concurrency: 1 }).makeSheet(input(rgb.profile, []))
  expect(readdirSync(other).sort()).toEqual([`${machine}.${process.pid}`, `${machine}.1`, 'other.4194999'].sort())
  await made.remove()
})
