import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Form, Shape } from '../../contract/rules/appearance'
import { shape as shapeSchema } from '../../contract/schemas/appearance'
import { normalise } from '../model/invariants'
import { parseDoc } from '../model/parse'
import { byUuid } from '../model/queries'
import { shapeSvg } from '../model/shape'
import type { DesignDoc, ImageLayer } from '../model/types'
import { docOf, image } from '../test/make'
import { markCutout } from './appearance'
import { setBackground } from './background'
import type { Outcome } from './command'
import { replaceImage } from './layers'
import { addShape, setShape } from './shape'
import { transformLayers } from './transform'

const blue: Shape = {
  form: { kind: 'rect', radius: 12 },
  fill: { kind: 'solid', color: '#3d7eff' },
  border: { color: '#000000', width: 4 },
}
const stops = [
  { at: 0, color: '#ff0000', opacity: 1 },
  { at: 1, color: '#0000ff', opacity: 0.5 },
]

function docAfter(outcome: Outcome): DesignDoc {
  if (!outcome.ok) throw new Error(outcome.message)
  return normalise(outcome.doc)
}
function added(shape: Shape = blue): DesignDoc {
  return docAfter(addShape.run(docOf(), { uuid: 's', name: '矩形', shape, width: 200, height: 100 }))
}
function layerIn(doc: DesignDoc): ImageLayer {
  const layer = byUuid(doc, 's')
  if (layer?.type !== 'IMAGE') throw new Error('no shape')
  return layer
}
function svgOf(layer: ImageLayer): string {
  return decodeURIComponent(layer.imageUrl.slice(layer.imageUrl.indexOf(',') + 1))
}

describe('shapes', () => {
  test('a shape is an image layer with its drawing, in the middle of the canvas, to be uploaded by the next save', () => {
    const layer = layerIn(added())
    expect(layer).toMatchObject({ left: 150, top: 472, width: 200, height: 100, imageFileId: null, shape: blue })
    expect(svgOf(layer)).toBe(shapeSvg(blue, { width: 200, height: 100 }))
    expect(svgOf(layer)).toContain('stroke-width="8"')
  })

  test('a resized shape is drawn again, so that its border and its corners keep their width', () => {
    const doc = added()
    const placement = { uuid: 's', left: 0, top: 0, width: 400, height: 300, rotation: 0 }
    const resized = layerIn(docAfter(transformLayers.run(doc, { placements: [placement] })))
    expect(resized).toMatchObject({ originalWidth: 400, originalHeight: 300 })
    expect(svgOf(resized)).toContain('A12 12 0 0 1 400 12')
    expect(svgOf(resized)).toContain('stroke-width="8"')
    const turned = layerIn(docAfter(transformLayers.run(doc, { placements: [{ ...layerIn(doc), rotation: 30 }] })))
    expect(turned.imageUrl).toBe(layerIn(doc).imageUrl)
  })

  test('a saved shape is not drawn again', () => {
    const layer = { ...layerIn(added()), imageUrl: '/files/s.svg', imageFileId: 3 }
    expect(normalise(docOf(layer)).layers[0]).toBe(layer)
  })

  test('form, fill and border are changed as one step, and an equal shape changes nothing', () => {
    const doc = added()
    const star: Shape = { ...blue, form: { kind: 'star', points: 5, inner: 0.4 } }
    const outcome = setShape.run(doc, { uuid: 's', shape: star })
    expect(layerIn(docAfter(outcome)).shape).toEqual(star)
    expect(docAfter(setShape.run(doc, { uuid: 's', shape: structuredClone(blue) }))).toBe(doc)
    expect(setShape.run(docOf({ ...layerIn(doc), locked: true }), { uuid: 's', shape: star }).ok).toBe(false)
    expect(setShape.run(docOf(image('a')), { uuid: 'a', shape: star }).ok).toBe(false)
  })

  test('a background made of a shape covers the canvas and stays as it is', () => {
    const doc = docAfter(setBackground.run(added(), { uuid: 's' }))
    expect(layerIn(doc)).toMatchObject({ width: 2088, height: 1044, originalWidth: 2088 })
    expect(normalise(doc)).toBe(doc)
  })

  test('a shape whose picture is replaced, or that becomes a cutout, is a shape no more', () => {
    const picture = { fileId: 9, url: '/files/p.png', name: 'p.png', width: 10, height: 10 }
    const replaced = layerIn(docAfter(replaceImage.run(added(), { uuid: 's', picture })))
    expect(replaced).toMatchObject({ shape: null, imageUrl: '/files/p.png' })
    const cutout = byUuid(docAfter(markCutout.run(added(), { uuid: 's', aiCutoutType: 'head' })), 's')
    expect(cutout).not.toHaveProperty('shape')
  })

  test('gradients run as the gradients of effects do', () => {
    const fill = (form: 'linear' | 'radial' | 'reflected', angle: number): Shape => ({
      form: { kind: 'rect', radius: 0 },
      fill: { kind: 'gradient', gradient: { form, angle, scale: 1, stops } },
      border: null,
    })
    const size = { width: 200, height: 100 }
    expect(shapeSvg(fill('linear', 0), size)).toContain('x1="0" y1="50" x2="200" y2="50"')
    expect(shapeSvg(fill('linear', 90), size)).toContain('x1="100" y1="100" x2="100" y2="0"')
    expect(shapeSvg(fill('radial', 0), size)).toContain('cx="100" cy="50" r="100"')
    expect(shapeSvg(fill('reflected', 0), size).match(/offset="[\d.]+"/g)).toEqual([
      'offset="0"',
      'offset="0.5"',
      'offset="0.5"',
      'offset="1"',
    ])
    expect(shapeSvg(fill('linear', 0), size)).toContain('stop-color="#0000ff" stop-opacity="0.5"')
  })

  test('fields of another program that would put markup into the drawing are refused', () => {
    const layer = layerIn(added())
    const doc = (shape: unknown) => ({ ...docOf(), layers: [{ ...layer, shape }] })
    expect(parseDoc(doc(blue))).not.toBeNull()
    for (const shape of [
      { ...blue, fill: { kind: 'solid', color: '"/><script>' } },
      { ...blue, border: { color: 'red', width: 2 } },
      { ...blue, form: { kind: 'blob' } },
      { ...blue, form: null },
      {},
      7,
    ])
      expect(parseDoc(doc(shape))).toBeNull()
  })

  test('the contract accepts each kind of shape and only gradients that an SVG can hold', () => {
    const forms: readonly Form[] = [{ kind: 'ellipse' }, { kind: 'line' }, { kind: 'arrow', head: 1, both: true }]
    for (const form of forms) expect(shapeSchema.safeParse({ ...blue, form }).success).toBe(true)
    const angle = { kind: 'gradient', gradient: { form: 'angle', angle: 0, scale: 1, stops } }
    expect(shapeSchema.safeParse({ ...blue, fill: angle }).success).toBe(false)
  })

  test('whatever the size, a normalised shape is drawn for it and normalising again changes nothing', () => {
    const side = fc.double({ min: 0.01, max: 3000, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.boolean(), (width, height, isBackground) => {
        const doc = normalise(docOf({ ...layerIn(added()), width, height, isBackground }))
        const layer = layerIn(doc)
        expect([layer.originalWidth, layer.originalHeight]).toEqual([layer.width, layer.height])
        expect(normalise(doc)).toBe(doc)
      }),
      { numRuns: 200 },
    )
  })
})
