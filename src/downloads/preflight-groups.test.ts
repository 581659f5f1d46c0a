import { expect, test } from 'vitest'
import type { Finding } from '../../contract/rules/preflight'
import { chosenPictures, entryText, groupFindings, isConfirmable } from './preflight-groups'
import { pictureNumber } from './test/download-double'

const pictures = [1, 2, 3, 4, 5].map((number) => pictureNumber(number))
const held: Finding = { code: 'held', text: '：买家申请了退款' }
const poor: Finding = { code: 'poor', text: '的定制图只有 26 DPI' }
const found = new Map<number, readonly Finding[]>([
  [1, []],
  [2, [held, poor]],
  [3, [{ code: 'missing', text: '的定制图不存在' }]],
  [4, [poor]],
  [5, [held, { code: 'missing', text: '的定制图不存在' }]],
])
const idsAfter = (...decisions: readonly (readonly [number, boolean])[]) => {
  const { chosen, confirmed } = chosenPictures(pictures, found, new Map(decisions))
  return [chosen.map(({ customizationId }) => customizationId), confirmed]
}

test('findings are grouped by problem, most serious first', () => {
  expect(groupFindings(pictures, found).map(({ code, download, entries }) => [code, download, entries.length])).toEqual([
    ['held', 'optIn', 2],
    ['missing', 'never', 2],
    ['poor', 'noted', 2],
  ])
  const [first] = groupFindings(pictures, found)
  expect(first?.entries.map(entryText)[0]).toBe('260000000000000002 苹果 iPhone 15：买家申请了退款')
})

test('held pictures are downloaded only when the seller wants them, missing ones never, and any other as he decides', () => {
  expect(idsAfter()).toEqual([[1, 4], []])
  expect(idsAfter([2, true], [3, true], [5, true])).toEqual([[1, 2, 4], [2]])
  expect(idsAfter([2, true], [4, false])).toEqual([[1, 2], [2]])
  // A decision taken back leaves nothing behind.
  expect(idsAfter([2, false], [4, true])).toEqual([[1, 4], []])
  expect(pictures.filter(({ customizationId }) => !isConfirmable(found, customizationId))).toHaveLength(2)
})
