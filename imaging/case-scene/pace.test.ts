import { describe, expect, test } from 'vitest'
import { createPace } from './pace'

const isSlowAfter = (...times: readonly number[]) => {
  const pace = createPace()
  for (const ms of times) pace.note(ms)
  return pace.isSlow
}

describe('the pace of pictures', () => {
  test('the pace of pictures is slow after three slow ones in a row, and stays so', () => {
    expect(isSlowAfter(16, 16, 50, 50)).toBe(false)
    expect(isSlowAfter(16, 16, 50, 50, 50)).toBe(true)
    expect(isSlowAfter(16, 16, 50, 50, 50, 16, 16, 16)).toBe(true)
  })
  test('the pace of pictures is not judged by the first two, nor by a single hiccup', () => {
    expect(isSlowAfter(400, 400, 50, 50)).toBe(false)
    expect(isSlowAfter(16, 16, 50, 50, 16, 50, 50, 16)).toBe(false)
  })
})
