import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutout, docOf, image, text } from '../test/make'
import { emptyDoc, imageLayer, layerName, newUuid } from './create'
import { equalDocs } from './equal'
import { normalise, violations } from './invariants'
import { parseDoc } from './parse'

const canvas = { width: 500, height: 1044 }
const picture = { fileId: 1, url: '/files/x.png', name: '小猫.PNG', width: 800, height: 400 }

describe('a new layer', () => {
  test('a layer made of a picture is as wide as the canvas and centred', () => {
    expect(imageLayer(picture, canvas, { uuid: 'u' })).toMatchObject({
      left: 0,
      top: 397,
      width: 500,
      height: 250,
      id: null,
      name: '小猫',
    })
  })
  test('a layer made of a sticker is 90 px wide', () => {
    expect(imageLayer(picture, canvas, { uuid: 'u', sticker: true, uploaded: false })).toMatchObject({
      left: 205,
      top: 499.5,
      width: 90,
      height: 45,
      isUserUploadImage: false,
    })
  })
  test('a very high picture is fitted inside the canvas', () => {
    const ribbon = { ...picture, width: 1, height: 3000 }
    expect(imageLayer(ribbon, canvas, { uuid: 'u' })).toMatchObject({ top: 0, height: 1044, width: 0.348 })
  })
  test('a layer has a name even when its file has none', () => {
    expect([layerName('.png'), layerName('  '), layerName('a.b.jpeg'), [...layerName('长'.repeat(300))].length]).toEqual([
      '图片',
      '图片',
      'a.b',
      100,
    ])
  })
  test('newUuid returns different version 4 UUIDs', () => {
    expect(newUuid((bytes) => bytes.fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
    expect(new Set(Array.from({ length: 200 }, () => newUuid())).size).toBe(200)
  })
})

describe('every document', () => {
  const background = image('bg', { isBackground: true, originalWidth: 100, originalHeight: 100 })
  test('normalise returns the same document when nothing is wrong', () => {
    const doc = normalise(docOf(background, image('a', { left: 1.5 }), text('t')))
    expect(normalise(doc)).toBe(doc)
    expect(violations(doc)).toEqual([])
    expect(normalise(emptyDoc())).toEqual({ ...emptyDoc(), width: 500, height: 1044 })
  })
  test('a document has one background at most: the lowest marked one, moved to the bottom, covering, not rotated', () => {
    const doc = normalise(docOf(image('a'), { ...background, rotation: 20, left: 77 }, image('other', { isBackground: true })))
    expect(doc.layers.map((layer) => [layer.uuid, layer.isBackground])).toEqual([
      ['bg', true],
      ['a', false],
      ['other', false],
    ])
    expect(doc.layers[0]).toMatchObject({ left: -272, top: 0, width: 1044, height: 1044, rotation: 0 })
  })
  test('the background of a hair-thin picture stays within what a save accepts', () => {
    const [thin] = normalise(docOf({ ...background, originalWidth: 9000, originalHeight: 1 })).layers
    expect(thin).toMatchObject({ left: -49_750, width: 100_000, height: 1044 })
  })
  test('angles are rounded to two decimals within (−180, 180] and lengths to three', () => {
    const doc = normalise(docOf(image('a', { rotation: 359.999, left: 1 / 3, width: 100.00049 })))
    expect(doc.layers[0]).toMatchObject({ rotation: 0, left: 0.333, width: 100 })
    expect(normalise(docOf(image('a', { left: 1e9 }))).layers[0]?.left).toBe(100_000)
  })
  test('violations names what cannot be repaired', () => {
    const bad = docOf(image('a'), image('a'), image('b', { left: Number.NaN }), image('c', { width: 0 }), image(''))
    expect(violations(normalise(bad))).toEqual([
      'layer a occurs twice',
      'layer b stands at a place that is not a number',
      'layer c is 0×100',
      'layer at 4 has no uuid',
    ])
    expect(violations(docOf(image('a', { originalWidth: 0 })))).toEqual(['layer a has a picture without size'])
    expect(violations({ ...emptyDoc(), width: 0 })).toHaveLength(1)
    expect(violations(docOf(...Array.from({ length: 501 }, (_, i) => image(`l${i}`))))).toEqual(['501 layers, at most 500'])
    expect(violations(docOf(image('a'), background))).toEqual(['layer bg is the background but not at the bottom'])
  })
})

describe('equality', () => {
  test('documents are compared by value and without their row ids', () => {
    expect(equalDocs(docOf(image('a', { id: 1 })), docOf(image('a', { id: null })))).toBe(true)
    expect(equalDocs(docOf(image('a')), docOf(image('a', { left: 1 })))).toBe(false)
    expect(equalDocs(docOf(image('a')), docOf(image('a'), image('b')))).toBe(false)
    expect(equalDocs(emptyDoc(), { ...emptyDoc(), previewPhoneModelId: 1 })).toBe(false)
    const stroke = { color: '#fff', width: 2, style: 'SOLID', opacity: 1, offset: 0 } as const
    expect(equalDocs(docOf(image('a', { stroke })), docOf(image('a', { stroke: { ...stroke } })))).toBe(true)
    expect(equalDocs(docOf(image('a', { stroke })), docOf(image('a', { stroke: { ...stroke, offset: 1 } })))).toBe(false)
  })
})

describe('a stored document', () => {
  test('a stored document is read unchanged', () => {
    const doc = normalise(docOf(image('bg', { isBackground: true }), text('t', { fontId: null })))
    expect(parseDoc(JSON.parse(JSON.stringify(doc)))).toEqual(doc)
  })

  test('a stored document in which any field of a layer is missing or of another type is refused', () => {
    for (const layer of [image('a'), text('t'), cutout('c')]) {
      const doc = docOf(layer)
      expect(parseDoc(doc)).not.toBeNull()
      // A draft of the version before, which knew no components, is read.
      for (const field of Object.keys(layer).filter((name) => name !== 'component')) {
        const { [field as keyof typeof layer]: _, ...rest } = layer
        for (const bad of [rest, { ...layer, [field]: Symbol.iterator }]) {
          expect.soft(parseDoc({ ...doc, layers: [bad] }), `${layer.type} ${field}`).toBeNull()
        }
      }
    }
  })

  test('a stored document may hold a picture that is not uploaded yet', () => {
    const doc = docOf(image('a', { imageFileId: null, imageUrl: 'data:image/png;base64,AA==' }))
    expect(parseDoc(JSON.parse(JSON.stringify(doc)))).toEqual(doc)
  })
  test('parseDoc returns null for a value of any other shape', () => {
    const good = docOf(image('a'))
    for (const bad of [
      { ...good, layers: [{ ...image('a'), left: '1' }] },
      { ...good, layers: [{ ...image('a'), type: 'VIDEO' }] },
      { ...good, layers: [{ ...text('a'), textAlign: 'justify' }] },
      { ...good, layers: [{ ...image('a'), type: 'TEXT' }] },
      { ...good, layers: [{ ...image('a'), type: 'AI_CUTOUT', aiCutoutType: 'foot' }] },
      { ...good, layers: [image('a'), image('a')] },
      { ...good, layers: {} },
      { ...good, width: Number.NaN },
      { ...good, boundDesignAssetCollectionIds: ['1'] },
      null,
      [],
      'doc',
    ])
      expect(parseDoc(bad)).toBeNull()
  })
  test('parseDoc returns null for random data and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseDoc(value)).toBeNull()
      }),
    )
  })
})
