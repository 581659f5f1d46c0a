import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recolored, svgColors } from './svg-colors'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" color="red"><style>.a{fill:#ABC;stroke: rgb(0, 128, 255)}</style>
<path id="fill" fill="#aabbcc" stroke='none' d="M0 0"/><g style="fill:white;stop-color:#fff"/><path fill="url(#g)" opacity="#112233"/></svg>`

test('colours of attributes, styles and style sheets are listed once, the most frequent first', () => {
  expect(svgColors(drawing)).toEqual(['#aabbcc', '#ffffff', '#ff0000', '#0080ff'])
  expect(svgColors('<svg><path d="M0 0"/></svg>')).toEqual(['#000000'])
})

test('a colour is changed wherever it is written, and nothing else is', () => {
  const next = recolored(
    drawing,
    new Map([
      ['#aabbcc', '#123456'],
      ['#ffffff', '#000000'],
    ]),
  )
  expect(next).toContain('.a{fill:#123456;stroke: rgb(0, 128, 255)}')
  expect(next).toContain('<path id="fill" fill="#123456" stroke=\'none\'')
  expect(next).toContain('style="fill:#000000;stop-color:#000000"')
  expect(next).toContain('fill="url(#g)" opacity="#112233"')
  expect(recolored(drawing, new Map())).toBe(drawing)
})

test('a drawing that names no colour gets one for the whole', () => {
  expect(recolored('<svg width="1"><path d="M0 0"/></svg>', new Map([['#000000', '#ff0000']]))).toBe(
    '<svg fill="#ff0000" width="1"><path d="M0 0"/></svg>',
  )
})

test('only hex colours are ever inserted', () => {
  expect(() => recolored(drawing, new Map([['#aabbcc', '"/><script>']]))).toThrow('not a hex colour')
  fc.assert(
    fc.property(fc.string(), (text) => {
      const colors = new Map(svgColors(text).map((color) => [color, '#123456']))
      expect(svgColors(recolored(`<svg>${text}</svg>`, colors)).every((color) => color === '#123456')).toBe(true)
    }),
  )
})
