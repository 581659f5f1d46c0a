/** Values of CSS as drawings use them: parsing, validity, colours, variables. */
import { type CssNode, generate, lexer, parse, walk } from 'css-tree'
import { clampRgb, formatHex, formatHex8, parse as parseColor, rgb } from 'culori'
import { clamp } from '../../../../contract/ground/number'
import { refuse } from './read-xml'

/** Characters of one value after its variables are put in: variables of variables grow without bound. */
const maxValue = 20_000

export const parseStyle = (text: string, context: 'stylesheet' | 'declarationList' | 'selectorList' | 'value'): CssNode =>
  parse(text, { context, parseValue: context === 'value', parseCustomProperty: false, positions: false })

/** Properties whose value is a colour or a paint. */
export const colorProperties: ReadonlySet<string> = new Set([
  'color',
  'fill',
  'stroke',
  'stop-color',
  'flood-color',
  'lighting-color',
])

const validity = new Map<string, boolean>()

/** Whether a browser accepts the value; one with variables is judged when they are put in. */
export function isValid(property: string, value: string): boolean {
  if (property.startsWith('--') || hasVariable(value)) return true
  if (value.length > maxValue) return false
  const key = `${property}:${value}`
  const known = validity.get(key)
  if (known !== undefined) return known
  const valid = isKnownOtherwise(property, value) || lexer.matchProperty(property, value).error === null
  if (validity.size > 5000) validity.clear()
  validity.set(key, valid)
  return valid
}

/** Whether browsers accept a value that the lexer does not know. */
function isKnownOtherwise(property: string, value: string): boolean {
  if (property === 'color-interpolation') return /^(?:auto|srgb|linearrgb)$/i.test(value)
  // A share beyond its limits is cut to them, and a colour made of another is refused in words later.
  if (property.endsWith('opacity')) return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?$/i.test(value)
  return colorProperties.has(property) && /\(\s*from\s/i.test(value)
}

const hasVariable = (value: string): boolean => /\bvar\s*\(/i.test(value)

/**
 * Returns a value with its variables put in; null when one is missing and has no fallback.
 *
 * @throws Failure when it grows beyond a value's length.
 */
export function withVariables(value: string, variables: ReadonlyMap<string, string>): string | null {
  let out = ''
  let at = 0
  for (;;) {
    const call = /\bvar\s*\(/gi
    call.lastIndex = at
    const found = call.exec(value)
    if (found === null) return out + value.slice(at)
    const end = closing(value, call.lastIndex)
    const inner = value.slice(call.lastIndex, end)
    const comma = inner.indexOf(',')
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim()
    const replacement = variables.get(name) ?? (comma < 0 ? null : withVariables(inner.slice(comma + 1).trim(), variables))
    if (replacement === null) return null
    out += value.slice(at, found.index) + replacement
    if (out.length > maxValue) throw refuse('SVG 的样式过于复杂，请简化后上传')
    at = end + 1
  }
}

/** Position of the bracket that closes the one before `from`. */
function closing(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Returns the variables of an element: those around it, and its own with their variables put in. */
export function ownVariables(around: ReadonlyMap<string, string>, own: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (own.size === 0) return around
  const done = new Map(around)
  for (const name of own.keys()) done.delete(name)
  const open = new Set<string>()
  const resolve = (name: string): void => {
    const value = own.get(name)
    if (value === undefined || done.has(name) || open.has(name)) return
    open.add(name)
    for (const [, other = ''] of value.matchAll(/\bvar\s*\(\s*(--[^\s,()]+)/gi)) resolve(other)
    const known = withVariables(value, done)
    if (known !== null) done.set(name, known)
    open.delete(name)
  }
  for (const name of own.keys()) resolve(name)
  return done
}

/**
 * Returns #rrggbb, or #rrggbbaa of a translucent colour; colours outside of sRGB are cut to it, as browsers do on such a screen.
 *
 * @throws Failure for a colour that depends on the computer or cannot be read.
 */
export function hexColor(value: string): string {
  const color = rgb(parseColor(value.toLowerCase()))
  if (!color) throw refuse(`SVG 里的颜色「${value.slice(0, 40)}」无法确定，请换成普通颜色后重新上传`)
  const { r = 0, g = 0, b = 0, alpha = 1 } = color
  const plain = clampRgb({ mode: 'rgb', r: finite(r), g: finite(g), b: finite(b), alpha: clamp(alpha, 0, 1) })
  return (plain.alpha ?? 1) < 1 ? formatHex8(plain) : formatHex(plain)
}

const finite = (channel: number): number => (Number.isFinite(channel) ? channel : 0)

/** Addresses that a value names by `url()`, in their order. */
export function urlsIn(value: string): string[] {
  if (!/url\s*\(|\bsrc\s*\(/i.test(value) && !value.includes('\\')) return []
  const found: string[] = []
  withUrls(value, (address) => {
    found.push(address)
    return address
  })
  return found
}

/** Returns a value with each `url()` in it replaced by what `change` makes of its address. */
export function withUrls(value: string, change: (address: string) => string): string {
  try {
    const tree = parseStyle(value, 'value')
    walk(tree, (node) => {
      if (node.type === 'Url') node.value = change(node.value)
    })
    return generate(tree)
  } catch {
    throw refuse(`SVG 的样式里有无法读取的值（${value.slice(0, 40)}），请导出为普通 SVG 后重新上传`)
  }
}
