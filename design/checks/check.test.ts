import { describe, expect, test } from 'vitest'
import { cutout, docOf, image, text } from '../test/make'
import { checkDesign, layerDpi, warningKey, warningsOf } from './check'

const wireframe = {
  width: 500,
  height: 1044,
  printArea: { left: 20, top: 20, right: 20, bottom: 20 },
  widthMm: 75,
  heightMm: 156.6,
}
const found = (...layers: Parameters<typeof docOf>) =>
  checkDesign(docOf(...layers), { wireframe }).map(({ code, level, uuid }) => `${level} ${code} ${uuid}`)
const sharp = { originalWidth: 4000, originalHeight: 4000 }

describe('checks before print', () => {
  test('a sharp layer inside the print area has no problems', () => {
    expect(found(image('a', { ...sharp, left: 100, top: 100 }))).toEqual([])
  })
  test('checkDesign names a layer that lies outside the print area or is cut by it, its rotation included', () => {
    expect(found(image('a', { ...sharp, left: -90 }))).toEqual(['warning outside a'])
    expect(found(image('a', { ...sharp, left: 100, top: 10 }))).toEqual(['note cut a'])
    expect(found(image('a', { ...sharp, left: 22, top: 300 }))).toEqual([])
    expect(found(image('a', { ...sharp, left: 22, top: 300, rotation: 45 }))).toEqual(['note cut a'])
  })
  test('a hidden layer is reported only as hidden', () => {
    expect(found(image('a', { originalWidth: 5, left: -90, hidden: true }))).toEqual(['note hidden a'])
  })
  test('text that is cut is reported as a warning, a picture that is cut as a note', () => {
    expect(found(text('t', { left: 100, top: 10 }))).toEqual(['warning cut t'])
    expect(found(text('t', { left: 100, top: 100 }))).toEqual([])
  })
  test('the resolution of a picture is that of its worse side', () => {
    // 100 px of a 500 px canvas 75 mm wide are 15 mm: 100 px of picture there are 169 dpi.
    const layer = (px: number) => image('a', { left: 100, top: 100, originalWidth: px, originalHeight: 4000 })
    expect(layerDpi(layer(100), docOf(), wireframe)).toBe(169)
    expect(found(layer(100))).toEqual(['note low-dpi a'])
    expect(found(layer(80))).toEqual(['warning low-dpi a'])
    expect(found(layer(120))).toEqual([])
    expect(checkDesign(docOf(layer(80)), { wireframe })[0]?.text).toContain('「a」分辨率过低：135 DPI')
    expect(checkDesign(docOf(layer(80)), { wireframe: { ...wireframe, widthMm: null, heightMm: null } })).toEqual([])
  })
  test('a missing background, or one that leaves an edge bare, is reported where the material needs one', () => {
    const codes = (...layers: Parameters<typeof docOf>) =>
      checkDesign(docOf(...layers), { wireframe, needBackground: true }).map((problem) => problem.code)
    expect(codes()).toEqual(['background-missing'])
    expect(codes(image('bg', { ...sharp, isBackground: true, left: -272, width: 1044, height: 1044, hidden: true }))).toEqual([
      'background-missing',
      'hidden',
    ])
    expect(codes(image('bg', { ...sharp, isBackground: true, left: -272, width: 1044, height: 1044 }))).toEqual([])
    expect(codes(image('bg', { ...sharp, isBackground: true }))).toEqual(['background-uncovered'])
  })
  test('a design on a standard wireframe is reported once, as a note, unless the design is empty', () => {
    const codes = (...layers: Parameters<typeof docOf>) =>
      checkDesign(docOf(...layers), { wireframe, isStandard: true }).map(({ code, level }) => [code, level])
    const layer = (name: string) => image(name, { ...sharp, left: 100, top: 100 })
    expect(codes(layer('a'), layer('b'))).toEqual([['standard-wireframe', 'note']])
    expect(codes()).toEqual([])
  })
  test('pictures drawn in lines have no resolution', () => {
    expect(layerDpi(text('t', { originalWidth: 5 }), docOf(), wireframe)).toBeNull()
    expect(layerDpi(image('a', { originalWidth: 5, imageUrl: '/files/a.svg?v=1' }), docOf(), wireframe)).toBeNull()
    expect(layerDpi(image('a', { originalWidth: 5, imageUrl: '/files/svg.png' }), docOf(), wireframe)).toBeLessThan(10)
  })
  test('a placeholder has no resolution, because the buyer’s picture is printed instead', () => {
    const placeholder = cutout('c', { originalWidth: 5, originalHeight: 5, left: 100, top: 100 })
    expect(layerDpi(placeholder, docOf(), wireframe)).toBeNull()
    expect(found(placeholder)).toEqual([])
    expect(found({ ...placeholder, left: -90 })).toEqual(['warning outside c'])
  })
  test('the resolution is measured on the phone of the preview, at the size its wireframe has in the document', () => {
    // The same case with a wireframe twice as large: the design lies on it at half the scale, so every length in mm is
    // unchanged.
    const drawnLarger = { ...wireframe, width: 1000, height: 2088 }
    const layer = image('a', { left: 100, top: 100, originalWidth: 100, originalHeight: 4000 })
    expect(layerDpi(layer, docOf(), drawnLarger)).toBe(169)
    expect(layerDpi(layer, docOf(), { ...wireframe, widthMm: null })).toBe(169)
  })
  test('a layer whose picture did not load is reported', () => {
    const layers = docOf(image('a', { ...sharp, left: 100, top: 100 }), image('b', { ...sharp, left: 100, top: 100 }))
    const problems = checkDesign(layers, { wireframe, pictureFailed: (url) => url === '/files/b.png' })
    expect(problems.map(({ code, level, uuid }) => `${level} ${code} ${uuid}`)).toEqual(['warning picture-failed b'])
  })
  test('a drawing with text that is not outlined is reported, because no print file can be made of it', () => {
    const layers = docOf(image('a', { ...sharp, left: 100, top: 100 }), image('b', { ...sharp, left: 100, top: 100 }))
    const problems = checkDesign(layers, { wireframe, liveText: (url) => (url === '/files/b.png' ? '爱你'.repeat(20) : '') })
    expect(problems.map(({ code, level, uuid }) => `${level} ${code} ${uuid}`)).toEqual(['warning drawing-text b'])
    expect(problems[0]?.text).toMatch(/^「b」的图案里有没有转曲的文字「(爱你){10}…」/)
  })
  test('a font that the shop does not have is reported once the fonts are loaded', () => {
    const doc = docOf(text('t', { left: 100, top: 100, fontId: 3 }))
    const codes = (fontIds?: ReadonlySet<number>) => checkDesign(doc, { wireframe, fontIds }).map(({ code }) => code)
    expect(codes(new Set([3]))).toEqual([])
    expect(codes(new Set([4]))).toEqual(['font-missing'])
    expect(codes()).toEqual([])
  })
  test('the warning key covers the warnings in any order, and nothing else', () => {
    const outside = image('a', { ...sharp, left: -90 })
    const poor = image('b', { left: 100, top: 100, originalWidth: 50 })
    const keyOf = (...layers: Parameters<typeof docOf>) => warningKey(checkDesign(docOf(...layers), { wireframe }))
    expect(keyOf(outside, poor)).toBe(keyOf(poor, outside))
    expect(keyOf(outside, poor)).not.toBe(keyOf(outside))
    expect(keyOf(outside, image('c', { hidden: true }))).toBe(keyOf(outside))
    expect(warningsOf(checkDesign(docOf(outside, image('c', { hidden: true })), { wireframe }))).toHaveLength(1)
  })
  test('text without characters or without its font is reported', () => {
    expect(found(text('t', { left: 100, top: 100, text: ' ', fontId: null }))).toEqual([
      'warning text-empty t',
      'warning font-missing t',
    ])
  })
})
