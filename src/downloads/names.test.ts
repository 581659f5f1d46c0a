import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { downloadRuleParts } from '../../contract/rules/name-parts'
import {
  archiveName,
  effectiveRules,
  maxFolderUnits,
  maxNameBytes,
  maxPathUnits,
  orderIdText,
  pictureName,
  picturePaths,
  samplePicture,
  shopFolders,
  summaryName,
  timestamp,
  withOrderIdFile,
} from './names'
import { pictureNumber } from './test/download-double'

/** Matches names that Windows refuses or silently changes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no name may contain these
const refused = /[\u0000-\u001f<>:"/\\|?*]|[. ]$|^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/i
const bytes = (text: string) => new TextEncoder().encode(text).length
const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('CON', 'nul.png', 'COM¹', '..', ' . ', 'a\u202egnp.exe', '../../x', '👩‍👩‍👧'.repeat(60), 'e\u0301', '\ud800'),
)

describe('file names by the rule of six parts', () => {
  test.each([
    [
      ['ORIGINAL_ID', 'QUANTITY', 'CUSTOMIZATION_INFO', 'SKU_INDEX', 'ORDER_ITEM_INDEX', 'ORDER_ID'] as const,
      '2612345678901234567_定制2张_苹果-iPhone 15 Pro-硅胶-黑色_01_1_10086',
    ],
    [['ORIGINAL_ID'] as const, '10086_苹果-iPhone 15 Pro-硅胶-黑色_2612345678901234567_1_01_定制2张'],
    [[] as const, '10086_苹果-iPhone 15 Pro-硅胶-黑色_2612345678901234567_1_01_定制2张'],
  ])('the rule %j names the sample picture %s', (rules, name) => {
    expect(pictureName(samplePicture, effectiveRules(rules))).toBe(name)
  })

  test('a file name omits the brand when the model contains it', () => {
    const picture = { ...samplePicture, brand: '小米', model: '小米 14' }
    expect(pictureName(picture, downloadRuleParts)).toBe('10086_小米 14-硅胶-黑色_2612345678901234567_1_01_定制2张')
  })

  test('a print profile names its files by some of the parts alone', () => {
    expect(pictureName(samplePicture, ['ORIGINAL_ID', 'SKU_INDEX'])).toBe('2612345678901234567_01')
  })

  test('a repeated part of a naming rule counts once, and a rule with a missing part is replaced by the default', () => {
    expect(effectiveRules([...downloadRuleParts, 'QUANTITY'])).toEqual(downloadRuleParts)
    expect(effectiveRules(['QUANTITY', 'QUANTITY', 'ORDER_ID', 'ORIGINAL_ID', 'SKU_INDEX', 'ORDER_ITEM_INDEX'])).toEqual(
      downloadRuleParts,
    )
  })

  test('a file name from any texts is valid on Windows, short enough, deterministic, and contains the order number', () => {
    fc.assert(
      fc.property(
        fc.record({ brand: wild, model: wild, material: wild, color: wild }),
        fc.shuffledSubarray([...downloadRuleParts], { minLength: 6 }),
        (texts, rules) => {
          const name = pictureName({ ...samplePicture, ...texts }, rules)
          expect(name).not.toMatch(refused)
          expect(name).toBe(name.normalize('NFC'))
          expect(bytes(`${name}.jpeg`)).toBeLessThanOrEqual(maxNameBytes)
          for (const part of ['10086', '2612345678901234567', '定制2张']) expect(name).toContain(part)
          expect(pictureName({ ...samplePicture, ...texts }, rules)).toBe(name)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('the paths of a download are unique without regard to case, and valid, for any shop name', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(wild, fc.integer({ min: 1, max: 3 })), { maxLength: 12 }), wild, (made, shop) => {
        const pictures = made.map(([color, shopId], index) =>
          pictureNumber(1, { customizationId: index, color: color.slice(0, 2), shopId, orderId: 1, orderOriginalId: 'A' }),
        )
        const folders = shopFolders(
          pictures.map(({ shopId }) => shopId),
          () => shop,
        )
        const paths = picturePaths(pictures, [], folders)
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(pictures.length)
        for (const path of paths) {
          const [folder = '', name = '', ...more] = path.split('/')
          expect(more).toEqual([])
          expect(folder).not.toMatch(refused)
          expect(name).not.toMatch(refused)
          expect(bytes(`${name}.jpeg`)).toBeLessThanOrEqual(maxNameBytes)
          expect(`${path}.jpeg`.length).toBeLessThanOrEqual(maxPathUnits)
        }
      }),
      { numRuns: 200 },
    )
  })
})

/** Folders in which sellers unpack archives: the names are as long as they usually get. */
const bases = [
  'C:\\Users\\名字\\Downloads\\定制图_20261121180503_1\\',
  'C:\\Users\\Administrator\\Downloads\\定制图_20261121180503_12\\',
  'C:\\Users\\Administrator\\OneDrive\\Desktop\\定制图_20261121180503_12\\',
  'D:\\订单\\2026年11月\\定制图_20261121180503_1\\定制图_20261121180503_1\\',
]
const longest = '超长的机型名称带各种说明'.repeat(20)
const longestAscii = 'Extraordinarily Long Model Name '.repeat(12)

