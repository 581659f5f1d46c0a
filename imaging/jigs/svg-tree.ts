/** Reads an SVG as a tree of its elements, safely: without entities that grow, and no larger or deeper than a drawing of a jig is. */
import { SaxesParser } from 'saxes'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import { declareEntities } from '../../contract/rules/xml-entities'

export interface Node {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
}

export interface Tree {
  readonly root: Node
  /** The comments before the root, in which programs name themselves. */
  readonly comments: string
}

const mostBytes = 5 * byteUnits.MB
const mostNodes = 100_000
const mostDepth = 256

/** @throws Error in words for the seller. */
export function readTree(text: string): Tree {
  if (text.length > mostBytes) throw new Error(`治具文件超过 ${bytesText(mostBytes, 'down')}，请只保留工位的形状后再选`)
  const parser = new SaxesParser({ xmlns: false })
  const open: Node[] = []
  let root: Node | null = null
  let nodes = 0
  let comments = ''
  parser.on('error', () => {
    throw new Error('治具文件不是完整的 SVG，请重新导出后再选')
  })
  parser.on('doctype', (doctype) => {
    declareEntities(parser.ENTITIES, doctype, () => new Error('治具文件里有不允许的实体声明，请另存为普通 SVG 后再选'))
  })
  parser.on('comment', (comment) => {
    if (root === null) comments += comment.slice(0, 1000)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++nodes > mostNodes || open.length > mostDepth) throw new Error('治具文件过于复杂，请只保留工位的形状后再选')
    const node: Node = { name: name.slice(name.indexOf(':') + 1), attributes, children: [] }
    if (root === null) root = node
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text.replace(/^\ufeff/, '')).close()
  const found = root as Node | null
  if (found?.name !== 'svg') throw new Error('治具文件不是 SVG，请从设计软件导出 SVG 后再选')
  return { root: found, comments }
}
