import { expect, test } from 'vitest'
import { claimedType } from './names'

test('the type a name claims is that of its extension, whatever its case', () => {
  expect([claimedType('照片.PNG'), claimedType('a.b.jpeg'), claimedType('没有后缀')]).toEqual([
    'image/png',
    'image/jpeg',
    'application/octet-stream',
  ])
})

test('a name that is also a property of every object claims nothing', () => {
  for (const name of ['constructor', 'a.valueof', '__proto__', 'hasownproperty', 'x.constructor']) {
    expect(claimedType(name)).toBe('application/octet-stream')
  }
})
