import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../contract/rules/fields'
import { listOf, parseJson, readTopTime, textOf, topTime, writeJson } from './json'

describe('ids of the marketplace', () => {
  test('marketplace ids above 2^53 become their exact text', () => {
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
        expect([textOf(back.id), back.note]).toEqual([String(id), note])
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

describe('lists', () => {
  test('a missing list is empty, and a single object is a list of one', () => {
    expect(listOf({ items: { item: [{ a: 1 }, { a: 2 }] } }, 'items', 'item')).toHaveLength(2)
    expect(listOf({ items: { item: { a: 1 } } }, 'items', 'item')).toEqual([{ a: 1 }])
    for (const empty of [{}, { items: {} }, { items: '' }, { items: { item: null } }, null, []]) {
      expect(listOf(empty, 'items', 'item')).toEqual([])
    }
  })
})

test('marketplace times are in GMT+8', () => {
  const date = new Date('2026-02-28T16:00:05Z')
  expect(topTime(date)).toBe('2026-03-01 00:00:05')
  expect(readTopTime('2026-03-01 00:00:05')).toEqual(date)
  for (const wrong of ['', '2026-03-01', 'yesterday', 20_260_301, null]) expect(readTopTime(wrong)).toBeNull()
})
