import { expect, test } from 'vitest'
import { errorText } from './words'

test('a failure is said in our words, and never in those of the browser', () => {
  const chunk = Object.assign(new Error('Loading chunk 77 failed. (error: https://shop.test/assets/77.js)'), {
    name: 'ChunkLoadError',
  })
  expect(errorText(chunk)).toBe('网络不通，请检查网络后重试')
  expect(errorText(new Error('一个设计最多上传 40 张图片'))).toBe('一个设计最多上传 40 张图片')
  for (const foreign of [new TypeError('Failed to fetch'), new DOMException('The quota has been exceeded.'), 'lost', undefined])
    expect(errorText(foreign)).toBe('没有成功，请再试一次；还不行请刷新页面')
})
