import { expect, test } from 'vitest'
import { bytesHex, randomHex } from './hex'

test('bytesHex writes two lower-case digits for each byte', () => {
  expect(bytesHex([0, 1, 15, 16, 171, 255])).toBe('00010f10abff')
  expect(bytesHex([])).toBe('')
})

test('randomHex returns as many random bytes as asked for, sixteen unless said otherwise', () => {
  expect(randomHex()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomHex(4)).toMatch(/^[0-9a-f]{8}$/)
  expect(new Set(Array.from({ length: 100 }, () => randomHex(8))).size).toBe(100)
})
