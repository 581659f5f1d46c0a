/**
 * One document printed by Chromium and by the server. Every pixel is compared, edges too: a print that the server makes again must be
 * the one that the seller saw.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fileKind, strokeStyles } from '../../contract/constants'
import { emptyDoc } from '../../design/model/create'
import { svgDataUrl } from '../../design/model/picture-url'
import type { Layer } from '../../design/model/types'
import { cutout, image, text } from '../../design/test/make'
import { openFont } from '../../imaging/glyphs/font'
import { textPicture } from '../../imaging/glyphs/text-svg'
import { createOutliner } from '../../imaging/outline/outline'
import { linearGray, wideRgb, withProfile } from '../../imaging/psd/test/icc-profiles'
import { examine } from '../../server/infra/content/examine'
import { drawDoc } from '../../server/infra/render/draw-design'
import { appearanceDesigns, photo } from './support/appearance-designs'
import { bundled, type HarnessPage, openHarness } from './support/harness-page'
import { jpegPicture, pngPicture } from './support/pictures'
import type { Harness } from './support/print-harness'
import { type PrintDifference, printDifference } from './support/server-print'

declare const harness: Harness

const caseSize = { widthMm: 75, heightMm: 156.6, dpi: 300 }
const flower = (await pngPicture('花.png', 640, 640)).buffer
const jpeg = (await jpegPicture('背景照片.jpg', 300, 450)).buffer
const large = await jpegPicture('大图.jpg', 1200, 1800)
const big = () => sharp(large.buffer)

/** A sticker as design programs export it: gradients, clips, a style sheet, a pattern. */
const drawing = (name: 'plain' | 'styled'): Buffer =>
  Buffer.from(
    name === 'plain'
      ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="g"><stop offset="0" stop-color="#d01884"/><stop offset="1" stop-color="#123a8c" stop-opacity=".4"/></linearGradient><clipPath id="c"><circle cx="50" cy="50" r="46"/></clipPath></defs><g clip-path="url(#c)"><rect width="100" height="100" fill="url(#g)"/><path d="M10 80Q50 0 90 80" fill="none" stroke="#ffd23f" stroke-width="5" stroke-dasharray="9 4"/></g></svg>'
      : '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><style>.leaf{fill:#1a7f37;stroke:#0b3d1a;stroke-width:3}</style><circle class="leaf" cx="60" cy="60" r="45"/><rect x="80" y="20" width="60" height="80" style="fill:#e8437a;opacity:.6"/></svg>',
  )

