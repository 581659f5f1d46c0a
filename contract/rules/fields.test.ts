import { expect, test } from 'vitest'
import * as bridge from '../../bridge/core/fields'
import * as rules from './fields'

test.each([
  ['the rules', rules],
  ['the bridge', bridge],
] as const)('%s take an object, and no array or anything else, for fields', (_, { isFields, fieldsOf }) => {
  const thing = { a: 1 }
  expect([thing, new Error('x'), Object.create(null)].map(isFields)).toEqual([true, true, true])
  for (const other of [[], [thing], null, undefined, 'text', 0, true, () => thing]) {
    expect(isFields(other)).toBe(false)
    expect(fieldsOf(other)).toEqual({})
  }
  expect(fieldsOf(thing)).toBe(thing)
})
