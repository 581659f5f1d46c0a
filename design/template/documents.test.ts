import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blendModes } from '../../contract/rules/appearance'
import { templateCreate as createSchema, templateSave as saveSchema } from '../../contract/schemas/templates'
import { normalise } from '../model/invariants'
import { parseDoc } from '../model/parse'
import { mapLayers } from '../model/queries'
import type { DesignDoc, Layer } from '../model/types'
import { cutout, docOf, image, text, uuidsOf } from '../test/make'
import { templateOf } from '../test/template'
import { docFrom } from './load'
import { templateCreate, templateSave } from './save'

// JSON has no negative zero.
const px = fc.double({ min: -900, max: 900, noNaN: true }).map((value) => value + 0)
const share = fc.double({ min: 0, max: 1, noNaN: true })
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
const anyAppearance = fc.record(
  {
    opacity: share,
    blend: fc.constantFrom(...blendModes),
    clipped: fc.boolean(),
    crop: fc.record({ left: px, top: px, width: side, height: side, angle: fc.integer({ min: -45, max: 45 }) }),
    mask: fc.oneof(
      fc.record({ kind: fc.constant('rect' as const), radius: side }),
      fc.constant({ kind: 'path' as const, d: 'M0 0L10 0L5 9Z', width: 10, height: 9 }),
    ),
    adjustments: fc.array(
      fc.oneof(
        fc.constant({ kind: 'invert' as const }),
        fc.record({ kind: fc.constant('warmth' as const), warmth: fc.integer({ min: -100, max: 100 }) }),
      ),
      { maxLength: 3 },
    ),
    effects: fc.array(
      fc.record({
        kind: fc.constant('colorOverlay' as const),
        color,
        opacity: share,
        blend: fc.constantFrom(...blendModes),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)
const anyShape = fc.record({
  form: fc.constantFrom({ kind: 'ellipse' as const }, { kind: 'star' as const, points: 5, inner: 0.4 }),
  fill: fc.option(fc.record({ kind: fc.constant('solid' as const), color })),
  border: fc.option(fc.record({ color, width: side })),
})
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
    appearance: fc.option(anyAppearance),
  }
  const cutoutFields = {
    aiCutoutType: fc.constantFrom('head', 'body', 'common'),
    aiCutoutPlaceholderImageType: fc.option(fc.string({ maxLength: 50 })),
  } as const
  return fc.oneof(
    fc.record({ ...shared, isBackground: fc.boolean(), shape: fc.option(anyShape) }).map((change) => image(uuid, change)),
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
        textFlow: fc.option(fc.record({ kind: fc.constant('arc' as const), bend: fc.integer({ min: -100, max: 100 }) })),
        fontWeight: fc.option(fc.integer({ min: 100, max: 900 })),
      })
      .map((change) => text(uuid, change)),
    fc.record({ ...shared, ...cutoutFields }).map((change): Layer => ({ ...cutout(uuid), ...change })),
  )
}
const anyDoc = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyLayer(`l${i}`))))
  .map((layers) => uploaded(normalise(docOf(...layers))))

/** Shapes are drawn by `normalise` and uploaded before a save. */
function uploaded(doc: DesignDoc): DesignDoc {
  return mapLayers(doc, null, (layer) =>
    layer.imageFileId === null ? { ...layer, imageUrl: '/files/shape.svg', imageFileId: 7 } : layer,
  )
}

describe('a document', () => {
  test('a document that is saved and loaded through the contract is unchanged', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        saveSchema.parse(templateSave(doc, { revision: 1, thumbnailFileId: null }))
        expect(docFrom(JSON.parse(JSON.stringify(templateOf(doc))))).toEqual(doc)
      }),
    )
  })
  test('a document that was stored as a draft is read unchanged, whatever appearances it has', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        expect(parseDoc(JSON.parse(JSON.stringify(doc)))).toEqual(doc)
      }),
    )
  })
  test('a stored appearance that could not be drawn is refused, and an unknown kind of effect is not', () => {
    const stored = (appearance: unknown) => parseDoc({ ...docOf(image('a')), layers: [{ ...image('a'), appearance }] })
    for (const broken of [
      5,
      { effects: 5 },
      { effects: [{ kind: 'stroke' }] },
      { effects: [{ kind: 'gradientOverlay', gradient: {} }] },
      { crop: { left: 1 } },
      { adjustments: [null] },
      { opacity: 'half' },
    ])
      expect(stored(broken)).toBeNull()
    expect(stored({ effects: [{ kind: 'satin', opacity: 1 }] })).not.toBeNull()
  })
  test('a document is a valid body of a first save', () => {
    const body = templateCreate(docOf(image('a'), text('t')), { collectionId: 10, thumbnailFileId: 3, enabled: false })
    expect(createSchema.parse(body).layers.map((layer) => layer.index)).toEqual([0, 1])
  })
  test('layers are read in the order of index, and missing fields get their defaults', () => {
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
