import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { designAssetCollectionCreate } from '../schemas/assets'
import { textWidth } from './text-width'

describe('width of a text', () => {
  test.each([
    ['', 0],
    ['abc 123', 7],
    ['国潮贴纸', 8],
    ['Ａ１', 4],
    ['ｱｲ', 2],
    ['「卡通」', 8],
    ['한글', 4],
    ['𠮷野', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['😀', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇨🇳', 2],
    ['1️⃣', 2],
    ['❤', 1],
    ['❤️', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['a\u200bb\ufeff', 2],
    ['…—', 2],
  ])('the width of the text %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })

  test('the width of two texts is the sum of both where no characters combine', () => {
    const word = fc.stringMatching(/^[ -~\u4e00-\u9fa5]{0,8}$/)
    fc.assert(fc.property(word, word, (a, b) => textWidth(`${a} ${b}`) === textWidth(a) + 1 + textWidth(b)))
  })

  test('the width of a text is at least 0 and at most 2 per UTF-16 unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const width = textWidth(text)
        return width >= 0 && width <= 2 * text.length
      }),
    )
  })
})

describe('a collection name', () => {
  const problem = (name: unknown): string | undefined =>
    designAssetCollectionCreate.safeParse({ type: 1, name }).error?.issues[0]?.message

  test.each(['一二三四五六', 'abcdefghijkl', '  一二三四五六  ', '😀😀😀😀😀😀'])(
    'the collection name %j is accepted',
    (name) => {
      expect(problem(name)).toBeUndefined()
    },
  )
  test.each(['一二三四五六a', 'abcdefghijklm', '😀😀😀😀😀😀a'])('the collection name %j is refused as too long', (name) => {
    expect(problem(name)).toBe('分组名称不能超过 12 个字符（一个汉字算 2 个字符）')
  })
  test.each([undefined, null, '', '   ', '\u3000\n', '\u200b\u200d\ufeff'])(
    'the collection name %j is refused as missing',
    (name) => {
      expect(problem(name)).toBe('此项必须填写')
    },
  )
})
