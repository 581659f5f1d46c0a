import { describe, expect, test } from 'vitest'
import { pictureTypeOf } from './picture-type'

const bytes = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const svg = 'xmlns="http://www.w3.org/2000/svg"'

describe('pictureTypeOf', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a..', 'image/gif'],
    ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
    ['BM\x01\x02', 'image/bmp'],
    ['%PDF-1.4', null],
    ['', null],
    ['\x89PN', null],
    ['{"error":"<svg"}', null],
  ])('pictureTypeOf recognizes the leading bytes %j as %s', (start, type) => {
    expect(pictureTypeOf(latin(start))).toBe(type)
  })

  test.each([
    `<svg ${svg}/>`,
    '<svg/>',
    `\ufeff<?xml version="1.0"?>\n<!-- x -->\n<svg ${svg}><g id="a"><path d="M0 0"/></g></svg>\n<!-- end -->`,
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg><title>1 &lt; 2</title></svg>',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width='1'/></s:svg>`,
    '<svg><style><![CDATA[ a > b { fill: red } ]]></style><text>壳 <tspan>匠</tspan></text></svg>',
  ])('pictureTypeOf recognizes a well-formed SVG: %j', (text) => {
    expect(pictureTypeOf(bytes(text))).toBe('image/svg+xml')
  })

  test.each([
    '<!doctype html><html><head><link rel="icon" href="data:image/svg+xml,<svg xmlns=\'x\'></svg>"></head></html>',
    '<!DOCTYPE html PUBLIC "svg"><svg/>',
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><svg ${svg}/></body></html>`,
    `<!-- <svg> --><html><svg ${svg}></svg></html>`,
    `<?xml version="1.0"?><Error><Code>NoSuchKey</Code><svg/></Error>`,
    '<svg',
    '<svg><g></svg>',
    `<svg ${svg}><path d="M0 0"/>`,
    '<svg/><html/>',
    '<svg/>more',
    '<svg xmlns="http://www.w3.org/1999/xhtml"/>',
    '<x:svg/>',
    '<svg><script>if (a < b) c()</script></svg>',
  ])('pictureTypeOf accepts neither a web page nor an incomplete SVG: %j', (text) => {
    expect(pictureTypeOf(bytes(text))).toBeNull()
  })

  test('pictureTypeOf reads SVG in other text encodings, and refuses broken encodings', () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeff<svg/>', 'utf16le'))
    expect(pictureTypeOf(utf16)).toBe('image/svg+xml')
    expect(pictureTypeOf(latin('<svg>\xff</svg>'))).toBeNull()
  })

  test('pictureTypeOf reads a large SVG to its end', () => {
    const many = `<svg ${svg}>${'<g a="1" b="2"><!-- c --><path d="M0 0 L1 1"/>text</g>'.repeat(4_000)}</svg>`
    expect(pictureTypeOf(bytes(many))).toBe('image/svg+xml')
    expect(pictureTypeOf(bytes(many.slice(0, -1)))).toBeNull()
  })
})
