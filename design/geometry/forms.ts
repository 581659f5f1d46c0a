/** Outlines of the forms that fill a box: shapes, masks and the areas that text flows in. */
import { clamp } from '../../contract/ground/number'
import type { Form } from '../../contract/rules/appearance'
import { pathData, pathNumber, type Segment, segmentsOf } from '../../contract/rules/path-data'
import type { Point } from './shapes'

/** Height of a speech bubble's tail and width of its root, shares of the smaller side of the box. */
const bubbleTail = { height: 0.25, root: 0.22 } as const
/** Thickness of an arrow's shaft, a share of the height. */
const arrowShaft = 0.4

/** A heart within a box of 1 × 1; the curves touch each of its edges. */
const heart = segmentsOf(
  'M.5 .24C.5 .09 .39 0 .265 0C.11 0 0 .12 0 .29C0 .56 .27 .79 .5 1C.73 .79 1 .56 1 .29C1 .12 .89 0 .735 0C.61 0 .5 .09 .5 .24Z',
)

/**
 * Returns the outline of a form that fills a box from (0, 0) to (width, height), as SVG path data to fill by the even-odd rule.
 * Empty for a path of one's own that draws nothing.
 */
export function formPath(form: Form, width: number, height: number): string {
  switch (form.kind) {
    case 'rect':
      return roundedRect(width, height, form.radius)
    case 'ellipse': {
      const [x, y, end] = [pathNumber(width / 2), pathNumber(height / 2), pathNumber(width)]
      return `M0 ${y}A${x} ${y} 0 1 1 ${end} ${y}A${x} ${y} 0 1 1 0 ${y}Z`
    }
    case 'polygon':
      return filling(
        ring(clamp(Math.round(form.sides), 3, 100), () => 1),
        width,
        height,
      )
    case 'star': {
      const points = clamp(Math.round(form.points), 3, 100)
      return filling(
        ring(points * 2, (i) => (i % 2 === 0 ? 1 : clamp(form.inner, 0.01, 1))),
        width,
        height,
      )
    }
    case 'heart':
      return pathData(heart, ({ x, y }) => ({ x: x * width, y: y * height }))
    case 'bubble':
      return bubble(width, height, form.radius, form.tail)
    case 'line':
      return roundedRect(width, height, 0)
    case 'arrow':
      return arrow(width, height, form.head, form.both)
    case 'path':
      return pathData(segmentsOf(form.d), ({ x, y }) => ({ x: (x * width) / form.width, y: (y * height) / form.height }))
  }
}

function roundedRect(width: number, height: number, radius: number): string {
  const r = clamp(radius, 0, Math.min(width, height) / 2)
  const [w, h] = [pathNumber(width), pathNumber(height)]
  if (r === 0) return `M0 0L${w} 0L${w} ${h}L0 ${h}Z`
  const [near, right, bottom] = [pathNumber(r), pathNumber(width - r), pathNumber(height - r)]
  const corner = `A${near} ${near} 0 0 1 `
  return `M${near} 0L${right} 0${corner}${w} ${near}L${w} ${bottom}${corner}${right} ${h}L${near} ${h}${corner}0 ${bottom}L0 ${near}${corner}${near} 0Z`
}

/** Returns points around (0, 0), the first one at the top. */
function ring(count: number, radiusAt: (index: number) => number): readonly Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2
    return { x: radiusAt(i) * Math.cos(angle), y: radiusAt(i) * Math.sin(angle) }
  })
}

/** Stretches a polygon until it touches each edge of the box. */
function filling(points: readonly Point[], width: number, height: number): string {
  const [left, right] = extent(points.map(({ x }) => x))
  const [top, bottom] = extent(points.map(({ y }) => y))
  return polygon(
    points.map(({ x, y }) => ({
      x: ((x - left) * width) / (right - left),
      y: ((y - top) * height) / (bottom - top),
    })),
  )
}

function extent(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function polygon(points: readonly Point[]): string {
  const closing: Segment = { type: 'Z', points: [] }
  return pathData([...points.map((point, i): Segment => ({ type: i === 0 ? 'M' : 'L', points: [point] })), closing])
}

function bubble(width: number, height: number, radius: number, tail: number): string {
  const side = Math.min(width, height)
  const body = height - side * bubbleTail.height
  const r = clamp(radius, 0, Math.min(width, body) / 2)
  const tip = clamp(tail, 0, 1) * width
  // The root lies on the straight part of the lower edge; a bubble that has none is rounded up to the root.
  const root = Math.min(side * bubbleTail.root, width - 2 * r)
  const left = clamp(tip - root / 2, r, width - r - root)
  const number = pathNumber
  const corner = `A${number(r)} ${number(r)} 0 0 1 `
  const lower = `L${number(left + root)} ${number(body)}L${number(tip)} ${number(height)}L${number(left)} ${number(body)}`
  return [
    `M${number(r)} 0L${number(width - r)} 0${corner}${number(width)} ${number(r)}L${number(width)} ${number(body - r)}`,
    `${corner}${number(width - r)} ${number(body)}${lower}L${number(r)} ${number(body)}${corner}0 ${number(body - r)}`,
    `L0 ${number(r)}${corner}${number(r)} 0Z`,
  ].join('')
}

function arrow(width: number, height: number, head: number, both: boolean): string {
  const length = clamp(head * height, 0, both ? width / 2 : width)
  const [upper, lower] = [(height * (1 - arrowShaft)) / 2, (height * (1 + arrowShaft)) / 2]
  const neck = width - length
  const right: readonly Point[] = [
    { x: neck, y: upper },
    { x: neck, y: 0 },
    { x: width, y: height / 2 },
    { x: neck, y: height },
    { x: neck, y: lower },
  ]
  const tail: readonly Point[] = both
    ? right.map(({ x, y }) => ({ x: width - x, y })).reverse()
    : [
        { x: 0, y: lower },
        { x: 0, y: upper },
      ]
  return polygon([...right, ...tail])
}
