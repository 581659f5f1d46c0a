/**
 * Reads jigs from SVGs as Roland's PrintAutoMate reads them (support.rolanddg.com, article 20505938130329): the artboard is the jig, closed
 * shapes named S1, S2 … are its slots, and P1, P2 … the boxes of their pictures. A slot without such a box is one itself. Letters may be
 * small. Names stand in ids, which Illustrator and CorelDRAW escape, or in Illustrator's and Inkscape's own attributes.
 */

import { identity, type Matrix, times } from '../../contract/ground/matrix'
import { drawingSize, mmPerInch, svgUnitPx } from '../../contract/rules/lengths'
import { round } from '../../contract/rules/rounding'
import { type Box, joined, shapeBox, transformOf } from './svg-boxes'
import { type Node, readTree } from './svg-tree'

export interface JigSlot {
  /** S1, S2 … */
  readonly key: string
  /** The upper left of the turned picture, mm from the upper left of the jig. */
  readonly xMm: number
  readonly yMm: number
  /** Of the picture before it is turned, mm. */
  readonly widthMm: number
  readonly heightMm: number
  /** Clockwise: how the shape is turned in the drawing. */
  readonly turn: 0 | 90 | 180 | 270
}

export interface Jig {
  readonly widthMm: number
  readonly heightMm: number
  /** In the order of their numbers. */
  readonly slots: readonly JigSlot[]
}

export interface ReadJig extends Jig {
  /** For the seller: what to check or to change in the drawing. */
  readonly problems: readonly string[]
}

/** px of an inch: by CSS, as Inkscape and CorelDRAW count, and as Illustrator counts, whose px are points. */
const pxPerInch = svgUnitPx.in ?? 96
const illustratorPxPerInch = 72

interface Named {
  readonly kind: 'S' | 'P'
  readonly number: number
  readonly box: Box
  readonly matrix: Matrix
}

/** Elements that hold what is drawn elsewhere or not at all. */
const hidden = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'metadata', 'style', 'namedview'])
/** Elements that are drawn; a use counts what it shows. */
const mostDrawn = 200_000
/** Distances below this are the rounding of design programs, mm. */
const near = 0.05
/** Part of a right angle by which a shape counts as upright. */
const upright = 1e-3

