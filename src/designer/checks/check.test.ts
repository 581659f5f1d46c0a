import { describe, expect, it } from 'vitest'
import { docOf, image, text } from '../test/make'
import { checkDesign, layerDpi } from './check'

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
  it('find nothing wrong with a sharp layer inside the area', () => {
    expect(found(image('a', { ...sharp, left: 100, top: 100 }))).toEqual([])
  })
  it('name the layer that is outside or cut, its turn included', () => {
    expect(found(image('a', { ...sharp, left: -90 }))).toEqual(['warning outside a'])
    expect(found(image('a', { ...sharp, left: 100, top: 10 }))).toEqual(['note cut a'])
    expect(found(image('a', { ...sharp, left: 22, top: 300 }))).toEqual([])
    expect(found(image('a', { ...sharp, left: 22, top: 300, rotation: 45 }))).toEqual(['note cut a'])
    expect(found(image('a', { ...sharp, left: -90, hidden: true }))).toEqual([])
  })
  it('tell the resolution by the worse side', () => {
    // 100 px of a 500 px canvas 75 mm wide are 15 mm: 100 px of picture there are 169 dpi.
    const layer = (px: number) => image('a', { left: 100, top: 100, originalWidth: px, originalHeight: 4000 })
    expect(layerDpi(layer(100), docOf(), wireframe)).toBeCloseTo(169.33, 1)
    expect(found(layer(100))).toEqual(['note low-dpi a'])
    expect(found(layer(80))).toEqual(['warning low-dpi a'])
    expect(found(layer(120))).toEqual([])
    expect(checkDesign(docOf(layer(80)), { wireframe })[0]?.text).toContain('「a」清晰度为 135 DPI')
    expect(checkDesign(docOf(layer(80)), { wireframe: { ...wireframe, widthMm: null, heightMm: null } })).toEqual([])
  })
  it('miss a background the material needs, or one that leaves an edge bare', () => {
    const codes = (...layers: Parameters<typeof docOf>) =>
      checkDesign(docOf(...layers), { wireframe, needBackground: true }).map((problem) => problem.code)
    expect(codes()).toEqual(['background-missing'])
    expect(codes(image('bg', { ...sharp, isBackground: true, left: -272, width: 1044, height: 1044, hidden: true }))).toEqual([
      'background-missing',
    ])
    expect(codes(image('bg', { ...sharp, isBackground: true, left: -272, width: 1044, height: 1044 }))).toEqual([])
    expect(codes(image('bg', { ...sharp, isBackground: true }))).toEqual(['background-uncovered'])
  })
  it('find text without words or without its font', () => {
    expect(found(text('t', { left: 100, top: 100, text: ' ', fontId: null }))).toEqual([
      'warning text-empty t',
      'warning font-missing t',
    ])
  })
})
