import { expect, test } from 'vitest'
import * as bridge from '../../bridge/core/fields'
import * as rules from './fields'

test.each([
  ['the rules', rules],
  ['the bridge', bridge],
] as const)('isFields of %s accepts objects, and neither arrays nor other values', (_, { isFields, fieldsOf }) => {
  const thing = { a: 1 }
  expect([thing, new Error('x'), Object.create(null)].map(isFields)).toEqual([true, true, true])
  for (const other of [[], [thing], null, undefined, 'text', 0, true, () => thing]) {
    expect(isFields(other)).toBe(false)
    expect(fieldsOf(other)).toEqual({})
  }
  expect(fieldsOf(thing)).toBe(thing)
})
