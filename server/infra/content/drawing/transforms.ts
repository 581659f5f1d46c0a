/** Transforms of style sheets, and their origins, as matrices of SVG. */
import { identity, type Matrix, times } from '../../../../contract/ground/matrix'
import { svgUnitPx } from '../../../../contract/rules/lengths'
import { refuse } from './read-xml'

export interface Box {
  readonly width: number
  readonly height: number
}

/** A drawing has no font of its own: an em is that of browsers. */
const unitPx: Readonly<Record<string, number>> = { ...svgUnitPx, em: 16, rem: 16 }
const unitTurn: Readonly<Record<string, number>> = {
  '': Math.PI / 180,
  deg: Math.PI / 180,
  grad: Math.PI / 200,
  rad: 1,
  turn: 2 * Math.PI,
}

const unknown = (text: string) => refuse(`SVG 的样式里有无法确定的变换（${text.slice(0, 60)}），请导出为普通 SVG 后重新上传`)

function measure(text: string, whole: number): number {
  const [, number = '', unit = ''] = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)$/i.exec(text) ?? []
  const px = unit === '%' ? whole / 100 : unitPx[unit.toLowerCase()]
  if (number === '' || px === undefined) throw unknown(text)
  return Number(number) * px
}

function angle(text: string): number {
  const [, number = '', unit = ''] = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*)$/i.exec(text) ?? []
  const turn = unitTurn[unit.toLowerCase()]
  if (number === '' || turn === undefined) throw unknown(text)
  return Number(number) * turn
}

const factor = (text: string): number => measure(text, 100) / (text.endsWith('%') ? 100 : 1)
const rotation = (turn: number): Matrix => [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]

/** Functions of a transform in a style; `args` has one argument at least. */
const functions: Readonly<Record<string, (args: readonly [string, ...string[]], box: Box) => Matrix>> = {
  matrix: (args) => (args.length === 6 ? (args.map(Number) as unknown as Matrix) : identity),
  translate: ([x, y = '0'], { width, height }) => [1, 0, 0, 1, measure(x, width), measure(y, height)],
  translatex: ([x], { width }) => [1, 0, 0, 1, measure(x, width), 0],
  translatey: ([y], { height }) => [1, 0, 0, 1, 0, measure(y, height)],
  translate3d: ([x, y = '0'], { width, height }) => [1, 0, 0, 1, measure(x, width), measure(y, height)],
  scale: ([x, y = x]) => [factor(x), 0, 0, factor(y), 0, 0],
  scalex: ([x]) => [factor(x), 0, 0, 1, 0, 0],
  scaley: ([y]) => [1, 0, 0, factor(y), 0, 0],
  scale3d: ([x, y = x]) => [factor(x), 0, 0, factor(y), 0, 0],
  rotate: ([turn]) => rotation(angle(turn)),
  rotatez: ([turn]) => rotation(angle(turn)),
  skew: ([x, y = '0']) => [1, Math.tan(angle(y)), Math.tan(angle(x)), 1, 0, 0],
  skewx: ([x]) => [1, 0, Math.tan(angle(x)), 1, 0, 0],
  skewy: ([y]) => [1, Math.tan(angle(y)), 0, 1, 0, 0],
  translatez: () => identity,
}

function matrixOf(text: string, box: Box): Matrix {
  if (/^\s*none\s*$/i.test(text)) return identity
  let matrix = identity
  for (const [, name = '', inner = ''] of text.matchAll(/([\w-]+)\s*\(([^()]*)\)/g)) {
    const [first = '', ...rest] = inner.trim().split(/\s*,\s*|\s+/)
    const of = functions[name.toLowerCase()]
    if (!of) throw unknown(text)
    matrix = times(matrix, of([first, ...rest], box))
  }
  if (/\([^()]*\(/.test(text)) throw unknown(text)
  return matrix
}

/** Returns the point that a `transform-origin` names. */
export function originOf(text: string, { width, height }: Box): readonly [number, number] {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isDown = (word: string | undefined) => word === 'top' || word === 'bottom'
  const isAcross = (word: string | undefined) => word === 'left' || word === 'right'
  const [one = 'center', other = 'center'] = isDown(words[0]) || isAcross(words[1]) ? [words[1], words[0]] : words
  const shares: Readonly<Record<string, string>> = { left: '0', right: '100%', top: '0', bottom: '100%', center: '50%' }
  return [measure(shares[one] ?? one, width), measure(shares[other] ?? other, height)]
}

/** Writes all that moves an element into its `transform`. */
export function plainTransform(attributes: Map<string, string>, box: Box, defaultOrigin = '0 0'): void {
  const take = (name: string): string | undefined => {
    const value = attributes.get(name)
    attributes.delete(name)
    return value === 'none' ? undefined : value
  }
  if (attributes.has('style-transform')) attributes.delete('transform')
  const [style, origin, reference] = [take('style-transform'), take('transform-origin'), take('style-transform-box')]
  const [translate, rotate, scale] = [take('style-translate'), take('style-rotate'), take('style-scale')]
  const plain = attributes.get('transform')
  if (style === undefined && plain === undefined && (translate ?? rotate ?? scale) === undefined) return
  const [x, y] = originOf(origin ?? defaultOrigin, box)
  const ofBox = `${origin}${style}${translate}`.includes('%') || /center|right|bottom/.test(origin ?? '')
  if (reference && reference !== 'view-box' && (ofBox || x !== 0 || y !== 0)) throw unknown(`transform-box: ${reference}`)
  const single = [translate && `translate(${translate})`, rotate && `rotate(${rotate})`, scale && `scale(${scale})`]
  const matrices = [...single, style].filter((text) => text !== undefined).map((text) => matrixOf(String(text), box))
  const parts = [
    ...(x !== 0 || y !== 0 ? [`translate(${x} ${y})`] : []),
    ...matrices.map((matrix) => `matrix(${matrix.join(' ')})`),
    ...(style === undefined && plain !== undefined ? [plain] : []),
    ...(x !== 0 || y !== 0 ? [`translate(${-x} ${-y})`] : []),
  ]
  if (parts.length === 0) attributes.delete('transform')
  else attributes.set('transform', parts.join(' '))
}
