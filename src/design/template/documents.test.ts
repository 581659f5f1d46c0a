import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateCreate as createSchema, templateSave as saveSchema } from '../../../contract/schemas/templates'
import { templateOf } from '../../designer/test/template-server'
import { normalise } from '../model/invariants'
import type { Layer } from '../model/types'
import { docOf, image, text, uuidsOf } from '../test/make'
import { docFrom } from './load'
import { templateCreate, templateSave } from './save'

const px = fc.double({ min: -900, max: 900, noNaN: true })
const side = fc.double({ min: 1, max: 900, noNaN: true })
const color = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)
const percent = fc.integer({ min: 0, max: 100 })
const thickness = fc.integer({ min: 1, max: 100 })
const anyStroke = fc.oneof(
  fc.record({
    color,
    width: thickness,
    style: fc.constantFrom(...(['SOLID', 'DASHED', 'ZIGZAG'] as const)),
    opacity: percent,
    offset: thickness,
  }),
  fc.record({
    color,
    width: thickness,
    style: fc.constant('DOUBLE_SOLID' as const),
    opacity: percent,
    offset: thickness,
    color2: color,
    width2: thickness,
    opacity2: percent,
  }),
)
const anyLayer = (uuid: string): fc.Arbitrary<Layer> => {
  const shared = {
    id: fc.integer({ min: 1, max: 1e9 }),
    name: fc.string({ maxLength: 100 }),
    left: px,
    top: px,
    width: side,
    height: side,
    originalWidth: side,
    originalHeight: side,
    rotation: px,
    locked: fc.boolean(),
    hidden: fc.boolean(),
    horizontalFlip: fc.boolean(),
    verticalFlip: fc.boolean(),
    isUserUploadImage: fc.boolean(),
    strokeSvgData: fc.option(fc.string()),
    stroke: fc.option(anyStroke),
    // Only two ids, so that layers often share a group.
    groupId: fc.option(fc.constantFrom('g1', 'g2')),
  }
  const cutout = {
    aiCutoutType: fc.constantFrom('head', 'body', 'common'),
    aiCutoutPlaceholderImageType: fc.option(fc.string({ maxLength: 50 })),
  } as const
  return fc.oneof(
    fc.record({ ...shared, isBackground: fc.boolean() }).map((change) => image(uuid, change)),
    fc
      .record({
        ...shared,
        text: fc.string({ maxLength: 50 }),
        fontId: fc.option(fc.integer({ min: 1, max: 99 })),
        verticalText: fc.boolean(),
        fontColor: color,
        fontFamilyUrl: fc.option(fc.constant('/files/font.ttf')),
        textAlign: fc.constantFrom(...(['start', 'center', 'end'] as const)),
        letterSpacing: fc.double({ min: -1, max: 5, noNaN: true }),
        lineHeight: fc.double({ min: 0.5, max: 5, noNaN: true }),
      })
      .map((change) => text(uuid, change)),
    fc
      .record({ ...shared, ...cutout })
      .map((change): Layer => ({ ...image(uuid), ...change, type: 'AI_CUTOUT', isBackground: false })),
  )
}
const anyDoc = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyLayer(`l${i}`))))
  .map((layers) => normalise(docOf(...layers)))

describe('a document', () => {
  it('a document that is saved and loaded through the contract is unchanged', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        saveSchema.parse(templateSave(doc, { revision: 1, thumbnailFileId: null }))
        expect(docFrom(JSON.parse(JSON.stringify(templateOf(doc))))).toEqual(doc)
      }),
    )
  })
  it('a document is a valid body of a first save', () => {
    const body = templateCreate(docOf(image('a'), text('t')), { collectionId: 10, thumbnailFileId: 3 })
    expect(createSchema.parse(body).layers.map((layer) => layer.index)).toEqual([0, 1])
  })
  it('layers are read in the order of index, and missing fields get their defaults', () => {
    const [b, a] = templateOf(docOf(image('b'), image('a'))).layers
    if (!a || !b) throw new Error('two layers expected')
    const { name: _name, hidden: _hidden, stroke: _stroke, strokeSvgData: _svg, ...bare } = a
    const doc = docFrom({
      ...templateOf(docOf(image('a'))),
      layers: [
        { ...bare, index: 1 },
        { ...b, index: 0 },
        { ...bare, id: 77, index: 2, type: 'TEXT' },
        { ...bare, id: 78, index: 3, uuid: 'c', type: 'AI_CUTOUT' },
      ],
    })
    expect(uuidsOf(doc)).toEqual(['b', 'a', 'layer-77', 'c'])
    expect(doc.layers[1]).toMatchObject({ name: '图层 2', hidden: false, stroke: null, strokeSvgData: null })
    expect(doc.layers[2]).toMatchObject({ text: '', fontId: null, fontColor: '#646464', verticalText: false })
    expect(doc.layers[3]).toMatchObject({ aiCutoutType: 'common', aiCutoutPlaceholderImageType: null })
  })
})