test.each(bases)('unpacked in %s every path is shorter than 260 and has its order numbers whole', (base) => {
  const numbers = ['2612345678901234567', '2612345678901234568', '2612345678901234569']
  for (const text of [longest, longestAscii, '👩‍👩‍👧'.repeat(60)]) {
    for (const shop of ['旗舰店', longest, longestAscii]) {
      for (const first of downloadRuleParts) {
        const rules = [first, ...downloadRuleParts.filter((part) => part !== first)]
        const pictures = Array.from({ length: 12 }, (_, index) => ({
          ...pictureNumber(1, { customizationId: index, brand: text, model: text, material: text, color: text }),
          ...{ shopId: 1, orderId: 1_234_567_890, platformNumbers: numbers, quantity: 100 },
        }))
        const folders = shopFolders([1], () => shop)
        expect(folders.get(1)?.length).toBeLessThanOrEqual(maxFolderUnits)
        for (const path of picturePaths(pictures, rules, folders)) {
          expect(`${base}${path}.jpeg`.length).toBeLessThan(260)
          expect(path).toContain('2612345678901234567+2612345678901234568等3单')
        }
      }
    }
  }
})

test('shops with the same name get different folders, and no folder has the name of the table', () => {
  expect([...shopFolders([7, 3, 7, 9], (id) => (id === 9 ? '' : '旗舰店'))]).toEqual([
    [3, '旗舰店'],
    [7, '旗舰店 (2)'],
    [9, '店铺9'],
  ])
  expect(shopFolders([1], () => summaryName).get(1)).toBe(`${summaryName} (2)`)
})

test('order numbers are listed, sorted and each once, only if that is set and they come first in the names', () => {
  const rules = ['ORIGINAL_ID', ...downloadRuleParts.filter((part) => part !== 'ORIGINAL_ID')] as const
  expect(withOrderIdFile({ rules: [...rules], withOrderIdFile: true })).toBe(true)
  expect(withOrderIdFile({ rules: [...rules], withOrderIdFile: false })).toBe(false)
  expect(withOrderIdFile({ rules: [...downloadRuleParts], withOrderIdFile: true })).toBe(false)
  const ids = ['2612345678901234568', '991', '2612345678901234567', '991']
  expect(orderIdText(ids.map((number) => ({ platformNumbers: [number] })))).toBe(
    '991\r\n2612345678901234567\r\n2612345678901234568\r\n',
  )
})

test('an archive is named by its kind, the start time of its download and its number', () => {
  expect(archiveName('effect', timestamp(new Date(2026, 0, 5, 9, 7, 3)), 2)).toBe('效果图_20260105090703_2.zip')
})