/** Replaces what Illustrator (_x53_) writes for letters that ids may not have, and the number that it adds to a second S1 (S1_1_). */
const plainName = (text: string): string =>
  text
    .replace(/_x([0-9a-f]{2,4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/_\d+_$/, '')
    .trim()

function nameOf({ attributes }: Node): { readonly kind: 'S' | 'P'; readonly number: number } | null {
  for (const text of [attributes['inkscape:label'], attributes['data-name'], attributes.id]) {
    const [, letter, digits] = /^([sp])0*([1-9]\d{0,3})$/i.exec(plainName(text ?? '')) ?? []
    if (letter !== undefined && digits !== undefined)
      return { kind: letter.toUpperCase() === 'S' ? 'S' : 'P', number: Number(digits) }
  }
  return null
}

function isInvisible({ name, attributes }: Node): boolean {
  return hidden.has(name) || attributes.display === 'none' || /(?:^|;)\s*display\s*:\s*none/.test(attributes.style ?? '')
}

/** Returns a length in units of the drawing; percentages are taken as 0, as no program writes them for jigs. */
function lengthOf(text: string | undefined): number {
  const [, number, unit = ''] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? []
  return number === undefined ? 0 : Number(number) * (svgUnitPx[unit.toLowerCase()] ?? 0)
}

interface Viewport {
  readonly width: number
  readonly height: number
}

/** Returns the transform of an element with a viewBox into a viewport of this size. */
function viewBoxMatrix({ attributes }: Node, { width, height }: Viewport): Matrix {
  const box = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [left = 0, top = 0, wide = 0, high = 0] = box.length === 4 && box.every(Number.isFinite) ? box : []
  if (!(wide > 0 && high > 0)) return identity
  const [across, down] = [width / wide, height / high]
  if (/^\s*none/.test(attributes.preserveAspectRatio ?? '')) return [across, 0, 0, down, -left * across, -top * down]
  const scale = Math.min(across, down)
  return [scale, 0, 0, scale, (width - wide * scale) / 2 - left * scale, (height - high * scale) / 2 - top * scale]
}

class Reader {
  readonly found: Named[] = []
  readonly problems: string[] = []
  private readonly byId = new Map<string, Node>()
  private drawn = 0

  constructor(
    root: Node,
    private readonly viewport: Viewport,
  ) {
    const waiting = [root]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const { id } = node.attributes
      if (id !== undefined && !this.byId.has(id)) this.byId.set(id, node)
      waiting.push(...node.children)
    }
  }

  /** Returns the box of everything that an element draws. @param within names of the elements around it. */
  draw(node: Node, around: Matrix, within: readonly string[]): Box | null {
    if (isInvisible(node)) return null
    if (++this.drawn > mostDrawn || within.length > 50) throw new Error('治具文件过于复杂，请只保留工位的形状后再选')
    const own = transformOf(node.attributes.transform ?? '')
    if (own === null)
      throw new Error(`治具文件里有无法读取的变换（${(node.attributes.transform ?? '').slice(0, 40)}），请导出为普通 SVG 后再选`)
    const matrix = times(around, own)
    const length = (name: string) => lengthOf(node.attributes[name])
    const name = nameOf(node)
    const key = name && `${name.kind}${name.number}`
    const inside = key === null ? within : [...within, key]
    const box =
      node.name === 'use'
        ? this.drawUse(node, matrix, inside)
        : node.name === 'svg'
          ? this.drawChildren(node, this.nested(node, matrix), inside)
          : joined(
              shapeBox(node.name, (one) => node.attributes[one] ?? '', length, matrix),
              this.drawChildren(node, matrix, inside),
            )
    // A group and its only shape may have the same name.
    if (name !== null && key !== null && !within.includes(key)) {
      if (box === null || box.right - box.left < near || box.bottom - box.top < near)
        this.problems.push(`${key} 不是有面积的封闭形状，已忽略`)
      else this.found.push({ ...name, box, matrix: this.orientation(node, matrix) })
    }
    return box
  }

  drawChildren(node: Node, matrix: Matrix, within: readonly string[]): Box | null {
    let box: Box | null = null
    for (const child of node.children) box = joined(box, this.draw(child, matrix, within))
    return box
  }

  /** @param sized the element whose width and height count: the one that uses a symbol. */
  private nested(node: Node, matrix: Matrix, sized = node): Matrix {
    const { x, y } = node.attributes
    const { width, height } = { ...node.attributes, ...sized.attributes }
    const size = { width: lengthOf(width) || this.viewport.width, height: lengthOf(height) || this.viewport.height }
    return times(times(matrix, [1, 0, 0, 1, lengthOf(x), lengthOf(y)]), viewBoxMatrix(node, size))
  }

  private drawUse(node: Node, matrix: Matrix, within: readonly string[]): Box | null {
    const link = node.attributes.href ?? node.attributes['xlink:href'] ?? ''
    const target = link.startsWith('#') ? this.byId.get(link.slice(1)) : undefined
    const mark = `use ${link}`
    if (target === undefined || within.includes(mark)) return null
    const moved = times(matrix, [1, 0, 0, 1, lengthOf(node.attributes.x), lengthOf(node.attributes.y)])
    // A shape that is shown once more keeps its name to its first place, or it would be two slots.
    const count = this.found.length
    const [problems, inside] = [this.problems.length, [...within, mark]]
    const shown =
      target.name === 'symbol'
        ? this.drawChildren(target, this.nested(target, moved, node), inside)
        : this.draw(target, moved, inside)
    this.found.length = count
    this.problems.length = problems
    return shown
  }

  /** The transform by which a shape is turned: that of a group's only child where it is turned itself. */
  private orientation(node: Node, matrix: Matrix): Matrix {
    const [only, ...others] = node.children.filter(
      (child) => !isInvisible(child) && child.name !== 'title' && child.name !== 'desc',
    )
    if (only === undefined || others.length > 0 || node.name === 'use') return matrix
    return this.orientation(only, times(matrix, transformOf(only.attributes.transform ?? '') ?? identity))
  }
}

/** Returns how a transform turns, clockwise; null when it is none of the four quarters. */
function turnOf([a, b]: Matrix): JigSlot['turn'] | null {
  const size = Math.hypot(a, b)
  const [x, y] = [a / size, b / size]
  if (Math.abs(y) < upright) return x > 0 ? 0 : 180
  if (Math.abs(x) < upright) return y > 0 ? 90 : 270
  return null
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - near &&
  inner.top >= outer.top - near &&
  inner.right <= outer.right + near &&
  inner.bottom <= outer.bottom + near

const isApart = (one: Box, other: Box): boolean =>
  one.right <= other.left + near ||
  other.right <= one.left + near ||
  one.bottom <= other.top + near ||
  other.bottom <= one.top + near

/** Keeps one shape of each name. */
function byNumber(found: readonly Named[], kind: 'S' | 'P', problems: string[]): Map<number, Named> {
  const made = new Map<number, Named>()
  for (const one of found) {
    if (one.kind !== kind) continue
    if (made.has(one.number)) problems.push(`有两个形状都叫 ${kind}${one.number}，只用了第一个`)
    else made.set(one.number, one)
  }
  return new Map([...made].sort(([one], [other]) => one - other))
}

/** Pairs each slot with the box of its picture: by number, or else by lying inside. */
function paired(slots: ReadonlyMap<number, Named>, boxes: ReadonlyMap<number, Named>, problems: string[]): Map<number, Named> {
  const made = new Map<number, Named>()
  for (const [number, box] of boxes) {
    const inside = [...slots].find(([at, slot]) => !boxes.has(at) && !made.has(at) && isInside(box.box, slot.box))?.[0]
    const slot = slots.has(number) ? number : inside
    if (slot === undefined) problems.push(`P${number} 没有对应的工位 S${number}，已忽略`)
    else made.set(slot, box)
  }
  return made
}

const mm = (value: number): number => round(value, 3)

/**
 * @param svg the text of the file.
 * @throws Error in words for the seller when the file is no SVG, larger than a jig's drawing is, or without a size.
 */
export function readJig(svg: string): ReadJig {
  const { root, comments } = readTree(svg)
  const { width = '', height = '', viewBox = '' } = root.attributes
  const size = drawingSize({ width, height, viewBox })
  if (size === null) throw new Error('治具文件没有写画板的宽和高，请在设计软件里设好画板尺寸后重新导出')
  const isAbsolute = [width, height].every((text) => /(?:mm|cm|in|pt|pc)\s*$/i.test(text))
  const isIllustrator = /Adobe Illustrator/.test(comments) || root.attributes['data-name'] !== undefined
  // How Illustrator counts px is known; that a root with its attribute data-name is its own is a guess.
  const perInch = isAbsolute || !isIllustrator ? pxPerInch : illustratorPxPerInch
  const toMm = mmPerInch / perInch
  const problems: string[] = []
  const [widthMm, heightMm] = [mm(size.width * toMm), mm(size.height * toMm)]
  if (!isAbsolute) problems.push(`文件没有用毫米写尺寸，按每英寸 ${perInch} 点算出画板是 ${widthMm} × ${heightMm} 毫米，请核对`)

  const reader = new Reader(root, drawingSize({ width: '', height: '', viewBox }) ?? size)
  const own = transformOf(root.attributes.transform ?? '') ?? identity
  const outer = times(times([toMm, 0, 0, toMm, 0, 0], own), viewBoxMatrix(root, size))
  reader.drawChildren(root, outer, [])
  problems.push(...reader.problems)
  const slots = byNumber(reader.found, 'S', problems)
  const boxes = paired(slots, byNumber(reader.found, 'P', problems), problems)
  if (slots.size === 0) problems.push('没有找到工位：请在设计软件的图层面板里把每个工位的形状命名为 S1、S2 …，再导出 SVG')
  judge(slots, boxes, { left: 0, top: 0, right: widthMm, bottom: heightMm }, problems)
  return {
    widthMm,
    heightMm,
    problems,
    slots: [...slots].map(([number, slot]) => slotOf(`S${number}`, boxes.get(number) ?? slot, problems)),
  }
}

/** Notes what PrintAutoMate refuses, too. */
function judge(slots: ReadonlyMap<number, Named>, boxes: ReadonlyMap<number, Named>, jig: Box, problems: string[]): void {
  const all = [...slots]
  for (const [at, [number, slot]] of all.entries()) {
    if (!isInside(slot.box, jig)) problems.push(`工位 S${number} 超出了画板`)
    const picture = boxes.get(number)
    if (picture && !isInside(picture.box, slot.box)) problems.push(`${picture.kind}${picture.number} 超出了工位 S${number}`)
    for (const [other, { box }] of all.slice(at + 1)) {
      if (!isApart(slot.box, box)) problems.push(`工位 S${number} 和 S${other} 重叠`)
    }
  }
}

function slotOf(key: string, { box, matrix }: Named, problems: string[]): JigSlot {
  const turn = turnOf(matrix)
  if (turn === null) problems.push(`${key} 是斜的，按它的外框摆放，请核对`)
  const [width, height] = [mm(box.right - box.left), mm(box.bottom - box.top)]
  const isAcross = turn === 90 || turn === 270
  return {
    ...{ key, xMm: mm(box.left), yMm: mm(box.top) },
    ...{ widthMm: isAcross ? height : width, heightMm: isAcross ? width : height, turn: turn ?? 0 },
  }
}
