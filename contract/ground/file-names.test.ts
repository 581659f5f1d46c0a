import { describe, expect, test } from 'vitest'
import { safeFileName, uniqueNames } from './file-names'

describe('safeFileName', () => {
  test.each([
    ['海浪', '海浪'],
    ['  夏日/海浪: "1*2"?  ', '夏日 海浪 1 2'],
    ['a\u0000b\nc', 'a b c'],
    ['..', '模板'],
    ['   ', '模板'],
    ['结尾有点. . ', '结尾有点'],
    ['CON', '_CON'],
    ['com1.png', '_com1.png'],
    ['console', 'console'],
    ['图\u202egnp.exe', '图gnp.exe'],
    ['../../etc/passwd', '.. .. etc passwd'],
  ])('safeFileName changes %j to %j', (text, name) => {
    expect(safeFileName(text, '模板')).toBe(name)
  })

  test('safeFileName shortens a long name between characters, to a length that file systems accept', () => {
    expect(safeFileName('浪'.repeat(200), '模板')).toBe('浪'.repeat(80))
    expect(safeFileName('🌊'.repeat(200), '模板')).toBe('🌊'.repeat(60))
  })
})

test('uniqueNames compares names without regard to case, as Windows does', () => {
  expect(uniqueNames(['海浪', 'A', 'a', '海浪', '海浪 (2)', '海浪'])).toEqual([
    '海浪',
    'A',
    'a (2)',
    '海浪 (2)',
    '海浪 (2) (2)',
    '海浪 (3)',
  ])
})
