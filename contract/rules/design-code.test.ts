import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codesIn, codeText, designCode, readDesignCode } from './design-code'

const random = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 7, maxLength: 7 })
const fullWidth = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

/** Spellings of 73P9-ZE27, as keyboards, pages and people give them. */
const spellings: readonly (readonly [string, string])[] = [
  ['in full width', '７３Ｐ９－ＺＥ２７'],
  ['with a dash in full width', '73P9－ZE27'],
  ['with two blanks', '73P9  ZE27'],
  ['with a line break', '73P9\nZE27'],
  ['with a line break of Windows', '73P9\r\nZE27'],
  ['with a tab', '73P9\tZE27'],
  ['with an ideographic blank', '73P9　ZE27'],
  ['with a narrow blank', '73P9\u202fZE27'],
  ['with a braille blank', '73P9\u2800ZE27'],
  ['with a zero-width space', '73P9\u200bZE27'],
  ['with zero-width spaces everywhere', [...'73P9-ZE27'].join('\u200b')],
  ['with a soft hyphen', '73P9\u00adZE27'],
  ['with a byte order mark', '\ufeff73P9-\ufeffZE27'],
  ['with a word joiner', '73P9\u2060ZE27'],
  ['with variation selectors', '7\ufe0f3\ufe0fP9-ZE27'],
  ['with a Hangul filler', '73P9\u3164ZE27'],
  ['from right to left', '\u202e73P9-ZE27\u202c'],
  ['in lower case', '73p9-ze27'],
  ['without a dash', '73P9ZE27'],
  ['in pairs', '73 P9 ZE 27'],
  ['character by character', '7 3 P 9 - Z E 2 7'],
  ['with halves of other lengths', '73P-9ZE27'],
  ...'-‐‑‒–—―−﹘﹣－⁃~～∼〜_＿.．。·•・/／\\|｜:：,，、+=*#…⸺〰︱'
    .split('')
    .map((dash) => [`with ${dash}`, `73P9${dash}ZE27`] as const),
  ['with a long dash', '73P9——ZE27'],
  ['with blanks around the dash', '73P9 - ZE27'],
  ['with several dashes', '73P9---ZE27'],
  ['with arrows', '73P9<->ZE27'],
  ['with the Chinese numeral one', '73P9一ZE27'],
  ['with a prolonged sound mark', '73P9ーZE27'],
  ['with the word for a dash', '73P9横杠ZE27'],
  ['with a letter before it', 'KJ73P9-ZE27'],
  ['with letters before it and no dash', 'KJ73P9ZE27'],
  ['with a prefix and a dash', 'KJ-73P9-ZE27'],
  ['with the number of pieces after it', '73P9-ZE272件'],
  ['with x2 after it', '73P9-ZE27x2'],
  ['with x2 after it and no dash', '73P9ZE27x2'],
  ['with *2 after it', '73P9-ZE27*2'],
  ['with a word after it', '73P9-ZE27thanks'],
  ['between words', 'code73P9-ZE27thanks'],
  ['with a telephone number after it', '73P9-ZE2713800138000'],
  ['with a telephone number before it', '1380013800073P9-ZE27'],
  ['with a telephone number after it and no dash', '73P9ZE2713800138000'],
  ['with a telephone number beside it', '13800138000 73P9-ZE27'],
  ['with an order number beside it', '2900000000000000104,73P9-ZE27'],
  ['between Chinese words', '编号73P9-ZE27谢谢'],
  ['in brackets', '【73P9-ZE27】'],
  ['in quotes', '“73P9-ZE27”'],
  ['after a colon', '定制编号：73P9-ZE27。'],
  ['between emoji', '🐱73P9-ZE27🐱'],
  ['after a phone', 'iPhone15 73P9-ZE27'],
  ['with an entity for a blank', '73P9&nbsp;ZE27'],
  ['with an unfinished entity', '73P9&nbspZE27'],
  ['with an entity for a dash', '73P9&#45;ZE27'],
  ['with a hexadecimal entity', '73P9&#x2d;ZE27'],
  ['with a named dash', '73P9&ndash;ZE27'],
  ['with a hidden entity', '73P9&shy;ZE27'],
  ['with a tag', '73P9<br/>ZE27'],
  ['within tags', '<span style="color:red">73P9</span>-<b>ZE27</b>'],
  ['in JSON', '{"note":"73P9\\u002dZE27"}'],
  ['with a line break of JSON', '{"note":"73P9\\nZE27"}'],
  ['with Cyrillic letters', '73Р9-ZЕ27'],
  ['with Greek letters', '73Ρ9-ΖΕ27'],
  ['with lower-case Cyrillic letters', '73р9-zе27'],
  ['with circled characters', '⑦③Ⓟ⑨-ⓏⒺ②⑦'],
  ['with squared letters', '73🄿9-🅉🄴27'],
  ['with black squared letters', '73🅿9-🆉🅴27'],
  ['with black circles', '❼❸🅟❾-🅩🅔❷❼'],
  ['with keycaps', '7️⃣3️⃣P9️⃣-ZE2️⃣7️⃣'],
  ['with regional indicators', '73🇵9-🇿🇪27'],
  ['with mathematical letters', '𝟕𝟑𝐏𝟗-𝒁𝑬𝟐𝟕'],
  ['with monospaced letters', '𝟽𝟹𝙿𝟿-𝚉𝙴𝟸𝟽'],
  ['with superscripts', '⁷³ᴾ⁹-ZE²⁷'],
  ['with Arabic digits', '٧٣P٩-ZE٢٧'],
  ['with accents', '73P9-ŻÉ27'],
  ['crossed out', [...'73P9ZE27'].join('\u0336')],
  ['twice', '73P9-ZE27 73P9-ZE27'],
]

