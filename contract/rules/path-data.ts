/**
 * Reads SVG path data as absolute lines and curves and writes it scaled. Nothing but numbers and command letters is ever written,
 * so that path data of anybody can be put into markup.
 */
import { round } from './rounding'

interface Point {
  readonly x: number
  readonly y: number
}

/** A drawn part of a path: a move, a line, a cubic curve or the closing of a contour. */
export interface Segment {
  readonly type: 'M' | 'L' | 'C' | 'Z'
  /** Control points before the end point; none for a closing. */
  readonly points: readonly Point[]
}

/** Number of values that each command takes. */
const valueCounts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

const numberAt = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const flagAt = /[\s,]*([01])/y
const commandAt = /[\s,]*([MLHVCSQTAZ])/iy

interface Command {
  readonly letter: string
  readonly values: readonly number[]
}

/** Reads the commands of path data up to its first mistake, as SVG asks (SVG 2, 9.5.4). */
function* commandsOf(d: string): Generator<Command> {
  let at = 0
  const read = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(d)
    if (!found) return null
    at = pattern.lastIndex
    return found[1] ?? null
  }
  let letter = ''
  for (;;) {
    const next = read(commandAt)
    // Values without a letter repeat the last command; after a move they are lines.
    if (next !== null) letter = next
    else if (letter === '' || letter.toUpperCase() === 'Z') return
    else if (letter.toUpperCase() === 'M') letter = letter === 'M' ? 'L' : 'l'
    const count = valueCounts[letter.toUpperCase()] ?? 0
    const values: number[] = []
    for (let i = 0; i < count; i++) {
      const isFlag = letter.toUpperCase() === 'A' && (i === 3 || i === 4)
      const value = read(isFlag ? flagAt : numberAt)
      if (value === null || !Number.isFinite(Number(value))) return
      values.push(Number(value))
    }
    yield { letter, values }
  }
}

/** Returns the absolute lines and curves of path data: shorthands, quadratic curves and arcs become cubic curves. */
export function segmentsOf(d: string): readonly Segment[] {
  const segments: Segment[] = []
  let pen: Point = { x: 0, y: 0 }
  let start = pen
  let lastControl: { readonly kind: 'C' | 'Q'; readonly point: Point } | null = null
  const push = (type: Segment['type'], ...points: readonly Point[]) => {
    segments.push({ type, points })
    pen = points.at(-1) ?? start
  }
  for (const { letter, values } of commandsOf(d)) {
    const command = letter.toUpperCase()
    if (segments.length === 0 && command !== 'M') return []
    const origin = letter === command ? { x: 0, y: 0 } : pen
    const number = (i: number) => values[i] ?? 0
    const point = (i: number): Point => ({ x: origin.x + number(i), y: origin.y + number(i + 1) })
    const reflected = (kind: 'C' | 'Q'): Point =>
      lastControl?.kind === kind ? { x: 2 * pen.x - lastControl.point.x, y: 2 * pen.y - lastControl.point.y } : pen
    const quadratic = (control: Point, end: Point) => {
      const from = pen
      const towards = (p: Point): Point => ({ x: p.x + ((control.x - p.x) * 2) / 3, y: p.y + ((control.y - p.y) * 2) / 3 })
      push('C', towards(from), towards(end), end)
      lastControl = { kind: 'Q', point: control }
    }
    const cubic = (first: Point, second: Point, end: Point) => {
      push('C', first, second, end)
      lastControl = { kind: 'C', point: second }
    }
    if (command === 'C') cubic(point(0), point(2), point(4))
    else if (command === 'S') cubic(reflected('C'), point(0), point(2))
    else if (command === 'Q') quadratic(point(0), point(2))
    else if (command === 'T') quadratic(reflected('Q'), point(0))
    else {
      lastControl = null
      if (command === 'M') {
        push('M', point(0))
        start = pen
      } else if (command === 'L') push('L', point(0))
      else if (command === 'H') push('L', { x: origin.x + number(0), y: pen.y })
      else if (command === 'V') push('L', { x: pen.x, y: origin.y + number(0) })
      else if (command === 'A') {
        const radii = { x: Math.abs(number(0)), y: Math.abs(number(1)) }
        for (const curve of arcCurves(pen, radii, number(2), number(3) === 1, number(4) === 1, point(5))) push('C', ...curve)
      } else push('Z')
    }
  }
  return segments
}

/** Returns the cubic curves of an elliptical arc between two points (SVG 2, B.2.4 and B.2.5); a line for one without radius. */
function arcCurves(from: Point, radii: Point, turn: number, large: boolean, sweep: boolean, to: Point): readonly Point[][] {
  if (from.x === to.x && from.y === to.y) return []
  if (radii.x === 0 || radii.y === 0) return [[from, to, to]]
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const dx = (from.x - to.x) / 2
  const dy = (from.y - to.y) / 2
  const x = cos * dx + sin * dy
  const y = -sin * dx + cos * dy
  // Radii that are too short to reach are enlarged.
  const reach = Math.hypot(x / radii.x, y / radii.y)
  const rx = radii.x * Math.max(1, reach)
  const ry = radii.y * Math.max(1, reach)
  const rest = (rx * y) ** 2 + (ry * x) ** 2
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (rx * ry) ** 2 / rest - 1))
  const cx = (factor * rx * y) / ry
  const cy = (-factor * ry * x) / rx
  const first = Math.atan2((y - cy) / ry, (x - cx) / rx)
  let swept = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
  if (sweep && swept < 0) swept += 2 * Math.PI
  if (!sweep && swept > 0) swept -= 2 * Math.PI
  const centre = { x: cos * cx - sin * cy + (from.x + to.x) / 2, y: sin * cx + cos * cy + (from.y + to.y) / 2 }
  const onEllipse = (u: number, v: number): Point => ({
    x: centre.x + cos * rx * u - sin * ry * v,
    y: centre.y + sin * rx * u + cos * ry * v,
  })
  const count = Math.max(1, Math.ceil(Math.abs(swept) / (Math.PI / 2) - 1e-9))
  const step = swept / count
  const handle = (4 / 3) * Math.tan(step / 4)
  return Array.from({ length: count }, (_, i) => {
    const a = first + i * step
    const b = a + step
    return [
      onEllipse(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a)),
      onEllipse(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b)),
      i === count - 1 ? to : onEllipse(Math.cos(b), Math.sin(b)),
    ]
  })
}

/** Writes a number of path data to a thousandth. */
export function pathNumber(value: number): string {
  return `${round(value, 3)}`
}

/** Writes path data with each point moved by `place`. */
export function pathData(segments: readonly Segment[], place: (point: Point) => Point = (point) => point): string {
  return segments
    .map(({ type, points }) => {
      const placed = points.map((point) => {
        const { x, y } = place(point)
        return `${pathNumber(x)} ${pathNumber(y)}`
      })
      return type + placed.join(' ')
    })
    .join('')
}
