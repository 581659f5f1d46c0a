import { expect, test } from 'vitest'
import { typeByName } from './file-types'

test('typeByName uses the extension of a name, whatever its case', () => {
  expect([typeByName('照片.PNG'), typeByName('a.b.jpeg'), typeByName('没有后缀')]).toEqual([
    'image/png',
    'image/jpeg',
    'application/octet-stream',
  ])
})

test('typeByName ignores names that are properties of every object', () => {
  for (const name of ['constructor', 'a.valueof', '__proto__', 'hasownproperty', 'x.constructor']) {
    expect(typeByName(name)).toBe('application/octet-stream')
  }
})
