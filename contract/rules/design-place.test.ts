import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesForAnother, type PlaceLine, placeDesign, placeDesigns } from './design-place'
import { lineKindOf } from './line-kind'

const design = (phoneModelName: string, change: object = {}) => ({
  phoneBrandName: '苹果',
  phoneModelName,
  materialName: '磨砂',
  colorName: '黑',
  ...change,
})
let ids = 0
const line = (model: string, change: Partial<PlaceLine> = {}): PlaceLine => ({
  id: ++ids,
  title: '定制手机壳',
  propertiesName: model === '' ? '' : `适用手机型号:${model}`,
  quantity: 1,
  isHeld: false,
  designs: 0,
  isSent: false,
  isCustomizable: false,
  ...change,
})
const gift = (change: Partial<PlaceLine> = {}) => line('', { title: '赠品 钢化膜 拍下不发', ...change })
const held = (model: string) => line(model, { isHeld: true })

describe('the item of an order that a design goes into', () => {
  /** A name, the lines, the model of the design and the index of its line, or the doubt. */
  test.each<[string, readonly PlaceLine[], string, number | string]>([
    ['the only one', [line('iPhone 15')], 'iPhone 15', 0],
    [
      'the live one of its phone after a gift and a refunded one',
      [gift(), held('iPhone 15'), line('iPhone 15 Pro')],
      'iPhone 15 Pro',
      2,
    ],
    ['none where the one of its phone is refunded', [gift(), held('iPhone 15 Pro'), line('')], 'iPhone 15 Pro', 'held'],
    ['never a 补差价 of five', [line('', { title: '补差价', quantity: 5 }), line('iPhone 15 Pro')], 'iPhone 15 Pro', 1],
    ['never a film', [line('iPhone 15', { title: '苹果15钢化膜' }), line('iPhone 15', { title: '来图定制壳' })], 'iPhone 15', 1],
    [
      'none of gifts, films and services alone',
      [gift(), line('iPhone 15', { title: '钢化膜' }), line('', { title: '加急费' })],
      'iPhone 15',
      'noLine',
    ],
    ['the one of its phone among two phones', [line('iPhone 14'), line('iPhone 15')], 'iPhone 15', 1],
    ['none where another phone was bought', [line('iPhone 14')], 'iPhone 15', 'otherPhone'],
    ['the one that names no phone beside another phone', [line('iPhone 14'), line('请备注型号')], 'iPhone 15', 1],
    ['none of two that name no phone and differ', [line('请备注'), line('', { title: '来图定制' })], 'iPhone 15', 'several'],
    [
      'none of two products that name no phone, although one names its colour',
      [line('', { propertiesName: '颜色:黑' }), line('', { title: '来图定制', propertiesName: '颜色:白' })],
      'iPhone 15',
      'several',
    ],
    [
      'the one of its colour among two of one product that name no phone',
      [line('', { propertiesName: '颜色:白' }), line('', { propertiesName: '颜色:黑' })],
      'iPhone 15',
      1,
    ],
    ['the first of two equal ones', [line('请备注'), line('请备注')], 'iPhone 15', 0],
    ['the second of two equal ones when the first has a design', [line('', { designs: 1 }), line('')], 'iPhone 15', 1],
    ['the one with a free piece', [line('iPhone 15', { quantity: 2, designs: 1 })], 'iPhone 15', 0],
    ['none that has as many designs as pieces', [line('iPhone 15', { quantity: 2, designs: 2 })], 'iPhone 15', 'full'],
    [
      'none of which a design was sent to a factory',
      [line('iPhone 15', { quantity: 2, designs: 1, isSent: true })],
      'iPhone 15',
      'sent',
    ],
    ['none without pieces', [line('iPhone 15', { quantity: 0 })], 'iPhone 15', 'noLine'],
    ['the one of a customized product', [line('请备注'), line('', { title: '来图定制', isCustomizable: true })], 'iPhone 15', 1],
    [
      'none where the customized product was bought for another phone',
      [line('iPhone 15'), line('iPhone 14', { isCustomizable: true })],
      'iPhone 15',
      'otherPhone',
    ],
    [
      'the one of its material among two of its phone',
      [line('iPhone 15;材质:亮面'), line('iPhone 15;材质:磨砂')],
      'iPhone 15',
      1,
    ],
    ['the first of two of its phone', [line('iPhone 15;材质:亮面'), line('iPhone 15;材质:皮革')], 'iPhone 15', 0],
    [
      'none of two of its phone with different numbers',
      [line('iPhone 15;款:甲', { quantity: 2 }), line('iPhone 15;款:乙')],
      'iPhone 15',
      'several',
    ],
    ['none of an order without items', [], 'iPhone 15', 'noLine'],
    ['none where all are closed', [held('iPhone 15'), held('iPhone 15')], 'iPhone 15', 'held'],
    ['none where all others are closed', [held('iPhone 14')], 'iPhone 15', 'held'],
  ])('the item for a design is %s', (_, lines, model, expected) => {
    const { lineId, doubt } = placeDesign(lines, design(model))
    expect(doubt ?? lines.findIndex(({ id }) => id === lineId)).toBe(expected)
  })

  test('the refusal of an item names the phone that was bought instead', () =>
    expect(placeDesign([line('iPhone 14')], design('iPhone 15'))).toEqual({
      lineId: null,
      doubt: 'otherPhone',
      bought: 'iPhone 14',
    }))

  test('the item for a design does not depend on the order of the codes where the items name the phones', () => {
    const lines = [line('iPhone 15'), line('iPhone 15 Pro'), line('请备注')]
    const placed = (models: readonly string[]) =>
      placeDesigns(
        lines,
        models.map((model) => design(model)),
      ).map(({ lineId }) => lineId)
    expect(placed(['iPhone 15 Pro', 'iPhone 15'])).toEqual([lines[1]?.id, lines[0]?.id])
    expect(placed(['iPhone 16', 'iPhone 15', 'iPhone 15 Pro'])).toEqual([lines[2]?.id, lines[0]?.id, lines[1]?.id])
  })

  test('an item takes as many designs as pieces, and the next one is asked for', () => {
    const [pair] = [line('iPhone 15', { quantity: 2 })]
    const placements = placeDesigns([pair], [design('iPhone 15'), design('iPhone 15'), design('iPhone 15')])
    expect(placements.map(({ lineId, doubt }) => doubt ?? lineId)).toEqual([pair.id, pair.id, 'full'])
  })

  test('the item is another one for each of two designs of one phone', () => {
    const lines = [line('iPhone 15', { quantity: 2 }), line('iPhone 15', { quantity: 2 })]
    const placements = placeDesigns(lines, [design('iPhone 15'), design('iPhone 15')])
    expect(placements.map(({ lineId }) => lineId)).toEqual(lines.map(({ id }) => id))
  })

  const anyLine = fc.record({
    title: fc.constantFrom('定制手机壳', '赠品 钢化膜', '补差价', '苹果15钢化膜', '来图定制', '加急费', '手机挂绳'),
    propertiesName: fc.constantFrom(
      '',
      '机型:iPhone 15',
      '机型:iPhone 15 Pro',
      '机型:华为 Mate 60',
      '型号:请备注',
      '颜色:补差价',
    ),
    quantity: fc.integer({ min: 0, max: 3 }),
    isHeld: fc.boolean(),
    designs: fc.integer({ min: 0, max: 3 }),
    isSent: fc.boolean(),
    isCustomizable: fc.boolean(),
  })
  const anyLines = fc.array(anyLine, { maxLength: 6 }).map((lines) => lines.map((one, at) => ({ ...one, id: at + 1 })))
  const anyDesigns = fc.array(
    fc.constantFrom('iPhone 15', 'iPhone 15 Pro', 'iPhone 16').map((model) => design(model)),
    { maxLength: 5 },
  )

  test('the item for a design is never held, a gift, sent, or without a free piece, and never one that was bought for another phone', () => {
    fc.assert(
      fc.property(anyLines, anyDesigns, (lines, designs) => {
        const placements = placeDesigns(lines, designs)
        expect(placements).toHaveLength(designs.length)
        for (const one of lines) {
          const placed = placements.filter(({ lineId }) => lineId === one.id).length
          if (placed === 0) continue
          expect({ ...one, kind: lineKindOf(one) }).toMatchObject({ isHeld: false, isSent: false, kind: 'case' })
          expect(one.designs + placed).toBeLessThanOrEqual(one.quantity)
        }
        placements.forEach(({ lineId }, at) => {
          const bought = lines.find(({ id }) => id === lineId)?.propertiesName
          if (bought?.startsWith('机型')) expect(bought).toBe(`机型:${designs[at]?.phoneModelName}`)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('the item for a design does not become less certain because a gift, a film or a closed item of another phone is added', () => {
    const added = [gift(), line('iPhone 15', { title: '钢化膜' }), line('iPhone 14', { isHeld: true })]
    fc.assert(
      fc.property(anyLines, fc.constantFrom(...added), fc.nat(6), (lines, extra, at) => {
        const before = placeDesign(lines, design('iPhone 15'))
        const more = [...lines.slice(0, at), extra, ...lines.slice(at)]
        if (before.lineId !== null) expect(placeDesign(more, design('iPhone 15'))).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })
})

describe('items that may want a design again', () => {
  test('items that may want a design again are live ones without a design, bought for its phone, or for none that is named under the same title', () => {
    const lines = [
      line('iPhone 15', { designs: 1 }),
      line('iPhone 15'),
      held('iPhone 15'),
      line('iPhone 14'),
      gift(),
      line('请备注'),
    ]
    expect(linesForAnother(lines, design('iPhone 15'), lines[0] as PlaceLine)).toEqual([lines[1], lines[5]])
  })
})
