/**
 * Sanitizes SVG. A strict XML parser reads the document, and it is written anew from an allow-list, so that the stored file
 * contains only what the list names and no part of the original text.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { maxPicturePixels } from '../../../contract/constants'
import { drawingSize } from '../../../contract/rules/lengths'
import { bytesText } from '../../../contract/rules/sizes'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'
import { maxSvgBytes, tooManyPixels } from './limits'
import { attributes, cleanDeclarations, cleanStyleSheet, elements, properties, safeValue, unwrapped } from './svg-rules'
import { referencesIn, UseGraph } from './svg-uses'

const svgNamespace = 'http://www.w3.org/2000/svg'
const maxNodes = 100_000
const maxDepth = 256

/** Returns whether bytes start like an SVG document: after prolog, comments and document type, the first tag is `svg`. */
export function looksLikeSvg(bytes: Buffer): boolean {
  let text = decodeText(bytes.subarray(0, 65_536), false) ?? ''
  for (;;) {
    const rest = text.replace(/^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i, '')
    if (rest === text) break
    text = rest
  }
  return /^<(?:[\w-]+:)?svg[\s/>]/i.test(text)
}

/** Throws a Failure 'unsupported-file' when the document is not well-formed, too large, or would expand without bound. */
export function sanitizeSvg(bytes: Buffer): Content {
  if (bytes.length > maxSvgBytes) throw refuse(`SVG 文件超过 ${bytesText(maxSvgBytes, 'down')} 的上限，请简化后上传`)
  const text = decodeText(bytes, true)
  if (text === null) throw refuse('SVG 文件的编码无法识别，请另存为 UTF-8')
  const writer = new Writer()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw refuse('SVG 文件已损坏或不完整，请检查后重新上传')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw refuse('SVG 文件包含不允许的实体声明，请另存后上传')
  })
  parser.on('opentag', (tag) => writer.open(tag))
  parser.on('text', (data) => writer.text(data))
  parser.on('cdata', (data) => writer.text(data))
  parser.on('closetag', () => writer.close())
  parser.write(text).close()
  return writer.finish()
}

function refuse(message: string): Failure {
  return new Failure('unsupported-file', message)
}

function decodeText(bytes: Buffer, strict: boolean): string | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(utf16, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '&quot;')

interface Size {
  readonly width: number
  readonly height: number
}

/** Rebuilds the document from parser events; `skipping` counts the open elements inside a dropped one. */
class Writer {
  private readonly parts: string[] = []
  private readonly stack: string[] = []
  private readonly uses = new UseGraph()
  private skipping = 0
  private nodes = 0
  private style: string | null = null
  private size: Size | null = null

  open(tag: SaxesTagNS): void {
    this.nodes += 1
    if (this.nodes > maxNodes || this.stack.length + this.skipping > maxDepth) throw refuse('SVG 过于复杂，请简化后上传')
    if (this.nodes === 1 && (tag.local !== 'svg' || tag.uri !== svgNamespace)) throw refuse('文件不是有效的 SVG 图片')
    if (this.skipping > 0) {
      this.skipping += 1
      return
    }
    const drawn = tag.uri === svgNamespace && elements.has(tag.local)
    if (tag.uri === svgNamespace && unwrapped.has(tag.local)) {
      this.stack.push('')
      return
    }
    if (!drawn || (tag.local === 'image' && !embedsPicture(tag))) {
      this.skipping = 1
      return
    }
    this.stack.push(tag.local)
    this.parts.push(`<${tag.local}${this.attributes(tag)}>`)
    if (tag.local === 'style') this.style = ''
  }

  text(data: string): void {
    if (this.skipping > 0) return
    if (this.style === null) this.parts.push(escapeXml(data))
    else this.style += data
  }

  close(): void {
    if (this.skipping > 0) {
      this.skipping -= 1
      return
    }
    const name = this.stack.pop()
    if (!name) return
    if (name === 'style') {
      const sheet = cleanStyleSheet(this.style ?? '')
      this.uses.style(sheet)
      this.parts.push(escapeXml(sheet).replaceAll('&gt;', '>'))
      this.style = null
    }
    this.uses.leave()
    this.parts.push(`</${name}>`)
  }

  finish(): Content {
    if (!this.size) throw refuse('文件不是有效的 SVG 图片')
    if (!this.uses.bounded()) throw refuse('SVG 的引用层数过多，请简化后上传')
    const width = Math.max(1, Math.round(this.size.width))
    const height = Math.max(1, Math.round(this.size.height))
    if (width * height > maxPicturePixels) throw tooManyPixels()
    return { bytes: Buffer.from(this.parts.join('')), contentType: 'image/svg+xml', extension: 'svg', width, height }
  }

  private attributes(tag: SaxesTagNS): string {
    let out = ''
    let id: string | undefined
    let classes: string[] = []
    const targets: string[] = []
    const isRoot = this.size === null
    if (isRoot) {
      this.size = documentSize(tag)
      // An SVG without width and height has no size when a canvas draws it.
      out += ` xmlns="${svgNamespace}" width="${this.size.width}" height="${this.size.height}"`
    }
    for (const attribute of Object.values(tag.attributes)) {
      const { local, prefix, value } = attribute
      if (local === 'href' && (prefix === '' || prefix === 'xlink')) {
        const reference = /^#[\w.:-]+$/.test(value.trim()) ? value.trim() : null
        if (reference) targets.push(reference.slice(1))
        if (reference) out += ` href="${escapeXml(reference)}"`
        else if (tag.local === 'image' && dataPicture.test(value)) out += ` href="${value.replace(/\s/g, '')}"`
        continue
      }
      if (prefix === 'xml' && local === 'space') out += ` xml:space="${escapeXml(value)}"`
      if (prefix !== '' || (isRoot && (local === 'width' || local === 'height'))) continue
      if (local === 'style') {
        const declarations = cleanDeclarations(value)
        targets.push(...referencesIn(declarations))
        if (declarations !== '') out += ` style="${escapeXml(declarations)}"`
      } else if ((attributes.has(local) || properties.has(local)) && safeValue(value)) {
        if (local === 'id') id = value
        else if (local === 'class') classes = value.split(/\s+/).filter(Boolean)
        else targets.push(...referencesIn(value))
        out += ` ${local}="${escapeXml(value)}"`
      }
    }
    this.uses.enter({ name: tag.local, id, classes, targets })
    return out
  }
}

const dataPicture = /^\s*data:image\/(?:png|jpeg|jpg|webp|gif);base64,[A-Za-z0-9+/=\s]+$/

/** Returns whether an image element contains its pixels as a data URL, the only permitted source. */
const embedsPicture = (tag: SaxesTagNS): boolean =>
  Object.values(tag.attributes).some(({ local, value }) => local === 'href' && dataPicture.test(value))

/** Width and height of the root element in pixels: its own, or those of its viewBox. */
function documentSize(tag: SaxesTagNS): Size {
  const read = (name: string): string => tag.attributes[name]?.value ?? ''
  const size = drawingSize({ width: read('width'), height: read('height'), viewBox: read('viewBox') })
  if (size) return size
  throw refuse('SVG 缺少宽高（width、height 或 viewBox），请重新导出')
}
