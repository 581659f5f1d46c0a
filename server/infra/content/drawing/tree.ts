/** A drawing (SVG) as a tree that the steps of its canonical form (canonical.ts) change in place. */

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const linkNamespace = 'http://www.w3.org/1999/xlink'

export interface Element {
  name: string
  /** By local name; a link is `href`, whatever prefix it was written with. */
  readonly attributes: Map<string, string>
  children: (Element | string)[]
  parent: Element | null
}

export function newElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Element | string)[] = [],
): Element {
  const made: Element = { name, attributes: new Map(Object.entries(attributes)), children: [], parent: null }
  for (const child of children) append(made, child)
  return made
}

export function append(parent: Element, child: Element | string): void {
  if (typeof child !== 'string') child.parent = parent
  parent.children.push(child)
}

export const elementsOf = (parent: Element): Element[] => parent.children.filter((child) => typeof child !== 'string')

export const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** Visits an element and all inside it, parents first; children that a visit replaces or adds are visited too. */
export function walk(element: Element, visit: (element: Element) => void): void {
  visit(element)
  for (const child of element.children) if (typeof child !== 'string') walk(child, visit)
}

/** Puts other nodes in the place of an element. */
export function replaceWith(element: Element, ...others: readonly Element[]): void {
  const { parent } = element
  if (parent === null) throw new Error('the root cannot be replaced')
  for (const other of others) other.parent = parent
  parent.children.splice(parent.children.indexOf(element), 1, ...others)
}

export function cloneOf(element: Element): Element {
  const clone = newElement(element.name)
  for (const [name, value] of element.attributes) clone.attributes.set(name, value)
  for (const child of element.children) append(clone, typeof child === 'string' ? child : cloneOf(child))
  return clone
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Writes the tree as a document; links get the prefix that the oldest readers know. */
export function writeXml(root: Element): string {
  const parts: string[] = []
  let linked = false
  const write = (element: Element, declarations = ''): void => {
    parts.push(`<${element.name}${declarations}`)
    for (const [name, value] of element.attributes) {
      if (name === 'href') linked = true
      parts.push(` ${name === 'href' ? 'xlink:href' : name}="${escapeXml(value)}"`)
    }
    if (element.children.length === 0) {
      parts.push('/>')
      return
    }
    parts.push('>')
    for (const child of element.children) {
      if (typeof child === 'string') parts.push(escapeXml(child))
      else write(child)
    }
    parts.push(`</${element.name}>`)
  }
  write(root, ` xmlns="${svgNamespace}"`)
  if (linked) parts[0] += ` xmlns:xlink="${linkNamespace}"`
  return parts.join('')
}
