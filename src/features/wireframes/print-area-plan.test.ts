import { describe, expect, test } from 'vitest'
import { brandRow, colorRow, materialRow, modelRow, skuRow, wireframeRow } from '../../../contract/test/catalogue'
import type { PrintArea } from '../../../contract/types'
import { planPrintArea, planText, sharedMargins } from './print-area-plan'
import type { WireframeRow } from './rows'

const row = (id: number, wireframeId: number | null): WireframeRow => {
  const color = colorRow({ id, name: `色${id}` })
  const sku = skuRow({ id, materialColorId: id, wireframeId })
  return { id, key: `2-${id}`, brand: brandRow(), model: modelRow(), material: materialRow({ colors: [color] }), color, sku }
}
const frame = (id: number, width: number, printArea: PrintArea | null) => wireframeRow({ id, width, height: 200, printArea })
const area = { left: 40, right: 40, top: 0, bottom: 0 }

describe('one print area for many wireframes', () => {
  test('a print area changes each wireframe that it fits once, and the others are counted', () => {
    const rows = [row(1, 10), row(2, 10), row(3, 11), row(4, 12), row(5, null), row(6, 99)]
    const plan = planPrintArea(rows, [frame(10, 100, null), frame(11, 70, null), frame(12, 100, area)], area)
    expect(plan).toEqual({
      change: [{ wireframeId: 10, name: '小米14 硅胶 色1', before: null }],
      tooSmall: ['小米14 硅胶 色3'],
      same: 1,
      missing: 2,
    })
    expect(planText(plan)).toBe('将修改 1 个线框图，跳过 1 个已经是这样、2 个没有线框图、1 个图片太小放不下')
  })

  test('removing the print area is possible for every picture', () => {
    const plan = planPrintArea([row(1, 10), row(2, 11)], [frame(10, 1, area), frame(11, 1, null)], null)
    expect([plan.change, plan.same]).toEqual([[{ wireframeId: 10, name: '小米14 硅胶 色1', before: area }], 1])
  })

  test('a side that is not given keeps its margin, and without any side nothing changes', () => {
    const inset = { left: 14, right: 14, top: 14, bottom: 14 }
    const frames = [frame(10, 100, inset), frame(11, 100, null), frame(12, 30, { ...inset, left: 2 })]
    const rows = [row(1, 10), row(2, 11), row(3, 12)]
    expect(planPrintArea(rows, frames, {})).toEqual({ change: [], tooSmall: [], same: 3, missing: 0 })
    const plan = planPrintArea(rows, frames, { left: 20 })
    expect(plan.change.map(({ wireframeId }) => wireframeId)).toEqual([10, 11])
    // 20 px and its own 14 px are more than its width of 30 px.
    expect(plan.tooSmall).toEqual(['小米14 硅胶 色3'])
  })

  test('the fields show what all wireframes share and mark where they differ', () => {
    const one = frame(1, 9, { left: 1, right: 2, top: 3, bottom: 4 })
    expect(sharedMargins([one, frame(2, 9, { left: 1, right: 5, top: 3, bottom: 4 })])).toEqual({
      typed: { left: '1', right: '', top: '3', bottom: '4' },
      placeholders: { left: '保持 1', right: '多个值', top: '保持 3', bottom: '保持 4' },
    })
    expect(sharedMargins([one, frame(2, 9, null)]).placeholders.left).toBe('多个值')
    expect(sharedMargins([frame(1, 9, null)]).placeholders.left).toBe('未设')
  })
})
