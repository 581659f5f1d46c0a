import { describe, expect, test } from 'vitest'
import { brandRow, colorRow, materialRow, modelRow, skuRow, wireframeRow } from '../../../../contract/test/catalogue'
import type { Wireframe } from '../../../../contract/types'
import { isTickedAtFirst, planSizes, type SizeContext, sizeRow, type TypedSize } from './size-rows'

const brand = brandRow({ name: '苹果' })
const color = colorRow()
const material = materialRow({ colors: [color] })

/** A wireframe of an iPhone 15, whose body is 71.6 × 147.6 mm, drawn at 10 px a millimetre with a border of 20 px. */
const area = { left: 20, right: 20, top: 20, bottom: 20 }
const source = (of: Partial<Wireframe> = {}, name = 'iPhone 15') => ({
  wireframe: wireframeRow({ width: 780, height: 1540, printArea: area, ...of }),
  row: { id: 1, key: '2-4', brand, model: modelRow({ id: 2, name }), material, color, sku: skuRow({ wireframeId: 50 }) },
})
const nothing: SizeContext = { factorySizes: new Map(), holes: new Map() }
const atFactory: SizeContext = {
  ...nothing,
  factorySizes: new Map([[2, [{ factory: '印壳厂', widthMm: 75.1, heightMm: 151.3 }]]]),
}
const row = (of: Partial<Wireframe> = {}, context = nothing, edit?: TypedSize, name?: string) =>
  sizeRow(source(of, name), context, edit)

describe('what the table 填毫米 proposes', () => {
  test('a phone of the library is proposed with its case and the border of the picture', () => {
    expect(row()).toMatchObject({ origin: 'library', widthMm: 78, heightMm: 154, stretch: null, isChanged: true })
  })

  test('the hole of the foreground stands for a print area that is missing', () => {
    const holes = new Map([[50, area]])
    expect(row({ printArea: null }, { ...nothing, holes })).toMatchObject({ widthMm: 78, hole: area })
    expect(row({ printArea: null })).toMatchObject({ widthMm: 74, heightMm: 150, hole: null })
  })

  test('the size of the factory comes first, and what is stored before it', () => {
    expect(row({}, atFactory)).toMatchObject({ origin: 'factory', widthMm: 75.1, heightMm: 151.3 })
    expect(row({ widthMm: 70, heightMm: 140 }, atFactory)).toMatchObject({ origin: 'stored', widthMm: 70, isChanged: false })
  })

  test('a model that the library does not know has no proposal', () => {
    expect(row({}, nothing, undefined, '神秘手机')).toMatchObject({
      origin: null,
      typed: { width: '', height: '' },
      isChanged: false,
    })
  })

  test('a proposal of wrong proportions is not ticked, and what the seller types is', () => {
    const square = row({ width: 1000, height: 1000, printArea: null })
    expect(square.stretch?.isWrong).toBe(true)
    expect(isTickedAtFirst(square)).toBe(false)
    expect(isTickedAtFirst(row({ width: 1000, height: 1000 }, nothing, { width: '70', height: '150' }))).toBe(true)
    expect(isTickedAtFirst(row())).toBe(true)
    expect(isTickedAtFirst(row({ widthMm: 70, heightMm: 140 }))).toBe(false)
  })
})

describe('what applying the table 填毫米 changes', () => {
  test('only changed rows are sent, with what they had for undoing', () => {
    const plan = planSizes([row(), row({ id: 51, widthMm: 70, heightMm: 140 })], false)
    expect(plan.changes.map(({ input }) => input)).toEqual([
      { wireframeId: 50, change: { widthMm: 78, heightMm: 154 }, before: { widthMm: null, heightMm: null } },
    ])
    expect(plan.same).toBe(1)
  })

  test('a row with a text that is no length is named and not sent', () => {
    const plan = planSizes([row({}, nothing, { width: '七十', height: '150' })], false)
    expect(plan.changes).toEqual([])
    expect(plan.invalid).toHaveLength(1)
  })

  test('a standard wireframe that takes the factory’s size says so, and keeps its mark', () => {
    const edit = { width: '75.1', height: '151.3' }
    const [change] = planSizes([row({ standard: 'library', widthMm: 76, heightMm: 152 }, atFactory, edit)], false).changes
    expect(change?.input.change).toEqual({ widthMm: 75.1, heightMm: 151.3, standard: 'factory' })
    expect(change?.input.before).toEqual({ widthMm: 76, heightMm: 152, standard: 'library' })
  })

  test('the hole becomes the print area where the seller wants it', () => {
    const holed = row({ printArea: null }, { ...nothing, holes: new Map([[50, area]]) })
    const [change] = planSizes([holed], true).changes
    expect(change?.input.change).toMatchObject({ printAreaLeft: 20, printAreaBottom: 20, widthMm: 78 })
    expect(change?.input.before).toMatchObject({ printAreaLeft: null, printAreaBottom: null })
  })
})
