/** Writes what style sheets and style attributes say of each element into its attributes, so that nothing else needs to know CSS. */
import { type Declaration, declarationsOf, type RuleIndex, rulesOf } from './style-sheet'
import { isValid, parseStyle } from './style-values'
import { type Element, walk } from './tree'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Properties that a drawing's elements have, and which may be written as attributes. */
export const properties = words(
  'clip-path clip-rule color color-interpolation color-interpolation-filters display fill fill-opacity fill-rule filter ' +
    'flood-color flood-opacity font-size image-rendering lighting-color marker-end marker-mid marker-start mask ' +
    'mask-type opacity overflow paint-order stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform-origin vector-effect visibility',
)
/** Properties of style sheets alone; they become attributes whose names begin with `style-`. */
const styleOnly = words(
  'mix-blend-mode isolation transform transform-box translate rotate scale animation animation-name background background-color ' +
    'background-image',
)
/** Attributes that style sheets may set, too; there a length needs its unit. */
const geometry = words('x y cx cy r rx ry width height')

/** Properties whose lengths have no unit in attributes alone. */
const unitless = words('font-size transform-origin')

const shorthands: Readonly<Record<string, readonly string[]>> = {
  marker: ['marker-start', 'marker-mid', 'marker-end'],
  'overflow-x': ['overflow'],
  '-webkit-mask': ['mask'],
  '-webkit-filter': ['filter'],
  '-webkit-clip-path': ['clip-path'],
  '-webkit-transform': ['transform'],
  '-webkit-transform-origin': ['transform-origin'],
}

interface Ranked extends Declaration {
  /** Higher wins; among equals the later one. */
  readonly rank: number
}

/** Resolves all styles of a document; custom properties stay as attributes under their own names. */
export function applyStyles(root: Element): void {
  const rules = rulesOf(root)
  // All elements are matched before any is changed, because selectors read attributes.
  const found: (readonly [Element, readonly Ranked[]])[] = []
  walk(root, (element) => found.push([element, declarationsFor(element, rules)]))
  for (const [element, declarations] of found) write(element, declarations)
}

function declarationsFor(element: Element, { byName, others }: RuleIndex): Ranked[] {
  const classes = (element.attributes.get('class') ?? '').split(/\s+/).map((name) => `.${name}`)
  const names = new Set([element.name, `#${element.attributes.get('id') ?? ''}`, ...classes])
  const candidates = [...others, ...[...names].flatMap((name) => byName.get(name) ?? [])]
  const ranked: (Ranked & { readonly order: number })[] = []
  for (const { matches, specificity, declarations, order } of candidates) {
    if (!matches(element)) continue
    for (const one of declarations) ranked.push({ ...one, rank: specificity + (one.important ? 1e12 : 0), order })
  }
  ranked.sort((one, other) => one.rank - other.rank || one.order - other.order)
  const style = element.attributes.get('style')
  if (!style) return ranked
  const own = declarationsOf(parseStyle(style, 'declarationList'))
  const ofStyle = own.map((one) => ({ ...one, rank: one.important ? 2e12 : 1e11 }))
  return [...ranked, ...ofStyle].sort((one, other) => one.rank - other.rank)
}

function write(element: Element, declarations: readonly Ranked[]): void {
  const { attributes } = element
  for (const name of [...attributes.keys()]) {
    if (name.startsWith('style-')) attributes.delete(name)
    if (!properties.has(name)) continue
    const value = attributeValue(name, attributes.get(name) ?? '')
    if (isValid(name, value) && !(name === 'stroke-width' && value.startsWith('-'))) attributes.set(name, value)
    else attributes.delete(name)
  }
  for (const name of ['class', 'style']) attributes.delete(name)
  // As an attribute the word is a wrong length, and so none.
  for (const name of ['rx', 'ry']) if (attributes.get(name) === 'auto') attributes.set(name, '0')
  const isSized = element.parent === null && (attributes.has('viewBox') || attributes.has('width'))
  for (const { property, value } of declarations) {
    for (const name of shorthands[property] ?? [property]) {
      if (!isValid(name, value)) continue
      // The outermost element's own size is that of its attributes.
      if (isSized && /^(?:width|height)$/.test(name)) continue
      if (name.startsWith('--') || properties.has(name) || geometry.has(name)) attributes.set(name, value)
      else if (styleOnly.has(name)) attributes.set(`style-${name}`, value)
      else if (name === 'd') writePath(attributes, value)
      else if (name === 'font') writeFontSize(attributes, value)
    }
  }
}

/** Returns an attribute's value in the syntax of style sheets, where lengths have units and colours no profiles. */
function attributeValue(name: string, text: string): string {
  const value = text.replace(/\s*icc-color\([^)]*\)/i, '').trim()
  return unitless.has(name) ? value.replace(/(?<![^\s,])[-+]?(?:\d+\.?\d*|\.\d+)(?![^\s,])/g, '$&px') : value
}

function writePath(attributes: Map<string, string>, value: string): void {
  const [, , path] = /^path\(\s*(["'])([^"']*)\1\s*\)$/.exec(value) ?? []
  if (path !== undefined) attributes.set('d', path)
  else if (value === 'none') attributes.delete('d')
}

function writeFontSize(attributes: Map<string, string>, value: string): void {
  const [size] = /(?:^|\s)[\d.]+(?:px|pt|pc|mm|cm|in|em|%)/i.exec(value) ?? []
  if (size) attributes.set('font-size', size.trim())
}
