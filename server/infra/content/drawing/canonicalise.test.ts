/** The canonical form of a drawing: it keeps or refuses each element, and every engine of the server draws it alike. */
import { describe, expect, test } from 'vitest'
import { quickDrawings } from '../../../../fixtures/odd-files/drawings'
import { Failure } from '../../../kernel/failure'
import { endless } from '../../../test/hostile-drawings'
import { uncanonical } from './canonical'
import { canonicalise } from './canonicalise'
import { notes } from './clean'
import { looksLikeSvg } from './looks-like-svg'
import { readSvg } from './read-xml'

const svg = (inner: string, attributes = 'width="10" height="20"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const form = async (text: string): Promise<string> => (await canonicalise(Buffer.from(text))).bytes.toString()
const refusal = (text: string): Promise<string> =>
  form(text).then(
    (kept) => `kept: ${kept}`,
    (error) => {
      if (error instanceof Failure) return error.message
      throw error
    },
  )

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

/** Parts of a drawing that would run, fetch, animate or read files. */
const dangerous =
  /script|on\w+=|foreignObject|iframe|javascript|evil|169\.254|animate|<set|@import|svg\+xml|alert|xml-stylesheet|xml:base|<style|<a\b/i

test.each(Object.entries(hostile))(
  'the canonical form of a drawing is free of %s, or the drawing is refused',
  async (_name, text) => {
    const kept = await refusal(text)
    if (kept.startsWith('kept')) expect(kept).not.toMatch(dangerous)
    else expect(kept).toMatch(/没有嵌入|网页内容|无法确定/)
  },
)

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
  ['an entity of parameters', '<!DOCTYPE svg [<!ENTITY % a "x">%a;]><svg xmlns="http://www.w3.org/2000/svg"/>', /实体/],
  ['an entity with markup', '<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', /实体/],
  [
    'one entity named a million times',
    `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]>${svg(`<path d="${'&a;'.repeat(1000)}"/>`)}`,
    /实体/,
  ],
  ['an entity nobody declared', svg('<text>&nbsp;</text>'), /损坏/],
  ['a cut-off document', svg('<rect/>').slice(0, -3), /损坏/],
  [
    'another root',
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
    /不是有效的 SVG/,
  ],
  ['a size beyond the pixel limit', svg('', 'width="100000" height="100000"'), /像素过大/],
  ['a reference to itself', svg('<g id="a"><use href="#a"/></g>'), /引用/],
  [
    'ten to the tenth shapes',
    svg(
      Array.from({ length: 10 }, (_, n) => `<g id="g${n}">${`<use href="#g${n + 1}"/>`.repeat(10)}</g>`).join('') +
        '<rect id="g10"/>',
    ),
    /引用/,
  ],
  ['a thousand levels', svg('<g>'.repeat(1000) + '</g>'.repeat(1000)), /过于复杂/],
  [
    'variables that double forty times',
    svg(
      `<rect style="fill:var(--v40);--v0:red;${Array.from({ length: 40 }, (_, n) => `--v${n + 1}:var(--v${n})var(--v${n})`).join(';')}"/>`,
    ),
    /样式过于复杂/,
  ],
])('a drawing with %s is refused', async (_name, text, reason) => {
  expect(await refusal(text)).toMatch(reason)
})

test.each(Object.entries(endless))('a drawing with %s is refused before anything is drawn', async (_name, text) => {
  expect(await refusal(text)).toBe('SVG 的引用层数过多，请简化后上传')
})

test.each([
  ['brackets', (n: number) => `<rect style="fill:${'rgb('.repeat(n)}"/>`],
  ['comments', (n: number) => `<style>${'/*'.repeat(n)}</style>`],
  ['selectors', (n: number) => `<style>${':not('.repeat(n / 20)}</style><style>${'a '.repeat(n)}{fill:red}</style>`],
  ['declarations of a document type', (n: number) => `<rect id="${'-'.repeat(n)}"/>`],
  ['urls', (n: number) => `<rect fill="${'url('.repeat(n)}"/>`],
  ['transforms', (n: number) => `<rect style="transform:${'translate( '.repeat(n)}"/>`],
  ['percents', (n: number) => `<image href="data:image/png,${'%'.repeat(n)}"/>`],
])('reading long %s takes no more than time in proportion', async (_name, of) => {
  const cost = async (n: number): Promise<number> => {
    const before = process.cpuUsage()
    await refusal(svg(of(n)))
    return process.cpuUsage(before).user
  }
  await cost(1000)
  expect(await cost(20_000)).toBeLessThan(1_500_000)
})

describe('the form', () => {
  const accepted = quickDrawings.filter(({ refused }) => !refused)

  test.each(accepted.map(({ name, svg: text }) => [name, text]))(
    '%s has a canonical form, which stays as it is',
    async (_name, text) => {
      const once = await form(text)
      expect(uncanonical(readSvg(Buffer.from(once)))).toBeNull()
      expect(await form(once)).toBe(once)
    },
  )

  test.each(quickDrawings.flatMap(({ name, svg: text, refused }) => (refused ? [[name, text, refused] as const] : [])))(
    '%s is refused in words',
    async (_name, text, refused) => {
      expect(await refusal(text)).toMatch(refused)
    },
  )

  test('links draw like groups, and pictures inside are stored as upright PNG or JPEG', async () => {
    const webp = quickDrawings.find(({ name }) => name.includes('image/webp'))?.svg ?? ''
    expect(await form(webp)).toMatch(/<image [^>]*xlink:href="data:image\/png;base64,[^"]+"/)
  })

  test('the seller is told what is drawn to pixels, and that an animation stands still', async () => {
    const { notes: told } = await canonicalise(
      Buffer.from(
        svg(
          '<filter id="f"><feTile/></filter><rect width="9" height="9" filter="url(#f)"><animate attributeName="x" to="5"/></rect>',
        ),
      ),
    )
    expect(told).toEqual([notes.still, notes.pixels])
  })
})

test.each([
  ['width="10" height="20"', 10, 20],
  ['viewBox="0 0 300 600"', 300, 600],
  ['width="100%" height="100%" viewBox="0,0,30,60"', 30, 60],
  ['width="150" viewBox="0 0 300 600"', 150, 300],
  ['width="25.4mm" height="1in"', 96, 96],
  ['', 300, 150],
])('a drawing with the attributes "%s" measures %d × %d', async (attributes, width, height) => {
  const drawing = await canonicalise(Buffer.from(svg('<rect/>', attributes)))
  expect([drawing.width, drawing.height]).toEqual([width, height])
  expect(drawing.bytes.toString()).toMatch(/^<svg xmlns="[^"]+" width="[\d.]+" height="[\d.]+" viewBox="0 0 [\d.]+ [\d.]+"/)
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
