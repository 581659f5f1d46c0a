/** Sheets of sixty pieces in every preset, measured by programs that are not ours. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { turns } from '../../contract/rules/jig'
import { mmToPx } from '../../contract/rules/lengths'
import { type PrintPresetKey, type PrintProfile, printPresetKeys, printPresets } from '../../contract/rules/print-profile'
import { chokePx } from '../../imaging/plates/plate'
import { decodeGbk } from '../../imaging/tiff/gbk'
import { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
import { runDirectly } from '../../server/infra/content/work'
import { createSheets } from '../../server/infra/render/sheets/sheets'
import type { PlacedPicture, SheetMark } from '../../server/ports/sheets'
import { isInstalled, run } from './tools'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-sheets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const icc = await cmykProfile()
const sheets = createSheets({ run: runDirectly, folder, concurrency: 2 })

const sheet = { widthMm: 341.3, heightMm: 272.7 }
const piece = { widthMm: 20, heightMm: 30 }
const side = 11.5
/** Places with tenths of a millimetre, ten in a row. */
const pictures = Array.from({ length: 60 }, (_, at): PlacedPicture => {
  const place = { xMm: 3.1 + (at % 10) * 33.7, yMm: 2.3 + Math.floor(at / 10) * 44.9 }
  return { key: String(at), name: `第 ${at} 件`, ...place, ...piece, turn: turns[at % 4] ?? 0 }
})
const codeOf = ({ key }: PlacedPicture) => `https://kejiang.example/p/${key}`
const marks = pictures.map((picture): SheetMark => {
  const place = { xMm: picture.xMm, yMm: picture.yMm + piece.heightMm + 1 }
  return { qr: codeOf(picture), lines: [picture.name], ...place, widthMm: 2 * side, heightMm: side, turn: 0 }
})

/** A piece of one colour with a black square in its upper left corner; its px are those of the print. */
async function art(dpi: number, at: number) {
  const [width, height] = [piece.widthMm, piece.heightMm].map((mm) => Math.round(mmToPx(mm, dpi))) as [number, number]
  const corner = Math.round(mmToPx(4, dpi))
  const black = { create: { width: corner, height: corner, channels: 4, background: '#000' } } as const
  const inset = Math.round(mmToPx(1, dpi))
  return sharp({ create: { width, height, channels: 4, background: { r: 255, g: 120 + at, b: 0, alpha: 1 } } })
    .composite([{ input: black, left: inset, top: inset }])
    .png()
    .toBuffer()
}

const make = (profile: PrintProfile) =>
  sheets.makeSheet({
    ...{ owner: 1, ...sheet, profile, icc, pictures, marks },
    readPicture: (key) => art(profile.dpi, Number(key)),
  })

interface Plane {
  readonly width: number
  readonly height: number
  /** 255 = full ink. */
  at(x: number, y: number): number
  readonly sum: number
}

function planeOf(data: Uint8Array, width: number, height: number, isFilm: boolean): Plane {
  const at = (x: number, y: number) => (isFilm ? 255 - (data[y * width + x] ?? 255) : (data[y * width + x] ?? 0))
  let sum = 0
  for (let px = 0; px < width * height; px++) sum += isFilm ? 255 - (data[px] ?? 255) : (data[px] ?? 0)
  return { width, height, at, sum }
}

/** Lets libtiff decode a TIFF into one strip for each channel. */
function planesByLibtiff(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
  isRgb: boolean,
): Plane[] {
  const plain = `${path}.plain`
  run('tiffcp', ['-c', 'none', '-p', 'separate', '-r', String(height), path, plain])
  const file = readFileSync(plain)
  return [...run('tiffinfo', ['-s', plain]).matchAll(/^\s*(\d+): \[\s*(\d+),\s*(\d+)\]/gm)].map(([, index, offset]) =>
    planeOf(file.subarray(Number(offset), Number(offset) + width * height), width, height, isRgb && Number(index) < 3),
  )
}

/** Lets Ghostscript separate a PDF; it writes plates as films. */
async function platesByGhostscript(path: string, dpi: number, names: readonly string[]): Promise<Plane[]> {
  const output = join(folder, 'plates.tif')
  run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', `-r${dpi}`, `-sOutputFile=${output}`, path])
  return Promise.all(
    names.map(async (name) => {
      const { data, info } = await sharp(readFileSync(join(folder, `plates(${name}).tif`)))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return planeOf(data, info.width, info.height, true)
    }),
  )
}

