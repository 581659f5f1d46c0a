/**
 * Computes what CSS leaves to the reader of a drawing: variables, inherited keywords, colours, shares and units, transforms. Afterwards
 * every attribute has a plain value.
 */
import { clamp } from '../../../../contract/ground/number'
import { properties } from './cascade'
import { mixedInOklab } from './gradients'
import { refuse } from './read-xml'
import { colorProperties, hexColor, isValid, ownVariables, urlsIn, withVariables } from './style-values'
import { type Box, plainTransform } from './transforms'
import { type Element, elementsOf } from './tree'

/** Initial values of the properties that are inherited; all others are initial when they are not written. */
export const inherited: Readonly<Record<string, string>> = {
  'clip-rule': 'nonzero',
  color: '#000000',
  'color-interpolation': 'srgb',
  'color-interpolation-filters': 'linearrgb',
  fill: '#000000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  'font-size': '16px',
  'image-rendering': 'auto',
  'marker-end': 'none',
  'marker-mid': 'none',
  'marker-start': 'none',
  'paint-order': 'normal',
  stroke: 'none',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
  'stroke-opacity': '1',
  'stroke-width': '1',
  visibility: 'visible',
}
const shares = new Set(['opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity', 'flood-opacity'])
/** Values that are written in capitals within. */
const spelled: Readonly<Record<string, string>> = { linearrgb: 'linearRGB', srgb: 'sRGB' }
/** Lengths that are not of SVG 1.1, in px; those of the window refer to the outermost box. */
const otherUnit = /(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(rem|q|vw|vh|vmin|vmax)\b/gi
const lengths = new Set(
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height dx dy stroke-width stroke-dasharray stroke-dashoffset font-size'.split(
    ' ',
  ),
)

interface Around {
  readonly variables: ReadonlyMap<string, string>
  readonly color: string
  /** Whether the paints around are the current colour of each element. */
  readonly current: { readonly fill: boolean; readonly stroke: boolean }
  readonly dashes: string
  /** The plain attributes of the parent. */
  readonly parent: ReadonlyMap<string, string>
  /** The box to which percentages of transforms refer. */
  readonly box: Box
}

/** @param size px of the whole drawing. */
export function computeValues(root: Element, size: Box): void {
  const current = { fill: false, stroke: false }
  // Libraries begin with another size of an em than browsers.
  if (!root.attributes.has('font-size')) root.attributes.set('font-size', inherited['font-size'] ?? '')
  compute(root, { variables: new Map(), color: '#000000', current, dashes: 'none', parent: new Map(), box: size }, size)
}

