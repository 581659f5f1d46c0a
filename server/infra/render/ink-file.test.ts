import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { printFile } from '../../../imaging/tiff/print-file'
import { createExaminer, runDirectly } from '../content/work'
import { inkTiff, readInkProfile } from './ink-file'

const folder = await mkdtemp(join(tmpdir(), 'kejiang-inks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const path = (name: string) => join(folder, name)

/** The CMYK profile that libvips has. */
const cmyk = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  .toColourspace('cmyk')
  .withIccProfile('cmyk')
  .jpeg()
  .toBuffer()
  .then((file) => sharp(file).metadata())
  .then(({ icc }) => icc ?? Buffer.alloc(0))
/** Red, half transparent on the right. */
const red = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#d02030' } })
  .composite([
    {
      input: { create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } },
      left: 20,
      top: 0,
      blend: 'dest-in',
    },
    { input: { create: { width: 20, height: 20, channels: 4, background: '#d02030' } }, left: 0, top: 0 },
  ])
  .png()
  .toBuffer()

test('a print file in inks holds the profile, the resolution, the transparency, and inks of the same colour', async () => {
  await writeFile(path('cmyk.icc'), cmyk)
  const { icc, tag } = await readInkProfile(path('cmyk.icc'))
  expect(tag).toMatch(/^[0-9a-f]{12}$/)
  const size = { format: 'tif', widthMm: 10.16, heightMm: 5.08, inks: icc } as const
  const file = await createExaminer(runDirectly).print(red, size, 1)
  const meta = await sharp(file).metadata()
  expect(meta).toMatchObject({ format: 'tiff', width: 40, height: 20, space: 'cmyk', channels: 5, hasAlpha: true })
  expect(meta.icc?.equals(cmyk)).toBe(true)
  expect(Math.round(meta.density ?? 0)).toBe(100)
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(4)
  const [r = 0, g = 0, b = 0] = data
  const alpha = (x: number) => data[x * 4 + 3] ?? 0
  expect([alpha(0), alpha(30)]).toEqual([255, expect.closeTo(128, -1)])
  // The inks of the profile reach this red nearly.
  expect(Math.max(Math.abs(r - 0xd0), Math.abs(g - 0x20), Math.abs(b - 0x30))).toBeLessThan(24)
})

test('black letters are black ink alone, in the same file that a seller’s page makes', async () => {
  const black = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#000' } })
    .png()
    .toBuffer()
  const file = await inkTiff(black, 300, cmyk)
  const inks = await sharp(file).pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer()
  expect([...inks.subarray(0, 5)]).toEqual([0, 0, 0, 255, 255])
  const input = {
    bytes: new Uint8Array(black),
    type: 'image/png',
    dpi: 300,
    transparency: 'keep',
    inks: new Uint8Array(cmyk),
  } as const
  expect(Buffer.from((await printFile(input)).bytes).equals(file)).toBe(true)
})

test('a file that is no CMYK profile, or none at all, is refused with what to do', async () => {
  await writeFile(path('text.icc'), 'not a profile')
  await expect(readInkProfile(path('text.icc'))).rejects.toThrow('ERP_PROFILE')
  await expect(readInkProfile(path('gone.icc'))).rejects.toThrow('读取不了')
})
