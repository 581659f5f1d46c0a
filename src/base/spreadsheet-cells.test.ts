/** A register of cells that spreadsheets change when they open a CSV file, and of those that they leave alone. */
import { expect, test } from 'vitest'
import { csvFile } from './csv'

/** Each as a merchant code, a name or a remark may be; the comment says what Excel makes of it where it is not obvious. */
const changed: readonly string[] = [
  // Zeros, digits and separators.
  ...['00123', '007', '00', '12.50', '5.0', '1.', '.5', '123456789012', '2612345678901234567', '1234567.890123'],
  ...['1,234', '1,234,567', '12,34', '1 234', "1'234", '1，234', '(5)', '5-', '１２３', '１，２３４', '1_000'],
  // Exponents.
  ...['12E3', '5E10', '1E5', '1e5', '1E+05', '1.5e-3', '1 E 5', '12D3', '0E1', '9e99'],
  // Percentages, amounts, fractions.
  ...[
    '12%',
    '12.5%',
    '5 %',
    '‰5',
    '¥5',
    '￥5',
    '¥ 1,234.50',
    '$5',
    '5€',
    'US$5',
    'CNY 5',
    '5元',
    'RMB5',
    '1/2',
    '3 1/2',
    '½',
    '1½',
  ],
  // Dates in every order, with months in words.
  ...['1-15', '3-4', '1/2/3', '3/4', '2026-11-27', '2026/11/27', '27.11.2026', '27-11-26', '20-1', '1.2.3'],
  ...['3月4日', '3月', '2026年3月', '2026年3月4日', '三月四日', '二〇二六年', '12号', '周3'],
  ...[
    'Mar-24',
    '24-Mar',
    'mar 24',
    'March 2024',
    'Mar 4, 2024',
    '4-Mar-24',
    'MARCH1',
    'SEPT2',
    'DEC10',
    'OCT-4',
    'May 15',
    'Jan. 5',
  ],
  ...['2026-11-27T10:20:30Z', '2026-11-27 10:20', 'Mon 3/4/24'],
  // Times.
  ...['1:30', '1:30:45', '16:9', '10:30 PM', '9 AM', '9a', '9 p', '上午9:30', '9时30分', '9點', '00:00', '24:00:00'],
  // Truth values and errors.
  ...['TRUE', 'false', 'True', 'ＴＲＵＥ', '#N/A', '#REF!', '#div/0!'],
  // Blanks around them do not help.
  ...[' 12', '12 ', '\u00a012%', '12\u3000', ' TRUE ', '12\n', '\u200b1-15'],
]

const untouched: readonly string[] = [
  ...[
    '0',
    '7',
    '12',
    '99999999999',
    '1.5',
    '0.25',
    '1234.5',
    'A12',
    'SKU-12',
    '12-A3',
    'iPhone 15 Pro',
    '15 Pro Max',
    '小米 14',
    'K70',
  ],
  ...[
    '18x12',
    '0x1F',
    '1F',
    'ABC',
    '',
    ' ',
    '硅胶',
    '黑色-2',
    'Mar',
    'May',
    'MAYBE1',
    'Q1-2024',
    'N/A',
    'TRUE1',
    'V2.0',
    '第3个',
    '两件',
  ],
  ...['定制2张', 'E5', 'e12', '订单3月4日发', 'March', '5G版', '1号店旗舰', '3C认证', '😀1', '12寸', '100ml', '5W'],
]

const cellOf = async (text: string) => (await csvFile([[text]]).text()).slice(1, -3)

test.each(changed)('%j is marked, so that a spreadsheet shows it as typed', async (text) => {
  expect(await cellOf(text)).toBe(`${text}\t`)
})

test.each(untouched)('%j is written as it is, because no spreadsheet changes it', async (text) => {
  expect(await cellOf(text)).toBe(text)
})

test.each(['=1+1', '=A1', '+86 138', '-5', '-1-15', '@sum', '＝1', '－5%', ' =1', '\t-1'])(
  '%j is no formula, and has one mark alone',
  async (text) => {
    expect(await cellOf(text)).toBe(`'${text}`)
  },
)

test('marks stay inside of quotes, also beside quotes, commas and line breaks', async () => {
  expect(await csvFile([['1,234', 'a"b', '1\n2', 5]]).text()).toBe('"1,234\t","a""b","1\n2\t",5\r\n')
})
