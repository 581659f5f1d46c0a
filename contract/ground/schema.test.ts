import { expect, test } from 'vitest'
import { fitting, integer, list, numberFrom0, object, oneOf, orNull, storedList, such, text } from './schema'

const even = such<number>('is not even', (value) => typeof value === 'number' && value % 2 === 0)
const row = object({ name: text(3), kind: oneOf(['a', 'b']) }, { count: numberFrom0, even })
const file = object({ rows: list(row), inner: object({}, { row }) })
const good = { rows: [{ name: 'abc', kind: 'b', count: 0 }], inner: {} }

test('a value that fits is returned without unknown fields; what is optional may be absent', () => {
  const more = { ...good, rows: [{ ...good.rows[0], more: 1 }], __proto__: { inherited: true }, toString: 1 }
  expect(file(more, 'file')).toEqual(good)
})

test.each([
  [null, 'file is not an object'],
  [[], 'file is not an object'],
  [{}, 'file has no rows'],
  [Object.create(good), 'file has no rows'],
  [{ ...good, rows: {} }, 'file.rows is not a list'],
  [{ ...good, rows: [1] }, 'file.rows[0] is not an object'],
  [{ ...good, rows: [{ name: 'abcd', kind: 'a' }] }, 'file.rows[0].name is not a text'],
  [{ ...good, rows: [...good.rows, { name: 1, kind: 'a' }] }, 'file.rows[1].name is not a text'],
  [{ ...good, rows: [{ name: '', kind: 'c' }] }, 'file.rows[0].kind is none of a, b'],
  [{ ...good, inner: { row: { name: '' } } }, 'file.inner.row has no kind'],
  [{ ...good, inner: { row: { name: '', kind: 'a', even: 1 } } }, 'file.inner.row.even is not even'],
  ...[-1, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined].map((count): [unknown, string] => [
    { ...good, inner: { row: { name: '', kind: 'a', count } } },
    'file.inner.row.count is not a number from 0',
  ]),
])('%j is refused with the first place that does not fit', (value, message) => {
  expect(() => file(value, 'file')).toThrow(expect.objectContaining({ name: 'Misfit', message }))
})

test('the place of an absent field is its own', () => {
  expect(() => file({ rows: [] }, '')).toThrow(expect.objectContaining({ place: '.inner' }))
})

test.each([
  [null, []],
  ['', []],
  ['{"a"', []],
  ['null', []],
  ['{"0":1}', []],
  ['[1,null,"2",2.5,0,[3],-4]', [1, 0, -4]],
])('of a stored %s, the elements that fit are read', (json, elements) => {
  expect(storedList(integer, json)).toEqual(elements)
})

test('fitting returns null for what does not fit, and hides no other error of a schema', () => {
  expect([fitting(integer, 1), fitting(integer, '1'), fitting(orNull(integer), null), fitting(orNull(integer), {})]).toEqual([
    1,
    null,
    null,
    null,
  ])
  const broken = () => {
    throw new TypeError('a mistake of the program')
  }
  expect(() => fitting(broken, 1)).toThrow('a mistake of the program')
})
