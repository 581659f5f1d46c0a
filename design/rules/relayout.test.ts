import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setLayoutRule } from '../commands/settings'
import { boundsOf } from '../geometry/bounds'
import { normalise } from '../model/invariants'
import { byUuid } from '../model/queries'
import type { DesignDoc, Layer, LayoutRule, Size } from '../model/types'
import { docOf, image, text } from '../test/make'
import { layoutBodies, relayout } from './relayout'

const target = { width: 600, height: 1100 }
/** The scale of what follows the canvas. */
const scale = 1100 / 1044

const laidOut = (doc: DesignDoc, canvas: Size = target) => normalise(relayout(doc, canvas))
function withRule(doc: DesignDoc, uuid: string, rule: Partial<LayoutRule> | null): DesignDoc {
  const outcome = setLayoutRule.run(doc, { uuids: [uuid], rule })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.doc
}

function layerIn(doc: DesignDoc, uuid: string): Layer {
  const layer = byUuid(doc, uuid)
  if (!layer) throw new Error(`no ${uuid}`)
  return layer
}

describe('a design on another canvas', () => {
  test('rules are guessed from where layers lie', () => {
    const doc = docOf(
      image('logo', { left: 20, top: 30 }),
      image('price', { left: 380, top: 920 }),
      image('title', { left: 195, top: 300 }),
      image('photo', { left: 0, top: 200, width: 500, height: 400 }),
    )
    expect(Object.fromEntries(layoutBodies(doc).map(({ layers, rule }) => [layers[0].uuid, rule]))).toEqual({
      logo: { horizontal: 'start', vertical: 'start', scaling: 'scale' },
      price: { horizontal: 'end', vertical: 'end', scaling: 'scale' },
      title: { horizontal: 'centre', vertical: 'share', scaling: 'scale' },
      photo: { horizontal: 'centre', vertical: 'share', scaling: 'fill' },
    })
  })

  test('layers at an edge keep their distance to it, scaled, and layers in the middle stay there', () => {
    const doc = laidOut(
      docOf(
        image('logo', { left: 20, top: 30 }),
        image('price', { left: 380, top: 920 }),
        image('title', { left: 200, top: 472, rotation: 45 }),
      ),
    )
    expect(doc).toMatchObject(target)
    expect(layerIn(doc, 'logo').left).toBeCloseTo(20 * scale, 2)
    expect(layerIn(doc, 'logo').width).toBeCloseTo(100 * scale, 2)
    const price = layerIn(doc, 'price')
    expect(600 - price.left - price.width).toBeCloseTo(20 * scale, 2)
    expect(1100 - price.top - price.height).toBeCloseTo(24 * scale, 2)
    const title = layerIn(doc, 'title')
    expect(title.left + title.width / 2).toBeCloseTo(300, 2)
    expect(title.top + title.height / 2).toBeCloseTo(550, 2)
    expect(title.rotation).toBe(45)
  })

  test('a layer that fills the canvas goes on filling it, and the background covers it', () => {
    const doc = laidOut(
      docOf(
        image('bg', { isBackground: true }),
        image('strip', { left: 0, top: 300, width: 500, height: 100 }),
        image('frame', { left: 0, top: 0, width: 500, height: 1044 }),
      ),
    )
    expect(layerIn(doc, 'strip')).toMatchObject({ left: 0, width: 600, height: 120 })
    const frame = layerIn(doc, 'frame')
    expect([frame.left, frame.top <= 0, frame.width, frame.height >= 1100]).toEqual([0, true, 600, true])
    expect(layerIn(doc, 'bg')).toMatchObject({ width: 1100, height: 1100 })
  })

  test('a group is laid out as one, and the rule that the seller chose takes precedence', () => {
    const group = { groupId: 'g', top: 900 }
    const doc = docOf(image('a', { left: 20, ...group }), image('b', { left: 140, ...group }), text('t', { left: 380, top: 20 }))
    const next = laidOut(doc)
    expect(layerIn(next, 'b').left - layerIn(next, 'a').left).toBeCloseTo(120 * scale, 2)
    const kept = laidOut(withRule(doc, 't', { scaling: 'keep', horizontal: 'start' }))
    expect(layerIn(kept, 't')).toMatchObject({ left: 380, top: 20, width: 100 })
    const grouped = laidOut(withRule(doc, 'b', { scaling: 'keep' }))
    expect(layerIn(grouped, 'a')).toMatchObject({ width: 100 })
    expect(layerIn(grouped, 'b').left - layerIn(grouped, 'a').left).toBeCloseTo(120, 2)
    expect(laidOut(withRule(withRule(doc, 't', { scaling: 'keep' }), 't', null))).toEqual(next)
  })

  test('proportions never change, nothing that lay on the canvas leaves it, and the same canvas changes nothing', () => {
    const share = fc.double({ min: 0.02, max: 0.98, noNaN: true })
    const side = fc.integer({ min: 300, max: 2000 })
    fc.assert(
      fc.property(share, share, share, share, side, side, (x, y, w, h, width, height) => {
        const size = { width: 500 * w, height: 1044 * h }
        const layer = image('a', { ...size, left: (500 - size.width) * x, top: (1044 - size.height) * y })
        const doc = normalise(docOf(layer))
        expect(layerIn(laidOut(doc, { width: 500, height: 1044 }), 'a').left).toBeCloseTo(layerIn(doc, 'a').left, 2)
        const next = layerIn(laidOut(doc, { width, height }), 'a')
        const before = layerIn(doc, 'a')
        expect(next.width / before.width / (next.height / before.height)).toBeCloseTo(1, 1)
        const { x: left, y: top, width: across, height: down } = boundsOf(next)
        const isFilling = layoutBodies(doc)[0]?.rule.scaling === 'fill'
        if (isFilling) return
        expect(left).toBeGreaterThanOrEqual(-0.01)
        expect(top).toBeGreaterThanOrEqual(-0.01)
        expect(left + across).toBeLessThanOrEqual(width + 0.01)
        expect(top + down).toBeLessThanOrEqual(height + 0.01)
      }),
    )
  })
})
