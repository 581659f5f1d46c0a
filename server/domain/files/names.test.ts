import { expect, test } from 'vitest'
import { claimedType } from './names'

test('claimedType uses the extension of a name, whatever its case', () => {
  expect([claimedType('照片.PNG'), claimedType('a.b.jpeg'), claimedType('没有后缀')]).toEqual([
    'image/png',
    'image/jpeg',
    'application/octet-stream',
  ])
})

test('claimedType ignores names that are properties of every object', () => {
  for (const name of ['constructor', 'a.valueof', '__proto__', 'hasownproperty', 'x.constructor']) {
    expect(claimedType(name)).toBe('application/octet-stream')
  }
})
