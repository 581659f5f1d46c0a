/** Transforms of SVG, and the boxes that its shapes take under them. */
import { identity, type Matrix, times } from '../../contract/ground/matrix'
import { segmentsOf } from '../../contract/rules/path-data'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Point {
  readonly x: number
  readonly y: number
}

export function joined(one: Box | null, other: Box | null): Box | null {
  if (one === null || other === null) return one ?? other
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

const numberPattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi
const numbersOf = (text: string): number[] => (text.match(numberPattern) ?? []).map(Number)

/** Right angles are exact. */
function rotation(degrees: number): Matrix {
  const turns = (((degrees % 360) + 360) % 360) / 90
  const [cos, sin] = Number.isInteger(turns)
    ? ([
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ][turns] as [number, number])
    : [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [cos, sin, -sin, cos, 0, 0]
}

function oneTransform(name: string, values: readonly number[]): Matrix | null {
  const [first = 0, second, third] = values
  switch (name) {
    case 'matrix':
      return values.length === 6 ? (values as unknown as Matrix) : null
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0]
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0]
    case 'rotate': {
      const [x, y] = [second ?? 0, third ?? 0]
      return times(times([1, 0, 0, 1, x, y], rotation(first)), [1, 0, 0, 1, -x, -y])
    }
    case 'skewX':
      return [1, 0, Math.tan((first * Math.PI) / 180), 1, 0, 0]
    case 'skewY':
      return [1, Math.tan((first * Math.PI) / 180), 0, 1, 0, 0]
    default:
      return null
  }
}

/** Reads the attribute `transform`; null when it holds something else. */
export function transformOf(text: string): Matrix | null {
  let made = identity
  const rest = text.replace(/([a-zA-Z]+)\s*\(([^)]*)\)[\s,]*/g, (_, name: string, values: string) => {
    const one = oneTransform(name, numbersOf(values))
    if (one === null) return '?'
    made = times(made, one)
    return ''
  })
  return rest.trim() === '' && made.every(Number.isFinite) ? made : null
}

const boxOf = (points: readonly Point[]): Box | null =>
  points.length === 0
    ? null
    : {
        left: Math.min(...points.map(({ x }) => x)),
        top: Math.min(...points.map(({ y }) => y)),
        right: Math.max(...points.map(({ x }) => x)),
        bottom: Math.max(...points.map(({ y }) => y)),
      }

/** Where a cubic curve of one coordinate is least and most, besides its ends: 0 to 1. */
function turningPoints([p, q, r, s]: readonly [number, number, number, number]): number[] {
  const [a, b, c] = [-p + 3 * q - 3 * r + s, 2 * (p - 2 * q + r), q - p]
  if (Math.abs(a) < 1e-12) return Math.abs(b) < 1e-12 ? [] : [-c / b]
  const root = Math.sqrt(b * b - 4 * a * c)
  return Number.isNaN(root) ? [] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]
}

function curvePoints([p, q, r, s]: readonly [Point, Point, Point, Point]): Point[] {
  const at = (t: number): Point => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    return { x: a * p.x + b * q.x + c * r.x + d * s.x, y: a * p.y + b * q.y + c * r.y + d * s.y }
  }
  return [...turningPoints([p.x, q.x, r.x, s.x]), ...turningPoints([p.y, q.y, r.y, s.y])].filter((t) => t > 0 && t < 1).map(at)
}

function pathBox(d: string, place: (point: Point) => Point): Box | null {
  let pen: Point = { x: 0, y: 0 }
  const points: Point[] = []
  for (const { type, points: own } of segmentsOf(d)) {
    const placed = own.map(place)
    const [first, second, third] = placed
    if (type === 'C' && first && second && third) points.push(...curvePoints([pen, first, second, third]), third)
    else points.push(...placed)
    pen = placed.at(-1) ?? pen
  }
  // A path of thousands of segments has more points than a call has arguments.
  let box: Box | null = null
  for (let at = 0; at < points.length; at += 1000) box = joined(box, boxOf(points.slice(at, at + 1000)))
  return box
}

/**
 * Returns the box of a shape under a transform; null for elements that are no shapes, and for shapes without points.
 *
 * @param length reads a length, as a number of the shape's own units.
 */
export function shapeBox(
  name: string,
  attribute: (name: string) => string,
  length: (name: string) => number,
  [a, b, c, d, e, f]: Matrix,
): Box | null {
  const place = ({ x, y }: Point): Point => ({ x: a * x + c * y + e, y: b * x + d * y + f })
  const ellipse = (rx: number, ry: number): Box | null => {
    if (!(rx > 0 && ry > 0)) return null
    const { x, y } = place({ x: length('cx'), y: length('cy') })
    const [across, down] = [Math.hypot(a * rx, c * ry), Math.hypot(b * rx, d * ry)]
    return { left: x - across, top: y - down, right: x + across, bottom: y + down }
  }
  switch (name) {
    case 'rect':
    case 'image': {
      const [x, y, width, height] = [length('x'), length('y'), length('width'), length('height')]
      const corners = [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + height },
        { x, y: y + height },
      ]
      return width > 0 && height > 0 ? boxOf(corners.map(place)) : null
    }
    case 'circle':
      return ellipse(length('r'), length('r'))
    case 'ellipse':
      return ellipse(length('rx'), length('ry'))
    case 'polygon':
    case 'polyline': {
      const values = numbersOf(attribute('points'))
      const points = Array.from({ length: Math.floor(values.length / 2) }, (_, at) => ({
        x: values[2 * at] as number,
        y: values[2 * at + 1] as number,
      }))
      return pathBox(`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`, place)
    }
    case 'path':
      return pathBox(attribute('d'), place)
    default:
      return null
  }
}
