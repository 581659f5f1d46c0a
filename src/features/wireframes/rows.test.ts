import { describe, expect, test } from 'vitest'
import { brandRow, colorRow, materialRow, modelRow, skuRow } from '../../../contract/test/catalogue'
import { createRowIds, isInState, nameOfRow, planShelf, rowsOf, skippedText } from './rows'

const brand = brandRow()
const model = (id: number) => modelRow({ id, name: `型号${id}` })
const color = (id: number) => colorRow({ id, name: `色${id}` })
const material = materialRow({ id: 5, colors: [color(7), color(8)] })
const sku = (phoneModelId: number, materialColorId: number, wireframeId: number | null, enabled: boolean) =>
  skuRow({ id: phoneModelId * 10 + materialColorId, phoneModelId, materialId: 5, materialColorId, wireframeId, enabled })

const sources = {
  brand,
  models: [model(2), model(3)],
  materials: [material],
  skus: [sku(2, 7, 70, true), sku(2, 8, 71, false), sku(3, 7, null, false)],
}

describe('rows', () => {
  const idOf = createRowIds()
  const rows = rowsOf(sources, idOf)

  test('there is a row for every colour of every model, with its SKU where there is one', () => {
    expect(rows.map(({ key, sku: of }) => [key, of?.wireframeId ?? null])).toEqual([
      ['2-7', 70],
      ['2-8', 71],
      ['3-7', null],
      ['3-8', null],
    ])
    expect(rows.map(nameOfRow)[1]).toBe('小米 型号2 硅胶 色8')
  })

  test('rows keep their ids when the list is built again in another order', () => {
    const again = rowsOf({ ...sources, models: [model(3), model(2)] }, idOf)
    expect(new Map(again.map((row) => [row.key, row.id]))).toEqual(new Map(rows.map((row) => [row.key, row.id])))
    expect(new Set(rows.map((row) => row.id)).size).toBe(4)
  })

  test('a standard wireframe is found by its state besides the shelf', () => {
    const standard = { ...sku(2, 8, 71, false), standard: 'library' as const }
    const found = rowsOf({ ...sources, skus: [sku(2, 7, 70, true), standard] }, idOf)
    expect(found.filter((row) => isInState(row, 'standard')).map(({ key }) => key)).toEqual(['2-8'])
  })

  test('each row is either missing, off shelf or on shelf', () => {
    expect(rows.map((row) => (['missing', 'off', 'on'] as const).filter((state) => isInState(row, state)))).toEqual([
      ['on'],
      ['off'],
      ['missing'],
      ['missing'],
    ])
  })

  test('putting rows on shelf skips those already there and those without a wireframe', () => {
    const plan = planShelf(rows, true)
    expect(plan.change.map((row) => row.key)).toEqual(['2-8'])
    expect(skippedText(plan, true)).toBe('跳过 1 个已上架、2 个没有线框图')
    const off = planShelf(rows, false)
    expect(off.change.map((row) => row.key)).toEqual(['2-7'])
    expect(skippedText(off, false)).toBe('跳过 3 个未上架')
    expect(skippedText(planShelf(rows.slice(0, 1), false), false)).toBe('')
  })
})