/** Box of a picture after it is turned, mm. */
const turnedBox = ({ xMm, yMm, widthMm, heightMm, turn }: PlacedPicture) => {
  const [width, height] = turn % 180 === 0 ? [widthMm, heightMm] : [heightMm, widthMm]
  return { left: xMm, top: yMm, right: xMm + width, bottom: yMm + height }
}

/** Expects ink from edge to edge of each picture's box, less the choke, within a tenth of a millimetre. */
function expectPlaces(plane: Plane, dpi: number, chokeMm: number): void {
  const px = (mm: number) => mmToPx(mm, dpi)
  const most = px(0.1) + 0.5
  for (const picture of pictures) {
    const { left, top, right, bottom } = turnedBox(picture)
    const [x, y] = [Math.round(px((left + right) / 2)), Math.round(px((top + bottom) / 2))]
    // A mark begins a millimetre below.
    const reach = Math.round(px(0.8))
    const along = (from: number, isInk: (at: number) => boolean) =>
      Array.from({ length: 2 * reach }, (_, step) => Math.round(from) - reach + step).filter(isInk)
    const across = (from: number) => along(from, (at) => plane.at(at, y) > 127)
    const down = (from: number) => along(from, (at) => plane.at(x, at) > 127)
    const off = [
      Math.min(...across(px(left))) - px(left + chokeMm),
      Math.max(...across(px(right))) + 1 - px(right - chokeMm),
      Math.min(...down(px(top))) - px(top + chokeMm),
      Math.max(...down(px(bottom))) + 1 - px(bottom - chokeMm),
    ]
    expect(Math.max(...off.map(Math.abs)), `${picture.name} ${off}`).toBeLessThanOrEqual(most)
  }
}

/** Expects black in the corner that the turn brings the upper left one to, and in no other. */
function expectTurns(black: Plane, dpi: number): void {
  const px = (mm: number) => Math.round(mmToPx(mm, dpi))
  for (const picture of pictures) {
    const { left, top, right, bottom } = turnedBox(picture)
    const corners = [
      [left + 3, top + 3],
      [right - 3, top + 3],
      [right - 3, bottom - 3],
      [left + 3, bottom - 3],
    ] as const
    const dark = corners.map(([x, y]) => black.at(px(x), px(y)) > 200)
    expect(dark, picture.name).toEqual(turns.map((turn) => turn === picture.turn))
  }
}

/** Expects that zbar reads each code where it belongs. */
async function expectCodes(black: Plane, dpi: number): Promise<void> {
  const size = Math.round(mmToPx(side, dpi))
  const files = await Promise.all(
    marks.map(async ({ xMm, yMm }, at) => {
      const [left, top] = [Math.round(mmToPx(xMm, dpi)), Math.round(mmToPx(yMm, dpi))]
      const data = Buffer.from(
        Array.from({ length: size * size }, (_, px) => 255 - black.at(left + (px % size), top + Math.floor(px / size))),
      )
      const path = join(folder, `code-${at}.png`)
      const picture = sharp(data, { raw: { width: size, height: size, channels: 1 } })
      writeFileSync(path, await picture.extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' }).png().toBuffer())
      return path
    }),
  )
  const read = run('zbarimg', ['-q', '--xml', ...files])
  const found = [...read.matchAll(/<source href='([^']+)'>([\s\S]*?)<\/source>/g)].map(([, path = '', inside = '']) => [
    path,
    /<!\[CDATA\[([\s\S]*?)\]\]>/.exec(inside)?.[1],
  ])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(files.map((path, at) => [path, codeOf(pictures[at] as PlacedPicture)])),
  )
}

/** Expects that a plate covers what its pictures leave of it, within 1 per cent. */
function expectCoverage(plane: Plane, dpi: number, chokeMm: number, made: number | undefined): void {
  const choke = chokePx(chokeMm, dpi)
  const ink = 60 * (mmToPx(piece.widthMm, dpi) - 2 * choke) * (mmToPx(piece.heightMm, dpi) - 2 * choke)
  const covered = plane.sum / 255
  expect(Math.abs(covered / ink - 1)).toBeLessThan(0.01)
  expect(Math.abs((made ?? 0) - covered / (plane.width * plane.height))).toBeLessThan(0.001)
}

