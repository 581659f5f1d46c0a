import { describe, expect, test } from 'vitest'
import { createNameIndex } from './name-index'

const index = (...names: readonly (string | readonly [brand: string, name: string])[]) =>
  createNameIndex(
    names.map((one) => {
      const [brand, name] = typeof one === 'string' ? ['', one] : one
      return { brand, name, value: `${brand}${name}` }
    }),
  )

describe('finding a model in a list by its name', () => {
  test.each([
    ['苹果', 'iPhone 15 Pro', ['苹果15Pro'], ['苹果15Pro']],
    ['苹果', 'iPhone 15 Pro', ['苹果15Pro Max', '苹果15'], []],
    ['华为', 'Mate 60', ['华为 mate60', '荣耀 60'], ['华为 mate60']],
    ['苹果', 'iPhone 13', ['苹果13/14 通用'], ['苹果13/14 通用']],
    ['神秘', '一号', ['一号'], ['一号']],
    ['神秘', '一号', ['神秘 一号'], ['神秘 一号']],
    ['神秘', '一号', ['二号'], []],
  ])('%s %s among %j is %j', (brand, model, names, found) => {
    expect(index(...names)(brand, model)).toEqual(found)
  })

  test('an equal name of another brand is another model', () => {
    expect(index(['小米', '14'], ['苹果', '14'])('小米', '14')).toEqual(['小米14'])
    expect(index(['Apple/苹果', '15'])('苹果', '15')).toEqual(['Apple/苹果15'])
  })

  test('all values of a model that the list names twice are returned', () => {
    expect(index('苹果 15', '苹果15')('苹果', 'iPhone 15')).toEqual(['苹果 15', '苹果15'])
  })
})
