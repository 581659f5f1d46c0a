import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignLayers, distributeLayers } from '../commands/align'
import { boundsOf } from '../geometry/bounds'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'
import { openDesign } from '../test/driver'
import { docOf, image } from '../test/make'
import type { Edge } from './align'

const edges: readonly Edge[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom']
const aligned = (doc: DesignDoc, uuids: readonly string[], edge: Edge) => {
  const outcome = alignLayers.run(doc, { uuids, edge })
  if (!outcome.ok) throw new Error(outcome.message)
  return normalise(outcome.doc)
}
const middleOf = (span: { from: number; to: number } | undefined) => (span ? span.from + span.to : 0)
const placesOf = (doc: DesignDoc) => doc.layers.map(({ left, top }) => [left, top])

describe('aligning', () => {
  test('one layer is aligned with the canvas', () => {
    const doc = docOf(image('a', { left: 30, top: 40 }))
    expect(edges.map((edge) => placesOf(aligned(doc, ['a'], edge))[0])).toEqual([
      [0, 40],
      [200, 40],
      [400, 40],
      [30, 0],
      [30, 472],
      [30, 944],
    ])
  })
  test('a rotated layer is aligned by its bounds', () => {
    const [layer] = aligned(docOf(image('a', { left: 30, top: 40, rotation: 45 })), ['a'], 'left').layers
    expect(layer && boundsOf(layer).x).toBeCloseTo(0, 2)
  })
  test('several layers are aligned with one another, a group among them as one body', () => {
    const doc = docOf(
      image('a', { left: 10, top: 20 }),
      image('b', { left: 100, top: 300, groupId: 'g' }),
      image('c', { left: 250, top: 400, groupId: 'g' }),
    )
    expect(placesOf(aligned(doc, ['a', 'b', 'c'], 'left'))).toEqual([
      [10, 20],
      [10, 300],
      [160, 400],
    ])
    expect(placesOf(aligned(doc, ['b', 'c'], 'bottom'))).toEqual([
      [10, 20],
      [100, 844],
      [250, 944],
    ])
  })
  test('locked layers and the background neither move nor count, and alone they are refused with the reason', () => {
    const d = openDesign(
      docOf(image('bg', { isBackground: true }), image('locked', { locked: true, left: 400 }), image('a', { left: 30 })),
    )
    d.run(alignLayers, { uuids: ['bg', 'locked', 'a'], edge: 'right' })
    expect(d.layer('a').left).toBe(400)
    expect(d.layer('locked').left).toBe(400)
    d.run(alignLayers, { uuids: ['locked'], edge: 'left' })
    expect(d.notice()).toBe('图层已锁定，请先解锁')
    expect(d.steps()).toEqual(['打开模板', '右对齐'])
  })
  const layers = fc.array(
    fc.record({
      left: fc.double({ min: -500, max: 900, noNaN: true }),
      top: fc.double({ min: -500, max: 1500, noNaN: true }),
      width: fc.double({ min: 60, max: 400, noNaN: true }),
      height: fc.double({ min: 60, max: 400, noNaN: true }),
      rotation: fc.integer({ min: -179, max: 180 }),
      groupId: fc.constantFrom(null, 'g', 'h'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const docFrom = (placements: readonly Partial<Layer>[]) =>
    normalise(docOf(...placements.map((placement, i) => image(`l${i}`, placement as Parameters<typeof image>[1]))))
  test('aligning twice changes nothing the second time', () => {
    fc.assert(
      fc.property(layers, fc.constantFrom(...edges), (placements, edge) => {
        const doc = docFrom(placements)
        const uuids = doc.layers.map((layer) => layer.uuid)
        const once = aligned(doc, uuids, edge)
        expect(aligned(once, uuids, edge)).toBe(once)
      }),
    )
  })
  test('distributing keeps the outermost layers and makes the gaps equal', () => {
    fc.assert(
      fc.property(layers, fc.constantFrom('horizontal', 'vertical'), (placements, axis) => {
        // The centres are far enough apart that rounding cannot change their order.
        const doc = docFrom(
          placements.map((placement, i) => ({
            ...placement,
            left: i * 37 + (i % 2) * 300 - placement.width / 2,
            top: i * 41 + (i % 3) * 400 - placement.height / 2,
            groupId: null,
          })),
        )
        const uuids = doc.layers.map((layer) => layer.uuid)
        const outcome = distributeLayers.run(doc, { uuids, axis })
        if (doc.layers.length < 3) {
          expect(outcome).toEqual({ ok: false, message: '请至少选择三个图层再均匀分布' })
          return
        }
        if (!outcome.ok) throw new Error(outcome.message)
        const spansOf = (of: DesignDoc) =>
          of.layers.map((layer) => {
            const { x, y, width, height } = boundsOf(layer)
            return axis === 'horizontal' ? { from: x, to: x + width } : { from: y, to: y + height }
          })
        const before = spansOf(doc)
        const order = before.map((_, i) => i).sort((a, b) => middleOf(before[a]) - middleOf(before[b]))
        const inOrder = (spans: typeof before) => order.flatMap((i) => spans[i] ?? [])
        const after = inOrder(spansOf(normalise(outcome.doc)))
        expect(after[0]).toEqual(inOrder(before)[0])
        expect(after[after.length - 1]).toEqual(inOrder(before)[order.length - 1])
        const gaps = after.slice(1).map((span, i) => span.from - (after[i]?.to ?? 0))
        for (const gap of gaps) expect(Math.abs(gap - (gaps[0] ?? 0))).toBeLessThan(0.02)
      }),
    )
  })
})
