import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createExaminer, runDirectly } from '../content/work'
import { readInkProfile } from './ink-file'

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

test('a file that is no CMYK profile, or none at all, is refused with what to do', async () => {
  await writeFile(path('text.icc'), 'not a profile')
  await expect(readInkProfile(path('text.icc'))).rejects.toThrow('ERP_PROFILE')
  await expect(readInkProfile(path('gone.icc'))).rejects.toThrow('读取不了')
})
