import { describe, expect, test } from 'vitest'
import { cleanName, nameCount, nameProblem } from './collection-name'

describe('the name of a collection', () => {
  test.each([
    ['', '0/12'],
    ['abc', '3/12'],
    ['夏日a', '5/12'],
    ['  夏日  ', '4/12'],
    ['😀👨‍👩‍👧', '4/12'],
  ])('the name %j is counted as %s', (typed, count) => expect(nameCount(typed)).toBe(count))

  test.each(['夏日海边贴纸', 'abcdefghijkl', '夏日ab海边cd', '😀😀😀😀😀😀', 'e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301abcdef'])(
    'the name %j is accepted',
    (typed) => expect(nameProblem(typed)).toBeNull(),
  )

  test.each(['', '   ', '\u3000', '\u200b\u200d'])('the invisible name %j is refused as empty', (typed) =>
    expect(nameProblem(typed)).toBe('此项必须填写'),
  )

  test('a name that is too long is refused with the excess', () => {
    expect(nameProblem('夏日海边贴纸a')).toBe('分组名称不能超过 12 个字符（一个汉字算 2 个字符），现在多了 1 个')
    expect(nameProblem('很'.repeat(300))).toMatch('现在多了 588 个')
  })

  test('a name is normalised to NFC and trimmed', () => expect(cleanName(' e\u0301 ')).toBe('é'))
})
