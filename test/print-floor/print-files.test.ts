/** Print files of every preset, read by programs that are not ours, and learned from as if they came from somewhere else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mmPerInch, mmToPx } from '../../contract/rules/lengths'
import { type PrintProfile, printPresetKeys, printPresets } from '../../contract/rules/print-profile'
import { learnPdf } from '../../imaging/plates/learn-pdf'
import { learnTiff } from '../../imaging/plates/learn-tiff'
import { chokePx } from '../../imaging/plates/plate'
import { printSheet } from '../../imaging/plates/print-sheet'
import { sheetPdf } from '../../imaging/plates/write-pdf'
import { sheetTiff } from '../../imaging/plates/write-tiff'
import { decodeGbk } from '../../imaging/tiff/gbk'
import { cmykProfile } from '../../imaging/tiff/test/cmyk-profile'
import { readTiff } from '../../imaging/tiff/tiff-reader'
import { artPixels, line, rectangle, size } from './art'
import { isInstalled, run, withFile } from './tools'

const icc = await cmykProfile()

async function made(profile: PrintProfile) {
  const sheet = await printSheet(await artPixels(), profile, profile.colors === 'cmyk' ? icc : undefined)
  try {
    const file = profile.container === 'pdf' ? sheetPdf(sheet, profile) : sheetTiff(sheet, profile)
    return { file, sheet }
  } finally {
    sheet.free()
  }
}

const area = ({ left, top, right, bottom }: typeof rectangle, less: number) =>
  (right - left - 2 * less) * (bottom - top - 2 * less)

/** Share of the picture that a plate of a choke covers, by geometry alone. */
function expectedCoverage(chokeMm: number, dpi: number): number {
  const px = chokePx(chokeMm, dpi)
  const whole = size.width * size.height
  // The line keeps half its width when it is narrower than the choke takes.
  const high = line.bottom - line.top
  const lineHeight = px * 2 < high ? high - 2 * px : high / 2
  return (area(rectangle, px) + (line.right - line.left) * lineHeight) / whole
}

/** Lets libtiff decode the file into one strip for each channel, and returns the samples of one. */
const channelByLibtiff = (file: Uint8Array, channel: number) =>
  withFile('print.tif', file, (path) => {
    const plain = `${path}.plain`
    run('tiffcp', ['-c', 'none', '-p', 'separate', '-r', String(size.height), path, plain])
    const strips = [...run('tiffinfo', ['-s', plain]).matchAll(/^\s*(\d+): \[\s*(\d+),\s*(\d+)\]/gm)]
    const [, , offset = '', length = ''] = strips.find(([, index]) => Number(index) === channel) ?? []
    return readFileSync(plain).subarray(Number(offset), Number(offset) + Number(length))
  })

const tiffPresets = printPresetKeys.filter((key) => printPresets[key].profile.container === 'tiff')
const pdfPresets = printPresetKeys.filter((key) => printPresets[key].profile.container === 'pdf')

describe.runIf(isInstalled('tiffinfo') && isInstalled('exiftool'))('a TIFF', () => {
  test.each(tiffPresets)('of %s is read by libtiff and exiftool with its channels, names and resolution', async (key) => {
    const { profile } = printPresets[key]
    const { file } = await made(profile)
    await withFile('print.tif', file, (path) => {
      const info = run('tiffinfo', [path])
      const samples = (profile.colors === 'cmyk' ? 4 : 3) + profile.plates.length
      expect(info).toContain(`Samples/Pixel: ${samples}`)
      expect(info).toContain(`Resolution: ${profile.dpi}, ${profile.dpi} pixels/inch`)
      expect(info).toContain(profile.colors === 'cmyk' ? 'Photometric Interpretation: separated' : 'RGB color')
      const kinds = ['unspecified', 'assoc-alpha', 'unassoc-alpha']
      expect(info).toContain(
        `Extra Samples: ${profile.plates.length}<${profile.plates.map(({ extraSample }) => kinds[extraSample]).join(', ')}>`,
      )
      expect(info).not.toMatch(/warning|error/i)
      // exiftool reads the names as Latin letters; Chinese ones are in GBK and once more in Unicode.
      const [listed] = JSON.parse(run('exiftool', ['-json', '-AlphaChannelsNames', path])) as { AlphaChannelsNames: string }[]
      const names = listed?.AlphaChannelsNames.split(', ').map((name) => decodeGbk(Buffer.from(name, 'latin1')))
      expect(names).toEqual(profile.plates.map(({ name }) => name))
      // libtiff's own copy decodes every strip.
      run('tiffcp', ['-c', 'none', path, `${path}.copy`])
      run('tiffcmp', [path, `${path}.copy`])
    })
  })

  test('of 蒙泰 has the four resources in the order and the bytes of the file that printed right', async () => {
    const { file } = await made(printPresets.maintop.profile)
    await withFile('print.tif', file, (path) => {
      const listed = run('exiftool', ['-v3', path])
      const at = ['0x03ee', '0x0415', '0x042b', '0x041d'].map((id) => listed.indexOf(id))
      expect(at.every((place, index) => place > (at[index - 1] ?? 0))).toBe(true)
    })
  })

  test.each(['maintop', 'onyx'] as const)('of %s covers what its choke leaves, within 1 per cent and one px', async (key) => {
    const { profile } = printPresets[key]
    const { file } = await made(profile)
    const whites = await channelByLibtiff(file, 4)
    const covered = whites.reduce((sum, value) => sum + value, 0) / (255 * whites.length)
    expect(Math.abs(covered - expectedCoverage(0.2, 300))).toBeLessThan(0.01)
    const choke = chokePx(0.2, 300)
    const row = whites.subarray(300 * size.width, 301 * size.width)
    const [first, last] = [row.indexOf(255), row.lastIndexOf(255)]
    expect(Math.abs(first - (rectangle.left + choke))).toBeLessThanOrEqual(1)
    expect(Math.abs(last - (rectangle.right - 1 - choke))).toBeLessThanOrEqual(1)
    const column = Buffer.from(Array.from({ length: size.height }, (_, y) => whites[y * size.width + 300] ?? 0))
    expect(column.subarray(line.top, line.bottom)).toContain(255)
  })
})

