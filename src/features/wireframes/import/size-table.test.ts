import { describe, expect, test } from 'vitest'
import { createNameIndex } from '../sizes/name-index'
import { isTableFile, readSizeTable } from './size-table'

const read = (...lines: readonly string[]) => readSizeTable('尺寸.csv', new Blob([lines.join('\n')]))
const sizes = async (...lines: readonly string[]) =>
  (await read(...lines)).entries.map(({ brand, name, widthMm, heightMm }) => [brand, name, widthMm, heightMm])

/** Kinds of writing a table of one model, an iPhone 15 of 71.5 × 147.6 mm. */
const kinds: readonly (readonly [kind: string, heading: string, row: string])[] = [
  ['two columns of millimetres', '型号,宽,高', 'iPhone 15,71.5,147.6'],
  ['the unit in the heading', '机型,宽(mm),高(mm)', 'iPhone 15,71.5,147.6'],
  ['a full-width heading', '手机型号,宽度（毫米）,高度（毫米）', 'iPhone 15,71.5,147.6'],
  ['centimetres in the heading', '型号,宽(cm),高(cm)', 'iPhone 15,7.15,14.76'],
  ['centimetres in the cell', '型号,宽,高', 'iPhone 15,7.15cm,14.76 厘米'],
  ['millimetres in the cell against a heading of centimetres', '型号,宽(cm),高(cm)', 'iPhone 15,71.5mm,147.6mm'],
  ['the height first', '型号,长,宽', 'iPhone 15,147.6,71.5'],
  ['one column with a times sign', '型号,尺寸', 'iPhone 15,71.5×147.6'],
  ['one column with an asterisk', '型号,打印尺寸(mm)', 'iPhone 15,71.5*147.6'],
  ['one column with the height first', '型号,尺寸', 'iPhone 15,147.6*71.5'],
  ['one column whose heading says the order', '型号,长×宽(cm)', 'iPhone 15,14.76×7.15'],
  ['one column whose heading says width and height', '型号,宽*高', 'iPhone 15,71.5*147.6'],
  ['both sides in the column of the width', '型号,宽,高', 'iPhone 15,71.5×147.6,'],
  ['full-width digits', '型号,宽,高', 'iPhone 15,７１．５,１４７．６'],
  ['commas as decimal points', '型号;宽;高', 'iPhone 15;71,5;147,6'],
  ['commas as decimal points with a unit', '型号;宽;高', 'iPhone 15;71,5mm;147,6 毫米'],
  ['commas as decimal points in one column', '型号;尺寸', 'iPhone 15;71,5×147,6'],
  ['English headings', 'Model,Width (mm),Height (mm)', 'iPhone 15,71.5,147.6'],
  ['columns that mean nothing here', '序号,型号,备注,宽,高,库存', '1,iPhone 15,常用,71.5,147.6,20'],
]

describe('a table of sizes', () => {
  test.each(kinds)('the table is read as %s', async (_, heading, row) => {
    expect(await sizes(heading, row)).toEqual([['', 'iPhone 15', 71.5, 147.6]])
  })

  test('a title above the headings is passed over, and a brand holds for the rows below it', async () => {
    expect(
      await sizes('2026 年机型尺寸表,,,', '', '品牌,型号,宽,高', '苹果,15,71.5,147.6', ',16,71.6,147.6', '小米,14,71.5,152.8'),
    ).toEqual([
      ['苹果', '15', 71.5, 147.6],
      ['苹果', '16', 71.6, 147.6],
      ['小米', '14', 71.5, 152.8],
    ])
  })

  test('rows that cannot be read are named with their line, rows without any size are passed over', async () => {
    const { entries, unread } = await read('型号,宽,高', '15,大,147.6', '16,,', ',71.5,147.6', '17,71.5,', '18,71.5,147.6')
    expect(entries.map(({ name, line }) => [name, line])).toEqual([['18', 6]])
    expect(unread).toEqual(['第 2 行「15」：看不懂尺寸「大、147.6」', '第 4 行没有型号', '第 5 行「17」：看不懂尺寸「71.5」'])
  })

  test('a table without headings is refused in words', async () => {
    await expect(read('iPhone 15,71.5,147.6', 'iPhone 16,71.6,147.6')).rejects.toThrow('没有认出标题行')
    await expect(read('型号,颜色', '15,黑')).rejects.toThrow('没有认出标题行')
  })

  test('models are found by the matcher, and a model of several rows has several sizes', async () => {
    const { entries } = await read('型号,宽,高', '苹果15Pro,70.6,146.6', '苹果 15,71.6,147.6', '苹果15手机,72,148')
    const find = createNameIndex(entries.map((value) => ({ brand: value.brand, name: value.name, value })))
    expect(find('苹果', 'iPhone 15 Pro').map(({ line }) => line)).toEqual([2])
    expect(find('苹果', 'iPhone 15 Pro Max')).toEqual([])
    expect(find('苹果', 'iPhone 15').map(({ line }) => line)).toEqual([3, 4])
  })

  test('tables are known by their ending', () => {
    expect(['尺寸.CSV', '尺寸.xlsx', '旧.xls'].every(isTableFile)).toBe(true)
    expect(['图.png', '压缩.zip'].some(isTableFile)).toBe(false)
  })
})
