import { describe, expect, test } from 'vitest'
import { readNames, summarizeNames } from './names'

describe('readNames', () => {
  test('each line or cell is a name, trimmed, and empty ones are ignored', () => {
    expect(readNames('  小米 15 \r\n\r\n小米 15 Pro\t小米 15 Ultra\n 　\n', [])).toEqual({
      names: ['小米 15', '小米 15 Pro', '小米 15 Ultra'],
      repeated: [],
      existing: [],
      tooLong: [],
    })
  })

  test('names that exist already or are written twice are left out', () => {
    const { names, existing, repeated } = readNames('甲\n乙\n甲\n丙\n乙', ['乙'])
    expect(names).toEqual(['甲', '丙'])
    expect(existing).toEqual(['乙'])
    expect(repeated).toEqual(['甲'])
  })

  test('names are compared in composed form, as the server does', () => {
    expect(readNames('e\u0301tui', ['\u00e9tui'])).toMatchObject({ names: [], existing: ['\u00e9tui'] })
  })

  test('names that are too long are reported', () => {
    const long = '长'.repeat(101)
    expect(readNames(`${long}\n短`, [])).toMatchObject({ names: ['短'], tooLong: [long] })
  })

  test('ten thousand lines are read quickly', () => {
    const text = Array.from({ length: 10_000 }, (_, place) => `型号 ${place}`).join('\n')
    expect(readNames(text, []).names).toHaveLength(10_000)
  })
})

test('summarizeNames lists a few names and counts all', () => {
  expect(summarizeNames(['甲', '乙'])).toBe('甲、乙')
  expect(summarizeNames(['甲', '乙', '丙'], 2)).toBe('甲、乙 等 3 个')
})
