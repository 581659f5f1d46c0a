import { describe, expect, test } from 'vitest'
import { docOf, image } from '../../design/test/make'
import { type AlphaAt, layerSeenAt } from './hit'

/** Opaque on the left half of every picture. */
const leftHalf: AlphaAt = (_url, u) => (u < 0.5 ? 255 : 0)
const solid: AlphaAt = () => 255

describe('the layer seen at a point', () => {
  test('is the topmost, hidden ones and the background aside', () => {
    const doc = docOf(image('bg', { isBackground: true }), image('low'), image('top'), image('gone', { hidden: true }))
    expect(layerSeenAt(doc, { x: 50, y: 50 }, solid)).toBe('top')
    expect(layerSeenAt(docOf(image('bg', { isBackground: true })), { x: 50, y: 50 }, solid)).toBeNull()
  })

  test('is what lies under the transparent part of a cut-out, however it is mirrored or turned', () => {
    const at = (x: number, change: Parameters<typeof image>[1]) =>
      layerSeenAt(docOf(image('low'), image('cut', change)), { x, y: 50 }, (url, u, v) =>
        url.includes('cut') ? leftHalf(url, u, v) : 255,
      )
    expect(at(20, {})).toBe('cut')
    expect(at(80, {})).toBe('low')
    expect(at(20, { horizontalFlip: true })).toBe('low')
    expect(at(80, { horizontalFlip: true })).toBe('cut')
    expect(at(80, { rotation: 180 })).toBe('cut')
    expect(at(20, { rotation: 180 })).toBe('low')
  })

  test('is the whole box while the picture is not there yet', () => {
    expect(layerSeenAt(docOf(image('cut')), { x: 80, y: 50 }, () => null)).toBe('cut')
  })

  test('forgives 2 px on the screen and no more', () => {
    expect(layerSeenAt(docOf(image('a')), { x: -1.9, y: 50 }, solid)).toBe('a')
    expect(layerSeenAt(docOf(image('a')), { x: -3, y: 50 }, solid)).toBeNull()
    expect(layerSeenAt(docOf(image('a')), { x: -3, y: 50 }, solid, 0.5)).toBe('a')
  })
})