describe.runIf(isInstalled('tiffcp'))('a file that another program wrote', () => {
  test.each([
    ['big-endian', ['-B', '-c', 'none']],
    ['plane after plane', ['-p', 'separate', '-c', 'lzw:2']],
    ['big-endian, plane after plane, in tiles', ['-B', '-p', 'separate', '-t', '-w', '64', '-l', '48', '-c', 'zip']],
    ['in tiles', ['-t', '-w', '128', '-l', '128', '-c', 'lzw']],
    ['in one strip', ['-r', String(size.height), '-c', 'packbits']],
    ['in strips of five rows', ['-r', '5', '-c', 'zip:2']],
  ])('%s has the same six channels', async (_, layout) => {
    const { file } = await made(printPresets.maintop.profile)
    const whole = (bytes: Uint8Array) => readTiff(async (offset, length) => bytes.subarray(offset, offset + length))
    const ours = await (await whole(file)).rows(0, size.height)
    await withFile('print.tif', file, async (path) => {
      run('tiffcp', [...layout, path, `${path}.other`])
      const other = await whole(new Uint8Array(readFileSync(`${path}.other`)))
      expect(other).toMatchObject({ samples: 6, dpi: 300, extraKinds: [1, 0] })
      expect(Buffer.from(await other.rows(0, size.height)).equals(Buffer.from(ours))).toBe(true)
      expect(
        Buffer.from(await other.rows(333, 77)).equals(Buffer.from(ours.subarray(333 * size.width * 6, 410 * size.width * 6))),
      ).toBe(true)
    })
  })
})

describe.runIf(isInstalled('qpdf'))('a PDF that another program wrote', () => {
  const rewritten = async (options: readonly string[]) => {
    const { file } = await made(printPresets.roland.profile)
    return withFile('print.pdf', file, (path, folder) => {
      const other = join(folder, 'other.pdf')
      run('qpdf', [...options, path, other])
      return new Uint8Array(readFileSync(other))
    })
  }
  test.each([
    ['with objects in streams', ['--object-streams=generate']],
    ['for the web', ['--linearize']],
    ['without compression', ['--qdf', '--stream-data=uncompress']],
    ['compressed anew', ['--recompress-flate', '--compression-level=9', '--object-streams=generate']],
  ])('%s gives the same profile', async (_, options) => {
    const learned = learnPdf(await rewritten(options))
    expect(learned).toEqual({ profile: printPresets.roland.profile, doubts: [], icc: null })
  })
  test('with a password is refused in words', async () => {
    const file = await rewritten(['--allow-weak-crypto', '--encrypt', 'a', 'b', '128', '--'])
    expect(() => learnPdf(file)).toThrow('这个 PDF 加了密码')
  })
})

describe.runIf(isInstalled('gs') && isInstalled('qpdf'))('a PDF', () => {
  test.each(pdfPresets)('of %s is valid, and Ghostscript separates its plates with their names and coverage', async (key) => {
    const { profile } = printPresets[key]
    const { file } = await made(profile)
    await withFile('print.pdf', file, async (path, folder) => {
      expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors')
      const { width, height } = size
      const box = /"\/MediaBox":\[([^\]]+)\]/.exec(run('qpdf', ['--json', path]).replace(/\s/g, ''))?.[1] ?? ''
      const mm = box.split(',').map((points) => (Number(points) / 72) * mmPerInch)
      expect(mm).toEqual([0, 0, ...[width, height].map((px) => expect.closeTo((px / profile.dpi) * mmPerInch, 3))])
      const output = join(folder, 'plates.tif')
      run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', `-r${profile.dpi}`, `-sOutputFile=${output}`, path])
      for (const { name, chokeMm } of profile.plates) {
        const plate = await sharp(readFileSync(join(folder, `plates(${name}).tif`)))
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect(Math.abs(plate.info.width - width)).toBeLessThanOrEqual(1)
        // Ghostscript writes plates as films: 0 is ink.
        const covered = plate.data.reduce((sum, value) => sum + 255 - value, 0) / (255 * plate.data.length)
        expect(Math.abs(covered - expectedCoverage(chokeMm, profile.dpi)), name).toBeLessThan(0.01)
      }
      const black = await sharp(readFileSync(join(folder, 'plates(Black).tif')))
        .greyscale()
        .stats()
      expect(black.channels[0]?.min).toBeLessThan(3)
    })
  })
})

