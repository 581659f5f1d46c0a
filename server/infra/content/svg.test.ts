import { describe, expect, test } from 'vitest'
import { Failure } from '../../kernel/failure'
import { endless } from '../../test/hostile-drawings'
import { looksLikeSvg, sanitizeSvg } from './svg'

const svg = (inner: string, attributes = 'width="10" height="20"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const clean = (text: string): string => sanitizeSvg(Buffer.from(text)).bytes.toString()
const refusal = (text: string): string => {
  try {
    return `kept: ${clean(text)}`
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

const hostile: Readonly<Record<string, string>> = {
  script: svg('<script>alert(1)</script><rect width="1" height="1"/>'),
  'prefixed script': '<x:svg xmlns:x="http://www.w3.org/2000/svg" width="1" height="1"><x:script>alert(1)</x:script></x:svg>',
  'event handler': svg('<rect onclick="alert(1)" width="1" height="1"/>', 'onload="alert(1)" width="1" height="1"'),
  foreignObject: svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>'),
  'encoded javascript link': svg('<a xlink:href="java&#x0A;script:alert(1)"><rect width="9" height="9"/></a>'),
  'animated link': svg(
    '<a id="x"><rect/><animate attributeName="href" values="javascript:alert(1)"/></a><set attributeName="onload" to="alert(1)"/>',
  ),
  'outside use': svg('<use href="https://evil.example/x.svg#a"/><use xlink:href="//evil.example/x.svg#a"/>'),
  'outside image': svg('<image href="http://169.254.169.254/latest"/><feImage href="https://evil.example/"/>'),
  'svg in a data URL': svg(
    '<image href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"/><use href="data:image/svg+xml,evil"/>',
  ),
  'style import': svg('<style>@import url(https://evil.example/a.css);rect{fill:url(https://evil.example/x)}</style><rect/>'),
  'style escape': svg('<style>rect{fill:\\75rl(https://evil.example/x)}</style><rect style="fill:\\75rl(//evil.example)"/>'),
  'style comment': svg('<style>rect{fill:u/**/rl(https://evil.example/x)}</style><rect/>'),
  'style breaks out': svg('<style><![CDATA[</style><script>alert(1)</script>]]></style><rect/>'),
  'outside paint': svg('<rect fill="url(https://evil.example/#x)" filter="url( //evil.example/f )" mask="URL(evil.example#m)"/>'),
  'image-set': svg('<rect style="mask:image-set(&quot;https://evil.example/a&quot; 1x);cursor:url(https://evil.example)"/>'),
  'stylesheet instruction': `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('<rect/>')}`,
  'html namespace': svg('<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'),
  'xml base': svg('<use href="#a"/>', 'xml:base="https://evil.example/" width="1" height="1"'),
}

test.each(Object.entries(hostile))('sanitizing an SVG removes %s', (_name, text) => {
  expect(clean(text)).not.toMatch(
    /script|on\w+=|foreignObject|iframe|javascript|evil|169\.254|animate|<set|@import|svg\+xml|alert|xml-stylesheet|xml:base/i,
  )
})

test.each([
  [
    'an outside entity',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    /实体/,
  ],
  [
    'nested entities',
    '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    /实体/,
  ],
  ['an entity nobody declared', svg('<text>&nbsp;</text>'), /损坏/],
  ['a cut-off document', svg('<rect/>').slice(0, -3), /损坏/],
  [
    'another root',
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
    /不是有效的 SVG/,
  ],
  ['no size at all', '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', /宽高/],
  ['a size beyond the pixel limit', svg('', 'width="100000" height="100000"'), /像素过大/],
  ['a reference to itself', svg('<g id="a"><use href="#a"/></g>'), /引用/],
  ['circular references', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), /引用/],
  [
    'ten to the tenth shapes',
    svg(
      Array.from({ length: 10 }, (_, n) => `<g id="g${n}">${`<use href="#g${n + 1}"/>`.repeat(10)}</g>`).join('') +
        '<rect id="g10"/>',
    ),
    /引用/,
  ],
  ['a thousand levels', svg('<g>'.repeat(1000) + '</g>'.repeat(1000)), /过于复杂/],
])('sanitizing an SVG refuses %s', (_name, text, reason) => {
  expect(refusal(text)).toMatch(reason)
})

test.each(Object.entries(endless))('sanitizing an SVG refuses %s before anything is drawn', (_name, text) => {
  expect(refusal(text)).toBe('SVG 的引用层数过多，请简化后上传')
})

test('counting references inside many groups takes time and memory in proportion to their number', () => {
  const uses = '<use href="#a"/>'.repeat(50_000)
  const cost = (deep: number): number => {
    const groups = Array.from({ length: deep }, (_, n) => `<g id="g${n}">`).join('')
    const before = process.cpuUsage()
    expect(clean(svg(`<path id="a"/>${groups}${uses}${'</g>'.repeat(deep)}`))).toContain('<use href="#a">')
    return process.cpuUsage(before).user
  }
  cost(1)
  // The factor was fifteen when each reference was recorded in every group around it.
  expect(cost(240) / cost(1)).toBeLessThan(4)
})

test('sanitizing an SVG keeps the gradients, clips and masks that designers use', () => {
  const used = '<rect class="st0 st1" clip-path="url(#c)" style="mask:url(#m)"/>'.repeat(2000)
  const defs =
    '<style>.st0{fill:url(#g)}.st1 > rect{stroke:url(#g)}</style><linearGradient id="g"><stop/><stop/></linearGradient>' +
    '<clipPath id="c"><rect/></clipPath><mask id="m"><rect fill="url(#g)"/></mask>'
  expect(clean(svg(defs + used))).toContain('mask:url(#m)')
})

describe('a drawing', () => {
  test('a sanitized SVG keeps shapes, gradients, text and internal references', () => {
    const inner =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs>' +
      '<path d="M0 0L5 5" fill="url(#g)"></path><use href="#p"></use><text x="1" font-family="宋体">壳 &amp; 匠</text>'
    expect(clean(svg(inner))).toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20">${inner}</svg>`)
  })

  test("a sanitized SVG keeps an editor's classes and drops its own elements", () => {
    const text = svg(
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>' +
        '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.example"/>' +
        '<style>/* a */ .cls-1{fill:#fff;behavior:url(x)} @media print{.b{fill:red}} .g > path{stroke:url(#g)}</style><path class="cls-1"/>',
    )
    expect(clean(text)).toContain('<style>.cls-1{fill:#fff}.g > path{stroke:url(#g)}</style><path class="cls-1"></path>')
    expect(clean(text)).not.toMatch(/rdf|sodipodi|metadata|media/)
  })

  test('a sanitized SVG keeps the content of links and embedded pictures', () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    expect(clean(svg(`<a href="https://shop.example"><image href="${picture}"/></a>`))).toContain(
      `><image href="${picture}"></image></svg>`,
    )
  })

  test.each([
    ['width="10" height="20"', 10, 20],
    ['viewBox="0 0 300 600"', 300, 600],
    ['width="100%" height="100%" viewBox="0,0,30,60"', 30, 60],
    ['width="150" viewBox="0 0 300 600"', 150, 300],
    ['width="25.4mm" height="1in"', 96, 96],
  ])('an SVG with %s measures %d × %d, and its root says so', (attributes, width, height) => {
    const content = sanitizeSvg(Buffer.from(svg('<rect/>', attributes)))
    expect([content.width, content.height]).toEqual([width, height])
    expect(content.bytes.toString()).toMatch(/^<svg xmlns="[^"]+" width="[\d.]+" height="[\d.]+"/)
  })

  test('sanitizing an SVG twice changes nothing more', () => {
    for (const text of [...Object.values(hostile), svg('<style>.a{fill:red}</style><path class="a" style="opacity: .5"/>')]) {
      const once = clean(text)
      expect(clean(once)).toBe(once)
    }
  })
})

test('an SVG is recognized after prolog, comments and document type, and HTML is not one', () => {
  const yes = [
    '<svg ',
    '\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "x" "y">\n<svg>',
    '<s:svg xmlns:s="x">',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg>',
  ]
  for (const text of yes) expect([text, looksLikeSvg(Buffer.from(text))]).toEqual([text, true])
  for (const text of ['<html><svg>', '<svgfoo>', 'text <svg>', ''])
    expect([text, looksLikeSvg(Buffer.from(text))]).toEqual([text, false])
  expect(looksLikeSvg(Buffer.from(`\ufeff${svg('')}`, 'utf16le'))).toBe(true)
})
