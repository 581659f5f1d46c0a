import { expect, test } from 'vitest'
import { flagOfWords, noFlag } from './order-flag'

test.each([
  ['红', 'red'],
  ['橙色', 'orange'],
  ['黄旗', 'yellow'],
  ['绿色旗帜', 'green'],
  ['青色小旗', 'cyan'],
  ['蓝星', 'blue'],
  [' 紫色 ', 'purple'],
  ['灰', 'grey'],
  ['粉色', 'purple'],
])('the words %j are a flag that is %s', (words, flag) => expect(flagOfWords(words)).toEqual({ flag, flagText: null }))

test.each(['', '-', '无', '没有', ' '])('the words %j are no flag', (words) => expect(flagOfWords(words)).toEqual(noFlag))

test.each(['加急', '红色加急', '7', '色', '旗'])('the words %j are kept as the text of a flag without a colour', (words) =>
  expect(flagOfWords(words)).toEqual({ flag: null, flagText: words }),
)
