/** Layers with an appearance in three pictures: on the canvas, as thumbnail and as print. They must look the same. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { image } from '../../design/test/make'
import { appearanceDesigns, photo } from './support/appearance-designs'
import { meanDifference, pixelsOf } from './support/compare'
import { bundled, type HarnessPage, openHarness, pngFile } from './support/harness-page'
import { jpegPicture, pngPicture } from './support/pictures'
import type { Harness } from './support/print-harness'

declare const harness: Harness

let harnessPage: HarnessPage
let page: Page

beforeAll(async () => {
  harnessPage = await openHarness({
    script: 'print-harness.ts',
    body: '<div id="host" style="width:900px;height:1300px"></div>',
    files: {
      '/print-worker.js': await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`),
      '/photo.jpg': ['image/jpeg', (await jpegPicture('背景照片.jpg', 300, 450)).buffer],
      '/flower.png': pngFile((await pngPicture('花.png', 640, 640)).buffer),
    },
    width: 900,
    height: 1300,
  })
  page = harnessPage.page
})
afterEach(() => {
  expect(harnessPage.complaints()).toEqual([])
})
afterAll(() => harnessPage?.close())

test.each(appearanceDesigns)('%s look the same on the screen, as thumbnail and in print', async (_what, layers) => {
  const corner = await page.evaluate((these) => harness.show(these), layers)
  const clip = { x: Math.round(corner.x), y: Math.round(corner.y), width: 500, height: 1044 }
  const screen = await page.screenshot({ clip })
  const thumbnail = Buffer.from(await page.evaluate((these) => harness.thumbnail(these), layers), 'base64')
  const made = await page.evaluate(
    (these) => harness.print(these, { widthMm: 75, heightMm: 156.6, dpi: 300, background: '#ffffff' }, true),
    layers,
  )
  if ('error' in made) throw new Error(made.error)
  const printed = Buffer.from(made.png, 'base64')
  const asPrinted = meanDifference(await pixelsOf(screen), await pixelsOf(printed, { width: 500, height: 1044 }))
  expect(asPrinted.share).toBeGreaterThan(0.3)
  expect(asPrinted.mean).toBeLessThan(1)
  const small = await pixelsOf(thumbnail)
  const asThumbnail = meanDifference(small, await pixelsOf(screen, small))
  expect(asThumbnail.mean).toBeLessThan(1)
})

test('a magnified canvas shows the blend modes and adjustments of layers that are too large to be drawn at its scale', async () => {
  const invert = { adjustments: [{ kind: 'invert' }], adjustsBelow: true } as const
  const large = { imageUrl: '/flower.png', originalWidth: 640, originalHeight: 640, left: -100, width: 700, height: 1044 }
  const layers = [
    photo,
    image('加深', { ...large, top: 0, appearance: { blend: 'linear burn', opacity: 0.8 } }),
    image('反相', { ...large, top: 200, appearance: invert }),
  ]
  await page.evaluate((these) => harness.show(these), layers)
  const corner = await page.evaluate(() => harness.zoom(4))
  const made = await page.evaluate(
    (these) => harness.print(these, { widthMm: 75, heightMm: 156.6, dpi: (2000 * 25.4) / 75, background: '#ffffff' }, true),
    layers,
  )
  if ('error' in made) throw new Error(made.error)
  const clip = { x: 100, y: 100, width: 700, height: 1000 }
  const part = { left: Math.round(clip.x - corner.x), top: Math.round(clip.y - corner.y), width: clip.width, height: clip.height }
  const printed = await sharp(Buffer.from(made.png, 'base64')).extract(part).png().toBuffer()
  const { mean, share } = meanDifference(await pixelsOf(await page.screenshot({ clip })), await pixelsOf(printed))
  expect(share).toBeGreaterThan(0.3)
  expect(mean).toBeLessThan(2)
})
