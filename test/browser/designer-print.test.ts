/** One design in three pictures: on the canvas, as thumbnail and as print. They must look the same. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Shape } from '../../contract/rules/appearance'
import { shapePicture } from '../../design/model/shape'
import type { Layer } from '../../design/model/types'
import { image, text } from '../../design/test/make'
import { openFont } from '../../imaging/glyphs/font'
import { textPicture } from '../../imaging/glyphs/text-svg'
import { strokeSvg } from '../../imaging/outline/svg'
import { allTests } from '../setup/size'
import { meanDifference, pixelsOf } from './support/compare'
import { bundled, type HarnessPage, openHarness, pngFile } from './support/harness-page'
import { jpegPicture, pngPicture } from './support/pictures'
import type { Harness } from './support/print-harness'
import { fontBytes } from './support/shop'

declare const harness: Harness

let harnessPage: HarnessPage
let page: Page

/** Words on an arc, as the designer draws them. */
const words = textPicture(
  openFont(fontBytes),
  { text: '夏天的风', vertical: false, align: 'center', letterSpacing: 0.1, lineHeight: 1.2, flow: { kind: 'arc', bend: 0.4 } },
  '#123a8c',
)
const bubble: Shape = {
  form: { kind: 'bubble', radius: 24, tail: 0.25 },
  fill: {
    kind: 'gradient',
    gradient: {
      form: 'linear',
      angle: 60,
      scale: 1,
      stops: [
        { at: 0, color: '#ffd23f', opacity: 1 },
        { at: 1, color: '#1a7f37', opacity: 0.7 },
      ],
    },
  },
  border: { color: '#123a8c', width: 6 },
}
/** A square stroke around the picture, a dashed line over a solid one. */
const outline = strokeSvg(
  [
    { d: 'M-20 -20H660V660H-20Z', color: '#ffffff', width: 30, opacity: 1, join: 'round' },
    { d: 'M-20 -20H660V660H-20Z', color: '#d01884', width: 14, opacity: 0.8, dash: [60, 40], join: 'round' },
  ],
  { width: 640, height: 640, margin: 40 },
)

/**
 * A background that covers the whole canvas, a rotated sticker, a mirrored one, text on an arc, a shape, a sticker with a stroke,
 * one across the edge, one hidden.
 */
const golden: readonly Layer[] = [
  image('背景', {
    imageUrl: '/photo.jpg',
    isBackground: true,
    left: -98,
    width: 696,
    height: 1044,
    originalWidth: 300,
    originalHeight: 450,
  }),
  image('转', { imageUrl: '/flower.png', left: 60, top: 120, width: 260, height: 260, rotation: 33 }),
  image('翻', {
    imageUrl: '/arrow.png',
    left: 180,
    top: 300,
    width: 280,
    height: 140,
    rotation: -71,
    horizontalFlip: true,
    verticalFlip: true,
  }),
  text('字', {
    imageUrl: `data:image/svg+xml,${encodeURIComponent(words?.svg ?? '')}`,
    left: 90,
    top: 500,
    width: 300,
    height: (300 * (words?.height ?? 0)) / (words?.width ?? 1),
    rotation: -8,
  }),
  image('气泡', {
    left: 20,
    top: 880,
    width: 190,
    height: 110,
    rotation: 9,
    ...shapePicture(bubble, { width: 190, height: 110 }),
  }),
  image('描边', { imageUrl: '/flower.png', left: 150, top: 700, width: 200, height: 200, rotation: 20, strokeSvgData: outline }),
  image('出界', { imageUrl: '/flower.png', left: 380, top: 860, width: 220, height: 220, rotation: 12 }),
  image('隐藏', { imageUrl: '/missing.png', left: 0, top: 0, width: 500, height: 500, hidden: true }),
]

