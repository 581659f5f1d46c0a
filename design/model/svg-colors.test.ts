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

const icons: Readonly<Record<string, string>> = {
  'lines of the current colour': '<svg fill="none" stroke="currentColor" stroke-width="4"><path d="M4 12h16"/></svg>',
  'a root filled with the current colour': '<svg fill="currentColor"><path d="M4 12h16z"/></svg>',
  'a child of the current colour': '<svg fill="none"><path fill="currentColor" d="M4 12h16z"/></svg>',
  'a style of the current colour': '<svg><style>.a{fill:currentColor}</style><path class="a" d="M4 12h16z"/></svg>',
  'a colour said for the current one': '<svg color="dodgerblue" fill="currentColor"><path d="M4 12h16z"/></svg>',
  'a rare name': '<svg><path fill="RebeccaPurple" d="M4 12h16z"/></svg>',
  'no colour': '<svg><path d="M4 12h16z"/></svg>',
  'plain colours of the server': '<svg><path fill="none" stroke="#000000" d="M 4 12 L 16 12"/></svg>',
}

test.each(Object.entries(icons))('an icon with %s takes the colour that is chosen, once', (_name, svg) => {
  const colors = svgColors(svg)
  expect(colors).toHaveLength(1)
  const next = recolored(svg, new Map(colors.map((color) => [color, '#ff0000'])))
  expect(svgColors(next)).toEqual(['#ff0000'])
  for (const [tag] of next.matchAll(/<\w+[^>]*>/g)) {
    const names = [...tag.matchAll(/\s([\w-]+)=/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
  }
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