describe('the code of a design', () => {
  test('the code of a design is read again however it is typed', () => {
    fc.assert(
      fc.property(random, (values) => {
        const code = designCode(values)
        expect(readDesignCode(code)).toBe(code)
        expect(readDesignCode(` ${codeText(code).toLowerCase()} `)).toBe(code)
        expect(readDesignCode(code.replace(/0/g, 'o').replace(/1/g, 'l'))).toBe(code)
        expect(readDesignCode(code.replace(/0/g, 'О').replace(/1/g, 'і'))).toBe(code)
        expect(readDesignCode(fullWidth(codeText(code)))).toBe(code)
      }),
    )
  })

  test.each(spellings)('the code of a design is found %s: %s', (_, text) => {
    expect(codesIn(text)).toContain('73P9ZE27')
    expect(codesIn(`你好，${text}，谢谢`)).toContain('73P9ZE27')
  })

  test('the code of a design is found with any text around it and between its halves', () => {
    const around = fc.constantFrom(
      '',
      'KJ',
      '编号',
      '2件',
      'x2',
      'thanks',
      '13800138000',
      '🐱',
      '【',
      ' ',
      '\n',
      '：',
      '2900000000000000104',
    )
    const dash = fc.constantFrom('', '-', '－', ' — ', '\u200b', '~', '\n', '&nbsp;', '/', ' ', '一')
    const form = fc.constantFrom(
      (text: string) => text,
      fullWidth,
      (text: string) => text.toLowerCase(),
    )
    fc.assert(
      fc.property(random, around, dash, around, form, (values, before, between, after, formed) => {
        const code = designCode(values)
        const isNumber = /^\d+$/.test(code) && /[0-9a-z]$/i.test(before + after)
        const text = before + formed(code.slice(0, 4)) + between + formed(code.slice(4)) + after
        if (!isNumber) expect({ text, codes: codesIn(text) }).toEqual({ text, codes: expect.arrayContaining([code]) })
      }),
      { numRuns: 500 },
    )
  })

  test('the code of a design is found beside another one, also directly', () => {
    fc.assert(
      fc.property(random, random, fc.constantFrom('', ',', '，', '、', '+', '和', '\n', ' '), (one, two, sign) => {
        const codes = [designCode(one), designCode(two)]
        fc.pre(!codes.some((code) => /^\d+$/.test(code)))
        expect(codesIn(codes.join(sign))).toEqual(expect.arrayContaining(codes))
        expect(codesIn(codes.map(codeText).join(sign))).toEqual(expect.arrayContaining(codes))
      }),
    )
  })

  test('the code of a design is never found in a telephone or order number', () => {
    const digits = (length: number) =>
      fc
        .integer({ min: 0, max: 9 })
        .map(String)
        .chain((first) => fc.stringMatching(new RegExp(`^[0-9]{${length - 1}}$`)).map((rest) => first + rest))
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 19 }).chain(digits), (number) => {
        expect(codesIn(number)).toEqual([])
        expect(codesIn(`电话${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}转12`)).toEqual([])
        expect(codesIn(fullWidth(number))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('the code of a design is refused with one wrong character or two swapped neighbours', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 31 }), (values, at, by) => {
        const code = designCode(values)
        const characters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
        const wrong = characters[(characters.indexOf(code[at] ?? '') + by) % 32]
        expect(readDesignCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBeNull()
        const [one, two] = [code[at], code[at + 1]]
        if (two === undefined || one === two) return
        expect(readDesignCode(code.slice(0, at) + two + one + code.slice(at + 2))).toBeNull()
      }),
    )
  })

  test('the code of a design is found in a remark, each once, those that stand alone first', () => {
    const [a, b] = [designCode([1, 2, 3, 4, 5, 6, 7]), designCode([31, 0, 9, 8, 7, 6, 5])]
    expect(codesIn(`定制编号：${codeText(a)}，谢谢！另一个${b}。再发一次 ${a.toLowerCase()}`)).toEqual([a, b])
    expect(codesIn(`KJ${b}，${codeText('73P9ZE27')}`)[0]).toBe('73P9ZE27')
    expect(codesIn('电话 13800138000，尽快发货 2026-11-23')).toEqual([])
  })

  test('the code of a design is looked for in a text of any length without going back and forth', () => {
    for (const text of ['A1'.repeat(1_000_000), '7 3 P 9 '.repeat(250_000), '&#'.repeat(1_000_000), '<a'.repeat(1_000_000)])
      expect(codesIn(text).length).toBeLessThanOrEqual(40)
  })
})
