import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OpenFont, openFont } from './font'
import { layOutText, type TextSettings } from './layout'
import { verticalRuns } from './orientation'
import { textPicture, textUnit } from './text-svg'

const plain: TextSettings = { text: '', vertical: false, align: 'center', letterSpacing: 0, lineHeight: 1.2 }
const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')

let font: OpenFont
beforeAll(() => {
  font = openFont(readFileSync(fontFile))
})

/** Where the pen stood for each glyph, px. */
const places = (settings: Partial<TextSettings>) =>
  layOutText(font, { ...plain, ...settings }, 100).glyphs.map(
    ({ matrix }) => [Math.round(matrix[4]), Math.round(matrix[5])] as const,
  )

describe('a font', () => {
  test.each([
    ['text', Buffer.from('not a font at all')],
    ['nothing', Buffer.alloc(0)],
    ['half a font', Buffer.from([0, 1, 0, 0, 0, 20])],
  ])('made of %s is refused', (_, bytes) => {
    expect(() => openFont(bytes)).toThrow('not a font')
  })

  test('names each character it lacks once, and never a space or a joiner', () => {
    expect(font.missing('你好 hello\n世界\u200d')).toEqual([])
    expect(font.missing('好😀😀\u{20BB7}')).toEqual(['😀', '\u{20BB7}'])
  })

  test('cut off anywhere is refused or opened, and never hangs', () => {
    const bytes = readFileSync(fontFile)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (length) => {
        try {
          openFont(bytes.subarray(0, length)).shape('a', 'horizontal')
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('horizontal text', () => {
  test('goes from left to right, line under line', () => {
    const [a, b, c, d] = places({ text: '你好\n世界', align: 'start' })
    expect(a?.[0]).toBe(0)
    expect(b?.[0]).toBeGreaterThan(50)
    expect(b?.[1]).toBe(a?.[1])
    expect(c?.[0]).toBe(0)
    expect((c?.[1] ?? 0) - (a?.[1] ?? 0)).toBe(120)
    expect(d?.[1]).toBe(c?.[1])
  })

  test.each([
    ['start', 0],
    ['center', 0.5],
    ['end', 1],
  ] as const)('aligned to its %s', (align, part) => {
    const { glyphs, width } = layOutText(font, { ...plain, text: '你好世界\n你', align }, 100)
    const short = layOutText(font, { ...plain, text: '你' }, 100).width
    expect(glyphs[4]?.matrix[4]).toBeCloseTo((width - short) * part, 5)
  })

  test('spaced apart grows by the gaps between its characters and keeps its ends', () => {
    const near = layOutText(font, { ...plain, text: '你好世界' }, 100)
    const apart = layOutText(font, { ...plain, text: '你好世界', letterSpacing: 0.5 }, 100)
    expect(apart.width - near.width).toBeCloseTo(150, 5)
    expect(apart.glyphs[0]?.matrix[4]).toBeCloseTo(0, 5)
  })

  test('keeps an empty line in the middle', () => {
    const [a, b] = places({ text: '你\n\n好', align: 'start' })
    expect((b?.[1] ?? 0) - (a?.[1] ?? 0)).toBe(240)
  })
})

describe('vertical text', () => {
  test('goes from top to bottom, columns from right to left', () => {
    const [a, b, c] = places({ text: '你好\n世', vertical: true, align: 'start' })
    expect((b?.[1] ?? 0) - (a?.[1] ?? 0)).toBeGreaterThan(50)
    expect(b?.[0]).toBe(a?.[0])
    expect((a?.[0] ?? 0) - (c?.[0] ?? 0)).toBe(120)
  })

  test('lays Latin and digits on their side, with marks and joiners beside their character', () => {
    expect(verticalRuns('我love你2026年')).toEqual([
      { text: '我', upright: true },
      { text: 'love', upright: false },
      { text: '你', upright: true },
      { text: '2026', upright: false },
      { text: '年', upright: true },
    ])
    expect(verticalRuns('e\u0301（好）…')).toEqual([
      { text: 'e\u0301', upright: false },
      { text: '（好）', upright: true },
      { text: '…', upright: false },
    ])
    expect(verticalRuns('👩‍🚀好')).toEqual([{ text: '👩‍🚀好', upright: true }])
    const lying = layOutText(font, { ...plain, text: 'ab', vertical: true }, 100).glyphs[0]?.matrix
    expect(lying?.slice(0, 4)).toEqual([0, expect.any(Number), expect.any(Number), 0])
  })

  test('gives each ideograph an em where the font has no vertical measures of its own', () => {
    expect(layOutText(font, { ...plain, text: '你好世界', vertical: true }, 100).height).toBeCloseTo(400, 5)
  })
})

describe('the picture of a text', () => {
  test('holds every outline inside its box', () => {
    const texts = fc.stringMatching(/^[你好世界手机壳Agjy1,. \n]{1,30}$/)
    fc.assert(
      fc.property(texts, fc.boolean(), fc.constantFrom('start', 'center', 'end'), (text, vertical, align) => {
        const picture = textPicture(font, { ...plain, text, vertical, align: align as 'start' }, '#646464')
        if (picture === null) {
          expect(text.trim()).toBe('')
          return
        }
        const [left = 0, top = 0, width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(picture.svg)?.[1] ?? '')
          .split(' ')
          .map(Number)
        expect([picture.width, picture.height]).toEqual([width, height])
        const numbers = (/ d="([^"]*)"/.exec(picture.svg)?.[1] ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
        numbers.forEach((value, at) => {
          const [from, size] = at % 2 === 0 ? [left, width] : [top, height]
          expect(value).toBeGreaterThanOrEqual(from)
          expect(value).toBeLessThanOrEqual(from + size)
        })
      }),
      { numRuns: 60 },
    )
  })

  test('is about an em high for one line', () => {
    const picture = textPicture(font, { ...plain, text: '壳' }, '#000')
    expect(picture?.height).toBeGreaterThanOrEqual(textUnit)
    expect(picture?.height).toBeLessThanOrEqual(textUnit * 1.3)
  })

  test('refuses a colour that is none', () => {
    expect(() => textPicture(font, { ...plain, text: '壳' }, 'red"/>')).toThrow('not a hex colour')
  })
})
