import { expect, test } from 'vitest'
import { liveTextOf } from './read-svg'

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`

test.each([
  ['text', svg('<text y="9">爱你</text>'), '爱你'],
  ['text in parts', svg('<text><tspan>爱</tspan>\n <tspan>你</tspan></text><g><text>2</text></g>'), '爱 你 2'],
  ['text with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:text>A</s:text></s:svg>', 'A'],
  ['outlines', svg('<path d="M0 0h9v9z"/>'), ''],
  ['text that is not shown', svg('<g display="none"><text>A</text></g><defs><text>B</text></defs>'), ''],
  ['text of blanks', svg('<text> \n </text>'), ''],
  ['a title', svg('<title>text</title><rect/>'), ''],
])('%s of a drawing', (_what, drawing, expected) => {
  expect(liveTextOf(drawing)).toBe(expected)
})
