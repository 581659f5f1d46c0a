/** Turns the output of the library for drawings (usvg) into the canonical form, where that can express it. */
import { isCanonicalFilter } from './canonical'
import { fixedStroke } from './plain-document'
import { append, cloneOf, type Element, elementsOf, newElement, replaceWith, walk } from './tree'

type Matrix = readonly number[]

/** Changes the tree in place. Returns false when it holds filters that engines draw differently. */
export function simplify(root: Element): boolean {
  let alike = true
  const filters = new Map<string, Element>()
  walk(root, (element) => {
    if (element.name === 'filter') filters.set(element.attributes.get('id') ?? '', element)
  })
  walk(root, (element) => {
    if (element.name === 'g') plainFilters(element, filters)
  })
  walk(root, (element) => {
    const { attributes } = element
    for (const name of ['shape-rendering', 'image-rendering']) attributes.delete(name)
    // Blending is said of a group; what is left of a style elsewhere is the library's own.
    if (element.name !== 'g') attributes.delete('style')
    const href = attributes.get('href')
    if (href) attributes.set('href', href.replace(/\s+/g, ''))
    element.children = elementsOf(element).filter(isVisible)
    if (element.name !== 'filter') return
    plainResults(element)
    widenRegion(element)
    if (!isCanonicalFilter(element)) alike = false
  })
  if (!alike) return false
  keepStrokes(root, [1, 0, 0, 1, 0, 0])
  walk(root, (element) => {
    for (const child of elementsOf(element)) if (child.attributes.get('paint-order') !== undefined) paintInOrder(child)
  })
  plainIds(root)
  return true
}

function isVisible({ name, attributes }: Element): boolean {
  const isHidden = (attributes.get('visibility') ?? 'visible') !== 'visible'
  const isPath = name === 'path'
  attributes.delete('visibility')
  return !isHidden && !(isPath && attributes.get('fill') === 'none' && (attributes.get('stroke') ?? 'none') === 'none')
}

/** Draws the stroke first where the drawing says so. */
function paintInOrder(path: Element): void {
  path.attributes.delete('paint-order')
  if (path.attributes.get('fill') === 'none' || path.attributes.get('stroke') === 'none') return
  const stroke = cloneOf(path)
  stroke.attributes.set('fill', 'none')
  for (const name of [...path.attributes.keys()]) if (name.startsWith('stroke')) path.attributes.delete(name)
  replaceWith(path, stroke, path)
}

const matrixOf = ({ attributes }: Element): Matrix =>
  (attributes.get('transform') ?? 'matrix(1 0 0 1 0 0)')
    .slice(7, -1)
    .split(/[\s,]+/)
    .map(Number)

const times = (
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: Matrix,
): Matrix => [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]

/** Gives the strokes that keep their width on the whole drawing the width that comes to it under the transforms around them. */
function keepStrokes(element: Element, around: Matrix): void {
  const matrix = times(around, matrixOf(element))
  const isFixed = element.attributes.get('id')?.startsWith(fixedStroke)
  if (isFixed && element.name === 'path' && (element.attributes.get('stroke') ?? 'none') !== 'none') drawOnTop(element, matrix)
  for (const child of elementsOf(element)) keepStrokes(child, matrix)
}

/** Draws the stroke apart, along the path as it lies on the whole drawing. */
function drawOnTop(path: Element, matrix: Matrix): void {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const determinant = a * d - b * c
  if (determinant === 0) return
  const inverse = [d, -b, -c, a, c * f - d * e, b * e - a * f].map((value) => value / determinant)
  const stroke = cloneOf(path)
  stroke.attributes.delete('transform')
  stroke.attributes.set('fill', 'none')
  stroke.attributes.set('d', movedPath(path.attributes.get('d') ?? '', matrix))
  const own = path.attributes.get('transform')
  const group = newElement('g', { transform: `matrix(${times(own ? matrixOf(path) : [1, 0, 0, 1, 0, 0], inverse).join(' ')})` }, [
    stroke,
  ])
  const first = path.attributes.get('paint-order') === 'stroke'
  for (const element of [path, stroke]) element.attributes.delete('paint-order')
  for (const name of [...path.attributes.keys()]) if (name.startsWith('stroke')) path.attributes.delete(name)
  for (const element of [path, stroke]) element.attributes.delete('id')
  if (path.attributes.get('fill') === 'none') replaceWith(path, group)
  else replaceWith(path, ...(first ? [group, path] : [path, group]))
}

