import { expect, test } from 'vitest'
import { docOf, image, text } from '../test/make'
import { appearanceWith, pasteStyles, styleOf } from './clipboard-style'

const stroke = { color: '#ff0000', width: 4, style: 'SOLID', opacity: 100, offset: 2 } as const
const drawn = { stroke, strokeSvgData: '<svg/>', appearance: { opacity: 0.5 } }
const of = ({ uuid, imageUrl, width, height }: ReturnType<typeof image>) => ({ uuid, imageUrl, width, height })

test('a copied style holds the outline and the text settings, but neither the characters nor the direction', () => {
  expect(styleOf(image('a', { stroke }))).toEqual({ stroke, appearance: null, text: null })
  const style = styleOf(text('t', { fontColor: '#123456', verticalText: true }))
  expect(style).toMatchObject({ stroke: null, text: { fontColor: '#123456', fontId: 3, lineHeight: 1.2 } })
  expect(style.text).not.toHaveProperty('text')
  expect(style.text).not.toHaveProperty('verticalText')
})

test('pasting a style gives outlines only to the layers they were made for, in one step', () => {
  const [a, locked, background, scaled] = [
    image('a'),
    image('locked', { locked: true }),
    image('bg', { isBackground: true }),
    image('scaled'),
  ]
  const doc = docOf(background, a, locked, { ...scaled, width: 300 })
  const outcome = pasteStyles.run(doc, {
    styles: [a, locked, background, scaled].map((layer) => ({ source: of(layer), ...drawn })),
  })
  if (!outcome.ok) throw new Error(outcome.message)
  expect(outcome.doc.layers.map((layer) => layer.stroke)).toEqual([null, stroke, null, null])
  expect(outcome.doc.layers[1]).toMatchObject({ strokeSvgData: '<svg/>', appearance: { opacity: 0.5 } })
})

test('pasting a style without an outline removes outlines, and a locked layer is refused with the reason', () => {
  const a = image('a', drawn)
  const bare = pasteStyles.run(docOf(a), { styles: [{ source: of(a), stroke: null, strokeSvgData: null, appearance: null }] })
  expect(bare.ok && bare.doc.layers[0]).toMatchObject({ stroke: null, strokeSvgData: null })
  const locked = image('a', { locked: true })
  expect(pasteStyles.run(docOf(locked), { styles: [{ source: of(locked), ...drawn }] })).toEqual({
    ok: false,
    message: '图层已锁定，请先解锁',
  })
})

test('a copied style leaves a layer its own crop, mask and clipping', () => {
  const style = styleOf(image('a', { appearance: { opacity: 0.5, mask: { kind: 'heart' }, clipped: true, bare: true } }))
  expect(style.appearance).toEqual({ opacity: 0.5 })
  const other = image('b', { appearance: { mask: { kind: 'ellipse' }, blur: 3 } })
  expect(appearanceWith(style, other)).toEqual({ opacity: 0.5, mask: { kind: 'ellipse' } })
})
