import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OpenFont, openFont } from './font'
import { layOutText } from './layout'
import type { TextSettings } from './layout-types'
import { missingCharacters } from './missing'
import { textRuns, turning } from './runs'
import { short, textPicture, textUnit } from './text-svg'

const plain: TextSettings = { text: '', vertical: false, align: 'center', letterSpacing: 0, lineHeight: 1.2 }
const oneLetter = { start: 0, end: 1, direction: 'leftToRight', script: null, language: 'zh-Hans', ligatures: true } as const
const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')

let font: OpenFont
beforeAll(() => {
  font = openFont(readFileSync(fontFile))
})

/** Pen position of each glyph, px. */
const places = (settings: Partial<TextSettings>) =>
  layOutText(font, { ...plain, ...settings }, 100).glyphs.map(
    ({ matrix }) => [Math.round(matrix[4]), Math.round(matrix[5])] as const,
  )

describe('a font', () => {
  test.each([
    ['text', Buffer.from('not a font at all')],
    ['nothing', Buffer.alloc(0)],
    ['half a font', Buffer.from([0, 1, 0, 0, 0, 20])],
  ])('openFont refuses %s', (_, bytes) => {
    expect(() => openFont(bytes)).toThrow('not a font')
  })

  test('a font lists each missing character once, and never a space or a joiner', () => {
    const missing = (text: string) => missingCharacters(font, { ...plain, text })
    expect(missing('你好 hello\n世界\u200d')).toEqual([])
    expect(missing('好😀😀\u{20BB7}')).toEqual(['😀', '\u{20BB7}'])
  })

  test('a font truncated anywhere is refused or opened, and never hangs', () => {
    const bytes = readFileSync(fontFile)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (length) => {
        try {
          openFont(bytes.subarray(0, length)).shape('a', oneLetter)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('horizontal text', () => {
  test('horizontal text runs from left to right, line under line', () => {
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
  ] as const)('horizontal text can be aligned to its %s', (align, part) => {
    const { glyphs, width } = layOutText(font, { ...plain, text: '你好世界\n你', align }, 100)
    const short = layOutText(font, { ...plain, text: '你' }, 100).width
    expect(glyphs[4]?.matrix[4]).toBeCloseTo((width - short) * part, 5)
  })

  test('letter spacing widens horizontal text between its characters and not at its ends', () => {
    const near = layOutText(font, { ...plain, text: '你好世界' }, 100)
    const apart = layOutText(font, { ...plain, text: '你好世界', letterSpacing: 0.5 }, 100)
    expect(apart.width - near.width).toBeCloseTo(150, 5)
    expect(apart.glyphs[0]?.matrix[4]).toBeCloseTo(0, 5)
  })

  test('an empty line in the middle of a text is kept', () => {
    const [a, b] = places({ text: '你\n\n好', align: 'start' })
    expect((b?.[1] ?? 0) - (a?.[1] ?? 0)).toBe(240)
  })
})

describe('vertical text', () => {
  test('vertical text runs from top to bottom, columns from right to left', () => {
    const [a, b, c] = places({ text: '你好\n世', vertical: true, align: 'start' })
    expect((b?.[1] ?? 0) - (a?.[1] ?? 0)).toBeGreaterThan(50)
    expect(b?.[0]).toBe(a?.[0])
    expect((a?.[0] ?? 0) - (c?.[0] ?? 0)).toBe(120)
  })

  test('vertical text orients characters by Unicode, with marks and joiners beside their character', () => {
    const stances = (line: string) => textRuns(line, true).map(({ start, end, stance }) => [line.slice(start, end), stance])
    expect(stances('我love你2026年')).toEqual([
      ['我', 'standing'],
      ['love', 'lying'],
      ['你', 'standing'],
      ['2026', 'lying'],
      ['年', 'standing'],
    ])
    expect(stances('e\u0301（好）…')).toEqual([
      ['e\u0301', 'lying'],
      ['（', 'transformed'],
      ['好', 'standing'],
      ['）', 'transformed'],
      ['…', 'lying'],
    ])
    for (const upright of ['♥★☆♪①Ⅳ℃', '㎏㊙〒', '、。', '👩‍🚀']) expect(stances(upright)).toEqual([[upright, 'standing']])
    for (const sideways of ['←↑', '—–', 'Ω', '½'.normalize('NFKD')]) {
      expect(stances(sideways).every(([, stance]) => stance === 'lying')).toBe(true)
    }
    const lying = layOutText(font, { ...plain, text: 'ab', vertical: true }, 100).glyphs[0]?.matrix
    expect(lying?.slice(0, 4)).toEqual([0, expect.any(Number), expect.any(Number), 0])
  })

  test('vertical text rotates a bracket only when the font has no vertical form of it', () => {
    const turned = (file: string, text: string) =>
      layOutText(openFont(readFileSync(file)), { ...plain, text, vertical: true }, 100).glyphs[0]?.matrix[0] === 0
    const rubik = createRequire(import.meta.url).resolve('@expo-google-fonts/rubik/400Regular/Rubik_400Regular.ttf')
    expect(turned(fontFile, '（')).toBe(false)
    expect(turned(rubik, '“')).toBe(true)
  })

  test('vertical text gives each ideograph one em when the font has no vertical metrics', () => {
    expect(layOutText(font, { ...plain, text: '你好世界', vertical: true }, 100).height).toBeCloseTo(400, 5)
  })
})

/** The font with vertical metrics of its own: glyph 0 has its own advance, all others share the second. */
function withTables(tables: Readonly<Record<string, Buffer>>): Buffer {
  const old = readFileSync(fontFile)
  const all = new Map<string, Buffer>()
  for (let i = 0; i < old.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    const offset = old.readUInt32BE(at + 8)
    all.set(old.toString('latin1', at, at + 4), old.subarray(offset, offset + old.readUInt32BE(at + 12)))
  }
  for (const [tag, table] of Object.entries(tables)) all.set(tag, table)
  const tags = [...all.keys()].sort()
  const head = Buffer.alloc(12 + tags.length * 16)
  old.copy(head, 0, 0, 4)
  head.writeUInt16BE(tags.length, 4)
  const parts = [head]
  let offset = head.length
  tags.forEach((tag, i) => {
    const table = all.get(tag) ?? Buffer.alloc(0)
    head.write(tag, 12 + i * 16, 'latin1')
    head.writeUInt32BE(offset, 12 + i * 16 + 8)
    head.writeUInt32BE(table.length, 12 + i * 16 + 12)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}

describe('a font with vertical measures of its own', () => {
  const vhea = Buffer.alloc(36)
  vhea.writeUInt16BE(2, 34)
  const vmtx = Buffer.alloc(8 + 10_000 * 2)
  vmtx.writeUInt16BE(1000, 0)
  // Every glyph after the first has an advance of 1200 and a top bearing of 50.
  vmtx.writeUInt16BE(1200, 4)
  for (let at = 6; at < vmtx.length; at += 2) vmtx.writeInt16BE(50, at)
  const vorg = Buffer.alloc(12)
  vorg.writeUInt16BE(1, 0)
  vorg.writeInt16BE(700, 4)
  vorg.writeUInt16BE(1, 6)
  vorg.writeUInt16BE(font0('你'), 8)
  vorg.writeInt16BE(650, 10)

  function font0(character: string): number {
    const plainFont = openFont(readFileSync(fontFile))
    return plainFont.glyphOf(character)
  }
  const columnOf = (bytes: Buffer) => layOutText(openFont(bytes), { ...plain, text: '你好', vertical: true, align: 'start' }, 100)
  const baselines = (bytes: Buffer) => columnOf(bytes).glyphs.map(({ matrix }) => Math.round(matrix[5]))

  test('vertical metrics place each glyph by its own origin', () => {
    expect(baselines(withTables({ VORG: vorg }))).toEqual([65, 170])
  })

  test('glyphs hang by their tops when the font has only bearings, and move by their advances', () => {
    const [first = 0, second = 0] = baselines(withTables({ vhea, vmtx }))
    const top = (character: string) => Math.max(...font.outline(font0(character)).values.filter((_, at) => at % 2 === 1))
    expect(first).toBeCloseTo((top('你') + 50) / 10, -0.5)
    expect(second).toBeCloseTo(120 + (top('好') + 50) / 10, -0.5)
    expect(columnOf(withTables({ vhea, vmtx })).height).toBeCloseTo(240, 5)
  })
})

describe('text of both directions', () => {
  const order = (line: string) => textRuns(line, false).map(({ start, end }) => line.slice(start, end))

  test('bidirectional text is split into runs by the Unicode algorithm, with the direction of its first letter', () => {
    expect(order('שלום 123 abc')).toEqual(['abc', ' ', '123', 'שלום '])
    expect(order('abc שלום 123!')).toEqual(['abc ', '123', 'שלום ', '!'])
    expect(order('iPhone مرحبا')).toEqual(['iPhone ', 'مرحبا'])
    expect(order('😀שלום😀')).toEqual(['😀שלום😀'])
  })

  test('every character that can change a direction is known as one, so that other lines need no algorithm', () => {
    const { getBidiCharTypeName } = bidiFactory()
    const classes = new Set<string>()
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit)
      if (!turning.test(character)) classes.add(getBidiCharTypeName(character))
    }
    const changing = ['R', 'AL', 'AN', 'RLE', 'RLO', 'RLI', 'LRE', 'LRO', 'LRI', 'FSI', 'PDF', 'PDI']
    expect(changing.filter((one) => classes.has(one))).toEqual([])
    expect(classes).toContain('L')
  })

  test.each([
    ['一——二', 'zh-Hans', false],
    ['——！？', 'zh-Hans', false],
    ['Hello', 'zh-Hans', false],
    ['かな、', 'ja', false],
    ['カナー', 'ja', false],
    ['한국어 안녕', 'ko', false],
    ['ㄅㄆㄇ', 'zh-Hant', false],
    ['سلام', 'zh-Hans', true],
    ['ܫܠܡܐ', 'zh-Hans', true],
    ['ᠮᠣᠩᠭᠣᠯ', 'zh-Hans', true],
    ['ߒߞߏ', 'zh-Hans', true],
    ['ࡌࡀࡍࡃࡀ', 'zh-Hans', true],
    ['ꡖꡍꡂ', 'zh-Hans', true],
    ['𐴀𐴞𐴕', 'zh-Hans', true],
    ['𞤀𞤣𞤤', 'zh-Hans', true],
    ['שלום', 'zh-Hans', false],
    ['नमस्ते', 'zh-Hans', false],
  ])('%s is set in %s, and its letters join: %s', (line, language, cursive) => {
    expect(textRuns(line, false)).toEqual([expect.objectContaining({ start: 0, end: line.length, language, cursive })])
  })

  test('punctuation belongs to the letters before it, also in another direction', () => {
    const scripts = (line: string) => textRuns(line, false).map(({ start, end, script }) => [line.slice(start, end), script])
    expect(scripts('你好！ABC？か。')).toEqual([
      ['你好！', 'Hani'],
      ['ABC？', 'Latn'],
      ['か。', 'Hira'],
    ])
    expect(scripts('سلام 15')).toEqual([
      ['15', 'Arab'],
      ['سلام ', 'Arab'],
    ])
  })

  test('letter spacing comes between words and never between letters that join', () => {
    const rubik = openFont(
      readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/rubik/400Regular/Rubik_400Regular.ttf')),
    )
    const width = (text: string, letterSpacing: number) => layOutText(rubik, { ...plain, text, letterSpacing }, 100).width
    expect(width('سلام', 0.1)).toBeCloseTo(width('سلام', 0), 5)
    expect(width('سلام مرحبا', 0.1)).toBeCloseTo(width('سلام مرحبا', 0) + 10, 5)
    expect(width('ABC', 0.1)).toBeCloseTo(width('ABC', 0) + 20, 5)
  })

  test('the runs of any line cover it exactly once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.boolean(), (line, vertical) => {
        const runs = textRuns(line, vertical).sort((a, b) => a.start - b.start)
        expect(runs.map(({ start, end }) => line.slice(start, end)).join('')).toBe(line)
        expect(runs.every(({ start, end }) => start < end)).toBe(true)
      }),
    )
  })
})

test('short writes the nearest hundredth without needless digits', () => {
  const plainly = (value: number) => (Math.round(value * 100) / 100 || 0).toString()
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
      expect(short(value)).toBe(plainly(value))
    }),
  )
  for (const value of [0, -0, -0.004, -0.005, -0.05, 0.05, 1.1, -12.34, 100, 0.999]) expect(short(value)).toBe(plainly(value))
})

test('letters with letter spacing are not joined into ligatures', () => {
  const hind = openFont(
    readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/hind/400Regular/Hind_400Regular.ttf')),
  )
  const glyphs = (letterSpacing: number) => layOutText(hind, { ...plain, text: 'office', letterSpacing }, 100).glyphs.length
  expect([glyphs(0), glyphs(0.1)]).toEqual([4, 6])
})

describe('the picture of a text', () => {
  test('the picture of a text contains every outline', () => {
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
        const outside = numbers.filter((value, at) => {
          const [from, size] = at % 2 === 0 ? [left, width] : [top, height]
          return value < from || value > from + size
        })
        expect(outside).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('the picture of one line is about one em high', () => {
    const picture = textPicture(font, { ...plain, text: '壳' }, '#000')
    expect(picture?.height).toBeGreaterThanOrEqual(textUnit)
    expect(picture?.height).toBeLessThanOrEqual(textUnit * 1.3)
  })

  test('drawing a text refuses an invalid colour', () => {
    expect(() => textPicture(font, { ...plain, text: '壳' }, 'red"/>')).toThrow('not a hex colour')
  })
})
