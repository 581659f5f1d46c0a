import { describe, expect, test } from 'vitest'
import type { PhoneBrand, PhoneCaseMaterial, PhoneModel, PrintArea, Wireframe } from '../../../contract/types'
import { commonArea, planPrintArea, planText } from './print-area-plan'
import type { WireframeRow } from './rows'

const brand: PhoneBrand = { id: 1, name: '小米', next: null }
const model: PhoneModel = { id: 2, phoneBrandId: 1, name: '小米14', favorited: false, next: null }
const row = (id: number, wireframeId: number | null): WireframeRow => {
  const color = { id, name: `色${id}`, defaultBackgroundColor: null, enabled: true, next: null }
  const material: PhoneCaseMaterial = { id: 5, name: '硅胶', needBackground: false, colors: [color], next: null }
  const ids = { phoneBrandId: 1, phoneModelId: 2, materialId: 5, materialColorId: id }
  return { id, key: `2-${id}`, brand, model, material, color, sku: { id, ...ids, wireframeId, enabled: false } }
}
const frame = (id: number, width: number, printArea: PrintArea | null): Wireframe => ({
  id,
  width,
  height: 200,
  layers: [],
  printArea,
  widthMm: null,
  heightMm: null,
})
const area = { left: 40, right: 40, top: 0, bottom: 0 }

describe('one print area for many wireframes', () => {
  test('changes those it fits, each once, and counts the others', () => {
    const rows = [row(1, 10), row(2, 10), row(3, 11), row(4, 12), row(5, null), row(6, 99)]
    const plan = planPrintArea(rows, [frame(10, 100, null), frame(11, 70, null), frame(12, 100, area)], area)
    expect(plan).toEqual({
      change: [{ wireframeId: 10, name: '小米14 硅胶 色1' }],
      tooSmall: ['小米14 硅胶 色3'],
      same: 1,
      missing: 2,
    })
    expect(planText(plan)).toBe('将修改 1 个线框图，跳过 1 个已经是这样、2 个没有线框图、1 个图片太小放不下')
  })

  test('none at all fits every picture', () => {
    const plan = planPrintArea([row(1, 10), row(2, 11)], [frame(10, 1, area), frame(11, 1, null)], null)
    expect([plan.change.length, plan.same]).toEqual([1, 1])
  })

  test('begins with the area all of them have', () => {
    expect(commonArea([frame(1, 9, area), frame(2, 9, { ...area })])).toEqual(area)
    expect(commonArea([frame(1, 9, area), frame(2, 9, null)])).toBeUndefined()
    expect(commonArea([])).toBeUndefined()
  })
})
