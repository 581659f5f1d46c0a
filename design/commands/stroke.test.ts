import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaledStroke } from '../../contract/rules/layer-stroke'
import type { LayerStroke } from '../../contract/types'
import { strokeDefaults } from '../rules/stroke'
import { openDesign } from '../test/driver'
import { docOf, image, text } from '../test/make'
import { markCutout, setLocked } from './appearance'
import { setBackground } from './background'
import { duplicateLayers, replaceImage } from './layers'
import { clearStroke, setStroke, strokeText } from './stroke'
import { transformLayers } from './transform'

const stroke: LayerStroke = { ...strokeDefaults, color: '#ff0000', width: 8, offset: 4 }
const svg = '<svg>round it</svg>'
const stroked = { stroke, strokeSvgData: svg }
const lines = (uuid: string, d: ReturnType<typeof openDesign>) => {
  const { stroke: settings, strokeSvgData } = d.layer(uuid)
  return { stroke: settings, strokeSvgData }
}

describe('an outline', () => {
  test('an outline is added and removed together with its settings, one undo step each', () => {
    const d = openDesign(docOf(image('a'), text('t')))
    d.run(setStroke, { stroke, drawings: [{ uuid: 'a', svg }] })
    d.run(setStroke, { stroke, drawings: [{ uuid: 't', svg }] })
    expect([lines('a', d), lines('t', d)]).toEqual([stroked, stroked])
    d.run(clearStroke, { uuids: ['a'] })
    expect(lines('a', d)).toEqual({ stroke: null, strokeSvgData: null })
    expect(d.steps()).toEqual(['打开模板', '描边', '描边', '去除描边'])
    d.undo()
    expect(lines('a', d)).toEqual(stroked)
    d.undo()
    d.undo()
    expect(lines('a', d)).toEqual({ stroke: null, strokeSvgData: null })
    d.redo()
    expect(lines('a', d)).toEqual(stroked)
  })

  test.each([
    ['no layer', docOf(), strokeText.noPicture],
    ['the background', docOf(image('a', { isBackground: true })), strokeText.background],
    ['a locked layer', docOf(image('a', { locked: true })), '图层已锁定，请先解锁'],
  ])('an outline of %s is refused with the reason', (_what, doc, reason) => {
    const d = openDesign(doc)
    const before = d.doc()
    expect(d.run(setStroke, { stroke, drawings: [{ uuid: 'a', svg }] })).toEqual({ ok: false, message: reason })
    expect(d.doc()).toBe(before)
  })

  test('the outline of a locked layer cannot be removed', () => {
    const d = openDesign(docOf(image('a', stroked)))
    d.run(setLocked, { uuids: ['a'], locked: true })
    d.run(clearStroke, { uuids: ['a'] })
    expect(lines('a', d)).toEqual(stroked)
  })

  test('replacing a picture removes its outline, and undo restores both', () => {
    const d = openDesign(docOf(image('a', stroked), image('b', stroked)))
    const picture = { fileId: 2, url: '/files/n.png', name: 'n.png', width: 10, height: 10 }
    d.run(replaceImage, { uuid: 'a', picture })
    d.run(setBackground, { uuid: 'b' })
    expect([lines('a', d), lines('b', d)]).toEqual(Array(2).fill({ stroke: null, strokeSvgData: null }))
    d.undo()
    d.undo()
    expect([lines('a', d), lines('b', d)]).toEqual([stroked, stroked])
    expect(d.layer('a').imageUrl).toBe('/files/a.png')
  })

  test('a copied layer and one marked as cutout keep their outline, because the picture is the same', () => {
    const d = openDesign(docOf(image('a', stroked)))
    d.run(duplicateLayers, { copies: [{ originalUuid: 'a', uuid: 'copy' }] })
    d.run(markCutout, { uuid: 'a', aiCutoutType: 'head' })
    expect([lines('a', d), lines('copy', d)]).toEqual([stroked, stroked])
  })
})

describe('the lengths of an outline', () => {
  test('the lengths of an outline grow with the picture, and its drawing is scaled', () => {
    const double = { ...stroke, style: 'DOUBLE_SOLID', width2: 6 } as const
    const d = openDesign(docOf(image('a', { stroke: double, strokeSvgData: svg })))
    d.click('a')
    d.resize(200, 200)
    expect(lines('a', d)).toEqual({ stroke: { ...double, width: 16, offset: 8, width2: 12 }, strokeSvgData: svg })
    d.undo()
    expect(lines('a', d).stroke).toEqual(double)
  })

  test('moving or rotating a picture leaves its outline identical', () => {
    const d = openDesign(docOf(image('a', stroked)))
    d.click('a')
    d.drag(30, 40)
    d.rotate(77)
    expect(d.layer('a').stroke).toBe(stroke)
  })

  test('a stretched picture scales its outline by the square root of its area', () => {
    const d = openDesign(docOf(image('a', stroked)))
    const placements = [{ uuid: 'a', left: 0, top: 0, width: 400, height: 100, rotation: 0 }]
    d.run(transformLayers, { placements })
    expect(lines('a', d).stroke).toMatchObject({ width: 16, offset: 8 })
  })

  test('the lengths of an outline stay within what can be set and saved, whatever the size', () => {
    const length = fc.double({ min: 1, max: 100, noNaN: true })
    const side = fc.double({ min: 0.001, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(length, length, length, side, side, (width, offset, width2, w, h) => {
        const next = scaledStroke(image('a', { stroke: { ...stroke, width, offset, width2 } }), { width: w, height: h })
        for (const value of [next?.width ?? 0, next?.width2 ?? 0]) {
          expect(value).toBeGreaterThanOrEqual(1)
          expect(value).toBeLessThanOrEqual(100)
        }
        expect(next?.offset).toBeGreaterThanOrEqual(0)
        expect(next?.offset).toBeLessThanOrEqual(100)
      }),
    )
  })
})
