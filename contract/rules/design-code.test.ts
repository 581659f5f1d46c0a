import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesIn, codeText, designCode, readDesignCode } from './design-code'

const random = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 7, maxLength: 7 })

describe('the code of a design', () => {
  it('is read again however it is typed', () => {
    fc.assert(
      fc.property(random, (values) => {
        const code = designCode(values)
        expect(readDesignCode(code)).toBe(code)
        expect(readDesignCode(` ${codeText(code).toLowerCase()} `)).toBe(code)
        expect(readDesignCode(code.replace(/0/g, 'o').replace(/1/g, 'l'))).toBe(code)
      }),
    )
  })

  it('is refused with one wrong character or two swapped neighbours', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 31 }), (values, at, by) => {
        const code = designCode(values)
        const characters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
        const wrong = characters[(characters.indexOf(code[at] ?? '') + by) % 32]
        expect(readDesignCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBeNull()
        const [one, two] = [code[at], code[at + 1]]
        if (two === undefined || one === two) return
        expect(readDesignCode(code.slice(0, at) + two + one + code.slice(at + 2))).toBeNull()
      }),
    )
  })

  it('is found in a remark, each once, and nothing else is', () => {
    const [a, b] = [designCode([1, 2, 3, 4, 5, 6, 7]), designCode([31, 0, 9, 8, 7, 6, 5])]
    expect(codesIn(`定制编号：${codeText(a)}，谢谢！另一个${b}。再发一次 ${a.toLowerCase()}`)).toEqual([a, b])
    expect(codesIn('电话 13800138000，尽快发货 2026-11-23')).toEqual([])
    expect(codesIn(`9${a}`)).toEqual([])
  })
})
