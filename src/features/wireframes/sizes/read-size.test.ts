import { describe, expect, test } from 'vitest'
import { isColumn, readColumn, readMm, readSize } from './read-size'

/** Kinds of writing a length, with the millimetres that each means; undefined: it is refused. */
const lengths: readonly (readonly [kind: string, text: string, mm: number | null | undefined])[] = [
  ['a plain number', '71.5', 71.5],
  ['a whole number', '150', 150],
  ['nothing', '  ', null],
  ['millimetres', '71.5mm', 71.5],
  ['millimetres apart', '71.5 MM', 71.5],
  ['millimetres in Chinese', '71.5 毫米', 71.5],
  ['millimetres in one character', '71.5㎜', 71.5],
  ['centimetres', '7.15cm', 71.5],
  ['centimetres in Chinese', '7.15 厘米', 71.5],
  ['centimetres of tailors', '7.15公分', 71.5],
  ['inches', '2.5in', 63.5],
  ['inches in Chinese', '2.5英寸', 63.5],
  ['full-width digits', '７１．５', 71.5],
  ['full-width digits with a unit', '７１．５ｍｍ', 71.5],
  ['a Chinese full stop as point', '７１。５', 71.5],
  ['a bare point', '.5', 0.5],
  ['more decimals than are stored', '71.4999999', 71.5],
  ['about', '约71.5', 71.5],
  ['roughly', '71.5毫米左右', 71.5],
  ['a blank of Excel', '71.5\u00a0', 71.5],
  ['nothing left', '0', undefined],
  ['a negative number', '-1', undefined],
  ['more than a metre', '1000.5', undefined],
  ['more than a metre in another unit', '101cm', undefined],
  ['two numbers', '7 1', undefined],
  ['words', '宽', undefined],
  ['another unit', '71.5px', undefined],
]

/** Kinds of writing both sides. */
const sizes: readonly (readonly [kind: string, text: string, size: readonly [number, number] | null])[] = [
  ['a times sign', '71.5×150.2', [71.5, 150.2]],
  ['an asterisk', '71.5*150.2', [71.5, 150.2]],
  ['a letter x', '71.5x150.2', [71.5, 150.2]],
  ['a capital X with blanks', '71.5 X 150.2', [71.5, 150.2]],
  ['full-width forms', '７１．５＊１５０．２', [71.5, 150.2]],
  ['a full-width times sign', '71.5 ✕ 150.2 mm', [71.5, 150.2]],
  ['a unit at the end', '71.5×150.2mm', [71.5, 150.2]],
  ['a unit at each side', '71.5mm×150.2mm', [71.5, 150.2]],
  ['Chinese units', '71.5毫米×150.2毫米', [71.5, 150.2]],
  ['centimetres once', '7.15×15.02cm', [71.5, 150.2]],
  ['centimetres at each side', '7.15cm*15.02cm', [71.5, 150.2]],
  ['a comma between', '71.5,150.2', [71.5, 150.2]],
  ['a Chinese comma', '71.5，150.2', [71.5, 150.2]],
  ['a blank between', '71.5 150.2', [71.5, 150.2]],
  ['commas as decimal points', '71,5×150,2', [71.5, 150.2]],
  ['words before', '宽71.5高150.2', [71.5, 150.2]],
  ['words before, the height first', '长150.2mm 宽71.5mm', [71.5, 150.2]],
  ['words behind', '150.2(长)×71.5(宽)', [71.5, 150.2]],
  ['Latin words', 'W71.5 × H150.2', [71.5, 150.2]],
  ['a heading', '尺寸：71.5×150.2mm', [71.5, 150.2]],
  ['about', '约 71.5×150.2', [71.5, 150.2]],
  ['a thickness', '71.5×150.2×7.8mm', [71.5, 150.2]],
  ['the height first, as makers write it', '150.2×71.5×7.8 毫米', [71.5, 150.2]],
  ['one number', '71.5', null],
  ['four numbers', '1,2,3,4', null],
  ['a long number', '1000999', null],
  ['one word of two', '宽71.5×150.2', null],
  ['the same word twice', '宽71.5宽150.2', null],
  ['other words', '71.5 大 150.2', null],
  ['nothing of a side', '0×150.2', null],
]

const portrait = { width: 715, height: 1502 }

describe('sizes as sellers write them', () => {
  test.each(lengths)('the form reads a length as %s: %s', (_, text, mm) => {
    expect(readMm(text)).toBe(mm)
  })

  test.each(sizes)('the form reads both sides as %s: %s', (_, text, size) => {
    expect(readSize(text, portrait)).toEqual(size && { widthMm: size[0], heightMm: size[1] })
  })

  test('the height stays first where nothing says that it is one', () => {
    expect(readSize('150.2×71.5', null)).toEqual({ widthMm: 150.2, heightMm: 71.5 })
    expect(readSize('150.2×71.5', { width: 100, height: 100 })).toEqual({ widthMm: 150.2, heightMm: 71.5 })
  })

  test('a pasted column keeps its rows: blank ones are passed over, a heading is left out, what cannot be read stays', () => {
    expect(readColumn('宽（毫米）\t高（毫米）\r\n71.5\t150.2\r\n\r\n7.15cm\t约15\r\n')).toEqual([
      { width: '71.5', height: '150.2' },
      null,
      { width: '7.15cm', height: '约15' },
    ])
    expect(readColumn('71.5*150.2\n待定2\n80')).toEqual([{ width: '71.5', height: '150.2' }, { width: '待定2' }, { width: '80' }])
    expect(isColumn('71.5')).toBe(false)
    expect(isColumn('71.5\n')).toBe(false)
    expect(isColumn('71.5\n72')).toBe(true)
    expect(isColumn('71.5×150')).toBe(true)
  })
})