function compute(element: Element, around: Around, size: Box): void {
  const { attributes } = element
  const variables = ownVariables(around.variables, takeVariables(attributes))
  for (const [name, value] of [...attributes]) {
    if (!isProperty(name)) continue
    const plain = keywordless(name, varless(name, value, variables), around.parent)
    if (plain === null) attributes.delete(name)
    else attributes.set(name, plain)
  }
  const color = ownColor(attributes, around.color)
  const current = { fill: paint('fill', attributes, around, color), stroke: paint('stroke', attributes, around, color) }
  if (/^(?:(?:ok)?l(?:ab|ch)|color)\(/i.test(attributes.get('stop-color') ?? '')) attributes.set(mixedInOklab, '')
  for (const [name, value] of [...attributes]) attributes.set(name, plainValue(name, value, color, size))
  for (const name of ['rx', 'ry']) if (attributes.get(name) === 'auto') attributes.delete(name)
  if (attributes.get('orient') === 'auto-start-reverse') {
    throw refuse('SVG 的箭头会自动反向（auto-start-reverse），请在设计软件里把箭头扩展为形状后重新上传')
  }
  if (element.name === 'mask') {
    // Browsers do not mask a mask.
    attributes.delete('mask')
    if (attributes.get('color-interpolation') === 'linearRGB') {
      throw refuse('SVG 的蒙版按线性光计算（linearRGB），印刷时无法确定；请在设计软件里栅格化后重新上传')
    }
  }
  attributes.delete('color-interpolation')
  const dashes = attributes.get('stroke-dasharray') ?? around.dashes
  if (attributes.has('pathLength') && dashes !== 'none') {
    throw refuse('SVG 的虚线按自定的路径长度计算（pathLength），印刷时无法确定；请在设计软件里扩展描边后重新上传')
  }
  const box = element.name === 'svg' ? viewportOf(attributes, around.box) : around.box
  // The outermost element is a box, which turns round its middle.
  plainTransform(attributes, around.box, element.parent === null ? '50% 50%' : '0 0')
  for (const child of elementsOf(element)) compute(child, { variables, color, current, dashes, parent: attributes, box }, size)
}

const isProperty = (name: string): boolean => properties.has(name) || name.startsWith('style-')

function takeVariables(attributes: Map<string, string>): Map<string, string> {
  const own = new Map<string, string>()
  for (const [name, value] of [...attributes]) {
    if (!name.startsWith('--')) continue
    own.set(name, value)
    attributes.delete(name)
  }
  return own
}

/** Puts variables in; null, which means as if it were not written, where the result is no value of the property. */
function varless(name: string, value: string, variables: ReadonlyMap<string, string>): string | null {
  const plain = withVariables(value, variables)?.trim() ?? null
  if (plain === null || plain === value) return plain
  return isValid(name.replace(/^style-/, ''), plain) ? plain : null
}

function keywordless(name: string, value: string | null, parent: ReadonlyMap<string, string>): string | null {
  switch (value?.toLowerCase()) {
    case 'initial':
      return inherited[name] ?? null
    case 'inherit':
      return inherited[name] === undefined ? (parent.get(name) ?? null) : null
    case 'unset':
    case 'revert':
    case 'revert-layer':
      return null
    default:
      return value
  }
}

function ownColor(attributes: Map<string, string>, around: string): string {
  const own = attributes.get('color')
  attributes.delete('color')
  return own === undefined || own.toLowerCase() === 'currentcolor' ? around : hexColor(own)
}

/** Writes the current colour of this element where its paint is that; returns whether it is. */
function paint(name: 'fill' | 'stroke', attributes: Map<string, string>, around: Around, color: string): boolean {
  const own = attributes.get(name)
  const isCurrent = own === undefined ? around.current[name] : own.toLowerCase() === 'currentcolor'
  if (isCurrent && (own !== undefined || color !== around.color)) attributes.set(name, color)
  return isCurrent
}

function plainValue(name: string, value: string, color: string, size: Box): string {
  if (colorProperties.has(name)) return plainPaint(value, color)
  if (shares.has(name)) return share(value)
  if (lengths.has(name)) return plainLength(name, value, size)
  if (name === 'clip-path' && !/^(?:none|url\(.*\))$/i.test(value)) {
    throw refuse('SVG 的裁剪写在样式里（clip-path），无法印刷；请在设计软件里换成剪切蒙版后重新上传')
  }
  if (name === 'filter') return /url\(/i.test(value) ? value : filterFunctions(value, color)
  if (!properties.has(name) || value.includes('url(')) return value
  const lower = value.toLowerCase()
  return spelled[lower] ?? lower
}

function plainPaint(value: string, color: string): string {
  const [address] = urlsIn(value)
  if (address !== undefined) {
    const behind = value.slice(value.indexOf(')') + 1).trim()
    return behind === '' ? `url(${address})` : `url(${address}) ${plainPaint(behind, color)}`
  }
  const lower = value.toLowerCase()
  if (lower === 'currentcolor') return color
  if (lower === 'none') return lower
  if (lower.startsWith('context-')) {
    throw refuse(`SVG 的箭头用了「${lower}」的颜色，请在设计软件里把箭头扩展为形状后重新上传`)
  }
  return hexColor(value)
}

function share(value: string): string {
  const number = Number.parseFloat(value) / (value.trim().endsWith('%') ? 100 : 1)
  return String(Number.isFinite(number) ? clamp(number, 0, 1) : 1)
}

function plainLength(name: string, value: string, { width, height }: Box): string {
  if (/\b(?:calc|min|max|clamp)\s*\(/i.test(value)) {
    throw refuse(`SVG 里有要计算的长度（${name}: ${value.slice(0, 40)}），请导出为普通 SVG 后重新上传`)
  }
  const pxOf: Readonly<Record<string, number>> = {
    rem: 16,
    q: 96 / 101.6,
    vw: width / 100,
    vh: height / 100,
    vmin: Math.min(width, height) / 100,
    vmax: Math.max(width, height) / 100,
  }
  return value.toLowerCase().replace(otherUnit, (_, number: string, unit: string) => String(Number(number) * (pxOf[unit] ?? 1)))
}

/** Makes the colours within filter functions plain. */
function filterFunctions(value: string, color: string): string {
  return value.replace(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/gi, (_, inner: string) => {
    const parts = inner.trim().match(/[^\s()]+(?:\([^()]*\))?/g) ?? []
    const isLength = (part: string) => /^[-+.\d]/.test(part)
    const [shade = 'currentcolor'] = parts.filter((part) => !isLength(part))
    return `drop-shadow(${[...parts.filter(isLength), plainPaint(shade, color)].join(' ')})`
  })
}

function viewportOf(attributes: ReadonlyMap<string, string>, around: Box): Box {
  const [, , width = 0, height = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (width > 0 && height > 0) return { width, height }
  const read = (name: 'width' | 'height'): number => {
    const text = attributes.get(name) ?? '100%'
    const number = Number.parseFloat(text)
    return text.endsWith('%') ? (around[name] * number) / 100 : number
  }
  return { width: read('width') || around.width, height: read('height') || around.height }
}
