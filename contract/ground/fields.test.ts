import { expect, test } from 'vitest'
import { fieldsOf, isFields } from './fields'

test('objects are read as fields, and neither arrays nor other values are', () => {
  const thing = { a: 1 }
  expect([thing, new Error('x'), Object.create(null)].map(isFields)).toEqual([true, true, true])
  for (const other of [[], [thing], null, undefined, 'text', 0, true, () => thing]) {
    expect(isFields(other)).toBe(false)
    expect(fieldsOf(other)).toEqual({})
  }
  expect(fieldsOf(thing)).toBe(thing)
})
