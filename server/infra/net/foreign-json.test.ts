import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../contract/ground/fields'
import { parseJson, writeJson } from './foreign-json'

describe('ids in JSON of other programs', () => {
  test('ids above 2^53 become their exact text', () => {
    const text = '{"tid":1011032513942101325,"num_iid":620003498461,"list":[ -9007199254740993 ],"price":29.90}'
    expect(parseJson(text)).toEqual({
      tid: '1011032513942101325',
      num_iid: 620_003_498_461,
      list: ['-9007199254740993'],
      price: 29.9,
    })
  })

  test('numbers inside text are left alone, also after quotes and backslashes', () => {
    const value = { note: '编号 1011032513942101325', quoted: '"1011032513942101325"', path: '\\', next: '1011032513942101325' }
    expect(parseJson(JSON.stringify(value))).toEqual(value)
  })

  test('ids of any size are written as numbers and read as the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.string({ unit: 'binary' }), (id, note) => {
        const text = writeJson({ id, note })
        expect(text).toContain(`:${id},`)
        const back = fieldsOf(parseJson(text))
        expect([String(back.id), back.note]).toEqual([String(id), note])
      }),
    )
  })

  test('all other JSON is read as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const text = JSON.stringify(value)
        const large = /(?<![\d.eE+])-?\d{16,}(?![\d.])/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))
        fc.pre(!large)
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('texts in JSON of other programs', () => {
  const textIn = (inside: string): unknown => fieldsOf(parseJson(`{"a":"${inside}","b":1}`)).a

  test.each([
    ['x\u000by', 'xy'],
    ['x\u0000y\u001f', 'xy'],
    ['x\ty\nz', 'x\ty\nz'],
    ['x\r\ny\rz', 'x\ny\nz'],
    ['\\x41\\x7E', 'A~'],
    ['\\x07', ''],
    ["\\q\\'\\u12", "q'u12"],
    ['\\\u000b\\\n', '\n'],
    ['\\\\x41\\"\\u0041\\/', '\\x41"A/'],
  ])('%j is read as %j', (inside, text) => {
    expect(textIn(inside)).toBe(text)
  })

  test('a byte order mark is skipped, and whatever else is not JSON is refused', () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 })
    for (const wrong of ['{"a":1', '{"a":"x', '{a:1}', '{"a":"\\"}', "{'a':1}", '{"a":1}x', '\u000b{}', '<html></html>', '']) {
      expect(() => parseJson(wrong)).toThrow(SyntaxError)
    }
  })

  test('any text that a program wrote without escapes is read with its line ends, without other control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const raw = text.replace(/["\\]/g, '')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are dropped
        expect(textIn(raw)).toBe(raw.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f]/g, ''))
      }),
    )
  })
})
