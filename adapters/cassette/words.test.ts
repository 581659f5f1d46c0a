import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordHider } from './words'

test('wordHider replaces the longest word, and overlapping words together', () => {
  const hide = wordHider(['小店', '小店铺', 'abcd', 'cdefgh', ''], '_')
  expect(hide('小店 和 小店铺 小')).toBe('_ 和 _ 小')
  expect(hide('xabcdefghy abcd')).toBe('x_y _')
  expect(wordHider([], '_')('小店')).toBe('小店')
})

test('wordHider hides a letter exactly when a word covers it', () => {
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
      const uncovered = [...covered.keys()].filter((at) => !covered[at]).map((at) => text.charAt(at))
      expect(wordHider(words, '_')(text).split('_').join('')).toBe(uncovered.join(''))
    }),
  )
})