const files: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  '/photo.jpg': ['image/jpeg', jpeg],
  '/flower.png': ['image/png', flower],
  '/16.png': ['image/png', await sharp(flower).toColourspace('rgb16').png().toBuffer()],
  '/palette.png': ['image/png', await sharp(flower).png({ palette: true }).toBuffer()],
  '/grey.png': ['image/png', await sharp(jpeg).greyscale().png().toBuffer()],
  '/turned.jpg': ['image/jpeg', await big().withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer()],
  '/turned.png': [
    'image/png',
    await sharp(flower).extend({ top: 200, background: '#123a8c' }).withMetadata({ orientation: 8 }).png().toBuffer(),
  ],
  '/cmyk.jpg': ['image/jpeg', await sharp(jpeg).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  '/p3.jpg': ['image/jpeg', await sharp(jpeg).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
  '/p3.png': ['image/png', await sharp(flower).withIccProfile('p3').png().toBuffer()],
  '/soft.webp': ['image/webp', await sharp(flower).webp({ quality: 90 }).toBuffer()],
  '/few.gif': ['image/gif', await sharp(flower).gif().toBuffer()],
  '/large.jpg': ['image/jpeg', large.buffer],
  '/plain.svg': ['image/svg+xml', drawing('plain')],
  '/styled.svg': ['image/svg+xml', drawing('styled')],
}

/** Pictures as sellers and buyers bring them, in the colours of their profiles. */
const sources: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  '/of-p3.jpg': ['image/jpeg', await sharp(jpeg).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
  '/of-deep-p3.png': ['image/png', await sharp(flower).toColourspace('rgb16').withIccProfile('p3').png().toBuffer()],
  '/of-adobe-rgb.jpg': ['image/jpeg', withProfile(jpeg, wideRgb())],
  '/of-named-srgb.jpg': ['image/jpeg', withProfile(jpeg, wideRgb('Adobe RGB Gamut with sRGB Transfer'))],
  '/of-gray.jpg': ['image/jpeg', withProfile(await sharp(jpeg).greyscale().jpeg({ quality: 95 }).toBuffer(), linearGray())],
}

let harnessPage: HarnessPage
let page: Page

beforeAll(async () => {
  harnessPage = await openHarness({
    script: 'print-harness.ts',
    body: '<div id="host"></div>',
    files: {
      '/print-worker.js': await bundled(`${import.meta.dirname}/../../design/print/print.worker.ts`),
      ...files,
      ...sources,
    },
  })
  page = harnessPage.page
})
afterEach(() => {
  expect(harnessPage.complaints()).toEqual([])
})
afterAll(() => harnessPage?.close())

const fileOf = ({ imageUrl }: Layer): Uint8Array | undefined =>
  imageUrl.startsWith('data:')
    ? new TextEncoder().encode(decodeURIComponent(imageUrl.slice(imageUrl.indexOf(',') + 1)))
    : files[imageUrl]?.[1]

async function bothPrints(layers: readonly Layer[], background: string | null, storedFileOf = fileOf): Promise<PrintDifference> {
  const options = { ...caseSize, ...(background !== null && { background }) }
  const made = await page.evaluate(([these, how]) => harness.print(these, how), [layers, options] as const)
  if ('error' in made) throw new Error(made.error)
  const inChromium = await sharp(Buffer.from(made.png, 'base64')).ensureAlpha().raw().toBuffer()
  const onServer = await drawDoc({ ...emptyDoc(), layers }, { print: caseSize, background, fileOf: storedFileOf })
  return printDifference({ data: inChromium, width: made.width, height: made.height }, onServer)
}

async function flowerOutline(style: (typeof strokeStyles)[number]): Promise<string | null> {
  const { data, info } = await sharp(flower).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  const stroke = { style, color: '#d01884', width: 10, opacity: 80, offset: 6, color2: '#123a8c', width2: 6, opacity2: 100 }
  return createOutliner(pixels).stroke(stroke, 640 / 180)?.svg ?? null
}

const fontOf = (file: string) => openFont(readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`)))
const chinese = { font: fontOf('zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular'), words: '你好，世界\nSummer 2026' }
const hebrew = { font: fontOf('rubik/400Regular/Rubik_400Regular'), words: 'שלום עולם\nקיץ 2026 (Summer)' }
function words(name: string, vertical: boolean, change: Partial<Layer>, { font, words: written } = chinese): Layer {
  const settings = { text: written, vertical, align: 'center', letterSpacing: 0.1, lineHeight: 1.2 } as const
  const drawn = textPicture(font, settings, '#123a8c')
  if (!drawn) throw new Error('the text has no outline')
  const { width, height } = drawn
  return text(name, {
    imageUrl: svgDataUrl(drawn.svg),
    originalWidth: width,
    originalHeight: height,
    width: width / 2,
    height: height / 2,
    ...change,
  } as Parameters<typeof text>[1])
}

const pictures = [
  '/16.png',
  '/palette.png',
  '/grey.png',
  '/turned.jpg',
  '/turned.png',
  '/cmyk.jpg',
  '/p3.jpg',
  '/p3.png',
  '/soft.webp',
  '/few.gif',
]

const designs: readonly (readonly [what: string, layers: readonly Layer[], background: string | null])[] = [
  [
    'layers that are turned, flipped, half transparent, shrunk, enlarged and cut by the edge',
    [
      photo,
      image('转', { imageUrl: '/flower.png', left: 60, top: 120, width: 260, height: 260, rotation: 33 }),
      image('翻', {
        imageUrl: '/large.jpg',
        originalWidth: 1200,
        originalHeight: 1800,
        left: 250,
        top: 300,
        width: 180,
        height: 270,
        rotation: -71,
        horizontalFlip: true,
        verticalFlip: true,
      }),
      image('半', { imageUrl: '/flower.png', left: 30, top: 600, width: 150, height: 300, appearance: { opacity: 0.5 } }),
      image('小', {
        imageUrl: '/large.jpg',
        originalWidth: 1200,
        originalHeight: 1800,
        left: 300,
        top: 650,
        width: 60,
        height: 90,
      }),
      image('扁', { imageUrl: '/flower.png', left: 200, top: 800, width: 220, height: 40, rotation: 90 }),
      image('出界', { imageUrl: '/flower.png', left: 380, top: 860, width: 420, height: 420, rotation: 12 }),
      cutout('抠图', { imageUrl: '/soft.webp', left: 20, top: 860, width: 180, height: 180 }),
    ],
    '#f4e8d0',
  ],
  [
    'four styles of outlines',
    await Promise.all(
      strokeStyles.map(async (style, at) =>
        image(style, {
          imageUrl: '/flower.png',
          originalWidth: 640,
          originalHeight: 640,
          left: 40 + (at % 2) * 240,
          top: 100 + Math.floor(at / 2) * 400,
          width: 180,
          height: 180,
          rotation: at * 25,
          strokeSvgData: await flowerOutline(style),
        }),
      ),
    ),
    null,
  ],
  [
    'text across, down and from right to left',
    [
      words('横', false, { left: 20, top: 60, rotation: -8 }),
      words('竖', true, { left: 180, top: 350, horizontalFlip: true }),
      words('右起', false, { left: 40, top: 760 }, hebrew),
    ],
    '#ffffff',
  ],
  [
    'drawings',
    ['/plain.svg', '/styled.svg', '/plain.svg', '/styled.svg'].map((imageUrl, at) =>
      image(`矢量${at}`, {
        imageUrl,
        left: 30 + (at % 2) * 230,
        top: 100 + Math.floor(at / 2) * 400,
        width: 200,
        height: 150 + at * 30,
        rotation: at * 21,
        appearance:
          at === 2
            ? {
                effects: [
                  {
                    kind: 'dropShadow',
                    opacity: 0.6,
                    blend: 'multiply',
                    color: '#000000',
                    angle: 120,
                    distance: 8,
                    size: 10,
                    spread: 0,
                  },
                ],
              }
            : null,
      }),
    ),
    null,
  ],
  [
    'sources of other depths, colours and orientations',
    pictures.map((imageUrl, at) =>
      image(imageUrl, { imageUrl, left: 20 + (at % 3) * 160, top: 40 + Math.floor(at / 3) * 250, width: 140, height: 200 }),
    ),
    null,
  ],
  ...appearanceDesigns.map(([what, layers]) => [what, layers, '#ffffff'] as const),
]

test.each(designs)('Chromium and the server print %s alike', async (_what, layers, background) => {
  const { mean, visible, covered } = await bothPrints(layers, background)
  expect(covered).toBeGreaterThan(0.05)
  expect(mean).toBeLessThan(1)
  expect(visible).toBeLessThan(0.001)
})

test.each(Object.entries(sources))('%s is stored in the colours that Chromium shows it in', async (imageUrl, [, bytes]) => {
  const { bytes: stored } = await examine(bytes, fileKind.templateLayer)
  expect((await sharp(stored).metadata()).icc).toBeUndefined()
  const layer = image('来图', { imageUrl, left: 0, top: 0, width: 500, height: 1044 })
  const { mean, visible } = await bothPrints([layer], null, () => stored)
  expect(mean).toBeLessThan(1)
  expect(visible).toBeLessThan(0.001)
})

test('a pattern ends softly where its layer does, in the worker and on the server', async () => {
  const pattern = { tile: 60, gap: 0, layout: 'grid', angle: 0, seed: 1 } as const
  const box = { imageUrl: '/16.png', originalWidth: 640, originalHeight: 640, width: 200.4, height: 300.3 }
  const layers = [0, 17].map((rotation, at) =>
    image(`图案${at}`, { ...box, left: 20.3 + at * 240, top: 60.7, rotation, appearance: { pattern } }),
  )
  const { visible } = await bothPrints([photo, ...layers], null)
  expect(visible).toBeLessThan(0.00002)
})

// It shows that the comparison above can fail.
test('a sticker that is turned by one degree is told apart', async () => {
  const printed = (rotation: number) => {
    const sticker = image('转', { imageUrl: '/flower.png', left: 60, top: 120, width: 200, height: 200, rotation })
    return drawDoc({ ...emptyDoc(), layers: [photo, sticker] }, { print: caseSize, background: null, fileOf })
  }
  expect(printDifference(await printed(30), await printed(31)).visible).toBeGreaterThan(0.001)
})

test('page and server leave out white ink under the same layers', async () => {
  const bare = { bare: true } as const
  const layers = [
    photo,
    image('透', { imageUrl: '/flower.png', left: 60, top: 120, width: 260, height: 260, rotation: 33, appearance: bare }),
    image('盖', { imageUrl: '/large.jpg', left: 150, top: 200, width: 180, height: 120 }),
    image('底', { imageUrl: '/flower.png', left: 100, top: 600, width: 240, height: 240 }),
    image('剪', { imageUrl: '/large.jpg', left: 100, top: 600, width: 120, height: 240, appearance: { ...bare, clipped: true } }),
  ]
  const made = await page.evaluate(([these, how]) => harness.print(these, how), [layers, caseSize] as const)
  if ('error' in made || made.bare === null) throw new Error('there is no area without white ink')
  const inChromium = Buffer.from(made.bare, 'base64')
  const { bare: onServer } = await drawDoc({ ...emptyDoc(), layers }, { print: caseSize, background: null, fileOf })
  if (onServer === null) throw new Error('the server found no area without white ink')
  let [covered, different] = [0, 0]
  for (let at = 0; at < inChromium.length; at++) {
    if (inChromium[at] === 1) covered++
    if (inChromium[at] !== onServer.data[at]) different++
  }
  expect(covered / inChromium.length).toBeGreaterThan(0.05)
  // Edges are smoothed by two libraries.
  expect(different / covered).toBeLessThan(0.005)
})
