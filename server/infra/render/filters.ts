/**
 * Draws the filters of a drawing in its canonical form: in the place of each group with a filter stands a picture of what the filter makes
 * of it, in the px in which the drawing will lie. Engines of the server draw filters otherwise than Chromium; what is left, they draw alike.
 */
import { ImageData } from '@napi-rs/canvas'
import { segmentsOf } from '../../../contract/rules/path-data'
import { union } from '../../../design/geometry/box'
import { apply, identity, invert, type Matrix, multiply } from '../../../design/geometry/matrix'
import type { Box, Point } from '../../../design/geometry/shapes'
import { blurReach } from '../../../imaging/pixels/blur'
import { canonicalLimits } from '../content/drawing/canonical'
import { readSvg } from '../content/drawing/read-xml'
import { type Element, elementsOf, newElement, walk, writeXml } from '../content/drawing/tree'
import { coveredPixels, freeCanvas, intersection, newCanvas, type PixelBox } from './canvas'
import type { Px } from './filter-blending'
import { drawFilter, type Frame } from './filter-steps'

export type { Matrix }

/** Draws a drawing without filters to straight RGBA. */
export type DrawPlain = (svg: string, width: number, height: number) => Promise<Px>

const nowhere: PixelBox = { left: 0, top: 0, right: 0, bottom: 0 }

/**
 * Returns the drawing without filters.
 *
 * @param matrix from the drawing's px to those of a surface.
 * @param visible the surface's px that are wanted.
 */
