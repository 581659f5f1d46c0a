import { describe, expect, test } from 'vitest'
import { colorRow, materialRow, skuRow } from '../../../contract/test/catalogue'
import type { MaterialColor, Sku } from '../../../contract/types'
import { colorFor, firstColorOf, materialChoices, wireframeIdOf } from './choices'

const color = (id: number, enabled = true) => colorRow({ id, name: `色${id}`, enabled })
const material = (id: number, ...colors: MaterialColor[]) => materialRow({ id, name: `材${id}`, colors })
const sku = (materialColorId: number, more: Partial<Sku> = {}) =>
  skuRow({ id: materialColorId, phoneModelId: 7, materialId: 1, materialColorId, wireframeId: 70, enabled: true, ...more })

describe('what a model can be shown in', () => {
  const materials = [material(1, color(11), color(12)), material(2, color(21))]

  test('a phone model can be shown in the materials and colours that it has SKUs for', () => {
    const choices = materialChoices(materials, [sku(12)])
    expect(choices.map((choice) => choice.available)).toEqual([true, false])
    expect(choices[0]?.colors.map((one) => one.available)).toEqual([false, true])
    expect(firstColorOf(choices[0])).toBe(12)
    expect(firstColorOf(choices[1])).toBeNull()
  })

  test('a SKU off the shelf and a disabled colour count, because a case is designed before it is listed', () => {
    const [choice] = materialChoices([material(1, color(11, false))], [sku(11, { enabled: false })])
    expect(choice?.available).toBe(true)
  })

  test('colorFor keeps the present colour where the model has it', () => {
    const choices = materialChoices(materials, [sku(11), sku(12)])
    expect(colorFor(choices, 12)).toBe(12)
    expect(colorFor(choices, 21)).toBe(11)
    expect(colorFor([], 12)).toBeNull()
  })

  test('a phone model is drawn on the wireframe of its SKU', () => {
    expect(wireframeIdOf([sku(11), sku(12, { wireframeId: 71 })], 7, 12)).toBe(71)
    expect(wireframeIdOf([sku(11, { wireframeId: null })], 7, 11)).toBeNull()
    expect(wireframeIdOf([sku(11)], 8, 11)).toBeNull()
  })
})