/** The library writes absolute points only. */
const movedPath = (path: string, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): string =>
  path.replace(/(-?[\d.]+(?:e[-+]?\d+)?)[\s,]+(-?[\d.]+(?:e[-+]?\d+)?)/g, (_, x: string, y: string) => {
    return `${a * Number(x) + c * Number(y) + e} ${b * Number(x) + d * Number(y) + f}`
  })

/** Makes one filter of a list of a style's functions, and of a list of other filters a group in a group: the first is of the innermost. */
function plainFilters(group: Element, filters: ReadonlyMap<string, Element>): void {
  const list = group.attributes.get('filter')?.match(/url\([^)]*\)/g) ?? []
  const listed = list.map((reference) => filters.get(reference.slice('url(#'.length, -1)))
  const [first, ...others] = listed
  const last = list.pop()
  if (first === undefined || last === undefined || list.length === 0) return
  if (listed.every((filter) => filter !== undefined && isOfFunction(filter))) {
    for (const step of others.flatMap((filter) => (filter ? elementsOf(filter) : []))) {
      const name = `step${elementsOf(first).length}`
      elementsOf(first).at(-1)?.attributes.set('result', name)
      step.attributes.set('in', name)
      append(first, step)
    }
    group.attributes.set('filter', list[0] ?? last)
    return
  }
  group.attributes.set('filter', last)
  const inner = newElement('g', { filter: list.join(' ') }, group.children)
  group.children = []
  append(group, inner)
}

/** Whether the library made the filter of a function of a style. */
const isOfFunction = ({ attributes }: Element): boolean => /^filter\d+$/.test(attributes.get('id') ?? '')

/** The library bounds a filter that it makes of a function of a style, where the function has no bounds. */
function widenRegion(filter: Element): void {
  if (!isOfFunction(filter)) return
  for (const name of ['x', 'y']) filter.attributes.set(name, '-10')
  for (const name of ['width', 'height']) filter.attributes.set(name, '21')
}

/** Numbers what the steps of a filter make: a later step may make what an earlier one made under the same name. */
function plainResults(filter: Element): void {
  const names = new Map<string, string>()
  const rename = ({ attributes }: Element, attribute: string): void => {
    const name = attributes.get(attribute)
    const known = name === undefined ? undefined : names.get(name)
    if (known !== undefined) attributes.set(attribute, known)
  }
  for (const [index, step] of elementsOf(filter).entries()) {
    for (const one of [step, ...elementsOf(step)]) for (const attribute of ['in', 'in2']) rename(one, attribute)
    const result = step.attributes.get('result')
    if (result === undefined) continue
    names.set(result, `r${index}`)
    rename(step, 'result')
  }
}

/** Keeps ids where something refers to them. */
function plainIds(root: Element): void {
  const names = new Map<string, string>()
  const used = new Set<string>()
  walk(root, ({ attributes }) => {
    const id = attributes.get('id')
    if (id !== undefined) names.set(id, names.get(id) ?? `a${names.size}`)
    for (const value of attributes.values()) for (const [, name = ''] of value.matchAll(/^url\(#(.*)\)$/g)) used.add(name)
  })
  walk(root, ({ attributes }) => {
    const id = attributes.get('id')
    if (id !== undefined && used.has(id)) attributes.set('id', names.get(id) ?? '')
    else attributes.delete('id')
    for (const [name, value] of attributes) {
      const [, target] = /^url\(#(.*)\)$/.exec(value) ?? []
      if (target !== undefined) attributes.set(name, `url(#${names.get(target)})`)
    }
  })
}