export async function withoutFilters(svg: string, matrix: Matrix, visible: PixelBox, draw: DrawPlain): Promise<string> {
  if (!/<filter\b/.test(svg)) return svg
  const root = readSvg(Buffer.from(svg), canonicalLimits)
  const byId = new Map<string, Element>()
  walk(root, (element) => byId.set(element.attributes.get('id') ?? '', element))
  const resources = elementsOf(root).filter(({ name }) => name === 'defs')
  const visit = async (element: Element, around: Matrix): Promise<void> => {
    const own = multiply(around, matrixOf(element))
    const [, id] = /^url\(#(.+)\)$/.exec(element.attributes.get('filter') ?? '') ?? []
    const filter = id === undefined ? undefined : byId.get(id)
    // Of the shapes themselves: a picture of a filter among them has other bounds.
    const bounds = filter ? union(elementsOf(element).flatMap((child) => boundsOf(child, identity))) : null
    for (const child of elementsOf(element)) if (child.name !== 'filter') await visit(child, own)
    element.attributes.delete('filter')
    if (filter) await drawGroup(element, filter, own, { bounds, visible, resources, draw })
  }
  await visit(root, matrix)
  walk(root, (element) => {
    element.children = element.children.filter((child) => typeof child === 'string' || child.name !== 'filter')
  })
  return writeXml(root)
}

interface Around {
  /** Of the group's shapes, in its own space. */
  readonly bounds: Box | null
  readonly visible: PixelBox
  /** Elements to which the parts of a group refer: gradients, clips, masks, patterns. */
  readonly resources: readonly Element[]
  readonly draw: DrawPlain
}

/** Puts the picture of a filter into a group, instead of what the group holds. */
async function drawGroup(
  group: Element,
  filter: Element,
  matrix: Matrix,
  { bounds, visible, resources, draw }: Around,
): Promise<void> {
  const { children } = group
  group.children = []
  const inverse = invert(matrix)
  const isOfBounds = (name: string, usual: string) => (filter.attributes.get(name) ?? usual) === 'objectBoundingBox'
  const inBounds = isOfBounds('filterUnits', 'objectBoundingBox')
  // A filter in units of bounds draws nothing where there are none.
  if (inverse === null || (bounds === null && inBounds)) return
  // A turned group is filtered upright in its own space, and the picture is turned.
  const scale = [Math.hypot(matrix.a, matrix.b), Math.hypot(matrix.c, matrix.d)] as const
  const isUpright = matrix.b === 0 && matrix.c === 0 && matrix.a > 0 && matrix.d > 0
  const toPx: Matrix = { a: scale[0], b: 0, c: 0, d: scale[1], e: isUpright ? matrix.e % 1 : 0, f: isUpright ? matrix.f % 1 : 0 }
  const stepBounds = isOfBounds('primitiveUnits', 'userSpaceOnUse') ? bounds : null
  const unit = [stepBounds?.width ?? 1, stepBounds?.height ?? 1] as const
  const region = boxOf(filter, usualRegion(bounds), inBounds ? bounds : null)
  const reach = Math.ceil(Math.min(reachOf(filter, [scale[0] * unit[0], scale[1] * unit[1]]), mostReach(visible)))
  const shown = coveredPixels(multiply(toPx, inverse), {
    x: visible.left,
    y: visible.top,
    width: visible.right - visible.left,
    height: visible.bottom - visible.top,
  })
  const inside = (box: PixelBox, other: PixelBox): PixelBox => ({
    left: Math.max(box.left - reach, other.left - reach),
    top: Math.max(box.top - reach, other.top - reach),
    right: Math.min(box.right + reach, other.right + reach),
    bottom: Math.min(box.bottom + reach, other.bottom + reach),
  })
  const { left, top, right, bottom } = inside(coveredPixels(toPx, region), shown)
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0) return
  const frame: Frame = {
    width,
    height,
    scale,
    unit,
    region: (step) => {
      const box = intersection(coveredPixels(toPx, region), coveredPixels(toPx, boxOf(step, region, stepBounds)))
      return box === null
        ? nowhere
        : { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
    },
  }
  const inFrame: Matrix = { ...toPx, e: toPx.e - left, f: toPx.f - top }
  const whole = newElement('svg', { width: `${width}`, height: `${height}`, viewBox: `0 0 ${width} ${height}` }, [
    ...resources,
    newElement('g', { transform: textOf(inFrame) }, children),
  ])
  const px = drawFilter(filter, await draw(writeXml(whole), width, height), frame)
  const { canvas, context } = newCanvas(width, height)
  context.putImageData(new ImageData(new Uint8ClampedArray(px), width, height), 0, 0)
  const png = await canvas.encode('png')
  freeCanvas(canvas)
  const back = invert(inFrame) ?? identity
  group.children = [
    newElement('g', { transform: textOf(back) }, [
      newElement('image', {
        x: '0',
        y: '0',
        width: `${width}`,
        height: `${height}`,
        preserveAspectRatio: 'none',
        href: `data:image/png;base64,${png.toString('base64')}`,
      }),
    ]),
  ]
}

/** A source that lies further off than half of the wanted box is left out, so that a filter works on four times the box's px at most. */
const mostReach = ({ left, top, right, bottom }: PixelBox): number => Math.max(right - left, bottom - top, 128) / 2

/** Px by which what a filter makes may lie off its source. */
function reachOf(filter: Element, [across, down]: readonly [number, number]): number {
  let reach = 0
  const size = Math.max(across, down)
  walk(filter, ({ attributes }) => {
    const most = (name: string) =>
      Math.max(0, ...(attributes.get(name) ?? '').split(/[\s,]+/).map((value) => Math.abs(Number(value)))) * size
    reach += blurReach(most('stdDeviation')) + most('radius') + Math.max(most('dx'), most('dy'))
  })
  return reach
}

/**
 * The box of a filter or of one of its steps, in the group's own units.
 *
 * @param usual sides that the element does not name.
 * @param bounds the group's, when the element names shares of them.
 */
function boxOf({ attributes }: Element, usual: Box, bounds: Box | null): Box {
  const { x, y, width, height } = bounds ?? { x: 0, y: 0, width: 1, height: 1 }
  const read = (name: keyof Box, from: number, size: number): number => {
    const text = attributes.get(name)
    return text === undefined ? usual[name] : from + Number(text) * size
  }
  return { x: read('x', x, width), y: read('y', y, height), width: read('width', 0, width), height: read('height', 0, height) }
}

/** A region reaches a tenth beyond the bounds where the filter names no other. */
const usualRegion = (bounds: Box | null): Box =>
  bounds === null
    ? { x: 0, y: 0, width: 0, height: 0 }
    : {
        x: bounds.x - bounds.width / 10,
        y: bounds.y - bounds.height / 10,
        width: bounds.width * 1.2,
        height: bounds.height * 1.2,
      }

const textOf = ({ a, b, c, d, e, f }: Matrix): string => `matrix(${[a, b, c, d, e, f].join(' ')})`

function matrixOf({ attributes }: Element): Matrix {
  const text = attributes.get('transform')
  if (text === undefined) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = text.slice('matrix('.length, -1).split(' ').map(Number)
  return { a, b, c, d, e, f }
}

/** Points of a curve that stand for it. */
const curvePoints = Array.from({ length: 17 }, (_, at) => at / 16)

/** Returns the boxes of the shapes and pictures of an element, without their strokes, in the space around it. */
function boundsOf(element: Element, around: Matrix): Box[] {
  const matrix = multiply(around, matrixOf(element))
  const { attributes } = element
  const number = (name: string): number => Number(attributes.get(name) ?? 0)
  if (element.name === 'path') return boxAround(pointsOf(attributes.get('d') ?? ''), matrix)
  if (element.name !== 'image') return elementsOf(element).flatMap((child) => boundsOf(child, matrix))
  const [left, top, right, bottom] = [number('x'), number('y'), number('x') + number('width'), number('y') + number('height')]
  return boxAround(
    [left, right].flatMap((x) => [top, bottom].map((y) => ({ x, y }))),
    matrix,
  )
}

function boxAround(points: readonly Point[], matrix: Matrix): Box[] {
  const placed = points.map((point) => apply(matrix, point))
  return placed.length === 0 ? [] : [union(placed.map(({ x, y }) => ({ x, y, width: 0, height: 0 }))) as Box]
}

function pointsOf(d: string): Point[] {
  const found: Point[] = []
  let pen: Point = { x: 0, y: 0 }
  for (const { points } of segmentsOf(d)) {
    const [first, second, end] = points
    if (first && second && end) {
      const at = (t: number, axis: 'x' | 'y'): number =>
        (1 - t) ** 3 * pen[axis] + 3 * (1 - t) ** 2 * t * first[axis] + 3 * (1 - t) * t * t * second[axis] + t ** 3 * end[axis]
      found.push(...curvePoints.map((t) => ({ x: at(t, 'x'), y: at(t, 'y') })))
    } else found.push(...points)
    pen = points.at(-1) ?? pen
  }
  return found
}
