import { describe, expect, test } from 'vitest'
import { openDesign } from '../test/driver'
import { docOf, image, text } from '../test/make'
import { applyCutout, cutoutText, placeholderLayer } from './cutout'
import { addLayers } from './layers'

const result = { fileId: 99, url: '/files/result.png', name: '结果.png', width: 200, height: 400 }
const whole = { width: 200, height: 400, left: 0, top: 0 }
const stroke = { style: 'SOLID', color: '#fff', width: 4, offset: 0, opacity: 100 } as const

describe('a cut-out result', () => {
  test('a cutout result replaces the picture in one step: centre, width and name stay, the outline goes', () => {
    const seller = openDesign(
      docOf(image('a', { left: 100, top: 200, width: 100, height: 100, rotation: 30, stroke, strokeSvgData: '<svg/>' })),
    )
    seller.run(applyCutout, { uuid: 'a', sourceUrl: '/files/a.png', picture: result, untrimmed: whole })
    expect(seller.layer('a')).toMatchObject({
      ...{ name: 'a', left: 100, top: 150, width: 100, height: 200, rotation: 30 },
      ...{ imageUrl: '/files/result.png', imageFileId: 99, originalWidth: 200, originalHeight: 400 },
      ...{ stroke: null, strokeSvgData: null, type: 'IMAGE' },
    })
    seller.undo()
    expect(seller.layer('a')).toMatchObject({ imageUrl: '/files/a.png', top: 200, height: 100, stroke })
    expect(seller.canUndo()).toBe(false)
  })

  test.each([
    ['as it was', {}, { left: 110, top: 230, width: 30, height: 40 }],
    ['mirrored', { horizontalFlip: true, verticalFlip: true }, { left: 160, top: 330, width: 30, height: 40 }],
    ['turned', { rotation: 90 }, { left: 185, top: 255, width: 30, height: 40 }],
  ])('a trimmed cutout result stays at its visible position in a stretched picture: %s', (_, more, placement) => {
    // 400 × 400 px shown on 100 × 200: the subject is 120 × 80 px, 40 px from the left and 60 px from the top.
    const seller = openDesign(docOf(image('a', { left: 100, top: 200, width: 100, height: 200, ...more })))
    const part = { ...result, width: 120, height: 80 }
    const trimmed = { width: 400, height: 400, left: 40, top: 60 }
    seller.run(applyCutout, { uuid: 'a', sourceUrl: '/files/a.png', picture: part, untrimmed: trimmed })
    expect(seller.layer('a')).toMatchObject({ ...placement, originalWidth: 120, originalHeight: 80 })
  })

  test('a cutout result is not applied to a picture that was changed, locked or made the background meanwhile', () => {
    const seller = openDesign(docOf(image('back', { isBackground: true }), image('a', { locked: true }), image('b'), text('t')))
    const before = seller.doc()
    const apply = (uuid: string, of = `/files/${uuid}.png`) => {
      const outcome = seller.run(applyCutout, { uuid, sourceUrl: of, picture: result, untrimmed: whole })
      return outcome.ok ? null : outcome.message
    }
    expect(apply('a')).toBe('图层已锁定，请先解锁')
    expect(apply('b', '/files/before.png')).toBe(cutoutText.changed)
    expect(apply('back')).toBe(cutoutText.background)
    expect(apply('t')).toBe(cutoutText.text)
    expect(apply('gone')).toBe(cutoutText.gone)
    expect(seller.doc()).toBe(before)
  })
})

test('a placeholder is a cutout layer as wide as the canvas, in its middle', () => {
  const seller = openDesign(docOf())
  const picture = { fileId: 5, url: '/files/p.png', name: '头像占位图 1', width: 500, height: 500 }
  const layer = placeholderLayer(picture, seller.doc(), { uuid: 'p', type: 'head' })
  seller.run(addLayers, { layers: [layer] })
  expect(seller.layer('p')).toMatchObject({
    ...{ type: 'AI_CUTOUT', aiCutoutType: 'head', aiCutoutPlaceholderImageType: 'head', isUserUploadImage: false, id: null },
    ...{ left: 0, top: 272, width: 500, height: 500 },
  })
  expect(seller.selection()).toEqual(['p'])
})
