import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordHider } from './words'

test('the longest word goes, and words that overlap go as one', () => {
  const hide = wordHider(['小店', '小店铺', 'abcd', 'cdefgh', ''], '_')
  expect(hide('小店 和 小店铺 小')).toBe('_ 和 _ 小')
  expect(hide('xabcdefghy abcd')).toBe('x_y _')
  expect(wordHider([], '_')('小店')).toBe('小店')
})

test('a letter is hidden when a word covers it, and stays otherwise', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '店', '😀'), { maxLength: 24 }).map((all) => all.join(''))
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 6 }), (text, words) => {
      const covered = Array.from({ length: text.length }, (_, at) =>
        words.some(
          (word) =>
            Array.from(word).length > 0 &&
            Array.from({ length: word.length }, (__, back) => at - back).some((from) => from >= 0 && text.startsWith(word, from)),
        ),
      )
      const left = [...covered.keys()].filter((at) => !covered[at]).map((at) => text.charAt(at))
      expect(wordHider(words, '_')(text).split('_').join('')).toBe(left.join(''))
    }),
  )
})
