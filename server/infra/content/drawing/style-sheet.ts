/** Reads the style sheets of a drawing: which declarations apply to which element, in the order of CSS. */
import { compile } from 'css-select'
import { type CssNode, generate, ident, type Rule as RuleNode, type Selector, type StyleSheet } from 'css-tree'
import { refuse } from './read-xml'
import { parseStyle } from './style-values'
import { type Element, textOf, walk } from './tree'

export interface Declaration {
  readonly property: string
  readonly value: string
  readonly important: boolean
}

export interface Rule {
  matches(element: Element): boolean
  /** Classes and types before the rule's own specificity, as one number. */
  readonly specificity: number
  /** Place in the style sheets. */
  readonly order: number
  /** The class, id or type that an element must have: `.class`, `#id` or a type; '' when that is not certain. */
  readonly key: string
  readonly declarations: readonly Declaration[]
}

/** Rules by what the last part of their selector names, so that an element is compared with few of them. */
export interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly Rule[]>
  readonly others: readonly Rule[]
}

/** Media features that are decided without a screen. */
const decidedFeatures: Readonly<Record<string, boolean>> = {
  '(prefers-color-scheme:light)': true,
  '(prefers-color-scheme:dark)': false,
  '(prefers-reduced-motion:no-preference)': true,
  '(prefers-reduced-motion:reduce)': false,
  '(forced-colors:none)': true,
  '(forced-colors:active)': false,
}
/** Rules of these kinds draw nothing, or nothing in a picture that loads no other file. */
const silentRules = new Set([
  'charset',
  'import',
  'namespace',
  'font-face',
  'keyframes',
  '-webkit-keyframes',
  'page',
  'counter-style',
])

const adapter = {
  isTag: (node: Element | string): node is Element => typeof node !== 'string',
  getAttributeValue: (element: Element, name: string) => element.attributes.get(name),
  getChildren: (node: Element | string) => (typeof node === 'string' ? [] : node.children),
  getName: (element: Element) => element.name,
  getParent: (element: Element) => element.parent,
  getSiblings: (node: Element | string) => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
  getText: (node: Element | string) => (typeof node === 'string' ? node : textOf(node)),
  hasAttrib: (element: Element, name: string) => element.attributes.has(name),
  removeSubsets: (nodes: (Element | string)[]) => nodes,
}

/** Whether a media query list applies to a picture on a screen. @throws Failure for one that asks for the screen's size. */
export function appliesTo(media: string): boolean {
  if (media.trim() === '') return true
  return media.split(',').some((query) => {
    const [, negated, type, condition = ''] = /^\s*(not\s|only\s)?\s*([a-z]+)?\s*(?:and\s*)?(\(.*\))?\s*$/i.exec(query) ?? []
    const known = condition === '' ? true : decidedFeatures[condition.replace(/\s/g, '').toLowerCase()]
    if (known === undefined || (type === undefined && condition === '')) {
      throw refuse(`SVG 的样式要看屏幕大小（@media ${query.trim().slice(0, 40)}），印刷时无法确定，请导出为普通 SVG 后重新上传`)
    }
    const typeFits = type === undefined || /^(?:all|screen)$/i.test(type)
    return /^not/i.test(negated ?? '') ? !(typeFits && known) : typeFits && known
  })
}

/** Reads the style elements of a tree. */
export function rulesOf(root: Element): RuleIndex {
  const rules: Rule[] = []
  walk(root, (element) => {
    const type = element.attributes.get('type')?.trim().toLowerCase()
    if (element.name !== 'style' || (type && type !== 'text/css')) return
    if (appliesTo(element.attributes.get('media') ?? '')) addRules(parseStyle(textOf(element), 'stylesheet'), '', rules)
  })
  return indexed(rules)
}

/** @param around selector of the rule in which these rules are nested; '' for none. */
function addRules(sheet: CssNode, around: string, rules: Rule[]): void {
  if (!('children' in sheet) || !sheet.children) return
  for (const node of sheet.children as Iterable<CssNode>) {
    if (node.type === 'Rule') addRule(node, around, rules)
    else if (node.type === 'Raw' && node.value.includes('{')) addNested(node.value, around, rules)
    else if (node.type === 'Atrule') {
      const name = node.name.toLowerCase()
      if (name === 'media' && node.block) {
        if (!appliesTo(node.prelude ? generate(node.prelude) : '')) continue
        addRules(node.block, around, rules)
        if (around !== '') addSelected(around, node.block, rules)
      } else if (!silentRules.has(name)) {
        throw refuse(`SVG 的样式里有无法确定的规则（@${name.slice(0, 20)}），请导出为普通 SVG 后重新上传`)
      }
    }
  }
}

