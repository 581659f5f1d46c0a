/** SVG drawings of a few KB that would take minutes or hours to render. */
const drawing = (inner: string, side = 400): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${inner}</svg>`
const repeat = (count: number, of: (n: number) => string): string => Array.from({ length: count }, (_, n) => of(n)).join('')
const all = 'width="400" height="400"'
const filtered = (primitives: string, side = 400): string =>
  drawing(`<filter id="f">${primitives}</filter><rect width="${side}" height="${side}" filter="url(#f)"/>`, side)

/** Each level uses the one below nine times: 9^6 renderings of the innermost one. */
const nested = (open: (n: number) => string, close: string, use: (n: number) => string): string =>
  drawing(
    `${repeat(6, (n) => open(n) + repeat(9, () => (n === 0 ? `<rect ${all}/>` : use(n - 1))) + close)}${repeat(9, () => use(5))}`,
  )

/** Refused before rendering, because their references expand without bound. */
export const endless: Readonly<Record<string, string>> = {
  'nested masks': nested(
    (n) => `<mask id="m${n}">`,
    '</mask>',
    (n) => `<rect ${all} mask="url(#m${n})"/>`,
  ),
  'nested patterns': nested(
    (n) => `<pattern id="p${n}" width="1" height="1">`,
    '</pattern>',
    (n) => `<rect ${all} style="fill:url( '#p${n}' )"/>`,
  ),
  'nested clips by a style sheet': nested(
    (n) => `<style>.c${n}{clip-path:url(#c${n})}</style><clipPath id="c${n}">`,
    '</clipPath>',
    (n) => `<rect ${all} class="x c${n}"/>`,
  ),
  'masks of every shape': drawing(
    `<style>rect{mask:url(#m)}</style><mask id="m">${repeat(900, () => '<circle r="9"/>')}</mask>${repeat(900, () => `<rect ${all}/>`)}`,
  ),
  'a chain of twenty thousand': drawing(repeat(20_000, (n) => `<g id="g${n}"><use href="#g${n + 1}"/></g>`)),
  'a circle': drawing(
    '<mask id="a"><rect mask="url(#b)"/></mask><mask id="b"><rect mask="url(#a)"/></mask><rect mask="url(#a)"/>',
  ),
}

/** Recognized only by rendering them. */
export const laborious: Readonly<Record<string, string>> = {
  'sixty dilations': filtered(repeat(60, () => '<feMorphology operator="dilate" radius="60"/>')),
  'three hundred turbulences': filtered(
    repeat(300, (n) => `<feTurbulence baseFrequency="0.${n + 1}" numOctaves="10"/>`),
    10_000,
  ),
  'twenty thousand blurs': filtered(repeat(20_000, () => '<feGaussianBlur stdDeviation="30"/>')),
}
