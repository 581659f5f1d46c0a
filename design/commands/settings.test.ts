import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openDesign } from '../test/driver'
import { docOf, image } from '../test/make'
import { resizeCanvas } from './settings'

const stroke = { style: 'SOLID', color: '#fff', width: 10, offset: 2, opacity: 100 } as const

describe('another canvas size', () => {
  test('resizing the canvas keeps layers at their size and distance from the middle; the background covers; one undo reverts it', () => {
    const back = image('back', { isBackground: true, originalWidth: 500, originalHeight: 1044 })
    const seller = openDesign(docOf(back, image('a', { left: 200, top: 472, width: 100, height: 100 })))
    seller.run(resizeCanvas, { width: 1000, height: 1044, layers: 'keep' })
    expect(seller.doc()).toMatchObject({ width: 1000, height: 1044 })
    expect(seller.layer('a')).toMatchObject({ left: 450, top: 472, width: 100, height: 100 })
    expect(seller.layer('back')).toMatchObject({ left: 0, top: -522, width: 1000, height: 2088 })
    seller.undo()
    expect(seller.doc()).toMatchObject({ width: 500, height: 1044 })
    expect(seller.canUndo()).toBe(false)
  })

  test('resizing the canvas can scale layers with it, locked ones and outlines included', () => {
    const layers = docOf(image('a', { left: 200, top: 472, locked: true, stroke, strokeSvgData: '<svg/>', rotation: 30 }))
    const seller = openDesign(layers)
    seller.run(resizeCanvas, { width: 1000, height: 3000, layers: 'scale' })
    expect(seller.layer('a')).toMatchObject({ left: 400, top: 1400, width: 200, height: 200, rotation: 30 })
    expect(seller.layer('a').stroke).toMatchObject({ width: 20, offset: 4 })
  })

  test('resizing the canvas beyond its limits is refused with the reason', () => {
    const seller = openDesign(docOf(image('a')))
    for (const width of [99, 10_001, 500.5, Number.NaN]) {
      const outcome = seller.run(resizeCanvas, { width, height: 1044, layers: 'keep' })
      expect(outcome).toMatchObject({ ok: false, message: '画布的宽和高要是 100 到 10000 之间的整数（像素）' })
    }
    expect(seller.canUndo()).toBe(false)
  })

  test('scaling the design up and down again leaves every layer where it was', () => {
    const length = fc.integer({ min: 10, max: 900 })
    fc.assert(
      fc.property(length, length, length, length, fc.integer({ min: 1, max: 8 }), (left, top, width, height, times) => {
        const seller = openDesign(docOf(image('a', { left, top, width, height })))
        seller.run(resizeCanvas, { width: 500 * times, height: 1044 * times, layers: 'scale' })
        seller.run(resizeCanvas, { width: 500, height: 1044, layers: 'scale' })
        for (const [key, was] of Object.entries({ left, top, width, height })) {
          expect(Math.abs(seller.layer('a')[key as 'left'] - was)).toBeLessThan(0.01)
        }
      }),
    )
  })
})
