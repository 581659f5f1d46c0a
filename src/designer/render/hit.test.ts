import { describe, expect, test } from 'vitest'
import { docOf, image } from '../../../design/test/make'
import { type AlphaAt, pointOnPicture, visibleLayerAt } from './hit'

/** Pictures that are opaque on their left half. */
const leftHalf: AlphaAt = (layer, point) => ((pointOnPicture(layer, point)?.x ?? 1) < 0.5 ? 255 : 0)
const solid: AlphaAt = () => 255

describe('the layer seen at a point', () => {
  test('layerSeenAt returns the topmost layer, ignoring hidden ones and the background', () => {
    const doc = docOf(image('bg', { isBackground: true }), image('low'), image('top'), image('gone', { hidden: true }))
    expect(visibleLayerAt(doc, { x: 50, y: 50 }, solid)).toBe('top')
    expect(visibleLayerAt(docOf(image('bg', { isBackground: true })), { x: 50, y: 50 }, solid)).toBeNull()
  })

  test('layerSeenAt returns the layer under the transparent part of a cutout, however it is mirrored or rotated', () => {
    const at = (x: number, change: Parameters<typeof image>[1]) =>
      visibleLayerAt(docOf(image('low'), image('cut', change)), { x, y: 50 }, (layer, point) =>
        layer.uuid === 'cut' ? leftHalf(layer, point) : 255,
      )
    expect(at(20, {})).toBe('cut')
    expect(at(80, {})).toBe('low')
    expect(at(20, { horizontalFlip: true })).toBe('low')
    expect(at(80, { horizontalFlip: true })).toBe('cut')
    expect(at(80, { rotation: 180 })).toBe('cut')
    expect(at(20, { rotation: 180 })).toBe('low')
  })

  test('layerSeenAt uses the whole box while a picture is loading', () => {
    expect(visibleLayerAt(docOf(image('cut')), { x: 80, y: 50 }, () => null)).toBe('cut')
  })

  test('layerSeenAt allows for 2 screen px beside a thin layer and no more', () => {
    expect(visibleLayerAt(docOf(image('a')), { x: -1.9, y: 50 }, solid)).toBe('a')
    expect(visibleLayerAt(docOf(image('a')), { x: -3, y: 50 }, solid)).toBeNull()
    expect(visibleLayerAt(docOf(image('a')), { x: -3, y: 50 }, solid, 0.5)).toBe('a')
  })
})