const of = (container: PrintProfile['container']) =>
  printPresetKeys.filter((key) => printPresets[key].profile.container === container)

describe.runIf(['tiffcp', 'exiftool', 'zbarimg'].every(isInstalled))('a TIFF of sixty pieces', () => {
  test.each(of('tiff'))(
    'of %s has each piece and each code at its place, and its channels in their order',
    async (key: PrintPresetKey) => {
      const { profile } = printPresets[key]
      const { dpi, plates } = profile
      const made = await make(profile)
      const isRgb = profile.colors === 'rgb'
      const planes = planesByLibtiff(made.path, made, isRgb)
      const colorSamples = isRgb ? 3 : 4
      expect(planes).toHaveLength(colorSamples + plates.length)
      const [listed] = JSON.parse(run('exiftool', ['-json', '-AlphaChannelsNames', made.path])) as {
        AlphaChannelsNames: string
      }[]
      const names = listed?.AlphaChannelsNames.split(', ').map((name) => decodeGbk(Buffer.from(name, 'latin1')))
      expect(names).toEqual(plates.map(({ name }) => name))
      const black = planes[colorSamples - 1 - (isRgb ? 2 : 0)] as Plane
      expectTurns(black, dpi)
      await expectCodes(black, dpi)
      for (const [index, { role, source, chokeMm }] of plates.entries()) {
        const plane = planes[colorSamples + index] as Plane
        expectPlaces(plane, dpi, source === 'alpha' ? chokeMm : 0)
        // Transparency is opaque under marks, too.
        if (role !== 'transparency') expectCoverage(plane, dpi, chokeMm, made.coverages[index])
      }
      await made.remove()
    },
  )
})

describe.runIf(['gs', 'qpdf', 'zbarimg'].every(isInstalled))('a PDF of sixty pieces', () => {
  test.each(of('pdf'))(
    'of %s is valid, and has each piece and each code at its place on its plates',
    async (key: PrintPresetKey) => {
      const { profile } = printPresets[key]
      const made = await make(profile)
      expect(run('qpdf', ['--check', made.path])).toContain('No syntax or stream encoding errors')
      const names = profile.plates.map(({ name }) => name)
      const [black, ...plates] = await platesByGhostscript(made.path, profile.dpi, ['Black', ...names])
      expectTurns(black as Plane, profile.dpi)
      await expectCodes(black as Plane, profile.dpi)
      for (const [index, { chokeMm }] of profile.plates.entries()) {
        expectPlaces(plates[index] as Plane, profile.dpi, chokeMm)
        expectCoverage(plates[index] as Plane, profile.dpi, chokeMm, made.coverages[index])
      }
      await made.remove()
    },
  )

  test('stores a picture once, however often it is placed, and moves its cut line with it', async () => {
    const { profile } = printPresets.roland
    const twice = pictures.slice(0, 8).map((picture) => ({ ...picture, key: '1' }))
    const input = { owner: 1, ...sheet, icc, marks: [], readPicture: () => art(300, 1) }
    const cut = { ...profile, cutLine: { name: 'CutContour', offsetMm: 1 } }
    const [eight, one] = [
      await sheets.makeSheet({ ...input, profile: cut, pictures: twice }),
      await sheets.makeSheet({ ...input, profile: cut, pictures: twice.slice(0, 1) }),
    ]
    expect(eight.size - one.size).toBeLessThan(20_000)
    const [line] = await platesByGhostscript(eight.path, 300, ['CutContour'])
    for (const picture of twice) {
      const { left, right, top, bottom } = turnedBox(picture)
      const y = Math.round(mmToPx((top + bottom) / 2, 300))
      for (const edge of [left - 1, right + 1]) {
        const near = [-2, -1, 0, 1, 2].map((step) => line?.at(Math.round(mmToPx(edge, 300)) + step, y) ?? 0)
        expect(Math.max(...near), `${picture.name} ${edge}`).toBeGreaterThan(100)
      }
    }
    await eight.remove()
    await one.remove()
  })
})
