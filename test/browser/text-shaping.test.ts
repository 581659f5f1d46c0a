/** Compares text as outlines with Chromium's own text in the same font: order, joining, positions and orientation of glyphs. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenFont, openFont } from '../../imaging/glyphs/font'
import type { TextSettings } from '../../imaging/glyphs/layout-types'
import { textPath, textUnit } from '../../imaging/glyphs/text-svg'
import { newPage, openBrowser } from './support/browser'

const packaged = (file: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`)
const rubik = packaged('rubik/400Regular/Rubik_400Regular.ttf')
const hind = packaged('hind/400Regular/Hind_400Regular.ttf')
const thai = packaged('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf')
const kuaile = packaged('zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')
const shared = join(import.meta.dirname, '../../../shared/data/fonts')
const noto = join(shared, 'NotoSansCJKsc-Regular.otf')

interface Case {
  readonly file: string
  readonly settings: Partial<TextSettings>
  /** The page's language; texts are drawn in that of their script. */
  readonly lang?: string
}
const casesOf = (file: string, ...texts: string[]): Case[] => texts.map((text) => ({ file, settings: { text } }))
const down = (file: string, ...texts: string[]): Case[] => texts.map((text) => ({ file, settings: { text, vertical: true } }))

const packagedCases: readonly Case[] = [
  ...casesOf(
    rubik,
    'AVATAR To We',
    'e\u0301 a\u0308 n\u0303 Å',
    'مرحبا بالعالم',
    'שלום עולם',
    'iPhone 15 مرحبا (2026)!',
    'שלום 123 abc (ok)',
  ),
  ...casesOf(hind, 'office fluffy', 'नमस्ते दुनिया क्षत्रिय', '3 नमस्ते office'),
  ...casesOf(thai, 'สวัสดีชาวโลก ที่นี้'),
  ...casesOf(kuaile, '你好世界 Hello', '第一行\n\n第三行长'),
  ...down(kuaile, '“你”：；～', '‘你’《》【】—…', '你好（世界）。', '我love你2026年', '第一行\n第二行长'),
  ...down(rubik, 'Hello שלום'),
  { file: hind, settings: { text: 'office', letterSpacing: 0.2 } },
  { file: rubik, settings: { text: 'שלום office', letterSpacing: 0.1, align: 'end' } },
  { file: rubik, settings: { text: 'سلام', letterSpacing: 0.1 } },
  { file: rubik, settings: { text: 'iPhone سلام مرحبا 15', letterSpacing: 0.1 } },
]
const notoCases: readonly Case[] = [
  ...casesOf(noto, '你好，世界！office'),
  ...down(
    noto,
    '竖排ABC和123字',
    '爱你U.T.',
    '我♥你★①℃',
    '♥★☆♪①Ⅳ℃',
    '「你好」（世界）……——！',
    '一生\n一世',
    '——破折……号',
    '！？：；～',
  ),
  ...casesOf(noto, '破折——号……', '骨直！？：；', '“引号”——2026'),
  { file: noto, settings: { text: 'ア、ー。ぁ：；', vertical: true }, lang: 'ja' },
  { file: noto, settings: { text: 'がぎぐ、ア！' }, lang: 'ja' },
  { file: noto, settings: { text: '한국어 안녕 세계' }, lang: 'ko' },
  { file: noto, settings: { text: '한국어 안녕 がぎぐ' }, lang: 'ko' },
  { file: noto, settings: { text: 'office', letterSpacing: 0.2 } },
  { file: noto, settings: { text: '爱你U.T.', vertical: true, letterSpacing: 0.2 } },
]

const plain: TextSettings = { text: '', vertical: false, align: 'start', letterSpacing: 0, lineHeight: 1.2 }
/** Smallest agreement that a text must reach. */
const minimumOverlap = 0.94
/** Margin around the text in px, for outlines that extend beyond their line. */
const margin = 60

let browser: Browser
let page: Page
const opened = new Map<string, OpenFont>()
const fontOf = (file: string): OpenFont => {
  const font = opened.get(file) ?? openFont(readFileSync(file))
  opened.set(file, font)
  return font
}

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page } = await newPage(browser, { width: 1400, height: 1200 }))
  await page.route('http://fonts.test/**', (route) => {
    const file = decodeURIComponent(new URL(route.request().url()).pathname.slice(1))
    return file === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      : route.fulfill({ body: readFileSync(file) })
  })
  await page.goto('http://fonts.test/')
})
afterAll(() => browser.close())

interface Ink {
  readonly width: number
  /** Darkness of each pixel, 0 to 255. */
  readonly at: Uint8Array
  /** Centre of the ink in px. */
  readonly x: number
  readonly y: number
}

async function inkOnPage(): Promise<Ink> {
  const { width, height, data } = PNG.sync.read(await page.screenshot())
  const at = Uint8Array.from({ length: width * height }, (_, pixel) => 255 - (data[pixel * 4] ?? 255))
  let [sum, sumX, sumY] = [0, 0, 0]
  at.forEach((dark, pixel) => {
    sum += dark
    sumX += dark * (pixel % width)
    sumY += dark * Math.floor(pixel / width)
  })
  return { width, at, x: sumX / sum, y: sumY / sum }
}

