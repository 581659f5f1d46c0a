import { expect, test } from 'vitest'
import { disagree } from './color-words'

test.each([
  ['曜石黑', '白色 WH'],
  ['黑', 'WH'],
  ['White', '黑色'],
  ['远峰蓝', '樱花粉'],
  ['透明', '哑光黑'],
])('%s and %s are different colours', (one, other) => {
  expect([disagree(one, other), disagree(other, one)]).toEqual([true, true])
})

test.each([
  ['曜石黑', '黑色 BK'],
  ['黑', 'black'],
  ['云雾白', '白'],
  ['浅蓝', '深蓝'],
  ['玫瑰金', '金色'],
  // A name that says two hues agrees with either.
  ['黑白格', '白色'],
  // Names without a hue say nothing.
  ['原色', '白色'],
  ['01', '黑'],
  ['whale', '黑'],
  ['', ''],
])('%s and %s may be the same', (one, other) => {
  expect([disagree(one, other), disagree(other, one)]).toEqual([false, false])
})
