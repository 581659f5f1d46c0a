import { expect, test } from 'vitest'
import { readResultError } from './result-error'

test('a payment failed if its address has a message, even an empty one', () => {
  expect(readResultError(null)).toBeNull()
  expect(readResultError('')).toBe('支付平台没有说明原因。')
  expect(readResultError(' \u0000\n ')).toBe('支付平台没有说明原因。')
})

test('a message is shown as plain text in one line', () => {
  expect(readResultError('<b>余额不足</b>\n请换一张卡')).toBe('<b>余额不足</b> 请换一张卡')
  expect(readResultError('a\u202eb')).toBe('a b')
})

test('a long message is cut without splitting a character', () => {
  expect(readResultError('错'.repeat(200))).toBe('错'.repeat(200))
  expect(readResultError('😀'.repeat(5000))).toBe(`${'😀'.repeat(200)}…`)
})