/** Returns the ink that both have divided by the ink that either has, 0 to 1. */
function agreement(one: Ink, other: Ink): number {
  let [both, either] = [0, 0]
  one.at.forEach((a, pixel) => {
    const b = other.at[pixel] ?? 0
    both += Math.min(a, b)
    either += Math.max(a, b)
  })
  return both / either
}

async function compare({ file, settings: own, lang = 'zh-CN' }: Case): Promise<number> {
  const settings = { ...plain, ...own }
  const drawn = textPath(fontOf(file), settings)
  if (drawn === null) throw new Error('nothing was drawn')
  const family = basename(file, extname(file))
  const { text, vertical, align, letterSpacing, lineHeight } = settings
  await page.setViewportSize({ width: Math.ceil(drawn.width) + 3 * margin, height: Math.ceil(drawn.height) + 3 * margin })
  await page.evaluate(
    async ({ words, css, url, family, lang }) => {
      document.documentElement.lang = lang
      document.body.innerHTML = ''
      if (![...document.fonts].some((face) => face.family === family)) {
        document.fonts.add(await new FontFace(family, `url("${url}")`).load())
      }
      const element = document.createElement('div')
      element.textContent = words
      element.style.cssText = css
      document.body.append(element)
    },
    {
      words: text,
      lang,
      url: `http://fonts.test/${encodeURIComponent(file)}`,
      family,
      css: [
        `position:fixed;left:${margin}px;top:${margin}px;white-space:pre;color:#000;font-family:${family};font-size:${textUnit}px`,
        `line-height:${lineHeight};letter-spacing:${letterSpacing}em;unicode-bidi:plaintext;text-rendering:geometricPrecision;text-spacing-trim:space-all`,
        `text-align:${align === 'start' ? 'left' : align === 'end' ? 'right' : 'center'};writing-mode:${vertical ? 'vertical-rl' : 'horizontal-tb'}`,
      ].join(';'),
    },
  )
  const theirs = await inkOnPage()
  const draw = async (x: number, y: number) => {
    await page.evaluate(
      ([path, at]) => {
        document.body.innerHTML = `<svg width="100%" height="100%" style="position:fixed;inset:0"><path transform="translate(${at})" d="${path}"/></svg>`
      },
      [drawn.path, [margin + x, margin + y]] as const,
    )
    return inkOnPage()
  }
  const ours = await draw(0, 0)
  const [x, y] = [theirs.x - ours.x, theirs.y - ours.y]
  expect(Math.max(Math.abs(x), Math.abs(y)), 'how far the text is out of place').toBeLessThan(1.5)
  // A page places its lines on whole pixels. It also thickens thin strokes, which moves the centre a little along a line of mixed
  // scripts.
  let best = agreement(ours, theirs)
  for (const [dx, dy] of [[x, y] as const, [0, y] as const, [x, 0] as const]) {
    if (best < minimumOverlap) best = Math.max(best, agreement(await draw(dx, dy), theirs))
  }
  return best
}

const named = (cases: readonly Case[]) =>
  cases.map((one) => {
    const { text, vertical, letterSpacing } = one.settings
    const font = one.file.split('/').pop()?.split(/[_-]/)[0]
    return [`${text?.replaceAll('\n', '⏎')}, ${font}${vertical ? ', down' : ''}${letterSpacing ? ', spaced' : ''}`, one] as const
  })

describe('text as outlines looks as Chromium draws it', () => {
  test.each(named(packagedCases))('text is shaped as Chromium shapes it: %s', async (_, one) => {
    expect(await compare(one)).toBeGreaterThanOrEqual(minimumOverlap)
  })
})

const collection = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc'
const collectionCases: readonly Case[] = [
  ...casesOf(collection, '龘靐齉爩壳匠', '——破折……号！？：；'),
  ...down(collection, '你！？：；～', '——破折……号'),
]
const installed = existsSync(collection)
describe.skipIf(!installed)(
  installed ? 'in a font for all of East Asia' : `in a font for all of East Asia: skipped, there is no ${collection}`,
  () => {
    test.each(named(collectionCases))('text in a font for all of East Asia is Chinese: %s', async (_, one) => {
      expect(await compare(one)).toBeGreaterThanOrEqual(minimumOverlap)
    })
  },
)

const present = existsSync(noto)
describe.skipIf(!present)(
  present ? 'in a Chinese OpenType font' : 'in a Chinese OpenType font: skipped, there is no ../shared/data/fonts',
  () => {
    test.each(named(notoCases))('text in a Chinese OpenType font is shaped as Chromium shapes it: %s', async (_, one) => {
      expect(await compare(one)).toBeGreaterThanOrEqual(minimumOverlap)
    })
  },
)
