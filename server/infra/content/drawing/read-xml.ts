/**
 * Reads the XML of a drawing. Tolerates what browsers tolerate in a page (a missing namespace) and what Illustrator writes (simple
 * entities); refuses entities that could grow, and documents that are larger or deeper than a drawing is.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { bytesText } from '../../../../contract/rules/sizes'
import { declareEntities } from '../../../../contract/rules/xml-entities'
import { Failure } from '../../../kernel/failure'
import { maxSvgBytes } from '../limits'
import { append, type Element, linkNamespace, newElement, svgNamespace } from './tree'

/** Largest document: of an upload, and of what it expands to. */
export interface Limits {
  readonly bytes: number
  readonly nodes: number
  readonly depth: number
}
const uploadLimits: Limits = { bytes: maxSvgBytes, nodes: 100_000, depth: 256 }

export const refuse = (message: string): Failure => new Failure('unsupported-file', message)

/** Returns the text of a document in UTF-8 or UTF-16; null when it is in neither. */
export function decodeText(bytes: Buffer, strict: boolean): string | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(utf16, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Returns the root with the elements of SVG, under their local names; elements of other namespaces are left out with what they hold.
 *
 * @throws Failure 'unsupported-file'
 */
export function readSvg(bytes: Buffer, limits = uploadLimits): Element {
  if (bytes.length > limits.bytes) throw refuse(`SVG 文件超过 ${bytesText(limits.bytes, 'down')} 的上限，请简化后上传`)
  const text = decodeText(bytes, true)
  if (text === null) throw refuse('SVG 文件的编码无法识别，请另存为 UTF-8')
  const reader = new Reader(limits)
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {
    throw refuse('SVG 文件已损坏或不完整，请检查后重新上传')
  })
  parser.on('doctype', (doctype) => {
    declareEntities(parser.ENTITIES, doctype, () => refuse('SVG 文件包含不允许的实体声明，请另存后上传'))
  })
  parser.on('opentag', (tag) => reader.open(tag))
  parser.on('text', (data) => reader.text(data))
  parser.on('cdata', (data) => reader.text(data))
  parser.on('closetag', () => reader.close())
  parser.write(text).close()
  return reader.finish()
}

/** Prefixes that are understood without a declaration, as of drawings cut out of a page. */
const knownPrefixes: Readonly<Record<string, string>> = { xlink: linkNamespace, xml: 'xml' }

type Scope = Readonly<Record<string, string>>

/** Builds the tree; `skipping` counts the open elements inside one that is left out. */
class Reader {
  private root: Element | null = null
  private readonly stack: { readonly element: Element; readonly scope: Scope }[] = []
  private skipping = 0
  private nodes = 0
  /** Namespace of the elements without a prefix where the document declares none. */
  private unnamed = ''

  constructor(private readonly limits: Limits) {}

  open(tag: SaxesTagPlain): void {
    this.nodes += 1
    const { nodes, depth } = this.limits
    if (this.nodes > nodes || this.stack.length + this.skipping > depth) throw refuse('SVG 过于复杂，请简化后上传')
    if (this.skipping > 0) {
      this.skipping += 1
      return
    }
    const scope = scopeOf(tag.attributes, this.stack.at(-1)?.scope ?? knownPrefixes)
    const { prefix, local } = split(tag.name)
    const uri = scope[prefix] ?? (prefix === '' ? this.unnamed : undefined)
    if (this.root === null) {
      if (local !== 'svg' || (uri !== svgNamespace && uri !== '')) throw refuse('文件不是有效的 SVG 图片')
      if (uri === '') this.unnamed = svgNamespace
    } else if (uri !== svgNamespace) {
      this.skipping = 1
      return
    }
    const element = newElement(local)
    for (const [name, value] of Object.entries(tag.attributes)) {
      const read = attributeName(name, scope)
      // A link without a prefix wins over one with.
      if (read !== null && (name === read || !element.attributes.has(read))) element.attributes.set(read, value)
    }
    const around = this.stack.at(-1)?.element
    if (around) append(around, element)
    else this.root = element
    this.stack.push({ element, scope })
  }

  text(data: string): void {
    const around = this.stack.at(-1)?.element
    if (this.skipping === 0 && around) append(around, data)
  }

  close(): void {
    if (this.skipping > 0) this.skipping -= 1
    else this.stack.pop()
  }

  finish(): Element {
    if (!this.root) throw refuse('文件不是有效的 SVG 图片')
    return this.root
  }
}

function scopeOf(attributes: Readonly<Record<string, string>>, around: Scope): Scope {
  const own = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (own.length === 0) return around
  return { ...around, ...Object.fromEntries(own.map(([name, value]) => [name === 'xmlns' ? '' : name.slice(6), value])) }
}

function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(':')
  return { prefix: name.slice(0, Math.max(0, colon)), local: name.slice(colon + 1) }
}

/** Returns the name under which an attribute is kept; null for those of other namespaces. */
function attributeName(name: string, scope: Scope): string | null {
  const { prefix, local } = split(name)
  if (prefix === '') return name === 'xmlns' ? null : name
  return scope[prefix] === linkNamespace && local === 'href' ? 'href' : null
}
