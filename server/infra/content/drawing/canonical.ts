/**
 * The canonical form of a drawing: the few elements, attributes and values that every engine here draws alike. `examine` brings each
 * upload to it, and whatever reads a stored drawing may rely on it.
 */
import { maxCanonicalBytes } from '../limits'
import { type Element, newElement } from './tree'

/** A form, like the text of the library, is read without the limits of an upload: references are expanded, pictures are PNG. */
export const canonicalLimits = { bytes: maxCanonicalBytes, nodes: 1_000_000, depth: 2000 }

const number = String.raw`-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
const pattern = (source: string): RegExp => new RegExp(`^(?:${source})$`)
const numbers = pattern(`${number}(?:[ ,]${number})*`)
const oneNumber = pattern(number)
const share = pattern(String.raw`(?:0?\.\d+|0|1|1\.0*)(?:e-\d+)?`)
const reference = pattern(String.raw`url\(#[a-z]\d+\)`)
const matrix = pattern(String.raw`matrix\(${number}(?: ${number}){5}\)`)
const color = pattern('#[0-9a-f]{6}')
const paint = pattern(String.raw`none|#[0-9a-f]{6}|url\(#[a-z]\d+\)`)
const units = pattern('userSpaceOnUse|objectBoundingBox')
const id = pattern(String.raw`[a-z]\d+`)
const path = pattern(String.raw`[\d\s.,+eEMLHVCSQTAZmlhvcsqtaz-]*`)
const picture = pattern(`data:image/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*`)
const ratio = pattern(`none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?`)

type Values = Readonly<Record<string, RegExp>>

const modes =
  'normal|multiply|screen|overlay|darken|lighten|color-dodge|color-burn|hard-light|soft-light|difference|exclusion|' +
  'hue|saturation|color|luminosity'
const blending = pattern(`mix-blend-mode:(?:${modes});isolation:(?:auto|isolate)`)

const placed: Values = {
  transform: matrix,
  opacity: share,
  'clip-path': reference,
  mask: reference,
  filter: reference,
  style: blending,
}
const gradient: Values = { id, gradientUnits: units, gradientTransform: matrix, spreadMethod: pattern('pad|reflect|repeat') }
const box: Values = { x: oneNumber, y: oneNumber, width: oneNumber, height: oneNumber }

/** Names of the sources and results of the steps of a filter. */
const source = pattern(String.raw`SourceGraphic|SourceAlpha|r\d+`)
const part: Values = {
  ...box,
  in: source,
  result: pattern(String.raw`r\d+`),
  'color-interpolation-filters': pattern('sRGB|linearRGB'),
}
const flood: Values = { 'flood-color': color, 'flood-opacity': share }
const transfer: Values = {
  type: pattern('identity|table|discrete|linear|gamma'),
  tableValues: numbers,
  slope: oneNumber,
  intercept: oneNumber,
  amplitude: oneNumber,
  exponent: oneNumber,
  offset: oneNumber,
}

/** Steps of filters that engines draw alike. */
const filterSteps: Readonly<Record<string, Values>> = {
  feBlend: { ...part, in2: source, mode: pattern(modes) },
  feColorMatrix: { ...part, type: pattern('matrix|saturate|hueRotate|luminanceToAlpha'), values: numbers },
  feComponentTransfer: part,
  feComposite: {
    ...part,
    in2: source,
    operator: pattern('over|in|out|atop|xor|arithmetic'),
    k1: oneNumber,
    k2: oneNumber,
    k3: oneNumber,
    k4: oneNumber,
  },
  feDropShadow: { ...part, ...flood, stdDeviation: numbers, dx: oneNumber, dy: oneNumber },
  feFlood: { ...part, ...flood },
  feGaussianBlur: { ...part, stdDeviation: numbers },
  feMerge: part,
  feMorphology: { ...part, operator: pattern('erode|dilate'), radius: numbers },
  feOffset: { ...part, dx: oneNumber, dy: oneNumber },
}
const filterParts: Readonly<Record<string, Values>> = {
  feFuncA: transfer,
  feFuncB: transfer,
  feFuncG: transfer,
  feFuncR: transfer,
  feMergeNode: { in: source },
}

const vocabulary: Readonly<Record<string, Values>> = {
  g: placed,
  defs: {},
  path: {
    ...placed,
    d: path,
    fill: paint,
    'fill-opacity': share,
    'fill-rule': pattern('nonzero|evenodd'),
    'clip-rule': pattern('nonzero|evenodd'),
    stroke: paint,
    'stroke-opacity': share,
    'stroke-width': oneNumber,
    'stroke-linecap': pattern('butt|round|square'),
    'stroke-linejoin': pattern('miter|round|bevel'),
    'stroke-miterlimit': oneNumber,
    'stroke-dasharray': numbers,
    'stroke-dashoffset': oneNumber,
  },
  image: { ...placed, ...box, href: picture, preserveAspectRatio: ratio },
  linearGradient: { ...gradient, x1: oneNumber, y1: oneNumber, x2: oneNumber, y2: oneNumber },
  radialGradient: { ...gradient, cx: oneNumber, cy: oneNumber, r: oneNumber, fx: oneNumber, fy: oneNumber, fr: oneNumber },
  stop: { offset: share, 'stop-color': color, 'stop-opacity': share },
  clipPath: { id, clipPathUnits: units, transform: matrix, 'clip-path': reference },
  mask: { id, ...box, maskUnits: units, maskContentUnits: units, 'mask-type': pattern('alpha|luminance'), mask: reference },
  pattern: { id, ...box, patternUnits: units, patternContentUnits: units, patternTransform: matrix, viewBox: numbers },
  filter: { id, ...box, filterUnits: units, primitiveUnits: units },
  ...filterSteps,
  ...filterParts,
}

const root: Values = { width: oneNumber, height: oneNumber, viewBox: numbers }

/** Returns what of a tree is not in the canonical form, in words for a developer; null when all of it is. */
export function uncanonical(svg: Element): string | null {
  const [, , boxWidth, boxHeight] = (svg.attributes.get('viewBox') ?? '').split(' ')
  if (svg.attributes.get('width') !== boxWidth || svg.attributes.get('height') !== boxHeight) return 'its size is not its box'
  return outside(svg, root) ?? uncanonicalIn(svg)
}

/** Returns whether engines draw a filter alike: whether the form has all of its steps. */
export const isCanonicalFilter = (filter: Element): boolean => uncanonicalIn(filter) === null

function uncanonicalIn(element: Element): string | null {
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return 'text'
      continue
    }
    const values = vocabulary[child.name]
    const found = values === undefined ? `<${child.name}>` : (outside(child, values) ?? uncanonicalIn(child))
    if (found !== null) return found
  }
  return null
}

function outside({ name, attributes }: Element, values: Values): string | null {
  for (const [key, value] of attributes) if (!values[key]?.test(value)) return `${name} ${key}="${value.slice(0, 60)}"`
  return null
}

export const pictureDrawing = (png: Buffer, width: number, height: number): Element => {
  const size = { width: `${width}`, height: `${height}` }
  return newElement('svg', { ...size, viewBox: `0 0 ${width} ${height}` }, [
    newElement('image', {
      x: '0',
      y: '0',
      ...size,
      preserveAspectRatio: 'none',
      href: `data:image/png;base64,${png.toString('base64')}`,
    }),
  ])
}