beforeAll(async () => {
  const arrow = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><path fill="#1a7f37" d="M0 100h400V0l240 160-240 160V220H0z"/><path fill="#ffd23f" d="M40 120h120v40H40z"/></svg>',
    ),
  )
    .png()
    .toBuffer()
  harnessPage = await openHarness({
    script: 'print-harness.ts',
    body: '<div id="host" style="width:900px;height:1300px"></div>',
    files: {
      '/print-worker.js': await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`),
      '/photo.jpg': ['image/jpeg', (await jpegPicture('背景照片.jpg', 300, 450)).buffer],
      '/flower.png': pngFile((await pngPicture('花.png', 640, 640)).buffer),
      '/arrow.png': pngFile(arrow),
      '/broken.png': pngFile(Buffer.from('no picture at all')),
    },
    width: 900,
    height: 1300,
  })
  page = harnessPage.page
})
afterEach(() => {
  expect(harnessPage.complaints().filter((line) => !line.includes('missing.png'))).toEqual([])
})
afterAll(() => harnessPage?.close())

/**
 * Greatest difference of any tile between two pictures of the same design; it comes from the photo's grain, which is scaled in
 * two ways.
 */
const worstOfSame = 1.5
const caseOf75x160 = { widthMm: 75, heightMm: 156.6, dpi: 300 }
const print = async (layers: readonly Layer[], options: Parameters<Harness['print']>[1], worker = true) => {
  const made = await page.evaluate(([these, how, there]) => harness.print(these, how, there), [layers, options, worker] as const)
  if ('error' in made) throw new Error(made.error)
  return { ...made, png: Buffer.from(made.png, 'base64') }
}
const refusal = (layers: readonly Layer[], worker = true) =>
  page.evaluate(
    async ([these, how, there]) => {
      const made = await harness.print(these, how, there)
      return 'error' in made ? made.error : null
    },
    [layers, caseOf75x160, worker] as const,
  )

describe('one design in three pictures', () => {
  test('a design looks the same on the screen, as its thumbnail and in print', async () => {
    const corner = await page.evaluate((layers) => harness.show(layers), golden)
    const clip = { x: Math.round(corner.x), y: Math.round(corner.y), width: 500, height: 1044 }
    const screen = await page.screenshot({ clip })
    const thumbnail = Buffer.from(await page.evaluate((layers) => harness.thumbnail(layers), golden), 'base64')
    const printed = await print(golden, caseOf75x160)
    expect([printed.width, printed.height]).toEqual([886, 1850])

    const size = { width: 500, height: 1044 }
    const shown = await pixelsOf(screen)
    const asPrinted = meanDifference(shown, await pixelsOf(printed.png, size))
    expect(asPrinted.share).toBeGreaterThan(0.5)
    expect(asPrinted.mean).toBeLessThan(1)
    expect(asPrinted.worst).toBeLessThan(worstOfSame)

    const small = await pixelsOf(thumbnail)
    expect([small.width, small.height]).toEqual([287, 600])
    const asThumbnail = meanDifference(small, await pixelsOf(printed.png, small))
    expect(asThumbnail.share).toBeGreaterThan(0.5)
    expect(asThumbnail.mean).toBeLessThan(1)
    expect(asThumbnail.worst).toBeLessThan(worstOfSame)
    const onScreen = meanDifference(small, await pixelsOf(screen, small))
    expect(onScreen.mean).toBeLessThan(1)
    expect(onScreen.worst).toBeLessThan(worstOfSame)
  })

  // It shows that the comparison above can fail.
  test.runIf(allTests)('the picture comparison detects a layer that is mirrored, moved or left out', async () => {
    const size = { width: 287, height: 600 }
    const right = await pixelsOf((await print(golden, caseOf75x160)).png, size)
    const differs = async (change: (layer: Layer) => Layer | null) => {
      const layers = golden.flatMap((layer) => change(layer) ?? [])
      return meanDifference(right, await pixelsOf((await print(layers, caseOf75x160)).png, size)).worst
    }
    const of = (uuid: string, change: Partial<Layer>) => (layer: Layer) =>
      layer.uuid === uuid ? ({ ...layer, ...change } as Layer) : layer
    expect(await differs(of('翻', { verticalFlip: false }))).toBeGreaterThan(1.5 * worstOfSame)
    expect(await differs(of('转', { left: 68 }))).toBeGreaterThan(1.5 * worstOfSame)
    expect(await differs(of('描边', { strokeSvgData: null }))).toBeGreaterThan(1.5 * worstOfSame)
    expect(await differs((layer) => (layer.uuid === '字' ? null : layer))).toBeGreaterThan(1.5 * worstOfSame)
  })

  test('a design prints the same in a worker and, where workers are missing, on the page', async () => {
    const [inWorker, inPage] = [await print(golden, caseOf75x160), await print(golden, caseOf75x160, false)]
    const { mean } = meanDifference(await pixelsOf(inWorker.png), await pixelsOf(inPage.png))
    expect(mean).toBeLessThan(0.2)
  })
})

describe('a print', () => {
  test.each([
    [{ widthMm: 75, heightMm: 160, dpi: 300 }, 886, 1890],
    [{ widthMm: 75, heightMm: 160, dpi: 600 }, 1772, 3780],
    [{ widthMm: 61.4, heightMm: 123.8, dpi: 72 }, 174, 351],
  ])('a print of %o is %i × %i px', async (format, width, height) => {
    const made = await print(golden.slice(0, 2), format)
    expect([made.width, made.height]).toEqual([width, height])
    const { width: w, height: h } = await sharp(made.png).metadata()
    expect([w, h]).toEqual([width, height])
  })

  test('a print has the full resolution of its pictures and of its text', async () => {
    const bar =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90" viewBox="0 0 300 90"><path d="M10 10h60v70H10z"/></svg>'
    const layers = [
      image('a', { imageUrl: '/flower.png', left: 0, top: 0, width: 100, height: 100 }),
      text('字', { imageUrl: `data:image/svg+xml,${encodeURIComponent(bar)}`, left: 90, top: 560, width: 300, height: 90 }),
    ]
    const made = await print(layers, { widthMm: 75, heightMm: 156.6, dpi: 2000 / (75 / 25.4) })
    expect(made.width).toBe(2000)
    // The text is 4 times as large as on the canvas: it must turn from transparent to full colour within 2 px, not 4.
    const { data, info } = await sharp(made.png).raw().toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number) => data[(y * info.width + x) * 4 + 3] ?? 0
    const y = (560 + 20) * 4
    const x = (90 + 10) * 4
    expect([alpha(x - 2, y), alpha(x + 2, y)]).toEqual([0, 255])
  })

  test('a print is transparent where no layer lies, or has the requested background colour', async () => {
    const layers = [image('a', { imageUrl: '/flower.png', left: 200, top: 400 })]
    const corner = async (background?: string) => {
      const { png } = await print(layers, { ...caseOf75x160, ...(background ? { background } : {}) })
      return [...(await sharp(png).ensureAlpha().extract({ left: 3, top: 3, width: 1, height: 1 }).raw().toBuffer())]
    }
    expect(await corner()).toEqual([0, 0, 0, 0])
    expect(await corner('#fafad2')).toEqual([250, 250, 210, 255])
  })

  test.each([true, false])('a refused print names the layers whose pictures are missing (worker: %s)', async (worker) => {
    const loadable = image('好', { imageUrl: '/flower.png', name: '好' })
    const missing = image('丢', { imageUrl: '/missing.png', name: '丢' })
    const bad = image('坏', { imageUrl: '/broken.png', name: '坏' })
    expect(await refusal([loadable, missing, { ...missing, uuid: '二', name: '丢二' }], worker)).toContain(
      'MissingPictureError: 图片导出失败，「丢」、「丢二」',
    )
    expect(await refusal([loadable, bad], worker)).toContain('「坏」')
    expect(await refusal([loadable, { ...missing, hidden: true }], worker)).toBeNull()
  })
})
