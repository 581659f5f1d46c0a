import { expect, test } from 'vitest'
import { itemOf } from '../../../../contract/test/orders'
import { createBody, linesProblem, type ManualFields, type ManualLine, newLine, storedLines, updateBody } from './manual-fields'

const whole: ManualLine = { ...newLine('a'), brandId: 1, phoneModelId: 2, materialColorId: 3, design: 'later' }
const fields = (change: Partial<ManualFields> = {}): ManualFields => ({
  shopId: 7,
  originalId: '',
  lines: [whole],
  buyerMessage: '',
  sellerMemo: '',
  ...change,
})

test.each<[string, Partial<ManualLine>, string | null]>([
  ['nothing missing', {}, null],
  ['no model', { phoneModelId: null }, '第 2 个商品：请选择型号'],
  ['no colour', { materialColorId: null }, '第 2 个商品：请选择材质和颜色'],
  ['no quantity', { quantity: null }, '第 2 个商品：数量须为 1 到 10000 的整数'],
  ['half a piece', { quantity: 0.5 }, '第 2 个商品：数量须为 1 到 10000 的整数'],
  ['too many pieces', { quantity: 10_001 }, '第 2 个商品：数量须为 1 到 10000 的整数'],
  ['no picture', { design: 'picture' }, '第 2 个商品：请上传定制图，或选择“以后再说”'],
  ['no code', { design: 'code', code: ' ' }, '第 2 个商品：请填写定制编号，或选择“以后再说”'],
  ['everything missing in a line that is kept', { kept: '壳', phoneModelId: null, quantity: null }, null],
])('a form with %s says so of its line', (_, change, problem) => {
  expect(linesProblem([whole, { ...whole, ...change }])).toBe(problem)
})

test('a form without lines asks for one', () => expect(linesProblem([])).toBe('请至少写一个商品'))

test.each([
  ['', null],
  [' X202603010001 ', null],
  ['X202603010002', 'X202603010002'],
  ['A-1', 'A-1'],
])('the number %o is sent as %o where X202603010001 was proposed', (typed, sent) => {
  expect(createBody(fields({ originalId: typed }), 7, 'X202603010001').originalId).toBe(sent)
})

test('the design of a line is the one that is chosen, whatever else was typed before', () => {
  const typed = { ...whole, picture: { fileId: 9, name: 'a', url: 'b' }, code: 'KJ-1' }
  const designOf = (design: ManualLine['design']) => createBody(fields({ lines: [{ ...typed, design }] }), 7, '').lines[0]?.design
  expect(designOf('picture')).toEqual({ kind: 'picture', fileId: 9 })
  expect(designOf('code')).toEqual({ kind: 'code', code: 'KJ-1' })
  expect(designOf('later')).toEqual({ kind: 'later' })
})

test('a stored order is sent back with its lines as they are, apart from those that were changed or added', () => {
  const stored = storedLines({ orderItems: [itemOf(1), itemOf(2)] })
  expect(stored.map(({ kept }) => kept)).toEqual(['定制手机壳 1（颜色:黑色）×1', '定制手机壳 2（颜色:黑色）×1'])
  const changed = stored.map((line, at) => (at === 1 ? { ...line, kept: null, phoneModelId: 2, materialColorId: 3 } : line))
  expect(updateBody(fields({ lines: [...changed, whole] })).lines).toMatchObject([
    { itemId: 1, keep: true },
    { itemId: 2, phoneModelId: 2 },
    { itemId: null, phoneModelId: 2 },
  ])
})