test.runIf(isInstalled('gs'))('a cut line lies on its own plate, one millimetre outside the picture', async () => {
  const { profile } = printPresets.roland
  const { file } = await made({ ...profile, cutLine: { name: 'CutContour', offsetMm: 1 } })
  await withFile('print.pdf', file, async (path, folder) => {
    const output = join(folder, 'plates.tif')
    run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', '-r300', `-sOutputFile=${output}`, path])
    const plate = await sharp(readFileSync(join(folder, 'plates(CutContour).tif')))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => plate.data[y * plate.info.width + x] ?? 255
    const row = Array.from({ length: plate.info.width }, (_, x) => (at(x, 300) < 128 ? x : -1)).filter((x) => x >= 0)
    const offset = mmToPx(1, 300)
    expect(Math.abs((row[0] ?? 0) - (rectangle.left - offset))).toBeLessThanOrEqual(1.5)
    expect(Math.abs((row.at(-1) ?? 0) - (rectangle.right + offset))).toBeLessThanOrEqual(1.5)
    const column = Array.from({ length: plate.info.height }, (_, y) => (at(300, y) < 128 ? y : -1)).filter((y) => y >= 0)
    expect(Math.abs((column[0] ?? 0) - (rectangle.top - offset))).toBeLessThanOrEqual(1.5)
    // The colours and the white are as without it.
    const white = await sharp(readFileSync(join(folder, 'plates(RDG_WHITE).tif')))
      .greyscale()
      .stats()
    expect(Math.abs(1 - (white.channels[0]?.mean ?? 0) / 255 - expectedCoverage(0.2, 300))).toBeLessThan(0.01)
  })
  const learned = learnPdf(file)
  expect(learned.profile).toMatchObject({ plates: profile.plates, cutLine: { name: 'CutContour' } })
  expect(learned.doubts).toEqual(['“CutContour”像是刀线，先按贴着图案的边缘，请核对'])
})

test.runIf(isInstalled('qpdf'))('a PDF with a bleed is trimmed to the size of the case', async () => {
  const { file, sheet } = await made({ ...printPresets.roland.profile, bleedMm: 3 })
  const [wide, high] = [size.width + 70, size.height + 70]
  expect(sheet).toMatchObject({ width: wide, height: high })
  await withFile('print.pdf', file, (path) => {
    const box = /"\/TrimBox":\[([^\]]+)\]/.exec(run('qpdf', ['--json', path]).replace(/\s/g, ''))?.[1] ?? ''
    const px = box.split(',').map((points) => (Number(points) / 72) * 300)
    expect(px).toEqual([35, 35, wide - 35, high - 35].map((one) => expect.closeTo(one, 2)))
  })
})

describe('learning from a file that printed well', () => {
  test.each(printPresetKeys)('a file of the preset %s gives the preset again', async (key) => {
    const { profile } = printPresets[key]
    const { file } = await made(profile)
    const learned =
      profile.container === 'pdf'
        ? learnPdf(file)
        : await learnTiff(async (offset, length) => file.subarray(offset, offset + length))
    expect(learned.profile).toEqual(profile)
    expect(learned.doubts).toEqual([])
  })

  test('a file whose colours are premultiplied is recognised by the kind of its alpha', async () => {
    const { profile } = printPresets.rgb
    const [alpha] = profile.plates
    if (!alpha) throw new Error('no plate')
    const wanted = { ...profile, softEdges: 'premultiplied' as const, plates: [{ ...alpha, extraSample: 1 as const }] }
    const { file } = await made(wanted)
    const learned = await learnTiff(async (offset, length) => file.subarray(offset, offset + length))
    expect(learned.profile).toEqual(wanted)
  })

  test('a file whose white is inverted is recognised as such', async () => {
    const { profile } = printPresets.onyx
    const [white] = profile.plates
    if (!white) throw new Error('no plate')
    const inverted = { ...profile, plates: [{ ...white, inverted: true, chokeMm: 0.3 }] }
    const { file } = await made(inverted)
    const learned = await learnTiff(async (offset, length) => file.subarray(offset, offset + length))
    expect(learned.profile.plates).toEqual(inverted.plates)
  })
})