/** Rules in a rule that do not begin with `&`, which the parser leaves as text. */
function addNested(text: string, around: string, rules: Rule[]): void {
  if (around === '' || text.startsWith('&')) throw refuse('SVG 的样式里有无法读取的规则，请导出为普通 SVG 后重新上传')
  const [rule] = [...((parseStyle(`a{& ${text}}`, 'stylesheet') as StyleSheet).children as Iterable<CssNode>)]
  if (rule?.type === 'Rule') addRules(rule.block, around, rules)
}

function addRule(node: RuleNode, around: string, rules: Rule[]): void {
  if (node.prelude.type === 'Raw') return
  const own = generate(node.prelude)
  const selector = around === '' ? own : own.includes('&') ? own.replaceAll('&', `:is(${around})`) : `:is(${around}) :is(${own})`
  addSelected(selector, node.block, rules)
  addRules(node.block, selector, rules)
}

export function declarationsOf(block: CssNode): Declaration[] {
  if (!('children' in block) || !block.children) return []
  const found: Declaration[] = []
  for (const node of block.children as Iterable<CssNode>) {
    if (node.type !== 'Declaration') continue
    const property = node.property.startsWith('--') ? node.property : node.property.toLowerCase()
    const value = generate(node.value)
      .replace(/\/\*[\s\S]*?\*\//g, ' ')
      .trim()
    if (value !== '') found.push({ property, value, important: node.important !== false })
  }
  return found
}

/** Adds a rule for each selector of a list. As in browsers, one that cannot be read makes all of them void. */
function addSelected(text: string, block: CssNode, rules: Rule[]): void {
  const declarations = declarationsOf(block)
  const added: Rule[] = []
  for (const selector of declarations.length === 0 ? [] : selectorsOf(text)) {
    const matches = matcherOf(generate(selector))
    if (matches === null) return
    const order = rules.length + added.length
    added.push({ matches, specificity: specificityOf(selector), order, key: keyOf(selector), declarations })
  }
  rules.push(...added)
}

function selectorsOf(text: string): Selector[] {
  try {
    const list = parseStyle(text, 'selectorList')
    return list.type === 'SelectorList' ? [...list.children].filter((node) => node.type === 'Selector') : []
  } catch {
    return []
  }
}

function matcherOf(selector: string): ((element: Element) => boolean) | null {
  try {
    return compile<Element | string, Element>(selector, { xmlMode: true, adapter, cacheResults: false })
  } catch {
    return null
  }
}

/** Specificity as one number: ids, then classes, then types. */
function specificityOf(node: CssNode): number {
  if (node.type === 'IdSelector') return 1_000_000
  if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') return 1000
  if (node.type === 'TypeSelector') return node.name === '*' ? 0 : 1
  if (node.type === 'PseudoElementSelector') return 1
  const inner = 'children' in node && node.children ? [...(node.children as Iterable<CssNode>)].map(specificityOf) : []
  if (node.type === 'SelectorList') return Math.max(0, ...inner)
  const sum = inner.reduce((total, one) => total + one, 0)
  if (node.type !== 'PseudoClassSelector') return sum
  const name = node.name.toLowerCase()
  if (name === 'where') return 0
  return /^(?:is|not|has|matches)$/.test(name) ? sum : 1000 + sum
}

function keyOf(selector: Selector): string {
  let key = ''
  for (const node of selector.children) {
    if (node.type === 'Combinator') key = ''
    else if (node.type === 'ClassSelector') key = `.${ident.decode(node.name)}`
    else if (node.type === 'IdSelector') key = `#${ident.decode(node.name)}`
    else if (node.type === 'TypeSelector' && key === '' && !/[*|]/.test(node.name)) key = ident.decode(node.name)
  }
  return key
}

function indexed(rules: readonly Rule[]): RuleIndex {
  const byName = new Map<string, Rule[]>()
  const others: Rule[] = []
  for (const rule of rules) {
    const named = byName.get(rule.key)
    if (rule.key === '') others.push(rule)
    else if (named) named.push(rule)
    else byName.set(rule.key, [rule])
  }
  return { byName, others }
}
