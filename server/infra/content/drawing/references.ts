/** References inside a drawing: ids become plain, links to nothing are taken away, and what they expand to is bounded. */
import { properties } from './cascade'
import { refuse } from './read-xml'
import { urlsIn, withUrls } from './style-values'
import { type Element, walk } from './tree'

/** Elements to which ten nested groups of ten references each would expand: 10^10. */
const maxExpanded = 200_000
/** Nesting of references and groups. */
const maxDeep = 250

const gradients = ['linearGradient', 'radialGradient']
const paints = [...gradients, 'pattern']
/** Kinds of elements that a property may refer to; others are as if they were missing. */
const targetsOf: Readonly<Record<string, readonly string[]>> = {
  fill: paints,
  stroke: paints,
  'clip-path': ['clipPath'],
  mask: ['mask'],
  filter: ['filter'],
  'marker-start': ['marker'],
  'marker-mid': ['marker'],
  'marker-end': ['marker'],
}
/** Kinds of elements that a link may refer to by the kind of the element with the link; all kinds for `use`. */
const linksOf: Readonly<Record<string, readonly string[]>> = {
  linearGradient: gradients,
  radialGradient: gradients,
  pattern: ['pattern'],
}

/** Returns the id that an address within the document names; null for an address of another document. */
function idOf(address: string): string | null {
  const text = address.trim()
  return text.startsWith('#') ? text.slice(1) : null
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/**
 * Gives the elements that are referred to plain ids, and takes away all other ids and the references to nothing.
 *
 * @param prefix of the ids, different for each document of a drawing.
 */
export function plainReferences(root: Element, prefix: string): void {
  const byId = new Map<string, Element>()
  walk(root, (element) => {
    const id = element.attributes.get('id')
    // Of several elements with one id, browsers take the first.
    if (id && !byId.has(id)) byId.set(id, element)
    element.attributes.delete('id')
  })
  let count = 0
  const find = (address: string, kinds: readonly string[] | undefined): string | null => {
    const named = idOf(address)
    const target = named === null ? undefined : byId.get(decoded(named))
    if (!target || (kinds && !kinds.includes(target.name))) return null
    const known = target.attributes.get('id')
    if (known) return known
    count += 1
    const id = `${prefix}${count}`
    target.attributes.set('id', id)
    return id
  }
  walk(root, (element) => {
    for (const [name, value] of element.attributes) {
      if (name === 'href') linkPlainly(element, value, find)
      else if (properties.has(name)) pointPlainly(element, name, value, find)
    }
  })
}

type Find = (address: string, kinds: readonly string[] | undefined) => string | null

function linkPlainly(element: Element, value: string, find: Find): void {
  if (element.name === 'image' || (element.name === 'feImage' && idOf(value) === null)) return
  if (element.name === 'use' && idOf(value) === null) throw otherFile()
  const id = find(value, linksOf[element.name])
  if (id === null) element.attributes.delete('href')
  else element.attributes.set('href', `#${id}`)
}

export const otherFile = () =>
  refuse('SVG 里有链接到其他文件或网络的内容（没有嵌入），印刷时取不到；请在设计软件里把图片嵌入后重新导出')

function pointPlainly(element: Element, name: string, value: string, find: Find): void {
  const addresses = urlsIn(value)
  if (addresses.length === 0) return
  const kinds = targetsOf[name]
  const ids = new Map(addresses.map((address) => [address, kinds ? find(address, kinds) : null]))
  if (![...ids.values()].includes(null)) {
    element.attributes.set(
      name,
      withUrls(value, (address) => `#${ids.get(address)}`),
    )
    return
  }
  // A paint that is not there gives way to the colour behind it; other properties are as if they were not written.
  const fallback = name === 'fill' || name === 'stroke' ? /\)\s*([^)]+(?:\([^)]*\))?)\s*$/.exec(value)?.[1] : undefined
  if (name === 'fill' || name === 'stroke') element.attributes.set(name, fallback ?? 'none')
  else element.attributes.delete(name)
}

/** Ids that an element refers to, as often as it does. */
function referencesOf(element: Element): string[] {
  const found: string[] = []
  for (const [name, value] of element.attributes) {
    if (name === 'href' && value.startsWith('#')) found.push(value.slice(1))
    else if (name !== 'href' && value.includes('url(')) found.push(...urlsIn(value).map((address) => address.slice(1)))
  }
  return found
}

/** @throws Failure when references form a circle, or expand or nest beyond the limit. */
export function requireBounded(root: Element): void {
  const byId = new Map<string, Element>()
  walk(root, (element) => byId.set(element.attributes.get('id') ?? '', element))
  const sizes = new Map<Element, number>()
  const open = new Set<Element>()
  const expand = (element: Element): number => {
    const known = sizes.get(element)
    if (known !== undefined) return known
    if (open.has(element) || open.size > maxDeep) throw unbounded()
    open.add(element)
    let total = 1
    for (const child of element.children) if (typeof child !== 'string') total += expand(child)
    for (const id of referencesOf(element)) {
      const target = byId.get(id)
      if (target) total += expand(target)
      if (total > maxExpanded) throw unbounded()
    }
    open.delete(element)
    sizes.set(element, total)
    return total
  }
  if (expand(root) > maxExpanded) throw unbounded()
}

const unbounded = () => refuse('SVG 的引用层数过多，请简化后上传')
