/** Puts what `use` elements show in their place, so that variables and colours of each place reach its copy. */
import { svgLength } from '../../../../contract/rules/lengths'
import { append, cloneOf, type Element, elementsOf, newElement, replaceWith, walk } from './tree'

/** Attributes that place a `use`; all others belong to the group that takes its place. */
const placing = new Set(['x', 'y', 'width', 'height', 'href', 'id'])

/** The references are bounded (`requireBounded`). */
export function inlineUses(root: Element): void {
  const byId = new Map<string, Element>()
  walk(root, (element) => {
    const id = element.attributes.get('id')
    if (id) byId.set(id, element)
  })
  const inline = (element: Element): void => {
    for (const child of elementsOf(element)) {
      // Only a shape itself clips: a group around it would not.
      if (child.name !== 'use' || element.name === 'clipPath') inline(child)
      else {
        const target = byId.get(child.attributes.get('href')?.slice(1) ?? '')
        if (!target) replaceWith(child)
        else {
          const group = groupFor(child, target)
          replaceWith(child, group)
          inline(group)
        }
      }
    }
  }
  inline(root)
}

function groupFor(use: Element, target: Element): Element {
  const group = newElement('g')
  for (const [name, value] of use.attributes) if (!placing.has(name)) group.attributes.set(name, value)
  const id = use.attributes.get('id')
  if (id) group.attributes.set('id', id)
  const copy = cloneOf(target)
  walk(copy, (element) => element.attributes.delete('id'))
  if (copy.name === 'symbol') copy.name = 'svg'
  if (copy.name === 'svg') {
    for (const name of ['width', 'height']) {
      const value = use.attributes.get(name)
      if (value && value !== 'auto') copy.attributes.set(name, value)
      else if (target.name === 'symbol') copy.attributes.set(name, '100%')
    }
  }
  const [x, y] = [use.attributes.get('x') ?? '0', use.attributes.get('y') ?? '0']
  // An inner drawing shifts by percentages and units, too.
  const shifted = newElement('svg', { x, y, width: '100%', height: '100%', overflow: 'visible' }, [copy])
  append(group, Number(x) === 0 && Number(y) === 0 ? copy : shifted)
  return group
}

const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])

/**
 * Puts the shape that a `use` shows into a clip itself; other elements do not clip. The values are computed, so that all transforms are
 * plain (`computeValues`).
 */
export function inlineClips(root: Element): void {
  const byId = new Map<string, Element>()
  walk(root, (element) => {
    const id = element.attributes.get('id')
    if (id) byId.set(id, element)
  })
  walk(root, (element) => {
    if (element.name !== 'clipPath') return
    for (const use of elementsOf(element)) {
      if (use.name !== 'use') continue
      const target = byId.get(use.attributes.get('href')?.slice(1) ?? '')
      if (target && shapes.has(target.name)) replaceWith(use, clipShape(use, target))
      else replaceWith(use)
    }
  })
}

function clipShape(use: Element, target: Element): Element {
  const shape = cloneOf(target)
  shape.attributes.delete('id')
  const [x, y] = ['x', 'y'].map((name) => svgLength((use.attributes.get(name) ?? '').replace('-', '')) ?? 0)
  const signed = (name: string, length = 0) => (use.attributes.get(name)?.trim().startsWith('-') ? -length : length)
  const transforms = [
    use.attributes.get('transform'),
    `translate(${signed('x', x)} ${signed('y', y)})`,
    target.attributes.get('transform'),
  ]
  shape.attributes.set('transform', transforms.filter(Boolean).join(' '))
  for (const name of ['clip-rule', 'visibility', 'display', 'clip-path']) {
    const value = use.attributes.get(name)
    if (value !== undefined && !shape.attributes.has(name)) shape.attributes.set(name, value)
  }
  return shape
}
