/** The files that factories fetch by a print profile: sheets of one picture, read by programs that are not ours. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { mmPerInch, mmToPx, pointsPerInch, pxToMm } from '../../contract/rules/lengths'
import { printSheetPlace } from '../../contract/rules/print-page'
import { type PrintProfile, printPresets } from '../../contract/rules/print-profile'
import { chokePx } from '../../imaging/plates/plate'
import { decodeGbk } from '../../imaging/tiff/gbk'
import { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
import { runDirectly } from '../../server/infra/content/work'
import { createSheets } from '../../server/infra/render/sheets/sheets'
import { artPng, casePicture, casePng, rectangle, size } from './art'
import { isInstalled, run } from './tools'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-factory-prints-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sheets = createSheets({ run: runDirectly, folder, concurrency: 1 })
const icc = await cmykProfile()

/** Makes the file of the test's picture at 300 dpi of its own px, as the job of a factory's print file does. */
async function made(profile: PrintProfile) {
  const print = { widthMm: pxToMm(size.width, 300), heightMm: pxToMm(size.height, 300) }
  const { xMm, yMm, trimMm, ...page } = printSheetPlace(print, profile)
  return sheets.makeSheet({
    ...{ owner: 1, ...page, trimMm, profile, icc: profile.colors === 'cmyk' ? icc : null, marks: [] },
    pictures: [{ key: 'print', name: 'iPhone 15', xMm, yMm, ...print, turn: 0 }],
    readPicture: artPng,
    readCase: async () => ({ width: casePicture.width, height: casePicture.height, under: await casePng(), over: null }),
  })
}

describe.runIf(isInstalled('tiffinfo') && isInstalled('exiftool'))('a TIFF for a factory', () => {
  test.each(['maintop', 'onyx', 'chitu'] as const)(
    'of %s has the channels, names, resolution and px of its profile',
    async (key) => {
      const { profile } = printPresets[key]
      const sheet = await made(profile)
      const info = run('tiffinfo', [sheet.path])
      const px = (of: number) => Math.round((of * profile.dpi) / 300)
      expect(info).toContain(`Image Width: ${px(size.width)} Image Length: ${px(size.height)}`)
      expect(info).toContain(`Resolution: ${profile.dpi}, ${profile.dpi} pixels/inch`)
      expect(info).toContain(`Samples/Pixel: ${(profile.colors === 'cmyk' ? 4 : 3) + profile.plates.length}`)
      expect(info).not.toMatch(/warning|error/i)
      const [listed] = JSON.parse(run('exiftool', ['-json', '-AlphaChannelsNames', sheet.path])) as {
        AlphaChannelsNames: string
      }[]
      const names = listed?.AlphaChannelsNames.split(', ').map((name) => decodeGbk(Buffer.from(name, 'latin1')))
      expect(names).toEqual(profile.plates.map(({ name }) => name))
      run('tiffcp', ['-c', 'none', sheet.path, `${sheet.path}.copy`])
      run('tiffcmp', [sheet.path, `${sheet.path}.copy`])
      await sheet.remove()
    },
  )
})

describe.runIf(isInstalled('gs') && isInstalled('qpdf'))('a PDF for a factory', () => {
  const boxOf = (path: string, name: string) => {
    const box = new RegExp(`"/${name}":\\[([^\\]]+)\\]`).exec(run('qpdf', ['--json', path]).replace(/\s/g, ''))?.[1] ?? ''
    return box.split(',').map((points) => (Number(points) / pointsPerInch) * mmPerInch)
  }

  test('with a bleed is trimmed to the case, and its white lies in the middle of it', async () => {
    const { profile } = printPresets.roland
    const sheet = await made({ ...profile, bleedMm: 3 })
    expect(run('qpdf', ['--check', sheet.path])).toContain('No syntax or stream encoding errors')
    const bleed = Math.round(mmToPx(3, 300))
    const [wide, high] = [size.width + 2 * bleed, size.height + 2 * bleed]
    const near = (px: readonly number[]) => px.map((one) => expect.closeTo(pxToMm(one, 300), 2))
    expect(boxOf(sheet.path, 'MediaBox')).toEqual(near([0, 0, wide, high]))
    expect(boxOf(sheet.path, 'TrimBox')).toEqual(near([bleed, bleed, wide - bleed, high - bleed]))
    const output = join(folder, 'plates.tif')
    run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', '-r300', `-sOutputFile=${output}`, sheet.path])
    const white = await sharp(readFileSync(join(folder, 'plates(RDG_WHITE).tif')))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const row = white.data.subarray((bleed + 300) * white.info.width, (bleed + 301) * white.info.width)
    const choke = chokePx(0.2, 300)
    // Ghostscript writes plates as films: 0 is ink.
    expect(Math.abs(row.indexOf(0) - (bleed + rectangle.left + choke))).toBeLessThanOrEqual(1)
    expect(Math.abs(row.lastIndexOf(0) - (bleed + rectangle.right - 1 - choke))).toBeLessThanOrEqual(1)
    await sheet.remove()
  })

  test('cut along the case has its outline and its camera as lines of the spot colour', async () => {
    const sheet = await made({ ...printPresets.roland.profile, cutLine: { of: 'case', name: 'CutContour', offsetMm: 0 } })
    const output = join(folder, 'cut.tif')
    run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', '-r300', `-sOutputFile=${output}`, sheet.path])
    const { data, info } = await sharp(readFileSync(join(folder, 'cut(CutContour).tif')))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { body, camera } = casePicture
    // A px of the case's picture is two of the print.
    const row = data.subarray(camera.y * 2 * info.width, (camera.y * 2 + 1) * info.width)
    const inked = [...row.keys()].filter((x) => (row[x] as number) < 128)
    const edges = [body.left, camera.x - camera.radius, camera.x + camera.radius, body.right].map((x) => x * 2)
    for (const edge of edges) expect(Math.min(...inked.map((x) => Math.abs(x - edge))), `${edge}`).toBeLessThanOrEqual(1.5)
    for (const x of inked) expect(Math.min(...edges.map((edge) => Math.abs(x - edge))), `${x}`).toBeLessThanOrEqual(2)
    await sheet.remove()
  })

  test('with a page of its own has exactly that page, with the print in its middle', async () => {
    const sheet = await made({ ...printPresets.caldera.profile, page: { widthMm: 90, heightMm: 120 } })
    const page = [0, 0, 90, 120].map((mm) => expect.closeTo(mm, 1))
    expect(boxOf(sheet.path, 'MediaBox')).toEqual(page)
    expect(boxOf(sheet.path, 'TrimBox')).toEqual(page)
    const found = run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=bbox', '-r300', sheet.path])
    const [left = 0, bottom = 0, right = 0, top = 0] = (/%%HiResBoundingBox: (.+)/.exec(found)?.[1] ?? '').split(' ').map(Number)
    const middle = [(left + right) / 2, (bottom + top) / 2].map((points) => (points / pointsPerInch) * mmPerInch)
    expect(middle).toEqual([expect.closeTo(45, 0), expect.closeTo(60, 0)])
    await sheet.remove()
  })
})
